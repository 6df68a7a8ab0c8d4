import { choiceOf, onlyChoice, type Choice, type ShownOrder } from '../core/orders/order-answer.ts';
import { idOf, isSamePayment, keyOf, type PublicPayment } from '../core/payments/payment.ts';
import {
  furthestPhase,
  isFinal,
  isMoneyDetected,
  isPaidPhase,
  isPhase,
  mayApply,
  phaseFacts,
} from '../core/payments/phases.ts';
import type { OrderProblem } from '../core/payments/problem.ts';
import {
  begunPayment,
  isInProgress,
  NO_PAYMENT,
  NO_REQUEST,
  NOTHING_KNOWN,
  type OrderEvent,
  type ModelRequest,
  type OrderSnapshot,
  type ShownBy,
} from './order-snapshot.ts';
import type { PaymentSnapshot } from './payment-model.ts';
import { LATE_WATCH_MS } from './poll-interval.ts';
import type { OrderReading } from './read-order-answer.ts';
import { failureOf } from './request.ts';

/**
 * After as many creations without a response, in a row and while the order could be loaded, the payer decides whether
 * there is another one.
 */
const LOST_MAX = 3;

/** Returns the snapshot after an event. Pure. */
export const next = (now: OrderSnapshot, event: OrderEvent): OrderSnapshot =>
  Object.freeze(changed({ ...now, time: event.at }, event));

function changed(now: OrderSnapshot, event: OrderEvent): OrderSnapshot {
  switch (event.type) {
    case 'given':
      return given(now, event);
    case 'connected':
      return connected({ ...now, isConnected: true });
    case 'disconnected':
      return disconnected(now);
    case 'restored':
      return now.shown || isCreating(now) ? now : load({ ...now, resumes: true });
    case 'refreshed':
      return refresh(now);
    case 'retried':
      return now.problem?.code === 'not-prepared' && now.lastChoice
        ? choose(now, now.lastChoice, 'payer', event.isOnline)
        : refresh(now);
    case 'chosen':
      return choose(now, event.choice, 'payer', event.isOnline);
    case 'chosen-again':
      return now.shown && now.payment ? choose(now, choiceOf(now.payment), 'payer', event.isOnline) : now;
    case 'left':
      return leave(now);
    case 'retry-due':
      return repeatRequest(now);
    case 'check-due':
      return check({ ...now, check: undefined });
    case 'order-answered':
      return orderAnswered(now, event.reading);
    case 'creation-answered':
      return creationAnswered(now, event);
    case 'payment-changed':
      return paymentChanged(now, event.payment);
    case 'dispatched':
      return now.events.length ? { ...now, events: [] } : now;
  }
}

// The requests.

const send = (now: OrderSnapshot, request: ModelRequest): OrderSnapshot => ({
  ...now,
  request: now.isConnected ? request : undefined,
});

const load = (now: OrderSnapshot): OrderSnapshot =>
  now.url ? send({ ...now, retry: undefined }, { type: 'load' }) : now;

const create = (now: OrderSnapshot, choice: Choice, by: ShownBy): OrderSnapshot =>
  send(
    { ...now, retry: undefined, pending: choice, lastChoice: choice, problem: undefined },
    { type: 'create', choice, by },
  );

function check(now: OrderSnapshot): OrderSnapshot {
  if (!now.order) return now;
  return now.request ? scheduleCheck(now) : send(now, { type: 'check' });
}

/** Plans the next check, as long as the state of the order may still change. */
function scheduleCheck(now: OrderSnapshot): OrderSnapshot {
  const phase = now.shown && now.payment?.phase;
  // Only another payment that was started before can pay a paid order a second time.
  if (!now.isConnected || (phase && isFinal(phase) && now.knownKeys.length < 2)) return now;
  const waits = phase && phaseFacts(phase).open;
  if (!waits && now.time - now.changedAt >= LATE_WATCH_MS) return now;
  return { ...now, check: { failures: 0 }, checkFailures: 0 };
}

function repeatRequest(now: OrderSnapshot): OrderSnapshot {
  if (!now.retry) return now;
  const { request } = now.retry;
  return request.type === 'create' ? create(now, request.choice, request.by) : load(now);
}

// The inputs, and what the payer does.

/** Sets the inputs. If the address differs from the previous one, discards what is known. */
function given(
  before: OrderSnapshot,
  { inputs, url, lastShownId }: Extract<OrderEvent, { type: 'given' }>,
): OrderSnapshot {
  if (before.inputs?.src === inputs.src) return { ...before, inputs };
  const now = { ...before, ...NOTHING_KNOWN, inputs, url, lastShownId };
  if (!inputs.src) return fail(now, { code: 'no-payment' });
  return url ? load(now) : fail(now, { code: 'unreadable-order', field: 'src', reason: 'not a web address' });
}

