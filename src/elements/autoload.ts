import { inPage } from './register.ts';

/** The module that registers each tag. `<pay-checkout>` loads the tags of payments by itself. */
const MODULES = {
  'pay-crypto': () => import('./define/pay-crypto.ts'),
  'pay-wallet': () => import('./define/pay-wallet.ts'),
  'pay-localcode': () => import('./define/pay-localcode.ts'),
  'pay-checkout': () => import('./define/pay-checkout.ts'),
} as const;

type Tag = keyof typeof MODULES;

const SELECTOR = Object.keys(MODULES).join();

/** The tags whose module was requested. */
const requested = new Set<Tag>();

async function load(tag: Tag): Promise<void> {
  if (requested.has(tag) || customElements.get(tag)) return;
  requested.add(tag);
  try {
    await MODULES[tag]();
  } catch (error) {
    // The next tag of this name, and the next call of `autoload`, request it again.
    requested.delete(tag);
    console.error(`${tag}: could not be loaded`, error);
  }
}

/** Loads the modules of the tags in a tree, its root included. */
function loadTags(root: ParentNode): void {
  const tags = [
    ...root.querySelectorAll(SELECTOR),
    ...(root instanceof Element && root.matches(SELECTOR) ? [root] : []),
  ];
  for (const name of new Set(tags.map(({ localName }) => localName as Tag))) void load(name);
}

/**
 * Loads the module of a tag when the tag appears in a tree, now or later. Importing `pay-elements/autoload` does this for
 * the document. A shadow root has a tree of its own: tags inside it are found only when it is passed to this function.
 *
 *     import { autoload } from 'pay-elements/autoload';
 *     const stop = autoload(this.shadowRoot);
 *
 * @param root - A document, a shadow root or an element.
 * @returns A function that stops looking for tags. Tags that were found stay registered.
 * @throws TypeError when it is none of these.
 */
export function autoload(root: Document | ShadowRoot | Element): () => void {
  // On a server there is nothing to load.
  if (!inPage) return () => {};
  if (!(root instanceof Node)) throw new TypeError('autoload: a document, element or shadow root is needed');
  loadTags(root);
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof Element) loadTags(node);
  });
  observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}

if (inPage) autoload(document);
