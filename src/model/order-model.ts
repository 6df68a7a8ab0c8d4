import type { Choice } from '../core/orders/order-answer.ts';
import { idOf, isSamePayment, methodOf, type PublicPayment } from '../core/payments/payment.ts';
import { creationRequest, paymentsBeside, readCreation } from './payment-creation.ts';
import { next } from './order-changes.ts';
import {
  initialOrder,
  type OrderChange,
  type OrderInputs,
  type ModelRequest,
  type OrderSnapshot,
  type Wait,
} from './order-snapshot.ts';
import { PaymentModel, type ModelEvent } from './payment-model.ts';
import { backOff, nextInterval } from './poll-interval.ts';
import type { PagePorts } from './ports.ts';
import { readOrderAnswer } from './read-order-answer.ts';
import { failureOf, sendRequest } from './request.ts';
import { createRetryTimer, type RetryTimer } from './retry-timer.ts';

/**
 * Timeout of a request. The helper's requests to the service take up to 45 s, and it waits as long for a creation that
 * another tab has started. Milliseconds.
 */
const TIMEOUT_MS = 60_000;

/**
 * The key of an order in the memory of the tab, which has the id of the payment that this tab showed last: a reload shows
 * the same one. A server knows which payment was started last, but not that the payer went back to an earlier one.
 */
const memoryKey = (url: string) => `pay-elements ${url}`;

/**
 * The order of an element: loads it, repeats the request while the shop does not respond, creates the payment that the
 * payer chooses, and follows it. All that it knows is in `snapshot`, which changes in `next` (`order-changes.ts`).
 *
 * A double click, a reload or a lost response must not create a second payment for the same choice. An existing payment
 * is therefore shown again instead of creating one, and only one request is in progress at a time. After a lost
 * response, the order is loaded first, and the creation is repeated only if the order does not have the payment. The
 * shop's backend has the same protection: it gives one open payment for each choice.
 *
 * A payer who changes the method or uses two devices must not pay twice, either. The order is therefore checked while
 * anything of it is shown: at once when the status address of the payment reports detected money (`phase`,
 * `orderPhase`), and every 30 s in any case, for backends that do not report it and for orders that are paid by other
 * means. A payment that is paid, or for which money was detected, replaces one that is awaiting.
 *
 *     const model = new OrderModel(pagePorts);
 *     model.subscribe(() => render(model.snapshot, model.payment));
 *     model.set({ src: '/pay/orders/1001' });
 *     model.connect();
 */