const connected = (now: OrderSnapshot): OrderSnapshot => (now.shown ? scheduleCheck(now) : load(now));

/** A creation that was in progress is repeated when the element is on the page again. */
const disconnected = (now: OrderSnapshot): OrderSnapshot => ({
  ...now,
  ...NO_REQUEST,
  isConnected: false,
  lostCreation: now.lostCreation ?? (now.request?.type === 'create' ? failureOf(0) : undefined),
});

/** Loads the order now, or creates the pending payment now. */
function refresh(now: OrderSnapshot): OrderSnapshot {
  if (now.request || now.shown) return now;
  return now.pending && now.problem?.code === 'busy' ? create(now, now.pending, 'payer') : load(now);
}

/** Shows the payment of a choice, and creates it if there is none. Does nothing while a payment is being created. */
function choose(before: OrderSnapshot, choice: Choice, by: ShownBy, isOnline: boolean): OrderSnapshot {
  if (isCreating(before) || !before.order) return before;
  const now = { ...(before.shown ? leave(before) : before), reported: undefined };
  const begun = begunPayment(now, choice);
  if (begun) return show(now, begun, by);
  // The payment is created once the order is loaded.
  return isOnline && !now.lostCreation ? create(now, choice, by) : load({ ...now, pending: choice });
}

/** Goes back to the choice. The payment is remembered, and followed as long as it may change. */
function leave(now: OrderSnapshot): OrderSnapshot {
  if (isCreating(now)) return now;
  const { shown, payment, phaseWhenLeft, isUnavailable } = now;
  if (!shown || !payment) return showChoice(now);
  const left = { ...now, phaseWhenLeft: { ...phaseWhenLeft, [keyOf(payment)]: payment.phase } };
  return showChoice(isUnavailable || isFinal(payment.phase) ? { ...left, ...NO_PAYMENT } : left);
}

// What is shown.

const showChoice = (now: OrderSnapshot): OrderSnapshot =>
  scheduleCheck({
    ...now,
    retry: undefined,
    pending: undefined,
    shown: undefined,
    problem: undefined,
    reported: undefined,
    changedAt: now.time,
  });

function show(before: OrderSnapshot, payment: PublicPayment, by: ShownBy): OrderSnapshot {
  const isShown = before.shown && isSamePayment(payment, before.payment);
  const now = isShown ? before : { ...follow(before, payment), shown: { payment, by }, changedAt: before.time };
  return scheduleCheck({
    ...now,
    retry: undefined,
    pending: undefined,
    problem: undefined,
    reported: undefined,
    resumes: false,
    failures: 0,
    knownKeys: withKey(now.knownKeys, payment),
    lastShownId: idOf(payment),
  });
}

/** Shows a problem. Its event is dispatched once, not again at every failed retry. */
function fail(before: OrderSnapshot, problem: OrderProblem, pending?: Choice): OrderSnapshot {
  const { code } = problem;
  const failed = { ...before, problem, pending };
  const now = before.order && code !== 'already-paid' ? scheduleCheck(failed) : failed;
  if (now.reported === code) return now;
  return { ...now, reported: code, events: [...now.events, { type: 'problem', problem }] };
}

/** The order is paid. A payer whose payment was refunded sees that. */
function showPaid(now: OrderSnapshot, { payments }: ShownOrder): OrderSnapshot {
  const refunded = payments.find(({ phase }) => phase === 'refunded');
  return refunded ? show(now, refunded, 'resumed') : showAlreadyPaid(now);
}

/** The order is paid, and the payment that paid it cannot be shown. */
const showAlreadyPaid = (now: OrderSnapshot): OrderSnapshot =>
  fail({ ...now, ...NO_PAYMENT, ...NO_REQUEST }, { code: 'already-paid' });

// The payment that is followed.

/** Follows a payment instead of the previous one. The one that is already followed is updated. */
function follow(now: OrderSnapshot, payment: PublicPayment): OrderSnapshot {
  const { payment: before } = now;
  if (!before || !isSamePayment(payment, before))
    return withState({ ...now, given: payment, isUnavailable: false, orderPhase: undefined }, payment);
  return { ...(mayApply(before, payment) ? withState(now, payment) : now), given: payment };
}

const withState = (now: OrderSnapshot, payment: PublicPayment): OrderSnapshot => ({
  ...now,
  payment,
  changedAt: now.shown && payment.phase !== now.payment?.phase ? now.time : now.changedAt,
  keysWithMoney: isMoneyDetected(payment.phase) ? withKey(now.keysWithMoney, payment) : now.keysWithMoney,
});

