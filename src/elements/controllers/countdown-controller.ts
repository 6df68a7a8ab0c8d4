import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { nextDuration } from '../../words/time.ts';
import type { PaymentController } from './payment-controller.ts';

/** With more time than this the hour on the clock says more. Seconds. */
const SHOWN_S = 60 * 60;
/** When the time left is said aloud, and for how long what was said stays to be read. Seconds. */
const SPOKEN_S = [300, 60, 30];
const SAID_S = 5;

/**
 * The time left to pay, from the shop's `expiresAt` against its server's clock: not before an answer showed that,
 * and whatever the payer's own clock says. When it is over the shop is asked at once; what then is, is its to say.
 */
export class CountdownController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #follow: PaymentController;
  readonly #shown = () => this.#host.requestUpdate();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whole seconds, while they are to be shown. */
  seconds: number | undefined;
  /** What is to be said aloud now, in the same. */
  said: number | undefined;

  /** @param follow - What is known of the payment. */
  constructor(host: ReactiveControllerHost & Element, follow: PaymentController) {
    this.#host = host;
    this.#follow = follow;
    host.addController(this);
  }

  hostConnected(): void {
    this.#shown();
    document.addEventListener('visibilitychange', this.#shown);
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#shown);
    clearTimeout(this.#timer);
  }

  hostUpdate(): void {
    clearTimeout(this.#timer);
    const left = this.#left();
    const seconds = left === undefined ? 0 : Math.round(left / 1000);
    const before = this.seconds ?? 0;
    this.seconds = seconds > 0 && seconds <= SHOWN_S ? seconds : undefined;
    if (SPOKEN_S.some((mark) => before > mark && seconds <= mark)) this.said = this.seconds;
    else if (!this.seconds || (this.said && seconds <= this.said - SAID_S)) this.said = undefined;
    const idle = !this.#host.isConnected || document.visibilityState === 'hidden';
    if (left === undefined || seconds <= 0 || idle) return;
    // Never longer than is shown: far longer rests overflow the browser's timers.
    const next = seconds > SHOWN_S ? Math.max(SHOWN_S, seconds - SHOWN_S) : nextDuration(seconds);
    this.#timer = setTimeout(() => this.#tick(), left - next * 1000);
  }

  #tick() {
    if (Math.round((this.#left() ?? 0) / 1000) <= 0) this.#follow.refresh();
    this.#host.requestUpdate();
  }

  /** Milliseconds, where there is something to pay until then. */
  #left() {
    const { payment, knownPhase: phase, clock, fault } = this.#follow;
    if (fault || !payment?.expiresAt || clock === undefined) return undefined;
    if (phase && phase !== 'awaiting' && phase !== 'underpaid') return undefined;
    return Date.parse(payment.expiresAt) - clock - performance.now();
  }
}
