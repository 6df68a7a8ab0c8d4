import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** An app that comes to the front takes the focus well within this, also on an old phone. Milliseconds. */
const ANSWER_MS = 2_500;

/**
 * Whether a link into an app came to nothing. No browser says so: but a page that is still in sight and in hand a
 * while after the tap has no app in front of it. It is over as soon as something opens.
 */
export class NoAppController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #end: (() => void) | undefined;
  unanswered = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#opened();
  }

  /** The link was followed. */
  tapped(): void {
    this.#opened();
    const timer = setTimeout(() => {
      this.unanswered = document.visibilityState === 'visible' && document.hasFocus();
      this.#host.requestUpdate();
    }, ANSWER_MS);
    const calls = new AbortController();
    const { signal } = calls;
    for (const type of ['blur', 'pagehide']) addEventListener(type, () => this.#opened(), { signal });
    document.addEventListener('visibilitychange', () => this.#opened(), { signal });
    this.#end = () => {
      clearTimeout(timer);
      calls.abort();
    };
  }

  #opened() {
    this.#end?.();
    this.#end = undefined;
    if (this.unanswered) this.#host.requestUpdate();
    this.unanswered = false;
  }
}
