import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isJson } from '../../core/json.ts';
import { choiceOf, parseOrder, type Choice, type ShownOrder } from '../../core/order-answer.ts';
import { furthestPhase, hasMoved } from '../../core/order-phase.ts';
import { idOf, type PublicPayment } from '../../core/payment.ts';
import type { Problem } from '../../core/problem.ts';
import { isFinal, isPaid, type Phase } from '../../core/status.ts';
import { webUrl } from '../../core/web.ts';
import { createRetryTimer } from '../polling/retry-timer.ts';
import { PollRequest } from '../polling/poll-request.ts';
import { creationRequest, paymentsBeside, readCreation } from './create-payment.ts';
import { PayProblemEvent } from '../events.ts';
import { retryAfterOf } from '../polling/status-update.ts';
import { backOff, LATE_WATCH_MS } from '../polling/poll-interval.ts';
import { pagePorts } from '../polling/page-ports.ts';
import { lastChosen, rememberChosen } from './last-chosen.ts';
import { OrderWatch } from './order-watch.ts';

/** Phases in which a payment cannot be continued: a payer who chooses the same method again gets another payment. */
const ENDED: ReadonlySet<Phase> = new Set(['expired', 'late', 'failed', 'cancelled']);

const isSame = (a: PublicPayment, b: PublicPayment | undefined) => !!b && idOf(a) === idOf(b);
const keyOf = ({ method, coin }: Choice) => coin?.symbol ?? method;

/**
 * Why a payment is shown: the payer chose it (`payer`), it is the only choice (`only`), it was in progress when the
 * page was loaded (`resumed`), or money was detected for it while something else was shown (`moved`).
 */
export type ShownBy = 'payer' | 'only' | 'resumed' | 'moved';

/**
 * Manages the order of its host: loads it, repeats the request while the shop does not respond, creates the payment
 * that the payer chooses, with one request at a time, and remembers it.
 *
 * A double click, a reload or a lost response must not create a second payment for the same choice. An existing payment
 * is therefore shown again instead of creating one, and only one payment is created at a time. After a lost response,
 * the order is loaded first, and then the payer decides how to continue. The shop's backend has the same protection.
 *
 * A payer who changes the method or uses two devices must not pay twice, either. The order is therefore loaded
 * repeatedly while anything of it is shown (`OrderWatch`), and a payment that is paid, or for which money was detected,
 * replaces one that is awaiting.
 */
