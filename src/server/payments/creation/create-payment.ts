import { findCoin, methods, type CoinSymbol, type Method, type Result } from '../../../core/index.ts';
import { refuse } from '../../../core/result.ts';
import { randomText } from '../../random-text.ts';
import { UnavailableError, type OrderFinder } from '../../orders/find-order.ts';
import type { OrderRequest } from '../../orders/order-request.ts';
import type { ReadOrder } from '../../orders/order.ts';
import { createKeyedMutex } from '../../keyed-mutex.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { blocksNewPayment, isOpen, isUnseen } from '../../stores/rules.ts';
import type { NewPayment, PaymentData, PaymentRow, PaymentStore, Release } from '../../stores/store.ts';
import { shownPhase } from '../row-views.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { Secrets } from '../secrets.ts';
import { isForOrder, payerOf, type Settlements } from '../settlement.ts';
import { createConcurrentCreations } from './concurrent-creation.ts';
import { CREATION_LIMIT_MS, RETRY_AFTER_S, type CreationResult } from './creation-result.ts';
import { createProviderCreation, type ProviderCreationPorts, type PaymentChoice } from './provider-creation.ts';

/** The longest `orderRef`, in characters. */
const ORDER_MAX = 200;

/** For this long an amount that was below the minimum is refused without a request. Milliseconds. */
const BELOW_MINIMUM_MS = 10 * 60_000;

/**
 * A checkout that closes waits this long for running creations, which take a second or two when the service is well.
 * Milliseconds.
 */
const SETTLE_MS = 5_000;

/** The request of a browser. The shop provides amount and payout. */
export interface CreatePaymentRequest {
  readonly orderRef: string;
  readonly method: Method;
  readonly coin?: CoinSymbol;
}

/**
 * True when a text can be the reference of an order. Control characters and lone surrogates are refused, because some
 * databases cannot store them.
 */
export const isOrderRef = (text: string): boolean =>
  text !== '' && text.length <= ORDER_MAX && !/[\p{Cc}\p{Cs}]/u.test(text);

/** Parses the body of `POST payments`. Other fields are ignored. */
export function readCreatePaymentRequest(body: string): Result<CreatePaymentRequest> {
  let fields: unknown;
  try {
    fields = JSON.parse(body);
  } catch {
    return refuse('body', 'not JSON');
  }
  return readPaymentFields(fields);
}

/** Validates fields that are already parsed. */
export function readPaymentFields(fields: unknown): Result<CreatePaymentRequest> {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return refuse('body', 'not an object');
  const { order: orderRef, method, coin } = fields as Partial<Record<string, unknown>>;
  if (typeof orderRef !== 'string' || !isOrderRef(orderRef)) return refuse('order', 'not a name');
  const known = methods.find((one) => one === method);
  if (!known) return refuse('method', 'not a method');
  if (coin === undefined || coin === null) return { ok: true, orderRef, method: known };
  const found = typeof coin === 'string' ? findCoin(coin) : undefined;
  return found ? { ok: true, orderRef, method: known, coin: found.symbol } : refuse('coin', 'not a coin');
}

/**
 * Refused for `after` milliseconds, or admitted. Call `giveBack` when no request was sent to the service, so that the creation
 * does not count.
 */
export type Admission =
  | {
      readonly after: number;
      /** True when the visitor's own limit was reached, and not the shop's. */
      readonly ofVisitor: boolean;
    }
  | { readonly giveBack: () => void };

/** Who requests a payment: a request, and the name from the shop's own code, if there is one. */
export interface Visitor {
  readonly request: OrderRequest;
  /** Undefined: the option `visitor` is called. */
  readonly name?: string | undefined;
}

/** Limits the creations of visitors. */
export interface CreationLimit {
  /** Takes one creation from a visitor's limit. */
  readonly admit: (visitor: Visitor, orderRef: string) => Promise<Admission>;
}

export interface CreationPorts extends ProviderCreationPorts {
  readonly store: PaymentStore;
  readonly secrets: Secrets;
  readonly find: OrderFinder;
  readonly limit: CreationLimit;
  readonly settlements: Pick<Settlements, 'review'>;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Aborted when the checkout closes. */
  readonly closing: AbortSignal;
}