/**
 * Applies the state of the model of the payment. The order is loaded again as soon as the status address reports
 * detected money, for this payment or for another one of the order.
 */
function paymentChanged(now: OrderSnapshot, { payment, problem, orderPhase }: PaymentSnapshot): OrderSnapshot {
  const { payment: before } = now;
  const isUnavailable = problem !== undefined;
  if (!payment || !before || !isSamePayment(payment, before)) return { ...now, isUnavailable };
  let { payments } = now;
  if (payment.phase !== before.phase) payments = withPayment(payments, payment);
  if (problem?.code === 'not-found' && !now.isUnavailable)
    payments = payments.filter((each) => !isSamePayment(each, payment));
  const reported = isPhase(orderPhase) ? orderPhase : undefined;
  const known = { ...withState(now, payment), payments, isUnavailable, orderPhase: reported };
  const isDetected = isMoneyDetected(payment.phase) && payment.phase !== before.phase;
  return isDetected || reported !== now.orderPhase ? check(known) : known;
}

// The responses for the order.

function orderAnswered(before: OrderSnapshot, reading: OrderReading): OrderSnapshot {
  const { request, shown } = before;
  if (!request || request.type === 'create') return before;
  const now = { ...before, request: undefined };
  // The payer may have chosen a payment while the order was being loaded.
  const isCheck = request.type === 'check' || shown;
  if (isCheck) return 'order' in reading ? checked(now, reading.order) : checkFailed(now, reading);
  if ('order' in reading) return loaded(now, reading.order);
  return 'problem' in reading ? fail(now, reading.problem) : loadFailed(now, reading);
}

/** Shows the payment that the order asks for, or how it can be paid. */
function loaded(before: OrderSnapshot, order: ShownOrder): OrderSnapshot {
  const { pending } = before;
  const { payments, paid, soldOut, methods } = order;
  const isFirst = !before.order || before.resumes;
  const now = keep({ ...before, resumes: false, failures: 0 }, order);
  const withMoney = paymentWithMoney(before, order);
  const begun = pending && begunPayment(now, pending);
  if (withMoney) {
    const by = isFirst ? 'resumed' : 'moved';
    return show(now, withMoney, isSamePayment(withMoney, begun) ? 'payer' : by);
  }
  if (paid) return showPaid(now, order);
  if (begun) return show(now, begun, 'payer');
  if (soldOut) return fail(now, { code: 'sold-out' });
  if (!methods.length) return fail(now, { code: 'unreadable-order', field: 'methods', reason: 'none that is known' });
  if (pending) return createAgain(now, pending, before.lostCreation);
  // A payer whose offer has ended sees its number, also after a reload.
  const isNotLeft = (each: PublicPayment) => now.phaseWhenLeft[keyOf(each)] !== each.phase;
  const last = isFirst && (lastStarted(now, payments) ?? payments.findLast(isNotLeft));
  return last ? show(now, last, 'resumed') : showMethods(now, order);
}

/** Shows how the order can be paid. The payment of the only choice is created at once. */
function showMethods(before: OrderSnapshot, order: ShownOrder): OrderSnapshot {
  const now = showChoice(before);
  const only = onlyChoice(order);
  if (!only) return now;
  // For a token, the element first asks the payer about the network.
  const createsAtOnce = now.inputs?.create !== 'click' && !only.coin?.token;
  return createsAtOnce || begunPayment(now, only) ? choose(now, only, 'only', true) : now;
}

/** The request for the order has failed, which says nothing about the order. The payment methods stay on the page. */
function loadFailed(
  before: OrderSnapshot,
  { failure, retryAfter }: Extract<OrderReading, { failure: string }>,
): OrderSnapshot {
  const failures = before.failures + (retryAfter === undefined ? 1 : 0);
  const wait = retryAfter === undefined ? { failures } : { after: retryAfter };
  const retry = { request: { type: 'load' }, wait } as const;
  const now = { ...before, failures, retry, lostCreations: 0 };
  const problem = { code: 'contact-lost', reason: failure } as const;
  return !now.order || now.pending || now.problem ? fail(now, problem, now.pending) : now;
}

/**
 * A payment for which money was detected replaces what is shown. A payment that was started in another tab replaces the
 * choice of a method.
 */
function checked(before: OrderSnapshot, order: ShownOrder): OrderSnapshot {
  const isNew = (payment: PublicPayment) => !before.knownKeys.includes(keyOf(payment));
  const started = before.shown ? undefined : lastStarted(before, order.payments.filter(isNew));
  const withMoney = paymentWithMoney(before, order);
  const now = keep(before, order);
  if (withMoney) return show(now, withMoney, 'moved');
  if (order.paid) return showPaid(now, order);
  return started ? show(now, started, 'resumed') : scheduleCheck(now);
}

