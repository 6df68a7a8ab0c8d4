import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { findCoin } from '../../core/coin.ts';
import { exactPayment } from '../../core/exact-payment.ts';
import { ID_FIELD, idOf, methodOf, type PublicPayment } from '../../core/payment.ts';
import type { Problem, ProblemCode } from '../../core/problem.ts';
import type { FatalProblem, ViewState } from '../../view/state.ts';
import { PayPaidEvent, PayProblemEvent, PayStatusEvent } from '../events.ts';
import { peekPrefetched } from '../polling/take-prefetched.ts';
import type { ViewStore } from './view-store.ts';

/** The inputs of an element. */
export interface PaymentInputs {
  /** `undefined` when none was set. */
  readonly payment: unknown;
  readonly src: string;
  readonly statusUrl: string;
  /** The page will set a payment later. */
  readonly awaited?: boolean;
}

/** A payment, or the reason why the given data is not one. */
export type ReadPayment =
  | { readonly ok: true; readonly payment: PublicPayment }
  | { readonly ok: false; readonly field: string; readonly reason: string; readonly hostedUrl: string | undefined };

/** Follows a payment. The implementation is loaded after the first paint. */
export interface Follower {
  /** Reads any data that an element may be given. */
  read(raw: unknown): ReadPayment;
  /** Returns the payment to show for one that was read: the details that the payer was shown do not change. */
  keep(payment: PublicPayment): PublicPayment;
  /** Called when the page sets the same payment again, which is an update at most. */
  offer(payment: PublicPayment): void;
  acceptDetails(): void;
  lockDetails(): void;
  /** Called when another state of the payment is shown. */
  shown(): void;
  /** @returns Whether an address is being polled. */
  poll(): boolean;
  start(url: string, fresh: boolean): void;
  stop(): void;
}

/** The part of the controller that a follower may use. */
export interface FollowerPort {
  readonly store: ViewStore;
  show(payment: PublicPayment): void;
  /**
   * Reads the first response of `src`.
   *
   * @returns The address to poll from now on, empty for the same one; `undefined` when the response is not a payment.
   */
  readFirst(body: unknown): string | undefined;
  fail(problem: FatalProblem): void;
  report(problem: Problem): void;
  /** Called when a problem is over: the next one with this code is reported again. */
  forget(code: ProblemCode): void;
  requestUpdate(): void;
}

const NOTHING_KNOWN = {
  payment: undefined,
  knownPhase: undefined,
  problem: undefined,
  hostedUrl: undefined,
  contactLost: false,
  stalled: false,
} satisfies Partial<ViewState>;

/**
 * Manages the payment of its host: reads it, follows it while the host is connected, and dispatches events after the
 * host has rendered. The state is in the store.
 *
 * The follower (`PaymentFollower`) is loaded after the first paint. Until then, the controller reads only payments in
 * the form that the backend helper writes (`exactPayment`), also in the response of `src`. All others are read once the
 * follower is loaded.
 */
export class PaymentController implements ReactiveController, FollowerPort {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly store: ViewStore;
  #follower: Follower | undefined;
  #given: PaymentInputs | undefined;
  /** The payment that the page set again before the follower was loaded. */
  #offered: PublicPayment | undefined;
  /** True when only the follower can read the given data. */
  #isUnread = false;
  /** The address that is polled, or will be once the host is connected and the follower is loaded. */
  #url = '';
  /** True when the payment was read just now. */
  #fresh = false;
  #events: Event[] = [];
  #reported = new Set<string>();

  constructor(host: ReactiveControllerHost & HTMLElement, store: ViewStore) {
    this.#host = host;
    this.store = store;
    host.addController(this);
  }