/**
 * Creates payments: one open payment for each (order, method, coin), also for concurrent requests and processes.
 *
 * The row is written before the request to the service, so a crash leaves a trace. The webhook of a payment whose
 * response was lost still finds its row. Of concurrent requests one creates the payment, and the others wait for it.
 */
export function createPaymentCreation(ports: CreationPorts) {
  const { store, secrets, find, limit, settlements, publicUrl, closing, now } = ports;
  const createAtProvider = createProviderCreation(ports);
  const withLock = createKeyedMutex();
  const awaitConcurrent = createConcurrentCreations(store, closing);
  const running = new Set<Promise<CreationResult>>();

  /** Creates the requested payment of an order, or finds the open one. Calls `order()` once. */
  async function findOrCreate(
    { orderRef, method, coin: symbol }: CreatePaymentRequest,
    visitor: Visitor,
    signal: () => AbortSignal | undefined,
  ): Promise<CreationResult> {
    const order = await find(orderRef, visitor.request).catch((error: unknown) => {
      if (error instanceof UnavailableError) return 'unavailable' as const;
      throw error;
    });
    if (order === 'unavailable') return { error: 'service-unavailable' };
    if (!order) return { error: 'unknown-order' };
    const only = order.coins.length === 1 ? order.coins[0] : undefined;
    const coin = symbol === undefined ? only : order.coins.find((offered) => offered.coin.symbol === symbol);
    const choice = { orderRef, order, method, coin: method === 'crypto' ? coin : undefined };
    const name = JSON.stringify([orderRef, method, coinOf(choice)]);
    // Tries again only when another request has inserted its row in between. The next try waits for that payment.
    for (let tries = 0; tries < 3; tries += 1) {
      // Serialized until the row is inserted, so that only one of concurrent requests uses the visitor's limit.
      const found = await withLock(name, () => findOrInsert(choice, visitor, signal));
      if (found) return 'later' in found ? found.later() : found;
    }
    return BUSY;
  }

  /** Why the order cannot be paid like this, by its payments; undefined when it can. */
  async function refusalOf(
    rows: readonly PaymentRow[],
    { order, method, coin }: PaymentChoice,
  ): Promise<CreationResult | undefined> {
    const paid = payerOf(await settlements.review(rows, order), order);
    if (paid) return { error: 'already-paid', paid };
    if (order.soldOut) return { error: 'sold-out' };
    if (order.expiresAt !== undefined && Date.parse(order.expiresAt) <= now()) return { error: 'offer-expired' };
    if (!order.methods.includes(method)) return { error: 'invalid-request', field: 'method' };
    return method === 'crypto' && !coin ? { error: 'invalid-request', field: 'coin' } : undefined;
  }

  /** The existing payment, a pending creation, or undefined when another request was faster. */
  async function findOrInsert(
    choice: PaymentChoice,
    visitor: Visitor,
    signal: () => AbortSignal | undefined,
  ): Promise<CreationResult | PendingCreation | undefined> {
    const { orderRef, method } = choice;
    const { ofOrder, rows, holder } = await rowsOf(store, choice);
    const refused = await refusalOf(ofOrder, choice);
    if (refused) return refused;
    if (holder) {
      if (isCurrent(holder, choice.order, now())) return { row: holder, fresh: false };
      const left = holder.created + CREATION_LIMIT_MS - now();
      if (holder.stage === 'creating' && left > 0) return { later: () => awaitConcurrent(holder, left, signal()) };
    }
    if (rows.some((row) => wasTooSmall(row, choice.order, now()))) return { error: 'below-minimum' };
    // Its changes would not be delivered by this process. The page repeats its request, which another process answers.
    if (closing.aborted) return BUSY;
    // A closed connection has no address, so the creation could not be counted for its visitor.
    if (signal()?.aborted) return { error: 'invalid-request', field: 'connection' };
    const admission = await limit.admit(visitor, orderRef);
    if ('after' in admission) {
      // Another process may have started the same payment in between. Then no payment is created here.
      const { holder: other } = await rowsOf(store, choice);
      if (other && other.paymentRef !== holder?.paymentRef) return undefined;
      return { error: 'busy', retryAfter: admission.after / 1000, ...(admission.ofVisitor && { limited: true }) };
    }
    if (holder && !(await takeOver(holder))) {
      // Money was seen in between, or another process was faster: start again.
      admission.giveBack();
      return undefined;
    }

    const paymentRef = randomText();
    const row = {
      paymentRef,
      token: randomText(),
      orderRef,
      method,
      coin: coinOf(choice),
      data: dataOf(choice),
      at: now(),
    };
    const webhookUrl = `${publicUrl}/webhook/${paymentRef}/${await secrets.sign(paymentRef)}`;
    if (await store.insert(row)) return { later: () => createAtProvider(row, choice, webhookUrl, admission.giveBack) };
    admission.giveBack();
    return undefined;
  }

  /** Closes a payment that is no longer current. Resolves with false when the payment has changed since. */
  async function takeOver({ paymentRef, stage, data }: PaymentRow): Promise<boolean> {
    const problem = stage === 'creating' ? 'abandoned' : 'replaced';
    // An address that was shown to a payer is replaced only while no money was seen for it.
    const onlyUnseen: Pick<Release, 'onlyUnseen'> = stage === 'creating' ? {} : { onlyUnseen: true };
    const released = await store.release(paymentRef, { stage, data: { ...data, problem }, at: now(), ...onlyUnseen });
    return released !== undefined;
  }

  return {
    createPayment: (...args: Parameters<typeof findOrCreate>): Promise<CreationResult> => {
      const creation = findOrCreate(...args).finally(() => running.delete(creation));
      running.add(creation);
      return creation;
    },
    /** Resolves when the running creations have ended, or after some seconds. */
    settled: () => withTimeout(SETTLE_MS, 'creations', () => Promise.allSettled(running)).catch(() => {}),
  };
}

