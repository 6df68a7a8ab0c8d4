import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isJson } from '../../core/json.ts';
import { choiceOf, parseOrder, type Choice, type ShownOrder } from '../../core/order-answer.ts';
import type { PublicPayment } from '../../core/payment.ts';
import type { Problem } from '../../core/problem.ts';
import type { Phase } from '../../core/status.ts';
import { webUrl } from '../../core/web.ts';
import { createAgain } from '../again.ts';
import { Asking } from '../asking.ts';
import { askFor, paymentsBeside, readCreation } from '../creation.ts';
import { PayProblemEvent } from '../events.ts';
import { toldToWait } from '../news.ts';
import { backOff } from '../pace.ts';
import { pagePorts } from '../page-ports.ts';

/** A payment that has come to nothing: who chooses the same again wants another. */
const ENDED: ReadonlySet<Phase> = new Set(['expired', 'failed', 'cancelled']);

const keyOf = ({ method, coin }: Choice) => coin?.symbol ?? method;

/**
 * Has the order of its host: asks for it, and again while the shop does not answer; makes the payment of the
 * payer's choice, one question at a time, and remembers it.
 *
 * A second payment for one choice is what must not come of a double click, a reload or a lost answer. So a payment
 * that is there is shown and none is made; while one is made nothing else is; and where its answer was lost the
 * order is asked first what came of it, and the rest is the payer's to decide. The shop's backend guards the same.
 */
