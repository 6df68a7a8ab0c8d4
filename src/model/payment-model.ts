import { findCoin } from '../core/coins/coin.ts';
import { doubtOf, hostedUrlIn, parsePayment } from '../core/payments/public-payment.ts';
import { ID_FIELD, isSamePayment, methodOf, type Method, type PublicPayment } from '../core/payments/payment.ts';
import { isFinal, isMoneyGone, isPaidPhase, mayApply, phaseFacts, type Phase } from '../core/payments/phases.ts';
import { unreadablePayment, type Problem, type ProblemCode } from '../core/payments/problem.ts';
import { refuse, type Result } from '../core/result.ts';
import { subscribe, type PollerState, type StatusUpdate, type Subscription } from './poller.ts';
import type { PagePorts } from './ports.ts';

/**
 * Details that the payer may be typing. For one payment, they never change unless the payer asks for it
 * (CONTRIBUTING.md, rule 7).
 */
const FIXED = ['address', 'note', 'cryptoCoin', 'cryptoAmountExpected'] as const;

/** Images of these details. They are useless with other details. */
const DRAWN = ['qr', 'qrCodeBase64'] as const;

/**
 * The fields that an update may change. The destination and the amount to pay are not among them.
 *
 * @internal
 */
export const CHANGING = [
  'expiresAt',
  'minimumTransactionCoin',
  'cryptoAmountReceived',
  'cryptoAmountDue',
  'confirmations',
  'confirmationsRequired',
  'paidAt',
  'moneyGone',
  'transactions',
] as const;

/** All fields that a response of the status address may change. */
const UPDATABLE = [...CHANGING, 'status', 'phase', 'version'];

/** The fields of a payment or a response, with values of unknown types. */
type Fields = Readonly<Record<string, unknown>>;

/** Problems after which there is no payment to show or to follow. */
export type FatalProblem = Extract<
  Problem,
  { code: 'no-payment' | 'unreadable-payment' | 'wrong-method' | 'not-found' }
>;

/** The inputs of an element. */
export interface PaymentInputs {
  /** `undefined` when none was set. */
  readonly payment: unknown;
  readonly src: string;
  readonly statusUrl: string;
  /** The page will set a payment later. */
  readonly awaited?: boolean;
}

/** An event that the element dispatches. */
export type ModelEvent =
  | { readonly type: 'status'; readonly payment: PublicPayment; readonly previousPhase: Phase | undefined }
  | { readonly type: 'paid'; readonly payment: PublicPayment }
  | { readonly type: 'problem'; readonly problem: Problem }
  /** A field is probably wrong in the payment, which is shown nevertheless. It is for the developer alone. */
  | { readonly type: 'doubt'; readonly field: string };

/** Everything that is known about the payment of an element. Frozen: `next` returns another one. */
export interface PaymentSnapshot {
  /** The method of the payments that the element shows. */
  readonly method: Method;
  readonly inputs: PaymentInputs | undefined;
  /** Whether the element is on the page. Only then the payment is followed. */
  readonly isConnected: boolean;
  readonly payment: PublicPayment | undefined;
  /** The last phase that was not `unknown`. Its view stays while the status is unknown. */
  readonly knownPhase: Phase | undefined;
  readonly problem: FatalProblem | undefined;
  /** The hosted page of a payment that cannot be shown. */
  readonly hostedUrl: string | undefined;
  /** True after three failed requests in a row, or when a module could not be loaded. */
  readonly contactLost: boolean;
  /** True when no money was detected for 7 minutes. */
  readonly stalled: boolean;
  /** The server's time when the page's clock was 0, in ms since 1970; `undefined` before the first response. */
  readonly clock: number | undefined;
  /** `changed`: the shop gives other payment details than those shown. `accepted`: the payer asked to see them. */
  readonly details: 'shown' | 'changed' | 'accepted';
  /** The payment with the details that the payer was shown. They do not change unless the payer asks for it. */
  readonly shown: PublicPayment | undefined;
  /** The payment with other details, until the payer asks for them. */
  readonly waiting: PublicPayment | undefined;
  /** True when the payer has copied or opened something to pay with. */
  readonly locked: boolean;
  /** The field of the card that other code has changed. */
  readonly tampered: string | undefined;
  /** The furthest phase of the other payments of the order, when the shop reports it. */
  readonly orderPhase: unknown;
  /** The address to poll. A new object starts the polling again. */
  readonly polling: { readonly url: string; readonly fresh: boolean } | undefined;
  /** The last update that was applied. */
  readonly update: StatusUpdate | undefined;
  /** The problems that were reported and are not over. */
  readonly reported: readonly ProblemCode[];
  /** The events that are not dispatched yet. */
  readonly events: readonly ModelEvent[];
}

