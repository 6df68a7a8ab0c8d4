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

/**
 * The state for which the order is loaded again: money was detected for the payment, or for another one of the order.
 */
const orderStateOf = (phase: Phase, orderPhase: unknown) =>
  `${hasMoved(phase) ? phase : ''} ${isPhase(orderPhase) ? orderPhase : ''}`;

/**
 * Calls `read` when the order must be loaded again: at once when the status address of its payment reports detected
 * money (`phase`, `orderPhase`), and every 30 s in any case, for backends that do not report it and for orders that are
 * paid by other means.
 *
 * The status address is polled by the poller of the payment's own element, so it costs no extra request. The timer
 * pauses while the page is hidden, and ends early when the page is shown again.
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

  /** Follows the status address of this payment instead of the previous one. */
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

  /** Subscribes as soon as the poller is loaded: the card of a payment loads it after its first paint. */
  subscribe(): void {
    if (!afterPaint.value || !this.#url) return;
    const { subscribe } = afterPaint.value;
    this.#subscription ??= subscribe(this.#url, (state) => this.#applyUpdate(state), this.#known);
  }

  /** Plans the next request for the order after the usual interval. */
  rest(): void {
    this.#failures = 0;
    this.#retryTimer.plan(this.#read, nextInterval(0, true, pagePorts));
  }

  /**
   * Plans the next request for the order after a failed one.
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
