import type { ReactiveController } from 'lit';
import type { Card } from '../card/card.ts';
import type { PayStatusEvent } from '../events.ts';

/** The text that each element shows in the document's title. The document shows the one that changed last. */
const texts = new Map<object, string>();

/** The page's own title, and the title that replaces it. */
let replaced: { readonly own: string; readonly shown: string } | undefined;

function show(element: object, text: string): void {
  texts.delete(element);
  texts.set(element, text);
  draw();
}

function clear(element: object): void {
  if (texts.delete(element)) draw();
}

function draw() {
  const text = [...texts.values()].at(-1);
  // If the page has changed its title in the meantime, that is its own.
  const own = replaced?.shown === document.title ? replaced.own : document.title;
  if (text !== undefined) {
    document.title = own ? `${text} – ${own}` : text;
    // Read back, because the browser collapses spaces in `document.title`.
    replaced = { own, shown: document.title };
  } else {
    if (replaced) document.title = own;
    replaced = undefined;
  }
}

/**
 * Shows a new state of the payment in the document's title while the page is hidden, unless `pay-notify` is `none`. A
 * hidden page does not poll: the new state comes from a request that was in progress, from another tab, or from the page.
 */
export class PageTitleController implements ReactiveController {
  readonly #card: Card;
  readonly #onStatus = ({ phase }: PayStatusEvent) => {
    const { view, payNotify } = this.#card;
    const isOff = /\bnone\b/i.test(payNotify);
    if (document.hidden && phase !== 'awaiting' && !isOff) show(this.#card, view.status.title);
  };
  readonly #onVisibility = () => {
    if (!document.hidden) clear(this.#card);
  };

  constructor(card: Card) {
    this.#card = card;
    card.addController(this);
  }

  hostConnected(): void {
    this.#card.addEventListener('pay-status', this.#onStatus);
    document.addEventListener('visibilitychange', this.#onVisibility);
  }

  hostDisconnected(): void {
    this.#card.removeEventListener('pay-status', this.#onStatus);
    document.removeEventListener('visibilitychange', this.#onVisibility);
    clear(this.#card);
  }
}
