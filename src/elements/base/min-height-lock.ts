import { supportsAdoptingStyleSheets } from 'lit';

/** The size of an element at the last layout of the page. CSS pixels. */
interface Size {
  readonly height: number;
  readonly windowWidth: number;
}

const sizes = new WeakMap<Element, Size>();
let observer: ResizeObserver | undefined;

/**
 * Stores sizes when the browser lays the page out: reading a size during an update would force a layout of the whole
 * page.
 */
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
 * Keeps an element at its previous height while one view replaces another, so that the content below does not move. The
 * rule is in a style sheet of its own: the page's styles can override a `:host` rule, and the `style` attribute of the
 * host is left to other code.
 */
export class MinHeightLock {
  readonly #host: Element;
  #sheet: CSSStyleSheet | undefined;
  #isObserved = false;

  constructor(host: Element) {
    this.#host = host;
  }

  /** Called when another view will replace the current one. */
  observe(): void {
    if (this.#isObserved || !supportsAdoptingStyleSheets) return;
    this.#isObserved = true;
    observe(this.#host);
  }

  /** Called once, when the first view will replace content of the page, which has the height of the element until then. */
  measure(): void {
    const height = parseFloat(getComputedStyle(this.#host).blockSize);
    sizes.set(this.#host, { height: height || 0, windowWidth: innerWidth });
  }

  /** Called when the last view is shown, or the element was disconnected. */
  unobserve(): void {
    if (!this.#isObserved) return;
    this.#isObserved = false;
    observer?.unobserve(this.#host);
    sizes.delete(this.#host);
  }

  /** Keeps the height of the last layout. Does nothing when the element was not rendered or is inline. */
  lock(): void {
    const size = sizes.get(this.#host);
    const root = this.#host.shadowRoot;
    if (!size?.height || !root) return;
    if (!this.#sheet) root.adoptedStyleSheets.push((this.#sheet = new CSSStyleSheet()));
    const { height, windowWidth } = size;
    // In a window of another width, such as on a rotated phone, the same content has another height.
    this.#sheet.replaceSync(
      `@media screen and (min-width:${windowWidth - 1}px) and (max-width:${windowWidth + 1}px){:host{min-block-size:${height}px}}`,
    );
  }

  unlock(): void {
    this.#sheet?.replaceSync('');
  }
}
