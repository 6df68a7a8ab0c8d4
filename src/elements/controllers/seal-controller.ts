import type { ReactiveController, ReactiveElement } from 'lit';

/** How a thing stands on the page: as text, or in an attribute. */
type Attribute = 'text' | 'd' | 'src' | 'href';

interface Seal {
  readonly field: string;
  readonly selector: string;
  readonly attribute: Attribute;
  readonly value: string;
}

/** Space is layout here. What a translator wraps in elements of its own is the same text. */
const plain = (text: string | null) => text?.replace(/\s+/g, '');

/**
 * Compares what the payer acts on (amount, address, note, code, links) with what the model says stands there: after
 * every change of the shadow DOM, at every update of the host (so with every answer of the shop), and before the page
 * hears of a click or a copy in it. Who swaps an address on the page reaches neither clipboard nor wallet.
 *
 * An observer, because a swapped code is scanned without a click. It wakes for our own renderings too, and then costs
 * a handful of comparisons. It sees no more than the shadow DOM: who may run scripts in the page can also lie about it.
 */
export class SealController implements ReactiveController {
  readonly #host: ReactiveElement;
  readonly #broken: (field: string) => void;
  readonly #observer = new MutationObserver(() => this.#look());
  #seals: Seal[] = [];
  #waits: Seal[] = [];

  /** The field that was not what it should be. Once broken, a seal stays so: reload the page. */
  broken: string | undefined;

  /** @param broken - Told once. */
  constructor(host: ReactiveElement, broken: (field: string) => void) {
    this.#host = host;
    this.#broken = broken;
    host.addController(this);
    const root = host.renderRoot;
    for (const type of ['click', 'auxclick', 'copy']) root.addEventListener(type, (event) => this.#guard(event), true);
  }

  /** Says, while rendering, what will stand there and nowhere else. */
  seal(field: string, selector: string, attribute: Attribute, value: string): void {
    this.#waits.push({ field, selector, attribute, value });
  }

  /** Takes back what this rendering has said: it is not shown. */
  lift(): void {
    this.#waits = [];
  }

  hostConnected(): void {
    const attributeFilter = ['d', 'src', 'href'];
    this.#observer.observe(this.#host.renderRoot, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter,
    });
  }

  hostUpdate(): void {
    this.#look();
    this.lift();
  }

  hostUpdated(): void {
    this.#seals = this.#waits;
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  /** Whether all is as it should be, as far as is known by now. */
  #look(): boolean {
    const root = this.#host.renderRoot;
    const broken = this.#seals.find(({ selector, attribute, value }) => {
      const found = root.querySelectorAll(selector);
      const [node] = found;
      const seen = attribute === 'text' ? node?.textContent : node?.getAttribute(attribute);
      return found.length !== 1 || plain(seen ?? null) !== plain(value);
    });
    if (!broken) return true;
    this.broken = broken.field;
    this.#seals = [];
    this.#broken(broken.field);
    this.#host.requestUpdate();
    return false;
  }

  #guard(event: Event) {
    if (this.#look()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
