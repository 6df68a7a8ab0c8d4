import type { ReactiveController } from 'lit';
import type { ExpectedNode } from '../../view/expected-nodes.ts';
import type { Card } from '../card/card.ts';

/** Events by which payment details leave the page. */
const DETAIL_EVENTS = ['click', 'auxclick', 'copy'];

/**
 * Ignores whitespace, which is only layout. Elements that a translator adds around a text do not change `textContent`.
 */
const plain = (text: string | null | undefined) => text?.replace(/\s+/g, '');

/**
 * Compares what the payer acts on (amount, address, note, code, links) with the values of the view: after every change
 * of the shadow DOM, at every update of the host (so with every response of the shop), and before other listeners
 * receive a click or copy event. A script that replaces an address in the page cannot get it copied or opened in a wallet.
 *
 * It uses a MutationObserver, because a replaced QR code is scanned without a click. The observer also runs after our
 * own renderings, at the cost of a few comparisons. It checks the shadow DOM only. A script in the page can still
 * deceive the payer in other ways, and a style sheet of the page can show another text in place of a part (a strict
 * `style-src` blocks foreign style sheets).
 */
export class IntegrityController implements ReactiveController {
  readonly #card: Card;
  #observer: MutationObserver | undefined;
  #expected: readonly ExpectedNode[] = [];
  /** True when other code has changed a node since the last render. */
  #violated = false;

  constructor(card: Card) {
    this.#card = card;
    card.addController(this);
  }

  expect(nodes: readonly ExpectedNode[]): void {
    this.#expected = nodes;
    this.#violated = false;
  }

  hostConnected(): void {
    const attributeFilter = ['d', 'src', 'href'];
    const all = { subtree: true, childList: true, characterData: true, attributeFilter };
    const root = this.#card.renderRoot;
    if (!this.#observer)
      for (const type of DETAIL_EVENTS) root.addEventListener(type, (event) => this.#guard(event), true);
    this.#observer ??= new MutationObserver(() => this.#check());
    this.#observer.observe(root, all);
  }

  hostUpdate(): void {
    this.#check();
    // The expected content of the next render is set after it.
    this.#expected = [];
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  /**
   * Cancels clicks and copy events when a node differs from the view. Details that the payer copies by hand, or opens in
   * another tab, are kept like those that a button copies.
   */
  #guard(event: Event) {
    if (this.#check()) return event.type === 'click' ? undefined : this.#card.model.lockDetails();
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** Reports, once per render, the field of a node that differs from the view. */
  #check(): boolean {
    const violation = this.#expected.find((node) => !this.#isThere(node));
    if (!violation) return !this.#violated;
    this.#expected = [];
    this.#violated = true;
    this.#card.model.reportTampering(violation.field);
    return false;
  }

  #isThere({ selector, attribute, value }: ExpectedNode): boolean {
    const found = this.#card.renderRoot.querySelectorAll(selector);
    const [node] = found;
    const seen = attribute === 'text' ? node?.textContent : node?.getAttribute(attribute);
    return found.length === 1 && plain(seen) === plain(value);
  }
}
