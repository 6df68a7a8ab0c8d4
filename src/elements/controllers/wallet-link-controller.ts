import type { ReactiveController } from 'lit';
import { idOf } from '../../core/payments/payment.ts';
import type { Card } from '../card/card.ts';

/** An app that opens gets the focus well within this time, also on an old phone. Milliseconds. */
const ANSWER_MS = 2_500;

/**
 * Detects that a deep link has opened no app. Browsers do not report this, but a page that is still visible and focused
 * this long after the click has no app in front of it. The state ends as soon as an app opens.
 */
export class WalletLinkController implements ReactiveController {
  readonly #card: Card;
  #end: (() => void) | undefined;
  #paymentId: string | undefined;

  constructor(card: Card) {
    this.#card = card;
    card.addController(this);
  }

  /** Another payment has a link of its own. */
  hostUpdate(): void {
    const { payment } = this.#card.viewState;
    const id = payment && idOf(payment);
    if (id !== this.#paymentId) this.#opened();
    this.#paymentId = id;
  }

  hostDisconnected(): void {
    this.#opened();
  }

  tapped(): void {
    this.#opened();
    const timer = setTimeout(() => {
      const walletUnanswered = document.visibilityState === 'visible' && document.hasFocus();
      this.#card.setUi({ walletUnanswered });
    }, ANSWER_MS);
    const listeners = new AbortController();
    const { signal } = listeners;
    for (const type of ['blur', 'pagehide']) addEventListener(type, () => this.#opened(), { signal });
    document.addEventListener('visibilitychange', () => this.#opened(), { signal });
    this.#end = () => {
      clearTimeout(timer);
      listeners.abort();
    };
  }

  #opened() {
    this.#end?.();
    this.#end = undefined;
    this.#card.setUi({ walletUnanswered: false });
  }
}