export class OrderController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #request = new PollRequest();
  readonly #retryTimer = createRetryTimer(pagePorts);
  #src = '';
  #failures = 0;
  /** The last known state of each choice's payment. */
  #made = new Map<string, PublicPayment>();
  /** The last choice. */
  #last: Choice | undefined;
  /** True when the request for the pending choice was sent and its response did not arrive. */
  #lost = false;
  /** The last known state of the payment that is shown, or that was shown before the payer went back to the choice. */
  #latest: PublicPayment | undefined;
  /** The phase in which the payer left each payment. The payment is shown again when it has another phase. */
  #left = new Map<string, Phase>();
  /** The identifiers of the order's payments that are known so far. */
  #met = new Set<string>();
  /** When the present content was first shown, or last changed its phase: a time of `pagePorts.now()`. */
  #since = 0;
  /**
   * True after the page was restored from the back/forward cache: a payment in progress is shown, as after a reload.
   */
  #resumes = false;
  readonly #watch = new OrderWatch(() => void this.#check());
  #events: Event[] = [];
  #reported: string | undefined;

  order: ShownOrder | undefined;
  /** The choice that is being prepared, or waits to be prepared. */
  pending: Choice | undefined;
  /** The payment to show. */
  payment: PublicPayment | undefined;
  /** The payment as it was when it was first shown, and why it is shown. */
  shown: { readonly payment: PublicPayment; readonly by: ShownBy } | undefined;
  /** The problem to show. */
  problem: Problem | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** Sets the URL of the order. If it differs from the previous one, discards the state. */
  prepare(src: string): void {
    if (src === this.#src && (src || this.problem)) return;
    this.#src = src;
    this.#request.stop();
    this.#retryTimer.stop();
    this.#watch.stop();
    for (const kept of [this.#made, this.#left, this.#met]) kept.clear();
    this.#failures = 0;
    this.#lost = this.#resumes = false;
    this.#latest = this.shown = undefined;
    this.order = this.pending = this.payment = this.problem = this.#reported = undefined;
    if (!src) this.#fail({ code: 'no-payment' });
    else if (!this.#address) this.#fail({ code: 'unreadable-order', field: 'src', reason: 'not a web address' });
    else if (this.#host.isConnected) void this.#requestOrder();
  }

  /** Loads the order now, or creates the pending payment now. */
  refresh(): void {
    if (this.#request.busy || !this.#address) return;
    if (this.pending && this.problem?.code === 'busy') void this.#make(this.pending);
    else void this.#requestOrder();
  }

  /** Called when the payer asks for another attempt after a problem. */
  retry(): void {
    if (this.problem?.code === 'not-prepared' && this.#last) this.choose(this.#last);
    else this.refresh();
  }

  /** Returns the existing payment of a choice, if it can be continued. */
  begun(choice: Choice): PublicPayment | undefined {
    const payment = this.#made.get(keyOf(choice));
    return payment && !ENDED.has(payment.phase) ? payment : undefined;
  }

  /** Shows the payment of a choice, and creates it if there is none. Does nothing while a payment is being created. */
  choose(choice: Choice, by: ShownBy = 'payer'): void {
    if (this.#making) return;
    this.#reported = undefined;
    const begun = this.begun(choice);
    if (begun) return this.#show(begun, by);
    if (navigator.onLine) return void this.#make(choice, by);
    // The device is offline. The payment is created once the shop responds again.
    this.pending = choice;
    void this.#requestOrder();
  }

  /** Goes back to the choice. The payment is remembered and followed. */
  leave(): void {
    if (this.#making) return;
    this.#retryTimer.stop();
    if (this.payment && this.#latest) this.#left.set(idOf(this.#latest), this.#latest.phase);
    this.pending = this.payment = this.shown = this.problem = this.#reported = undefined;
    if (this.#latest) this.#watch.follow(this.#latest);
    this.#rest(true);
    this.#host.requestUpdate();
  }

  /** Applies an update of a payment of this order. */
  updated(payment: PublicPayment): void {
    this.#made.set(keyOf(choiceOf(payment)), payment);
    if (!isSame(payment, this.payment)) return;
    if (payment.phase !== this.#latest?.phase) this.#since = pagePorts.now();
    this.#latest = payment;
  }

  /** Called when the shop no longer knows a payment. */
  gone(payment: PublicPayment): void {
    this.#made.delete(keyOf(choiceOf(payment)));
  }

  hostConnected(): void {
    addEventListener('pageshow', this.#shownAgain);
    if (!this.#src) return;
    if (!this.payment) return void this.#requestOrder();
    this.#watch.follow(this.#latest ?? this.payment);
    this.#rest();
  }

  hostDisconnected(): void {
    removeEventListener('pageshow', this.#shownAgain);
    this.#lost ||= this.#making;
    this.#request.stop();
    this.#retryTimer.stop();
    this.#watch.stop();
  }

  hostUpdated(): void {
    this.#watch.subscribe();
    for (const event of this.#events.splice(0)) this.#host.dispatchEvent(event);
  }

  /** A page restored from the back/forward cache may show an order that was started or paid in the meantime. */
  readonly #shownAgain = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || this.payment || this.#making) return;
    this.#resumes = true;
    void this.#requestOrder();
  };

  /** Whether a payment is being created, or the order is being loaded to learn whether one was created. */
  get #making() {
    return this.#request.busy && !!this.pending;
  }

  get #address() {
    return webUrl(this.#src, document.baseURI);
  }

  async #requestOrder() {
    const url = this.#address;
    if (!url) return;
    this.#retryTimer.stop();
    this.#host.requestUpdate();
    const [response, text] = await this.#request.send(url);
    const status = response?.status;
    if (status === 404 || status === 410) this.#fail({ code: 'unknown-order' });
    else if (!response?.ok || !isJson(text)) this.#requestFailed(response && retryAfterOf(response, text));
    else this.#take(text);
  }

  /** The request for the order has failed, which says nothing about the order. The payment methods stay on the page. */
  #requestFailed(retryAfter: number | undefined) {
    const ms = retryAfter ?? backOff(++this.#failures, pagePorts);
    this.#retryTimer.plan(() => void this.#requestOrder(), ms, retryAfter !== undefined);
    if (!this.order || this.pending || this.problem) this.#fail({ code: 'contact-lost' }, this.pending);
  }

  #take(text: string) {
    const read = parseOrder(text);
    if (!read.ok) return this.#fail({ code: 'unreadable-order', field: read.field, reason: read.reason });
    const loaded = !this.order || this.#resumes;
    this.#keep(read.order);
    const { payments, paid, soldOut, ways } = read.order;
    const { pending } = this;
    const lost = this.#lost;
    this.#lost = this.#resumes = false;
    this.#failures = 0;
    const moved = this.#moved(read.order);
    const begun = pending && this.begun(pending);
    if (moved && !isSame(moved, begun)) return this.#show(moved, loaded ? 'resumed' : 'moved');
    if (paid) return this.#settled();
    if (begun) return this.#show(begun, 'payer');
    if (this.payment) return this.#show(this.payment, 'payer');
    if (soldOut) return this.#fail({ code: 'sold-out' });
    if (!ways.length) return this.#fail({ code: 'unreadable-order', field: 'methods', reason: 'none that is known' });
    if (pending && lost) return this.#fail({ code: 'not-prepared', reason: 'lost' });
    if (pending) return void this.#make(pending);
    const last = loaded && this.#lastOf(payments);
    if (last) return this.#show(last, 'resumed');
    this.leave();
    // There is only one choice. For a token, the card first asks the payer about the network.
    const [only, ...others] = ways.flatMap(({ choices }) => choices);
    if (only && !others.length && (!only.coin?.token || this.begun(only))) this.choose(only, 'only');
  }

  /** Returns the payment in progress: the one that this tab showed last, else the one that was started last. */
  #lastOf(payments: readonly PublicPayment[]): PublicPayment | undefined {
    const open = payments.filter(({ phase }) => !ENDED.has(phase) && !isFinal(phase));
    return open.find((each) => idOf(each) === lastChosen(this.#address!)) ?? open.at(-1);
  }

  /**
   * Loads the order while something else is shown. A payment for which money was detected replaces what is shown. A
   * payment that was started in another tab replaces the choice of a method.
   */
  async #check() {
    const url = this.#address;
    if (!url || !this.order) return;
    if (this.#request.busy) return this.#rest();
    const [response, text] = await this.#request.send(url);
    // The shop no longer knows the order, or no longer recognizes the payer. The payments have status addresses of
    // their own.
    if (response?.status === 404 || response?.status === 410) return;
    const read = response?.ok && isJson(text) ? parseOrder(text) : undefined;
    if (!read?.ok) return this.#watch.retry(response && retryAfterOf(response, text));
    const { payments, paid } = read.order;
    const isNew = (payment: PublicPayment) => !this.#met.has(idOf(payment));
    const begun = this.payment ? undefined : this.#lastOf(payments.filter(isNew));
    this.#keep(read.order);
    this.#host.requestUpdate();
    const moved = this.#moved(read.order);
    if (moved) this.#show(moved, 'moved');
    else if (paid) this.#settled();
    else if (begun) this.#show(begun, 'resumed');
    else this.#rest();
  }

  /** The order is paid, and the payment that paid it cannot be shown. */
  #settled() {
    this.#watch.stop();
    this.payment = this.shown = undefined;
    this.#fail({ code: 'already-paid' });
  }

  #keep(order: ShownOrder) {
    const { payments, paid } = (this.order = order);
    this.#made = new Map(payments.map((payment) => [keyOf(choiceOf(payment)), payment]));
    for (const payment of payments) this.#met.add(idOf(payment));
    if (paid && paid !== true) this.#met.add(idOf(paid));
  }

  /**
   * Returns the payment that must be shown in any case: the one that paid the order, or one for which money was
   * detected.
   */
  #moved({ payments, paid, mismatched }: ShownOrder): PublicPayment | undefined {
    const shown = this.payment && this.#latest;
    if (shown && isPaid(shown.phase) && !mismatched.some(({ id }) => id === idOf(shown))) return shown;
    if (paid && paid !== true) return paid;
    if (shown && hasMoved(shown.phase) && !isPaid(shown.phase))
      return payments.find((each) => isSame(each, shown)) ?? shown;
    const moved = payments.filter((each) => this.#left.get(idOf(each)) !== each.phase);
    const furthest = furthestPhase(moved.map(({ phase }) => phase));
    return moved.find(({ phase }) => phase === furthest);
  }

  /** Plans the next request for the order, as long as its state may still change. */
  #rest(begins = false) {
    if (begins) this.#since = pagePorts.now();
    const phase = this.payment && this.#latest?.phase;
    const ended = phase && isFinal(phase);
    // Only another payment that was started before can pay a paid order a second time.
    if (ended && this.#met.size < 2) return;
    const waits = phase && !ended && !ENDED.has(phase);
    if (waits || pagePorts.now() - this.#since < LATE_WATCH_MS) this.#watch.rest();
  }

  async #make(choice: Choice, by: ShownBy = 'payer') {
    this.#retryTimer.stop();
    this.pending = this.#last = choice;
    this.problem = undefined;
    this.#host.requestUpdate();
    const request = creationRequest(this.order!.order, choice);
    const [response, text] = await this.#request.send(paymentsBeside(this.#address!), request);
    const made = readCreation(response, text);
    if (!made) {
      // It is unknown whether the payment was created. The order shows it.
      this.#lost = true;
      return this.#requestOrder();
    }
    if ('problem' in made) return this.#fail(made.problem);
    if ('payment' in made) {
      this.updated(made.payment);
      return this.#show(made.payment, by);
    }
    const after = made.after ?? backOff(++this.#failures, pagePorts);
    this.#retryTimer.plan(() => void this.#make(choice, by), after, true);
    this.#fail({ code: 'busy', after }, choice);
  }

  #show(payment: PublicPayment, by: ShownBy) {
    this.#retryTimer.stop();
    this.#failures = 0;
    this.pending = this.problem = this.#reported = undefined;
    const isNew = !isSame(payment, this.payment);
    const isNews = isNew || payment.phase !== this.#latest?.phase;
    if (isNew) this.shown = { payment, by };
    this.payment = this.#latest = payment;
    this.#met.add(idOf(payment));
    rememberChosen(this.#address!, idOf(payment));
    this.#watch.follow(payment);
    this.#rest(isNews);
    this.#host.requestUpdate();
  }

  /** Shows a problem. Its event is dispatched once, not again at every failed retry. */
  #fail(problem: Problem, pending?: Choice) {
    this.problem = problem;
    this.pending = pending;
    if (this.order && problem.code !== 'already-paid') this.#rest();
    this.#host.requestUpdate();
    if (this.#reported === problem.code) return;
    this.#reported = problem.code;
    this.#events.push(new PayProblemEvent(problem));
    if ('field' in problem) console.error(`${this.#host.localName}: ${problem.code} (${problem.field})`, problem);
  }
}