/** What changes a snapshot. */
export type PaymentEvent =
  | { readonly type: 'given'; readonly inputs: PaymentInputs }
  | { readonly type: 'connected' }
  | { readonly type: 'disconnected' }
  | { readonly type: 'restarted' }
  | { readonly type: 'polled'; readonly state: PollerState }
  | { readonly type: 'not-an-address' }
  | { readonly type: 'refreshed' }
  | { readonly type: 'details-accepted' }
  | { readonly type: 'details-locked' }
  | { readonly type: 'tampered'; readonly field: string }
  | { readonly type: 'module-failed' }
  | { readonly type: 'dispatched' };

const NOTHING_KNOWN = {
  payment: undefined,
  knownPhase: undefined,
  problem: undefined,
  hostedUrl: undefined,
  contactLost: false,
  stalled: false,
  orderPhase: undefined,
  polling: undefined,
  update: undefined,
  reported: [],
} as const satisfies Partial<PaymentSnapshot>;

/** The snapshot of an element to which nothing was given yet. @internal */
export const initialSnapshot = (method: Method): PaymentSnapshot =>
  Object.freeze({
    ...NOTHING_KNOWN,
    method,
    inputs: undefined,
    isConnected: false,
    clock: undefined,
    details: 'shown',
    shown: undefined,
    waiting: undefined,
    locked: false,
    tampered: undefined,
    events: [],
  });

/** Returns the snapshot after an event. The same snapshot, when the event changes nothing. Pure. @internal */
export const next = (now: PaymentSnapshot, event: PaymentEvent): PaymentSnapshot => Object.freeze(changed(now, event));

function changed(now: PaymentSnapshot, event: PaymentEvent): PaymentSnapshot {
  switch (event.type) {
    case 'given':
      return given(now, event.inputs);
    case 'connected':
      return now.isConnected ? now : { ...now, isConnected: true };
    case 'disconnected':
      return disconnected(now);
    case 'restarted':
      return restarted(now);
    case 'polled':
      return polled(now, event.state);
    case 'not-an-address':
      return fail(now, unreadablePayment(refuse('statusUrl', 'not a web address')));
    case 'refreshed':
      return found(now);
    case 'details-accepted':
      return acceptDetails(now);
    case 'details-locked':
      return now.locked ? now : { ...now, locked: true };
    case 'tampered':
      return report({ ...now, tampered: event.field }, { code: 'tampered', field: event.field });
    case 'module-failed':
      return { ...now, contactLost: true };
    case 'dispatched':
      return now.events.length ? { ...now, events: [] } : now;
  }
}

/** The element has left the page: nothing is known of the connection. */
function disconnected(now: PaymentSnapshot): PaymentSnapshot {
  const polling = now.polling && { ...now.polling, fresh: false };
  return { ...now, isConnected: false, contactLost: false, stalled: false, update: undefined, polling };
}

