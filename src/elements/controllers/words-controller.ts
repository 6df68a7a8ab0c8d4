import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { loadWords, onWords } from '../../words/load.ts';
import { wordsFor } from '../../words/lookup.ts';
import type { Words } from '../../words/words.ts';
import { nearestLang } from '../nearest-lang.ts';

/** The host's language and the words in it: read anew with every update, when the page changes its language, and when words have come. */
export class WordsController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #changed = () => this.#host.requestUpdate();
  readonly #page = new MutationObserver(this.#changed);
  /** A BCP 47 tag, for `Intl`. */
  lang = '';

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  get words(): Words {
    return wordsFor(this.lang);
  }

  read(): void {
    const lang = nearestLang(this.#host);
    if (lang === this.lang) return;
    this.lang = lang;
    loadWords(lang);
  }

  hostConnected(): void {
    onWords.add(this.#changed);
    this.#page.observe(document, { subtree: true, attributeFilter: ['lang'] });
  }

  hostDisconnected(): void {
    onWords.delete(this.#changed);
    this.#page.disconnect();
  }
}
