import { randomText } from '../../random-text.ts';
import type { ReadOrder } from '../../orders/order.ts';
import { createKeyedMutex } from '../../keyed-mutex.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { blocksNewPayment, isUnseen } from '../../stores/rules.ts';
import type { NewPayment, PaymentData, PaymentRow, PaymentStore, Release } from '../../stores/store.ts';
import { shownPhase } from '../payment-view.ts';
import type { Secrets } from '../secrets.ts';
import { isForOrder } from '../settlement.ts';
import { createConcurrentCreations } from './concurrent-creation.ts';
import { CREATION_LIMIT_MS, RETRY_AFTER_S, type CreationResult } from './creation-result.ts';
import { createPaymentMaker, type MakePaymentPorts, type PaymentChoice } from './make-payment.ts';

/** For this long an amount that was below the minimum is refused without a request. Milliseconds. */
const BELOW_MINIMUM_MS = 10 * 60_000;

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

/** The client that requests a payment. */
export interface Requester {
  /** Aborted when the client has disconnected: then no payment is created. */
  readonly signal: () => AbortSignal | undefined;
  /** Returns why the order cannot be paid, by all its payments; undefined when it can. */
  readonly refuse: (rows: readonly PaymentRow[]) => Promise<CreationResult | undefined>;
  /** Takes one creation from the visitor's limit. */
  readonly admit: () => Promise<Admission>;
}

export interface CreationPorts extends MakePaymentPorts {
  readonly store: PaymentStore;
  readonly secrets: Secrets;
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
export function createCreations(ports: CreationPorts) {
  const { store, secrets, publicUrl, closing, now } = ports;
  const makePayment = createPaymentMaker(ports);
  const withLock = createKeyedMutex();
  const awaitConcurrent = createConcurrentCreations(store, closing);

  return async function create(choice: PaymentChoice, requester: Requester): Promise<CreationResult> {
    const name = JSON.stringify([choice.orderRef, choice.method, coinOf(choice)]);
    // Tries again only when another request has inserted its row in between. The next try waits for that payment.
    for (let tries = 0; tries < 3; tries += 1) {
      // Serialized until the row is inserted, so that only one of concurrent requests uses the visitor's limit.
      const begun = await withLock(name, () => begin(choice, requester));
      if (begun) return 'later' in begun ? begun.later() : begun;
    }
    return { error: 'busy', retryAfter: RETRY_AFTER_S };
  };

  /** The existing payment, a pending creation, or undefined when another request was faster. */
  async function begin(
    choice: PaymentChoice,
    { signal, refuse, admit }: Requester,
  ): Promise<CreationResult | PendingCreation | undefined> {
    const { orderRef, method } = choice;
    const { ofOrder, rows, holder } = await rowsOf(store, choice);
    const refused = await refuse(ofOrder);
    if (refused) return refused;
    if (holder) {
      if (isCurrent(holder, choice.order, now())) return { row: holder, fresh: false };
      const left = holder.created + CREATION_LIMIT_MS - now();
      if (holder.stage === 'creating' && left > 0) return { later: () => awaitConcurrent(holder, left, signal()) };
    }
    if (rows.some((row) => wasTooSmall(row, choice.order, now()))) return { error: 'below-minimum' };
    // A closed connection has no address, so the creation could not be counted for its visitor.
    if (signal()?.aborted) return { error: 'invalid-request', field: 'connection' };
    const admission = await admit();
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
    if (await store.insert(row)) return { later: () => makePayment(row, choice, webhookUrl, admission.giveBack) };
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
}

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
  return { ofOrder, rows, holder: rows.find((row) => row.stage !== 'released' && blocksNewPayment(row.knownPhase)) };
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