/** Follows the known payment again, or starts again when there is none. */
function restarted(before: PaymentSnapshot): PaymentSnapshot {
  // Without an address to poll, no response would end it.
  const now = before.contactLost && !before.polling ? { ...before, contactLost: false } : before;
  if (now.payment) return { ...found(now), polling: now.polling && { ...now.polling } };
  return now.inputs ? begin(now, now.inputs) : now;
}

/** The shop may have the payment that it did not have before. */
const found = (now: PaymentSnapshot): PaymentSnapshot =>
  now.problem?.code === 'not-found' ? { ...now, problem: undefined } : now;

/** Sets the inputs. If they differ from the previous ones, discards what is known and starts again. */
function given(now: PaymentSnapshot, inputs: PaymentInputs): PaymentSnapshot {
  const { inputs: before } = now;
  const isSameAddress = before && inputs.src === before.src && inputs.statusUrl === before.statusUrl;
  if (isSameAddress && inputs.payment === before.payment)
    return inputs.awaited === before.awaited ? now : { ...now, inputs };
  // Frameworks set the payment again at every render. It is an update at most.
  const same = isSameAddress && offered(now, inputs.payment);
  return same ? { ...same, inputs } : begin(now, inputs);
}

/** Applies a payment that the page has set again; `undefined` when it is another one than is shown. */
function offered(now: PaymentSnapshot, raw: unknown): PaymentSnapshot | undefined {
  const { payment: known, problem, method } = now;
  const read = parsePayment(raw);
  if (!read.ok || !known || problem) return undefined;
  const { payment } = read;
  if (!isSamePayment(payment, known) || methodOf(payment) !== method) return undefined;
  const { status, phase, version } = payment;
  // An older version of the payment, such as the one the page was loaded with, is not an update. Details without a
  // version may be one.
  const compared = version! < known.version! ? now : compareDetails(now, payment);
  return merge(compared, { status, phase, version, body: pick(payment, CHANGING) });
}

function begin(before: PaymentSnapshot, inputs: PaymentInputs): PaymentSnapshot {
  const { payment, src, statusUrl, awaited } = inputs;
  const now = { ...before, ...NOTHING_KNOWN, inputs };
  if (payment === undefined) {
    if (!src && !awaited) return fail(now, { code: 'no-payment' });
    return { ...now, polling: src ? { url: src, fresh: false } : undefined };
  }
  const read = take(now, payment);
  if (read.problem) return read;
  const url = statusUrl || read.payment?.statusUrl || src;
  return { ...read, polling: url ? { url, fresh: false } : undefined };
}

function polled(before: PaymentSnapshot, state: PollerState): PaymentSnapshot {
  const { contact, failure: reason = '', update, stalled, unrecognized, clock = before.clock } = state;
  const contactLost = contact === 'lost';
  let now: PaymentSnapshot = { ...before, contactLost, stalled, clock };
  now = contactLost ? report(now, { code: 'contact-lost', reason }) : forget(now, 'contact-lost');
  if (stalled) now = report(now, { code: 'stalled' });
  const ended = now.knownPhase && isFinal(now.knownPhase);
  if (contact === 'gone' && !ended) now = fail(now, { code: 'not-found', reason });
  else if (contact === 'good') now = forget(found(now), 'not-found');
  if (update && update !== now.update) {
    now = { ...now, update, orderPhase: update.body['orderPhase'] };
    return now.payment ? merge(now, update) : takeFirst(now, update.body);
  }
  return unrecognized === undefined || now.payment || now.problem ? now : takeFirst(now, unrecognized);
}

/** Reads the first response of `src`: the payment, and optionally another address to poll. */
function takeFirst(now: PaymentSnapshot, body: unknown): PaymentSnapshot {
  const read = take(now, body);
  if (read.problem) return { ...read, polling: undefined };
  const url = read.inputs?.statusUrl || read.payment?.statusUrl;
  return url && url !== now.polling?.url ? { ...read, polling: { url, fresh: true } } : read;
}

