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

/** The names that other code had registered first. */
const taken: { tag: string; by: string }[] = [];

/**
 * Registers an element if custom elements can exist and its name is free. Two copies on one page must not break each
 * other: the first one stays, and the second one logs one warning.
 */
export function register(tag: string, type: CustomElementConstructor): void {
  if (!inPage) return;
  const there: (CustomElementConstructor & Versioned) | undefined = customElements.get(tag);
  if (there === type) return;
  if (there) {
    const first = there[VERSION];
    if (taken.push({ tag, by: first ? `pay-elements ${first}` : 'other code' }) === 1) queueMicrotask(warn);
    return;
  }
  Object.defineProperty(type, VERSION, { value: version });
  customElements.define(tag, type);
}

function warn() {
  const tags = taken.map(({ tag, by }) => `<${tag}> (by ${by})`).join(', ');
  console.warn(`pay-elements ${version}: already on this page: ${tags}. The first stays. Load one copy only.`);
}
