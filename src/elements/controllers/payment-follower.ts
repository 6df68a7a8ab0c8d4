import { parsePayment } from '../../core/parse-payment.ts';
import type { PublicPayment } from '../../core/payment.ts';
import { hostedUrlIn } from '../../core/hosted-url.ts';
import { isFinal, mayFollow } from '../../core/status.ts';
import { webUrl } from '../../core/web.ts';
import { subscribe, type Subscription } from '../polling/poller-registry.ts';
import type { PollerState, StatusUpdate } from '../polling/status-update.ts';
import type { Follower, FollowerPort, ReadPayment } from './payment-controller.ts';
import { PaymentDetailsGuard } from './payment-details-guard.ts';
import { CHANGING, pick } from './payment-fields.ts';

/**
 * Follows a payment: polls its status address while the host is connected, applies only updates that may follow the
 * known state, and keeps the details that the payer was shown. Loaded after the first paint.
 */
export class PaymentFollower implements Follower {
  readonly #port: FollowerPort;
  readonly #details = new PaymentDetailsGuard((field) => this.#port.report({ code: 'details-changed', field }));
  #subscription: Subscription | undefined;
  #lastUpdate: StatusUpdate | undefined;

  constructor(port: FollowerPort) {
    this.#port = port;
    const { payment } = port.store.state;
    if (payment) this.#details.keep(payment);
  }

  read(raw: unknown): ReadPayment {
    const read = parsePayment(raw);
    return read.ok ? read : { ...read, hostedUrl: hostedUrlIn(raw) };
  }

  keep(payment: PublicPayment): PublicPayment {
    const kept = this.#details.keep(payment);
    this.#noteDetails();
    return kept;
  }

  offer(payment: PublicPayment): void {
    const { payment: shown } = this.#state;
    if (!shown) return;
    const { status, phase, version } = payment;
    // An older version of the payment, such as the one the page was loaded with, is not an update. Details without a
    // version may be one.
    if (!(version! < shown.version!)) this.#details.compare(payment);
    this.#merge(shown, { status, phase, version, body: { ...pick({ ...payment }, CHANGING) } });
  }

  acceptDetails(): void {
    const { payment } = this.#state;
    if (payment) this.#port.show(this.#details.accept(payment));
    this.#noteDetails();
  }

  lockDetails(): void {
    this.#details.locked = true;
  }

  poll(): boolean {
    this.#subscription?.poll();
    return !!this.#subscription;
  }

  start(url: string, fresh = false): void {
    const { knownPhase: phase, payment } = this.#state;
    if (!url || (phase && isFinal(phase))) return;
    const address = webUrl(url, document.baseURI);
    if (!address) {
      this.#port.fail({ code: 'unreadable-payment', field: 'statusUrl', reason: 'not a web address' });
      return;
    }
    const known = { phase, version: payment?.version, fresh };
    this.#subscription = subscribe(address, (state) => this.#heed(state), known);
  }

  stop(): void {
    this.#subscription?.stop();
    this.#subscription = this.#lastUpdate = undefined;
  }

  shown(): void {
    const { knownPhase } = this.#state;
    if (knownPhase !== 'awaiting' && knownPhase !== 'underpaid') this.#details.locked = false;
  }

  get #state() {
    return this.#port.store.state;
  }

  /** Applies the current state of the poller. */
  #heed({ contact, update, stalled, unrecognized, clock = this.#state.clock }: PollerState) {
    const port = this.#port;
    const contactLost = contact === 'lost';
    port.store.update({ contactLost, stalled, clock });
    if (contactLost) port.report({ code: 'contact-lost' });
    else port.forget('contact-lost');
    if (stalled) port.report({ code: 'stalled' });
    const { payment, problem, knownPhase } = this.#state;
    const ended = knownPhase && isFinal(knownPhase);
    if (contact === 'gone' && !ended) port.fail({ code: 'not-found' });
    else if (contact === 'good' && problem?.code === 'not-found') port.store.update({ problem: undefined });
    if (update && update !== this.#lastUpdate) {
      this.#lastUpdate = update;
      if (payment) this.#merge(payment, update);
      else this.#readFirst(update.body);
    } else if (unrecognized !== undefined && !payment && !this.#state.problem) this.#readFirst(unrecognized);
    // Every response updates the host, so that `IntegrityController` compares the page with the view.
    port.requestUpdate();
  }

  /** Reads the first response of `src`: the payment, and optionally another address to poll. */
  #readFirst(body: unknown) {
    const url = this.#port.readFirst(body);
    if (url === undefined) return this.stop();
    if (!url) return;
    const before = this.#subscription;
    this.start(url, true);
    before?.stop();
  }

  #merge(payment: PublicPayment, update: StatusUpdate) {
    const { knownPhase } = this.#state;
    const { status, phase, version = payment.version, body } = update;
    if (update.version! < payment.version!) return;
    if (knownPhase && phase !== knownPhase && !mayFollow(knownPhase, phase)) return;
    const change: Record<string, unknown> = { status, phase };
    if (version !== undefined) change['version'] = version;
    const read = parsePayment({ ...payment, ...pick(body, CHANGING), ...change });
    if (!read.ok) return this.#port.report({ code: 'unreadable-payment', field: read.field, reason: read.reason });
    this.#port.show(read.payment);
    const refused = this.#details.compareAnswer(read.payment, body);
    if (refused) this.#port.report({ code: 'unreadable-payment', field: refused.field, reason: refused.reason });
    this.#noteDetails();
  }

  #noteDetails() {
    const { changed, accepted } = this.#details;
    const known = accepted ? 'accepted' : 'shown';
    this.#port.store.update({ details: changed ? 'changed' : known });
    if (!changed) this.#port.forget('details-changed');
  }
}