/** Reads a payment and shows it. Anything else is a problem. */
function take(now: PaymentSnapshot, raw: unknown): PaymentSnapshot {
  const read = parsePayment(raw);
  if (!read.ok) return fail({ ...now, hostedUrl: hostedUrlIn(raw) }, unreadablePayment(read));
  const { payment } = read;
  if (methodOf(payment) !== now.method) {
    const { hostedUrl } = payment;
    return fail({ ...now, hostedUrl }, { code: 'wrong-method', field: ID_FIELD[now.method] });
  }
  const kept = keepDetails(now, payment);
  return doubt(kept, doubtOf(payment, raw));
}

/** Applies an update, unless it is older than what is known. */
function merge(now: PaymentSnapshot, update: StatusUpdate): PaymentSnapshot {
  const { payment, knownPhase, shown = payment, waiting } = now;
  const { status, phase, version, body } = update;
  if (!payment || !shown || !mayApply({ phase: knownPhase, version: payment.version }, update)) return now;
  const known = version === undefined ? {} : { version };
  // What is due belongs to the received amount with which it came.
  const outdated = 'cryptoAmountReceived' in body && { cryptoAmountDue: undefined };
  const changes = { ...outdated, ...pick(body, CHANGING), status, phase, ...known };
  const moneyGone =
    phase === 'awaiting' &&
    (payment.moneyGone || !!body['moneyGone'] || (!!knownPhase && isMoneyGone(knownPhase, phase)));
  const read = parsePayment({ ...payment, ...changes, moneyGone });
  if (!read.ok) return report(now, unreadablePayment(read));
  const merged = show(now, read.payment);
  const given = detailsOfAnswer(read.payment, body, shown, waiting);
  if (!given) return merged;
  if (given.ok) return compareDetails(merged, given.payment);
  return report(merged, unreadablePayment(given));
}

/** Shows a payment. The details that the payer was shown for it do not change. */
function keepDetails(now: PaymentSnapshot, payment: PublicPayment): PaymentSnapshot {
  const { shown, locked } = now;
  if (shown && isSamePayment(shown, payment)) {
    const compared = compareDetails(now, payment);
    return show(compared, changedField(shown, payment) ? withShownDetails(payment, shown) : payment);
  }
  const kept = { ...now, shown: payment };
  if (!locked) return show(forget({ ...kept, details: 'shown', waiting: undefined }, 'details-changed'), payment);
  // The payer may be paying the other payment. One transfer could otherwise mix the details of both. So may a third
  // payment, until the payer has asked for other details.
  const changed = { ...kept, details: 'changed', waiting: payment } as const;
  return show(report(changed, { code: 'details-changed', field: ID_FIELD[methodOf(payment)] }), payment);
}

/** Keeps details that differ from those shown, and all later ones, until the payer asks for them. */
function compareDetails(now: PaymentSnapshot, payment: PublicPayment): PaymentSnapshot {
  const field = now.shown && changedField(now.shown, payment);
  if (field === undefined && !now.waiting) return forget(now, 'details-changed');
  const waiting = { ...now, details: 'changed', waiting: payment } as const;
  return field === undefined ? waiting : report(waiting, { code: 'details-changed', field });
}

function acceptDetails(now: PaymentSnapshot): PaymentSnapshot {
  const { payment, waiting } = now;
  if (!payment || !waiting) return now;
  const shown = withCurrentStatus(waiting, payment);
  const accepted = { ...now, shown, waiting: undefined, locked: false, details: 'accepted' } as const;
  return show(forget(accepted, 'details-changed'), shown);
}

const pick = (from: object, names: readonly string[]): Fields =>
  Object.fromEntries(names.filter((name) => name in from).map((name) => [name, (from as Fields)[name]]));

/** Returns the first detail that differs. Addresses that differ only in letter case are the same, or one is invalid. */
function changedField(shown: PublicPayment, given: PublicPayment): string | undefined {
  const fold = (payment: PublicPayment, name: string) => {
    const value = (payment as unknown as Fields)[name];
    return name === 'note' ? value : String(value).toLowerCase();
  };
  return FIXED.find((name) => fold(shown, name) !== fold(given, name));
}