function checkFailed(now: OrderSnapshot, reading: Exclude<OrderReading, { order: ShownOrder }>): OrderSnapshot {
  // The shop no longer knows the order, or no longer recognizes the payer. The payments have status addresses of their
  // own.
  if ('problem' in reading && reading.problem.code === 'unknown-order') return now;
  const after = 'problem' in reading ? undefined : reading.retryAfter;
  if (after !== undefined) return { ...now, check: { after } };
  const checkFailures = now.checkFailures + 1;
  return { ...now, checkFailures, check: { failures: checkFailures } };
}

/** Keeps the last answer. It may have a newer state of the payment that is followed. */
function keep(before: OrderSnapshot, order: ShownOrder): OrderSnapshot {
  const all = order.paid && order.paid !== true ? [...order.payments, order.paid] : order.payments;
  const now = {
    ...before,
    order,
    lostCreation: undefined,
    payments: order.payments,
    knownKeys: all.reduce(withKey, before.knownKeys),
  };
  const same = all.findLast((each) => isSamePayment(each, now.payment));
  return same && !now.isUnavailable ? follow(now, same) : now;
}

// The responses for a creation.

function creationAnswered(
  before: OrderSnapshot,
  { creation, failure = failureOf(0), backOff }: Extract<OrderEvent, { type: 'creation-answered' }>,
): OrderSnapshot {
  const { request, lostCreations } = before;
  if (request?.type !== 'create') return before;
  // The order shows whether the payment was created.
  if (!creation) return load({ ...before, lostCreation: failure, lostCreations: lostCreations + 1 });
  const now = { ...before, request: undefined, lostCreations: 0 };
  if ('problem' in creation) return fail(now, creation.problem);
  if ('busy' in creation) {
    const { after = backOff } = creation;
    const failures = now.failures + (creation.after === undefined ? 1 : 0);
    return fail({ ...now, failures, retry: { request, wait: { after } } }, { code: 'busy', after }, request.choice);
  }
  const { payment } = creation;
  return show({ ...now, payments: withPayment(now.payments, payment) }, payment, request.by);
}

/** Creates the pending payment, which the order does not have. After a lost response, waits before it. */
function createAgain(now: OrderSnapshot, choice: Choice, reason = failureOf(0)): OrderSnapshot {
  const { lostCreations: failures } = now;
  if (failures >= LOST_MAX) return fail({ ...now, lostCreations: 0 }, { code: 'not-prepared', reason: 'lost' });
  if (!failures || now.problem) return create(now, choice, 'payer');
  const retry = { request: { type: 'load' }, wait: { failures } } as const;
  return fail({ ...now, retry }, { code: 'contact-lost', reason }, choice);
}

// What is read from a snapshot and its payments.

/** Returns the payments with the new state of one of them, or with a further one. */
const withPayment = (payments: readonly PublicPayment[], payment: PublicPayment): readonly PublicPayment[] =>
  payments.some((each) => isSamePayment(each, payment))
    ? payments.map((each) => (isSamePayment(each, payment) ? payment : each))
    : [...payments, payment];

/** Whether a payment is being created, or the order is being loaded to learn whether one was created. */
const isCreating = ({ request, pending }: OrderSnapshot) => !!request && request.type !== 'check' && !!pending;

const withKey = (keys: readonly string[], payment: PublicPayment): readonly string[] =>
  keys.includes(keyOf(payment)) ? keys : [...keys, keyOf(payment)];

/** Returns the payment in progress: the one that this tab showed last, else the one that was started last. */
function lastStarted({ lastShownId }: OrderSnapshot, payments: readonly PublicPayment[]): PublicPayment | undefined {
  const open = payments.filter(isInProgress);
  return open.find((each) => idOf(each) === lastShownId) ?? open.at(-1);
}

/**
 * Returns the payment that must be shown in any case: the one that paid the order, or one for which money was detected.
 *
 * @param order - The last answer.
 */
function paymentWithMoney(
  { shown, payment, phaseWhenLeft }: OrderSnapshot,
  { payments, paid, mismatched }: ShownOrder,
): PublicPayment | undefined {
  const own = shown && payment;
  if (own && isPaidPhase(own.phase) && !mismatched.some(({ id }) => id === idOf(own))) return own;
  if (paid && paid !== true) return paid;
  if (own && isMoneyDetected(own.phase) && !isPaidPhase(own.phase)) return own;
  const changed = payments.filter((each) => phaseWhenLeft[keyOf(each)] !== each.phase);
  const furthest = furthestPhase(changed.map(({ phase }) => phase));
  return changed.find(({ phase }) => phase === furthest);
}
