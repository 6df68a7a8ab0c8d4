import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { findCoin } from '../../core/coin.ts';
import { parsePayment } from '../../core/parse-payment.ts';
import { idOf, methodOf, type Method, type PublicPayment } from '../../core/payment.ts';
import type { Problem } from '../../core/problem.ts';
import type { Refusal } from '../../core/result.ts';
import { isFinal, type Phase } from '../../core/status.ts';
import { webUrl } from '../../core/web.ts';
import { PayPaidEvent, PayProblemEvent, PayStatusEvent } from '../events.ts';
import { follow, type Following } from '../following.ts';
import { mayTake, type News, type PollerState } from '../news.ts';
import { Details } from './details.ts';
import { CHANGING, ID_FIELD, hostedUrlIn, pick } from './payment-fields.ts';

/** What a tag was given. */
export interface PaymentInputs {
  /** `undefined` when it was given none. */
  readonly payment: unknown;
  readonly src: string;
  readonly statusUrl: string;
  /** The page will have one. */
  readonly awaited?: boolean;
}

/** Codes after which there is nothing to follow or to show. */
export type Fault = Extract<Problem, { code: 'no-payment' | 'unreadable-payment' | 'wrong-method' | 'not-found' }>;

const unreadable = ({ field, reason }: Refusal) => ({ code: 'unreadable-payment', field, reason }) as const;

/**
 * Has the payment of its host: reads it, follows it while the host is in a page, takes only news that may
 * follow what is known (`mayTake`), and tells the page by events, after the host has rendered.
 */
