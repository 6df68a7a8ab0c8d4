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

/** A payment that cannot be continued: a payer who chooses the same method gets another one. */
const ENDED: ReadonlySet<Phase> = new Set(['expired', 'late', 'failed', 'cancelled']);

const isSame = (a: PublicPayment, b: PublicPayment | undefined) => !!b && idOf(a) === idOf(b);
const keyOf = ({ method, coin }: Choice) => coin?.symbol ?? method;

/**
 * How a payment came to be shown: the payer chose it, it is the only way to pay, it was in progress when the page was
 * loaded, or money was seen for it while something else was shown.
 */
export type ShownBy = 'payer' | 'only' | 'resumed' | 'moved';

/**
 * Has the order of its host: reads it, and again while the shop does not answer; makes the payment of the payer's
 * choice, one request at a time, and remembers it.
 *
 * A second payment for one choice is what must not come of a double click, a reload or a lost answer. So a payment
 * that is there is shown and none is made; while one is made nothing else is; and where its answer was lost the
 * order is read first, and the rest is the payer's to decide. The shop's backend guards the same.
 *
 * Nor must a payer pay twice who changes the method or uses two devices. So the order is followed for as long as
 * something of it is shown (`OrderWatch`), and a payment that is paid, or for which money was seen, takes the place of
 * one that waits.
 */
export class OrderController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #request = new PollRequest();
  readonly #retryTimer = createRetryTimer(pagePorts);
  #src = '';
  #failures = 0;
  /** The payment of each choice, as it is known last. */
  #made = new Map<string, PublicPayment>();
  /** The last choice. */
  #last: Choice | undefined;
  /** The pending was sent, and its answer did not come. */
  #lost = false;
  /** The payment that is shown, or was shown before the payer went back to choosing, as it is known last. */
  #latest: PublicPayment | undefined;
  /** In which phase the payer has left a payment: it is shown again once it has another. */
  #left = new Map<string, Phase>();
  /** The payments of the order that were met so far, by their identifier. */
  #met = new Set<string>();
  /** When what is shown came, or changed its phase. `pagePorts.now()`. */
  #since = 0;
  /** The page came back as it was left: what is in progress is shown, as after a reload. */
  #resumes = false;
  readonly #watch = new OrderWatch(() => void this.#check());
  #events: Event[] = [];
  #reported: string | undefined;

  order: ShownOrder | undefined;
  /** What is being prepared, or waits to be. */
  pending: Choice | undefined;
  /** The payment to show. */
  payment: PublicPayment | undefined;
  /** The same as it was when it was shown, and why it was. */
  shown: { readonly payment: PublicPayment; readonly by: ShownBy } | undefined;
  /** What is in the way. */
  problem: Problem | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** Takes the order's address; where it is another than before, forgets what was there. */
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

  /** Asks for the order, or for the payment that waits to be made, now. */
  refresh(): void {
    if (this.#request.busy || !this.#address) return;
    if (this.pending && this.problem?.code === 'busy') void this.#make(this.pending);
    else void this.#requestOrder();
  }

  /** The payer wants another try at what was in the way. */
  retry(): void {
    if (this.problem?.code === 'not-prepared' && this.#last) this.choose(this.#last);
    else this.refresh();
  }

  /** The payment that a choice has led to already, if it can be gone on with. */
  begun(choice: Choice): PublicPayment | undefined {
    const payment = this.#made.get(keyOf(choice));
    return payment && !ENDED.has(payment.phase) ? payment : undefined;
  }

  /** Shows the payment of a choice, and makes it where there is none. While one is made, does nothing. */
  choose(choice: Choice, by: ShownBy = 'payer'): void {
    if (this.#making) return;
    this.#reported = undefined;
    const begun = this.begun(choice);
    if (begun) return this.#show(begun, by);
    if (navigator.onLine) return void this.#make(choice, by);
    // Nothing leaves this device: it is sent once the shop answers again.
    this.pending = choice;
    void this.#requestOrder();
  }

  /** Back to choosing. What was made is remembered, and followed. */
  leave(): void {
    if (this.#making) return;
    this.#retryTimer.stop();
    if (this.payment && this.#latest) this.#left.set(idOf(this.#latest), this.#latest.phase);
    this.pending = this.payment = this.shown = this.problem = this.#reported = undefined;
    if (this.#latest) this.#watch.follow(this.#latest);
    this.#rest(true);
    this.#host.requestUpdate();
  }

  /** Takes what has become of the payment that is shown. */
  updated(payment: PublicPayment): void {
    this.#made.set(keyOf(choiceOf(payment)), payment);
    if (!isSame(payment, this.payment)) return;
    if (payment.phase !== this.#latest?.phase) this.#since = pagePorts.now();
    this.#latest = payment;
  }

  /** The shop does not know a payment any more. */
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

  /** A page that comes back as it was left may show an order that was begun or paid since. */
  readonly #shownAgain = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || this.payment || this.#making) return;
    this.#resumes = true;
    void this.#requestOrder();
  };

  /** A creation is under way, or what became of one is being asked. */
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

  /** The order could not be requested, which says nothing about it. The ways to pay stay on the page. */
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
    // Nothing to choose. On which network a token is sent is asked first, by whoever shows this.
    const [only, ...others] = ways.flatMap(({ choices }) => choices);
    if (only && !others.length && (!only.coin?.token || this.begun(only))) this.choose(only, 'only');
  }

  /** The payment in progress: the one that this tab showed last, or the one that was begun last. */
  #lastOf(payments: readonly PublicPayment[]): PublicPayment | undefined {
    const open = payments.filter(({ phase }) => !ENDED.has(phase) && !isFinal(phase));
    return open.find((each) => idOf(each) === lastChosen(this.#address!)) ?? open.at(-1);
  }

  /**
   * Reads the order beside what is shown. A payment for which money was seen takes the place of that, and one that was
   * begun in another tab that of the ways to pay.
   */
  async #check() {
    const url = this.#address;
    if (!url || !this.order) return;
    if (this.#request.busy) return this.#rest();
    const [response, text] = await this.#request.send(url);
    // The shop has forgotten the order, or knows the payer no more. Its payments have addresses of their own.
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

  /** The order is paid, and no payment that can be shown did it. */
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

  /** The payment that is to be shown whatever else is: the one that paid the order, or for which money was seen. */
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

  /** Has the order read again, for as long as something may still come of it. */
  #rest(begins = false) {
    if (begins) this.#since = pagePorts.now();
    const phase = this.payment && this.#latest?.phase;
    const ended = phase && isFinal(phase);
    // What was paid may be paid again only by a payment that was begun before.
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
      // Nobody knows whether it was made: the order does.
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
