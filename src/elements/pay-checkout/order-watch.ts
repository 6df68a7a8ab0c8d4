import type { PublicPayment } from '../../core/payment.ts';
import { hasMoved } from '../../core/order-phase.ts';
import { isFinal, isPhase, type Phase } from '../../core/status.ts';
import { webUrl } from '../../core/web.ts';
import { pagePorts } from '../polling/page-ports.ts';
import { backOff, nextInterval } from '../polling/poll-interval.ts';
import type { Subscription } from '../polling/poller-registry.ts';
import { afterPaint } from '../shared/after-paint-module.ts';
import { createRetryTimer } from '../polling/retry-timer.ts';
import type { Known, PollerState } from '../polling/status-update.ts';

/** What makes the order worth reading: money that was seen for the payment, or for another one of the order. */
const orderStateOf = (phase: Phase, orderPhase: unknown) =>
  `${hasMoved(phase) ? phase : ''} ${isPhase(orderPhase) ? orderPhase : ''}`;

/**
 * Calls when the order is to be read again beside what is shown: at once when the status address of its payment says
 * that money was seen (`phase`, `orderPhase`), and every 30 s in any case, for backends that do not say it and for
 * orders that are paid by other means.
 *
 * The status address is followed by the poller that the payment's own tag uses, so it costs no request. The timer
 * rests while the page is hidden, and ends early when it is shown again.
 */
export class OrderWatch {
  readonly #read: () => void;
  readonly #retryTimer = createRetryTimer(pagePorts);
  #subscription: Subscription | undefined;
  #url: string | undefined;
  #known: Known = {};
  #orderState = '';
  #failures = 0;

  constructor(read: () => void) {
    this.#read = read;
  }

  /** Follows the status address of this payment, instead of the one before. */
  follow(payment: PublicPayment): void {
    const { statusUrl, phase, version } = payment;
    const url = isFinal(phase) ? undefined : webUrl(statusUrl, document.baseURI);
    if (url === this.#url) return;
    this.#subscription?.stop();
    this.#subscription = undefined;
    this.#url = url;
    this.#orderState = orderStateOf(phase, undefined);
    this.#known = { phase: phase === 'unknown' ? undefined : phase, version };
    this.subscribe();
  }

  /** Begins to follow as soon as the poller is there: the card of a payment loads it after its first paint. */
  subscribe(): void {
    if (!afterPaint.value || !this.#url) return;
    const { subscribe } = afterPaint.value;
    this.#subscription ??= subscribe(this.#url, (state) => this.#applyUpdate(state), this.#known);
  }

  /** Has the order read again after the usual rest. */
  rest(): void {
    this.#failures = 0;
    this.#retryTimer.plan(this.#read, nextInterval(0, true, pagePorts));
  }

  /**
   * Has it read again after it could not be read.
   *
   * @param retryAfter - Milliseconds that the shop asked to wait.
   */
  retry(retryAfter: number | undefined): void {
    const ms = retryAfter ?? backOff(++this.#failures, pagePorts);
    this.#retryTimer.plan(this.#read, ms, retryAfter !== undefined);
  }

  stop(): void {
    this.#retryTimer.stop();
    this.#subscription?.stop();
    this.#subscription = this.#url = undefined;
  }

  #applyUpdate({ update }: PollerState) {
    if (!update) return;
    const next = orderStateOf(update.phase, update.body['orderPhase']);
    if (next === this.#orderState) return;
    this.#orderState = next;
    this.#read();
  }
}