export class OrderController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #asking = new Asking();
  readonly #again = createAgain(pagePorts);
  #src = '';
  #failures = 0;
  /** The payment of each choice, as it is known last. */
  #made = new Map<string, PublicPayment>();
  /** What was wished for last. */
  #last: Choice | undefined;
  /** The wish was sent, and its answer did not come. */
  #lost = false;
  #events: Event[] = [];
  #reported: string | undefined;

  order: ShownOrder | undefined;
  /** What is being prepared, or waits to be. */
  wish: Choice | undefined;
  /** The payment to show, as it was when it came. */
  payment: PublicPayment | undefined;
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
    this.#asking.stop();
    this.#again.stop();
    this.#made.clear();
    this.#failures = 0;
    this.#lost = false;
    this.order = this.wish = this.payment = this.problem = this.#reported = undefined;
    if (!src) this.#fail({ code: 'no-payment' });
    else if (!this.#address) this.#fail({ code: 'unreadable-order', field: 'src', reason: 'not a web address' });
    else if (this.#host.isConnected) void this.#ask();
  }

  /** Asks for the order, or for the payment that waits to be made, now. */
  refresh(): void {
    if (this.#asking.busy || !this.#address) return;
    if (this.wish && this.problem?.code === 'busy') void this.#make(this.wish);
    else void this.#ask();
  }

  /** The payer wants another try at what was in the way. */
  again(): void {
    if (this.problem?.code === 'not-prepared' && this.#last) this.choose(this.#last);
    else this.refresh();
  }

  /** The payment that a choice has led to already, if it can be gone on with. */
  begun(choice: Choice): PublicPayment | undefined {
    const payment = this.#made.get(keyOf(choice));
    return payment && !ENDED.has(payment.phase) ? payment : undefined;
  }

  /** Shows the payment of a choice, and makes it where there is none. While one is made, does nothing. */
  choose(choice: Choice): void {
    if (this.#making) return;
    this.#reported = undefined;
    const begun = this.begun(choice);
    if (begun) return this.#show(begun);
    if (navigator.onLine) return void this.#make(choice);
    // Nothing leaves this device: it is sent once the shop is heard again.
    this.wish = choice;
    void this.#ask();
  }

  /** Back to choosing. What was made is remembered. */
  leave(): void {
    if (this.#making) return;
    this.#again.stop();
    this.wish = this.payment = this.problem = this.#reported = undefined;
    this.#host.requestUpdate();
  }

  /** Takes what has become of a payment. */
  heard(payment: PublicPayment): void {
    this.#made.set(keyOf(choiceOf(payment)), payment);
  }

  /** The shop does not know a payment any more. */
  gone(payment: PublicPayment): void {
    this.#made.delete(keyOf(choiceOf(payment)));
  }

  hostConnected(): void {
    addEventListener('pageshow', this.#shownAgain);
    if (this.#src && !this.payment) void this.#ask();
  }

  hostDisconnected(): void {
    removeEventListener('pageshow', this.#shownAgain);
    this.#lost ||= this.#making;
    this.#asking.stop();
    this.#again.stop();
  }

  hostUpdated(): void {
    for (const event of this.#events.splice(0)) this.#host.dispatchEvent(event);
  }

  /** A page that comes back as it was left may show an order that was paid since. */
  readonly #shownAgain = ({ persisted }: PageTransitionEvent) => {
    if (persisted && !this.payment) this.refresh();
  };

  /** A creation is under way, or what became of one is being asked. */
  get #making() {
    return this.#asking.busy && !!this.wish;
  }

  get #address() {
    return webUrl(this.#src, document.baseURI);
  }

  async #ask() {
    const url = this.#address;
    if (!url) return;
    this.#again.stop();
    this.#host.requestUpdate();
    const [response, text] = await this.#asking.ask(url);
    const status = response?.status;
    if (status === 404 || status === 410) this.#fail({ code: 'unknown-order' });
    else if (!response?.ok || !isJson(text)) this.#silent(response && toldToWait(response, text));
    else this.#take(text);
  }

  /** The order could not be asked for, which says nothing about it. Who looks at ways to pay can go on looking. */
  #silent(told: number | undefined) {
    const ms = told ?? backOff(++this.#failures, pagePorts);
    this.#again.plan(() => void this.#ask(), ms, told !== undefined);
    if (!this.order || this.wish || this.problem) this.#fail({ code: 'contact-lost' }, this.wish);
  }

  #take(text: string) {
    const read = parseOrder(text);
    if (!read.ok) return this.#fail({ code: 'unreadable-order', field: read.field, reason: read.reason });
    const { payments, paid, soldOut, ways } = (this.order = read.order);
    const { wish } = this;
    const lost = this.#lost;
    this.#lost = false;
    this.#failures = 0;
    this.#made = new Map(payments.map((payment) => [keyOf(choiceOf(payment)), payment]));
    if (paid) return paid === true ? this.#fail({ code: 'already-paid' }) : this.#show(paid);
    // Where money is on its way there is nothing to choose any more.
    const shown = (wish && this.begun(wish)) ?? this.payment ?? payments.find(({ phase }) => phase !== 'awaiting');
    if (shown) return this.#show(shown);
    if (soldOut) return this.#fail({ code: 'sold-out' });
    if (!ways.length) return this.#fail({ code: 'unreadable-order', field: 'methods', reason: 'none that is known' });
    if (wish && lost) return this.#fail({ code: 'not-prepared', reason: 'lost' });
    if (wish) return void this.#make(wish);
    this.leave();
    // Nothing to choose. On which network a token is sent is asked first, by whoever shows this.
    const [only, ...others] = ways.flatMap(({ choices }) => choices);
    if (only && !others.length && (!only.coin?.token || this.begun(only))) this.choose(only);
  }

  async #make(choice: Choice) {
    this.#again.stop();
    this.wish = this.#last = choice;
    this.problem = undefined;
    this.#host.requestUpdate();
    const question = askFor(this.order!.order, choice);
    const [response, text] = await this.#asking.ask(paymentsBeside(this.#address!), question);
    const made = readCreation(response, text);
    if (!made) {
      // Nobody knows whether it was made: the order does.
      this.#lost = true;
      return this.#ask();
    }
    if ('problem' in made) return this.#fail(made.problem);
    if ('payment' in made) {
      this.heard(made.payment);
      return this.#show(made.payment);
    }
    const after = made.after ?? backOff(++this.#failures, pagePorts);
    this.#again.plan(() => void this.#make(choice), after, true);
    this.#fail({ code: 'busy', after }, choice);
  }

  #show(payment: PublicPayment) {
    this.#again.stop();
    this.#failures = 0;
    this.wish = this.problem = this.#reported = undefined;
    this.payment = payment;
    this.#host.requestUpdate();
  }

  /** Something is in the way. The developer hears of it once, until it is over. */
  #fail(problem: Problem, wish?: Choice) {
    this.problem = problem;
    this.wish = wish;
    this.#host.requestUpdate();
    if (this.#reported === problem.code) return;
    this.#reported = problem.code;
    this.#events.push(new PayProblemEvent(problem));
    if ('field' in problem) console.error(`${this.#host.localName}: ${problem.code} (${problem.field})`, problem);
  }
}
