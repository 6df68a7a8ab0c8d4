import { wordsFor, type Words } from '../words/words.ts';

/** The nearest `lang`, looking out of shadow roots; else the browser's own language. */
function nearestLang(from: Element): string {
  for (let at: Element | null | undefined = from; at;) {
    const found: Element | null = at.closest('[lang]');
    if (found) return found.getAttribute('lang') || navigator.language;
    const root: Node = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : undefined;
  }
  return navigator.language;
}

/** The host's language and the words in it, read anew with every update. */
export class WordsController {
  readonly #host: Element;
  /** A BCP 47 tag, for `Intl`. */
  lang = '';

  constructor(host: Element) {
    this.#host = host;
  }

  get words(): Words {
    return wordsFor(this.lang);
  }

  read(): void {
    this.lang = nearestLang(this.#host);
  }
}