export class PaymentController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #method: Method;
  #following: Following | undefined;
  #heard: News | undefined;
  #given: PaymentInputs | undefined;
  /** What is followed, or would be if the host were in a page. */
  #url = '';
  #events: Event[] = [];
  #reported = new Set<string>();

  /** What was shown to pay with, and what is told instead. */
  readonly details = new Details((field) => this.report({ code: 'details-changed', field }));
  payment: PublicPayment | undefined;
  /** The last phase that was not `unknown`: the view to keep when a word is. */
  knownPhase: Phase | undefined;
  fault: Fault | undefined;
  lost = false;
  stalled = false;
  /** The server's time at `performance.now()` 0, ms since 1970; unknown before the first answer. */
  clock: number | undefined;
  /** The hosted page of a payment that could not be read otherwise. */
  hostedUrl: string | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, method: Method) {
    this.#host = host;
    this.#method = method;
    host.addController(this);
  }

  /** Takes what the tag was given; where that is something else than before, forgets what was there and begins anew. */
  prepare(given: PaymentInputs): void {
    const { payment, src, statusUrl } = given;
    const { payment: before, src: srcBefore, statusUrl: statusBefore } = this.#given ?? {};
    const sameAddress = this.#given && src === srcBefore && statusUrl === statusBefore;
    if (sameAddress && (payment === before || this.#isSame(payment))) this.#given = given;
    else this.#begin(given);
  }

  /** A page that hands in its payment again, as frameworks do with every render, brings news of it at most. */
  #isSame(raw: unknown): boolean {
    const read = parsePayment(raw);
    if (!read.ok || !this.payment || this.fault) return false;
    const { payment } = read;
    if (idOf(payment) !== idOf(this.payment) || methodOf(payment) !== this.#method) return false;
    const { status, phase, version } = payment;
    // What a page had at first is no news, but details without a version may be.
    if (!(version! < this.payment.version!)) this.details.compare(payment);
    this.#merge(this.payment, { status, phase, version, body: { ...pick({ ...payment }, CHANGING) } });
    return true;
  }

  #begin(inputs: PaymentInputs) {
    const { payment, src, statusUrl, awaited } = (this.#given = inputs);
    this.#stop();
    this.#url = '';
    this.#reported.clear();
    this.payment = this.knownPhase = this.fault = this.hostedUrl = undefined;
    const read = payment === undefined ? undefined : this.#read(payment);
    if (payment === undefined && !src && !awaited) this.#fail({ code: 'no-payment' });
    if (!this.fault) this.#follow((read && (statusUrl || read.statusUrl)) || src);
  }

  /** Shows what the shop says now: the payer asked for it. */
  accept(): void {
    if (this.payment) this.#take(this.details.accept(this.payment));
    this.#reported.delete('details-changed');
    this.#host.requestUpdate();
  }

  /** Asks for news now; where nothing is followed, begins to, or begins anew. */
  refresh(): void {
    if (this.fault?.code === 'not-found') this.fault = undefined;
    if (this.#following) this.#following.ask();
    else if (this.payment) this.#follow(this.#url);
    else if (this.#given) this.#begin(this.#given);
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    if (this.#url && !this.fault) this.#follow(this.#url);
  }

  hostDisconnected(): void {
    this.#stop();
  }

  hostUpdated(): void {
    for (const event of this.#events.splice(0)) this.#host.dispatchEvent(event);
  }

  get #ended() {
    return this.knownPhase && isFinal(this.knownPhase);
  }

  #stop() {
    this.#following?.stop();
    this.#following = this.#heard = undefined;
    this.lost = this.stalled = false;
  }

  #follow(url: string, fresh = false) {
    this.#url = url;
    if (!url || !this.#host.isConnected || this.#ended) return;
    const address = webUrl(url, document.baseURI);
    if (!address) return this.#fail({ code: 'unreadable-payment', field: 'statusUrl', reason: 'not a web address' });
    const known = { phase: this.knownPhase, version: this.payment?.version, fresh };
    this.#following = follow(address, (state) => this.#hear(state), known);
  }

  #read(raw: unknown): PublicPayment | undefined {
    const read = parsePayment(raw);
    if (!read.ok) {
      this.#fail(unreadable(read));
      this.hostedUrl = hostedUrlIn(raw);
      return undefined;
    }
    const { payment } = read;
    if (methodOf(payment) !== this.#method) {
      this.#fail({ code: 'wrong-method', field: ID_FIELD[this.#method] });
      this.hostedUrl = payment.hostedUrl;
      return undefined;
    }
    this.#take(this.details.keep(payment));
    return payment;
  }

  #hear({ contact, news, stalled, odd, clock = this.clock }: PollerState) {
    this.lost = contact === 'lost';
    this.stalled = stalled;
    this.clock = clock;
    if (this.lost) this.report({ code: 'contact-lost' });
    else this.#reported.delete('contact-lost');
    if (stalled) this.report({ code: 'stalled' });
    if (contact === 'gone' && !this.#ended) this.#fail({ code: 'not-found' });
    else if (contact === 'good' && this.fault?.code === 'not-found') this.fault = undefined;
    if (news && news !== this.#heard) {
      this.#heard = news;
      if (this.payment) this.#merge(this.payment, news);
      else this.#begun(news.body);
    } else if (odd !== undefined && !this.payment && !this.fault) this.#begun(odd);
    this.#host.requestUpdate();
  }

  /** The first answer of `src`: the payment itself, and perhaps another address to follow it at. */
  #begun(body: unknown) {
    const read = this.#read(body);
    if (!read) return this.#stop();
    const next = this.#given?.statusUrl || read.statusUrl;
    if (!next) return;
    const before = this.#following;
    this.#follow(next, true);
    before?.stop();
  }

  #merge(payment: PublicPayment, news: News) {
    if (!mayTake({ phase: this.knownPhase, version: payment.version }, news)) return;
    const { status, phase, version = payment.version, body } = news;
    const change: Record<string, unknown> = { status, phase };
    if (version !== undefined) change['version'] = version;
    const read = parsePayment({ ...payment, ...pick(body, CHANGING), ...change });
    if (!read.ok) return this.report(unreadable(read));
    this.#take(read.payment);
    const odd = this.details.hear(read.payment, body);
    if (odd) this.report(unreadable(odd));
  }

  #take(payment: PublicPayment) {
    const previous = this.payment;
    const { status, phase } = payment;
    this.payment = Object.freeze(payment);
    if (phase !== 'unknown') this.knownPhase = phase;
    if (this.knownPhase !== 'awaiting' && this.knownPhase !== 'underpaid') this.details.held = false;
    if ('tid' in payment && !findCoin(payment.cryptoCoin))
      this.report({ code: 'unknown-coin', coin: payment.cryptoCoin });
    if (previous?.phase === phase && previous.status === status) return;
    this.#events.push(new PayStatusEvent(payment, previous?.phase));
    if (phase === 'unknown') this.report({ code: 'unknown-status', status });
    if ((phase === 'paid' || phase === 'overpaid') && previous?.phase !== phase)
      this.#events.push(new PayPaidEvent(payment));
  }

  #fail(fault: Fault) {
    this.fault = fault;
    this.report(fault);
  }

  /** Tells the developer once, until it is over. */
  report(problem: Problem): void {
    if (this.#reported.has(problem.code)) return;
    this.#reported.add(problem.code);
    this.#events.push(new PayProblemEvent(problem));
    if ('field' in problem) console.error(`${this.#host.localName}: ${problem.code} (${problem.field})`, problem);
  }
}