  /** Called when the follower is loaded. The payment is followed from now on. */
  follow(follower: Follower): void {
    this.#follower = follower;
    if (this.#isUnread && this.#given) return this.#begin(this.#given);
    if (this.#offered) follower.offer(this.#offered);
    this.hostConnected();
  }

  /** Whether the given data cannot be read before the follower is loaded. */
  get isUnread(): boolean {
    return this.#isUnread;
  }

  /** Sets the inputs of the element. If they differ from the previous ones, discards the state and starts again. */
  prepare(given: PaymentInputs): void {
    const { payment, src, statusUrl } = given;
    const { payment: before, src: srcBefore, statusUrl: statusBefore } = this.#given ?? {};
    const sameAddress = this.#given && src === srcBefore && statusUrl === statusBefore;
    if (sameAddress && (payment === before || this.#isSame(payment))) this.#given = given;
    else this.#begin(given);
  }

  /** Polls now. If no address is polled, starts polling the known payment, or starts again when there is none. */
  refresh(): void {
    const { problem } = this.#state;
    if (problem?.code === 'not-found') this.store.update({ problem: undefined });
    this.requestUpdate();
    if (this.#follower?.poll()) return;
    if (this.#state.payment) this.#follow(this.#url);
    else if (this.#given) this.#begin(this.#given);
  }

  report(problem: Problem): void {
    if (this.#reported.has(problem.code)) return;
    this.#reported.add(problem.code);
    this.#events.push(new PayProblemEvent(problem));
    this.requestUpdate();
    if ('field' in problem) console.error(`${this.#host.localName}: ${problem.code} (${problem.field})`, problem);
  }

  forget(code: ProblemCode): void {
    this.#reported.delete(code);
  }

  requestUpdate(): void {
    this.#host.requestUpdate();
  }

  fail(problem: FatalProblem): void {
    this.store.update({ problem });
    this.report(problem);
  }

  show(payment: PublicPayment): void {
    const previous = this.#state.payment;
    const { status, phase } = payment;
    const knownPhase = phase === 'unknown' ? this.#state.knownPhase : phase;
    this.store.update({ payment, knownPhase });
    this.#follower?.shown();
    if ('tid' in payment && !findCoin(payment.cryptoCoin))
      this.report({ code: 'unknown-coin', coin: payment.cryptoCoin });
    if (previous?.phase === phase && previous.status === status) return;
    this.#events.push(new PayStatusEvent(payment, previous?.phase));
    if (phase === 'unknown') this.report({ code: 'unknown-status', status });
    if ((phase === 'paid' || phase === 'overpaid') && previous?.phase !== phase)
      this.#events.push(new PayPaidEvent(payment));
  }

  readFirst(body: unknown): string | undefined {
    const read = this.#read(body);
    if (!read) {
      this.#stop();
      return undefined;
    }
    const next = this.#given?.statusUrl || read.statusUrl || '';
    this.#url = next || this.#url;
    return next;
  }

  hostConnected(): void {
    if (this.#url && !this.#state.problem) this.#follow(this.#url, this.#fresh);
  }

  hostDisconnected(): void {
    this.#stop();
  }

  hostUpdated(): void {
    for (const event of this.#events.splice(0)) this.#host.dispatchEvent(event);
  }

  get #state() {
    return this.store.state;
  }

  /**
   * Whether the page has set the payment that is already shown, as frameworks do at every render. It is an update at
   * most.
   */
  #isSame(raw: unknown): boolean {
    const shown = this.#state.payment;
    const read = this.#parse(raw);
    if (!read?.ok || !shown || this.#state.problem) return false;
    const { payment } = read;
    if (idOf(payment) !== idOf(shown) || methodOf(payment) !== methodOf(shown)) return false;
    if (this.#follower) this.#follower.offer(payment);
    else this.#offered = payment;
    return true;
  }

  #begin(inputs: PaymentInputs) {
    const { payment, src, statusUrl, awaited } = (this.#given = inputs);
    this.#stop();
    this.#url = '';
    this.#fresh = false;
    this.#offered = undefined;
    this.#isUnread = false;
    this.#reported.clear();
    this.store.update(NOTHING_KNOWN);
    const read = payment === undefined ? undefined : this.#read(payment);
    if (payment === undefined && !src && !awaited) this.fail({ code: 'no-payment' });
    if (this.#state.problem) return;
    this.#follow((read && (statusUrl || read.statusUrl)) || src);
    if (!read && src && !this.#follower) void this.#readPrefetched(src);
  }

  /** Reads the first response of `src` as soon as it arrives, because the follower may still be loading. */
  async #readPrefetched(src: string) {
    const text = await peekPrefetched(src);
    const { payment: given, src: current } = this.#given ?? {};
    const isLate = given || current !== src || this.#follower || this.#state.payment || !this.#host.isConnected;
    if (text === undefined || isLate) return;
    const payment = exactPayment(text);
    if (payment && this.readFirst(payment) !== undefined) this.#fresh = true;
    this.#isUnread = !payment;
    this.requestUpdate();
  }

  #stop() {
    this.#follower?.stop();
    this.store.update({ contactLost: false, stalled: false });
  }

  #follow(url: string, fresh = false) {
    this.#url = url;
    if (!this.#host.isConnected || !this.#follower) return;
    this.#fresh = false;
    this.#follower.start(url, fresh);
  }

  /** `undefined` when only the follower can read the data and it is not loaded yet. */
  #parse(raw: unknown): ReadPayment | undefined {
    if (this.#follower) return this.#follower.read(raw);
    const payment = exactPayment(raw);
    return payment && { ok: true, payment };
  }

  #read(raw: unknown): PublicPayment | undefined {
    const read = this.#parse(raw);
    this.#isUnread = !read;
    if (!read) return undefined;
    if (!read.ok) {
      const { field, reason, hostedUrl } = read;
      this.store.update({ hostedUrl });
      this.fail({ code: 'unreadable-payment', field, reason });
      return undefined;
    }
    const { payment } = read;
    const { method } = this.#state;
    if (methodOf(payment) !== method) {
      this.store.update({ hostedUrl: payment.hostedUrl });
      this.fail({ code: 'wrong-method', field: ID_FIELD[method] });
      return undefined;
    }
    this.show(this.#follower?.keep(payment) ?? payment);
    return payment;
  }
}
