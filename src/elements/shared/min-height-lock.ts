import { supportsAdoptingStyleSheets } from 'lit';

/** How large a tag was when the page was last laid out. CSS pixels. */
interface Size {
  readonly height: number;
  readonly windowWidth: number;
}

const sizes = new WeakMap<Element, Size>();
let observer: ResizeObserver | undefined;

/** Remembers sizes as the browser lays the page out: reading one during an update would lay out the whole page. */
function observe(host: Element) {
  observer ??= new ResizeObserver((entries) => {
    for (const { target, contentRect, borderBoxSize } of entries) {
      const isBorderBox = getComputedStyle(target).boxSizing === 'border-box';
      const height = isBorderBox ? borderBoxSize[0]!.blockSize : contentRect.height;
      sizes.set(target, { height, windowWidth: innerWidth });
    }
  });
  observer.observe(host);
}

/**
 * Keeps a tag as high as it was while its views follow each other, so that nothing below it jumps. In a stylesheet of
 * its own: a rule for the host that the page's rules win over, and no style attribute where others write theirs.
 */
export class MinHeightLock {
  readonly #host: Element;
  #sheet: CSSStyleSheet | undefined;
  #isObserved = false;

  constructor(host: Element) {
    this.#host = host;
  }

  /** What is shown now will be followed by something else. */
  observe(): void {
    if (this.#isObserved || !supportsAdoptingStyleSheets) return;
    this.#isObserved = true;
    observe(this.#host);
  }

  /** The last view is shown, or the tag has left the page. */
  unobserve(): void {
    if (!this.#isObserved) return;
    this.#isObserved = false;
    observer?.unobserve(this.#host);
    sizes.delete(this.#host);
  }

  /** Keeps the height that was last laid out; nothing where the tag was not drawn, or is inline. */
  lock(): void {
    const size = sizes.get(this.#host);
    const root = this.#host.shadowRoot;
    if (!size?.height || !root) return;
    if (!this.#sheet) root.adoptedStyleSheets.push((this.#sheet = new CSSStyleSheet()));
    const { height, windowWidth } = size;
    // In a window of another width, such as a phone that is turned, the same text takes another height.
    this.#sheet.replaceSync(
      `@media (min-width:${windowWidth - 1}px) and (max-width:${windowWidth + 1}px){:host{min-block-size:${height}px}}`,
    );
  }

  unlock(): void {
    this.#sheet?.replaceSync('');
  }
}