export class OrderModel {
  readonly #ports: PagePorts;
  readonly #listeners = new Set<() => void>();
  readonly #retryTimer: RetryTimer;
  readonly #checkTimer: RetryTimer;
  #snapshot = initialOrder;
  #cancelRequest: (() => void) | undefined;
  #stopRestored: (() => void) | undefined;
  /** The model of `snapshot.payment`. */
  #payment: PaymentModel | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(ports: PagePorts) {
    this.#ports = ports;
    this.#retryTimer = createRetryTimer(ports);
    this.#checkTimer = createRetryTimer(ports);
  }

  get snapshot(): OrderSnapshot {
    return this.#snapshot;
  }

  /** The payment to render; `undefined` while none is shown. */
  get payment(): PaymentModel | undefined {
    return this.#snapshot.shown && this.#payment;
  }

  /** Calls the listener after every change, also of the payment. Returns a function that removes the listener. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Sets the inputs. If the address differs from the previous one, discards what is known and starts again. */
  set(inputs: OrderInputs): void {
    const { src, create } = inputs;
    const { inputs: before } = this.#snapshot;
    if (before && src === before.src && create === before.create) return;
    const url = src ? this.#ports.resolve(src) : undefined;
    this.#apply({ type: 'given', inputs, url, lastShownId: url && this.#ports.memory.get(memoryKey(url)) });
  }

  connect(): void {
    if (this.#snapshot.isConnected) return;
    this.#stopRestored = this.#ports.onRestored(() => this.#apply({ type: 'restored' }));
    this.#apply({ type: 'connected' });
    this.#payment?.connect();
  }

  disconnect(): void {
    if (!this.#snapshot.isConnected) return;
    this.#stopRestored?.();
    this.#apply({ type: 'disconnected' });
    this.#payment?.disconnect();
  }

  /** Polls the payment that is shown. Without one, loads the order now, or creates the pending payment now. */
  refresh(): void {
    if (this.payment) this.payment.refresh();
    else this.#apply({ type: 'refreshed' });
  }

  /** Called when the payer asks for another attempt after a problem. */
  retry(): void {
    this.#apply({ type: 'retried', isOnline: this.#ports.online() });
  }

  /** Shows the payment of a choice, and creates it if there is none. Does nothing while a payment is being created. */
  choose(choice: Choice): void {
    this.#apply({ type: 'chosen', choice, isOnline: this.#ports.online() });
  }

  /** Creates another payment for the choice of the payment that is shown, which has ended. */
  chooseSame(): void {
    this.#apply({ type: 'chosen-again', isOnline: this.#ports.online() });
  }

  /** Goes back to the choice. The payment is remembered, and followed as long as it may change. */
  leave(): void {
    this.#apply({ type: 'left' });
  }

  /** Returns the events to dispatch, each once. Those of the payment are in its model. */
  takeEvents(): readonly ModelEvent[] {
    const { events } = this.#snapshot;
    this.#snapshot = next(this.#snapshot, { type: 'dispatched', at: this.#ports.now() });
    return events;
  }

  #apply(change: OrderChange) {
    const before = this.#snapshot;
    const now = next(before, { ...change, at: this.#ports.now() });
    this.#snapshot = now;
    if (now.request !== before.request) this.#send(now);
    if (now.retry !== before.retry) this.#plan(this.#retryTimer, now.retry?.wait, { type: 'retry-due' });
    if (now.check !== before.check) this.#plan(this.#checkTimer, now.check, { type: 'check-due' });
    if (now.url && now.shown && now.shown !== before.shown)
      this.#ports.memory.set(memoryKey(now.url), idOf(now.shown.payment));
    // May apply further changes.
    if (now.given !== before.given) this.#follow(now.given, before.given);
    for (const listener of this.#listeners) listener();
  }

  #send({ request, url, order }: OrderSnapshot) {
    this.#cancelRequest?.();
    this.#cancelRequest = undefined;
    if (!request || !url) return;
    if (request.type === 'create') {
      if (order) this.#create(request, paymentsBeside(url), order.order);
      return;
    }
    this.#cancelRequest = sendRequest(url, { timeout: TIMEOUT_MS }, this.#ports, (answer) =>
      this.#apply({ type: 'order-answered', reading: readOrderAnswer(answer) }),
    );
  }

  #create({ choice }: Extract<ModelRequest, { type: 'create' }>, url: string, order: string) {
    const request = { ...creationRequest(order, choice), timeout: TIMEOUT_MS };
    this.#cancelRequest = sendRequest(url, request, this.#ports, (answer) =>
      this.#apply({
        type: 'creation-answered',
        creation: readCreation(answer),
        failure: failureOf(answer.status),
        backOff: backOff(this.#snapshot.failures + 1, this.#ports),
      }),
    );
  }

  #plan(timer: RetryTimer, wait: Wait | undefined, change: OrderChange) {
    if (!wait) return timer.stop();
    const run = () => this.#apply(change);
    if ('after' in wait) timer.plan(run, wait.after, true);
    else timer.plan(run, wait.failures ? backOff(wait.failures, this.#ports) : nextInterval(0, true, this.#ports));
  }

  /** Gives the payment to its model. Another payment has a model of its own. */
  #follow(payment: PublicPayment | undefined, before: PublicPayment | undefined) {
    const inputs = { payment, src: '', statusUrl: '' };
    if (payment && isSamePayment(payment, before)) return this.#payment?.set(inputs);
    this.#unsubscribe?.();
    this.#payment?.disconnect();
    this.#payment = this.#unsubscribe = undefined;
    if (!payment) return;
    const model = new PaymentModel(methodOf(payment), this.#ports);
    this.#payment = model;
    this.#unsubscribe = model.subscribe(() => this.#apply({ type: 'payment-changed', payment: model.snapshot }));
    model.set(inputs);
    if (this.#snapshot.isConnected) model.connect();
  }
}
