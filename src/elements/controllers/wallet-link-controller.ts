import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ViewStore } from './view-store.ts';

/** An app that comes to the front takes the focus well within this, also on an old phone. Milliseconds. */
const ANSWER_MS = 2_500;

/**
 * Whether a deep link into an app came to nothing. No browser says so: but a page that is still visible and focused a
 * while after the tap has no app in front of it. It is over as soon as something opens.
 */
export class WalletLinkController implements ReactiveController {
  readonly #store: ViewStore;
  #end: (() => void) | undefined;

  constructor(host: ReactiveControllerHost, store: ViewStore) {
    this.#store = store;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#opened();
  }

  /** The link was followed. */
  tapped(): void {
    this.#opened();
    const timer = setTimeout(() => {
      const walletUnanswered = document.visibilityState === 'visible' && document.hasFocus();
      this.#store.update({ walletUnanswered });
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
    this.#store.update({ walletUnanswered: false });
  }
}