/** Returns a payment with the details of another one, as far as that one has them, and with that one's images only. */
function withDetails(payment: Fields, details: Fields): Fields {
  const mixed: Record<string, unknown> = { ...payment };
  for (const name of FIXED) mixed[name] = details[name] ?? payment[name];
  for (const name of DRAWN) mixed[name] = details[name];
  return mixed;
}

/** Returns a payment with the details that the payer was shown for it, and no others. */
function withShownDetails(payment: PublicPayment, shown: PublicPayment): PublicPayment {
  const fields: Record<string, unknown> = { ...payment };
  for (const name of [...FIXED, ...DRAWN]) fields[name] = (shown as unknown as Fields)[name];
  const kept = parsePayment(fields);
  return kept.ok ? kept.payment : shown;
}

/** Returns details that the payer has asked for, with the current status of the payment. */
const withCurrentStatus = (details: PublicPayment, payment: PublicPayment): PublicPayment =>
  Object.freeze({ ...details, ...pick(payment, UPDATABLE) });

/**
 * Returns the payment with the details of a response of the status address, which may leave them out; `undefined` when
 * it has the details that were shown, or none.
 *
 * @param payment - The payment with the other fields of the response.
 * @param waiting - The payment whose details differ from those shown, and wait.
 */
function detailsOfAnswer(
  payment: PublicPayment,
  answer: Fields,
  shown: PublicPayment,
  waiting: PublicPayment | undefined,
): Result<{ readonly payment: PublicPayment }> | undefined {
  const isGiven = (name: string) => (answer[name] ?? undefined) !== undefined;
  const isSame = (name: string) => !isGiven(name) || answer[name] === (shown as unknown as Fields)[name];
  if (!FIXED.some(isGiven) || (!waiting && FIXED.every(isSame))) return undefined;
  return parsePayment(withDetails({ ...payment, ...waiting, ...pick(payment, UPDATABLE) }, answer));
}

/** Replaces the payment, with the events that this causes. */
function show(now: PaymentSnapshot, payment: PublicPayment): PaymentSnapshot {
  const { payment: previous } = now;
  const { status, phase } = payment;
  const knownPhase = phase === 'unknown' ? now.knownPhase : phase;
  const locked = now.locked && (!knownPhase || !!phaseFacts(knownPhase).payable);
  let shown: PaymentSnapshot = { ...now, payment, knownPhase, locked };
  if ('tid' in payment && !findCoin(payment.cryptoCoin))
    shown = report(shown, { code: 'unknown-coin', coin: payment.cryptoCoin });
  if (previous?.phase === phase && previous.status === status) return shown;
  shown = add(shown, { type: 'status', payment, previousPhase: previous?.phase });
  shown = phase === 'unknown' ? report(shown, { code: 'unknown-status', status }) : forget(shown, 'unknown-status');
  return isPaidPhase(phase) && previous?.phase !== phase ? add(shown, { type: 'paid', payment }) : shown;
}

const add = (now: PaymentSnapshot, event: ModelEvent): PaymentSnapshot => ({ ...now, events: [...now.events, event] });

const doubt = (now: PaymentSnapshot, field: string | undefined): PaymentSnapshot =>
  field ? add(now, { type: 'doubt', field }) : now;

/** Reports a problem once, until it is over. */
const report = (now: PaymentSnapshot, problem: Problem): PaymentSnapshot =>
  now.reported.includes(problem.code)
    ? now
    : add({ ...now, reported: [...now.reported, problem.code] }, { type: 'problem', problem });

/** A problem is over: the next one with this code is reported again. */
const forget = (now: PaymentSnapshot, code: ProblemCode): PaymentSnapshot =>
  now.reported.includes(code) ? { ...now, reported: now.reported.filter((each) => each !== code) } : now;