export type CreatePayment = ReturnType<typeof createPaymentCreation>['createPayment'];

const BUSY: CreationResult = { error: 'busy', retryAfter: RETRY_AFTER_S };

/** The part of a creation that runs outside the lock. */
interface PendingCreation {
  readonly later: () => Promise<CreationResult>;
}

/** What a new row keeps of the order. */
function dataOf({ order, coin }: PaymentChoice): PaymentData {
  const { amount, currency, label, meta, expiresAt, rates } = order;
  const rate = coin && rates[coin.coin.symbol];
  return { amount, currency, ...omitUndefined({ label, meta, rate, expiresAt }) };
}

/** The coin as rows store it: empty for a method without a choice of coin. */
const coinOf = ({ coin }: Pick<PaymentChoice, 'coin'>): NewPayment['coin'] => coin?.coin.symbol ?? '';

/** Reads all rows of an order, the rows of a choice, and the open row of that choice. */
async function rowsOf(store: PaymentStore, choice: PaymentChoice) {
  const { orderRef, method } = choice;
  const ofOrder = await store.ofOrder(orderRef);
  const rows = ofOrder.filter((row) => row.method === method && row.coin === coinOf(choice));
  return { ofOrder, rows, holder: rows.find(isOpen) };
}

/**
 * True when a payment can still be used: it is valid for the order's amount and has not expired, or money was seen. An
 * unknown status is no proof of money, so such a payment needs the present amount and a valid time.
 */
export function isCurrent(row: PaymentRow, order: ReadOrder, now: number): boolean {
  if (row.stage !== 'ready' || !blocksNewPayment(row.knownPhase) || shownPhase(row, now) === 'expired') return false;
  return !isUnseen(row) || isForOrder(row, order);
}

/** True when the same amount was below the coin's minimum a short while ago. */
const wasTooSmall = (row: PaymentRow, order: ReadOrder, now: number): boolean =>
  row.data.problem === 'below-minimum' && now - row.created < BELOW_MINIMUM_MS && isForOrder(row, order);
