import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ViewStore } from './view-store.ts';

/** An app that opens gets the focus well within this time, also on an old phone. Milliseconds. */
const ANSWER_MS = 2_500;

/**
 * Detects that a deep link has opened no app. Browsers do not report this, but a page that is still visible and focused
 * this long after the click has no app in front of it. The state ends as soon as an app opens.
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

  /** Called when the link was followed. */
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
