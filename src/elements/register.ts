import { version } from './version.ts';

/** Where a registered class says which version it came with. All copies on a page know the same symbol. */
const VERSION = Symbol.for('pay-elements.version');

interface Versioned {
  readonly [VERSION]?: string;
}

/**
 * Whether tags can be here. On a server they cannot, and nothing is asked but this: not `customElements`, where Lit
 * leaves a registry of its own in Node.
 */
export const inPage = typeof HTMLElement !== 'undefined';

/** Tags that another copy had registered before this one came. */
const taken: { tag: string; by: string }[] = [];

/**
 * Registers a tag where there are tags and nobody did before. Two copies on one page must not crash each other:
 * the first one stays, and the other says so in one line.
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
  console.warn(
    `pay-elements ${version}: already on this page: ${tags}. The first stays and this copy does nothing. Load one copy only.`,
  );
}