const fail = (now: PaymentSnapshot, problem: FatalProblem): PaymentSnapshot => report({ ...now, problem }, problem);

/**
 * The payment of an element: reads it, follows it while it is connected, applies only updates that may follow the known
 * state, and keeps the details that the payer was shown. All that it knows is in `snapshot`, which changes in `next`.
 *
 *     const model = new PaymentModel('crypto', pagePorts);
 *     model.subscribe(() => render(model.snapshot));
 *     model.set({ payment, src: '', statusUrl: '' });
 *     model.connect();
 */
export class PaymentModel {
  readonly #ports: PagePorts;
  readonly #listeners = new Set<() => void>();
  #snapshot: PaymentSnapshot;
  /** The polling of the snapshot. */
  #subscription: Subscription | undefined;

  constructor(method: Method, ports: PagePorts) {
    this.#ports = ports;
    this.#snapshot = initialSnapshot(method);
  }

  get snapshot(): PaymentSnapshot {
    return this.#snapshot;
  }

  /** Calls the listener after every change, and after every response. Returns a function that removes the listener. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Sets the inputs. If they differ from the previous ones, discards what is known and starts again. */
  set(inputs: PaymentInputs): void {
    this.#apply({ type: 'given', inputs });
  }

  connect(): void {
    this.#apply({ type: 'connected' });
  }

  disconnect(): void {
    this.#apply({ type: 'disconnected' });
  }

  /** Polls now. If no address is polled, follows the known payment again, or starts again when there is none. */
  refresh(): void {
    if (!this.#subscription) return this.#apply({ type: 'restarted' });
    this.#apply({ type: 'refreshed' });
    this.#subscription.poll();
  }

  /** Shows the changed details, which the payer has asked for. */
  acceptDetails(): void {
    this.#apply({ type: 'details-accepted' });
  }

  /** Called when the payer has copied or opened payment details. It locks them against replacement. */
  lockDetails(): void {
    this.#apply({ type: 'details-locked' });
  }

  /** Called when other code has changed this field of the card. */
  reportTampering(field: string): void {
    this.#apply({ type: 'tampered', field });
  }

  /** Called when a module that the payer needs could not be loaded: the status line says so. */
  reportFailedModule(): void {
    this.#apply({ type: 'module-failed' });
  }

  /** Returns the events to dispatch, each once. */
  takeEvents(): readonly ModelEvent[] {
    const { events } = this.#snapshot;
    this.#snapshot = next(this.#snapshot, { type: 'dispatched' });
    return events;
  }

  #apply(event: PaymentEvent) {
    const before = this.#snapshot;
    const now = next(before, event);
    this.#snapshot = now;
    if (now.polling !== before.polling || now.isConnected !== before.isConnected) this.#follow(now);
    for (const listener of this.#listeners) listener();
  }

  /** Polls the address of the snapshot instead of the previous one. May apply further events. */
  #follow({ polling, isConnected, knownPhase, payment, problem, clock }: PaymentSnapshot) {
    this.#subscription?.stop();
    this.#subscription = undefined;
    if (!polling || !isConnected || problem || (knownPhase && isFinal(knownPhase))) return;
    const url = this.#ports.resolve(polling.url);
    if (!url) return this.#apply({ type: 'not-an-address' });
    // When the time to pay is over by the payer's clock, which may be wrong, the shop must answer at once: it may hold a
    // request with a version.
    const isOver = clock === undefined && Date.parse(payment?.expiresAt ?? '') <= this.#ports.date();
    const known = { phase: knownPhase, ...(!isOver && { version: payment?.version, fresh: polling.fresh }) };
    const subscription = subscribe(this.#ports, url, (state) => this.#apply({ type: 'polled', state }), known);
    this.#subscription = subscription;
    if (subscription.state) this.#apply({ type: 'polled', state: subscription.state });
  }
}
