import type { ReactiveController } from 'lit';
import type { CardContext } from '../shared/card-context.ts';
import { lazyModule } from '../shared/lazy-module.ts';
import type { PayElement } from '../shared/pay-element.ts';

const pageState = lazyModule(() => import('../shared/page-state/page-state.ts'));

/**
 * Loads the module that shows changes of a payment outside the card. It is loaded when the page is hidden, or when the
 * shop wants signals (`pay-notify`).
 */
export class PageStateController implements ReactiveController {
  readonly #host: PayElement;
  readonly #card: CardContext;
  #end: (() => void) | undefined;
  /** Loading has failed. It is tried again when the page is hidden or shown, not with each render. */
  #failed = false;
  readonly #check = () => {
    const { phase, payNotify } = this.#host;
    if (this.#end || (!document.hidden && !payNotify)) return;
    pageState.load().then(
      ({ watchPayment }) => {
        if (this.#host.isConnected) this.#end ??= watchPayment(this.#host, this.#card, phase);
      },
      () => (this.#failed = true),
    );
  };

  constructor(host: PayElement, card: CardContext) {
    this.#host = host;
    this.#card = card;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#check);
    this.#check();
  }

  /** A framework may set `payNotify` after the element is connected. */
  hostUpdated(): void {
    if (!this.#failed) this.#check();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#check);
    this.#end?.();
    this.#end = undefined;
  }
}
