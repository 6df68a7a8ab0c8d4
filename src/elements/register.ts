import { version } from './version.ts';

/** The property that holds the version of a registered class. All copies on a page share this symbol. */
const VERSION = Symbol.for('pay-elements.version');

interface Versioned {
  readonly [VERSION]?: string;
}

/**
 * Whether custom elements can exist: on a server they cannot. `customElements` is not a test for it, because Lit
 * defines its own registry in Node.
 */
export const inPage = typeof HTMLElement !== 'undefined';

let hasWarned = false;

/**
 * Registers an element if custom elements can exist and its name is free. Two copies on one page must not break each
 * other: the first one stays, and the second one logs one warning.
 */
export function register(tag: string, type: CustomElementConstructor): void {
  if (!inPage) return;
  const there: (CustomElementConstructor & Versioned) | undefined = customElements.get(tag);
  if (there === type) return;
  if (there) {
    const first = there[VERSION] ?? 'unknown';
    if (!hasWarned) console.warn(`pay-elements ${version}: version ${first} has defined <${tag}>. Load one copy only.`);
    hasWarned = true;
    return;
  }
  Object.defineProperty(type, VERSION, { value: version });
  customElements.define(tag, type);
  addEventListener('load', checkTags, { once: true });
}

/** Tells the developer of the page about tags that nothing defines. A page works without it. */
function checkTags() {
  if ([...document.querySelectorAll(':not(:defined)')].some(({ localName }) => /^pay-/.test(localName)))
    import('./base/markup-check.ts').then((markup) => markup.checkTags()).catch(() => {});
}
