import { compareDecimals, decimalText, isPhase, phases, toPublicPayment, type Method } from '../../../core/index.ts';
import { ID_FIELD } from '../../../core/payments/payment.ts';
import { instantOf } from '../../../core/payments/payment-fields.ts';
import { nearest } from '../../nearest.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import type { Emit } from '../../observability/events.ts';
import type { ReadOrder } from '../../orders/order.ts';
import { createdFault, ProviderError } from '../../providers/provider-error.ts';
import type { CreatedPayment, CreationRequest, PaymentProvider } from '../../providers/provider.ts';
import { isWord, NEEDS_TIME, TEXT_MAX, type PaymentReport } from '../../providers/report.ts';
import type { NewPayment, PaymentData, PaymentRow, PaymentStore } from '../../stores/store.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { ApplyReport } from '../apply-report.ts';
import type { Delivery } from '../delivery.ts';
import type { ApplyEarlyStatus } from '../early-status.ts';
import { drawQr } from '../draw-qr.ts';
import { createMinimums } from '../minimums.ts';
import { resultOfFailure, RETRY_AFTER_S, type CreationResult } from './creation-result.ts';

/** The timeouts of one attempt and of all attempts together, while a payer waits. Milliseconds. */
const TIMEOUT_MS = 15_000;
const TOTAL_MS = 45_000;

/** How long a created payment waits for the coin's minimum, which is requested at the same time. Milliseconds. */
const MINIMUM_GRACE_MS = 1_000;

/** The choice of the payer, and the order as the shop returned it. */
export interface PaymentChoice {
  /** The shop's reference of the order. */
  readonly orderRef: string;
  readonly order: ReadOrder;
  readonly method: Method;
  /** Set with method `crypto`. */
  readonly coin: ReadOrder['coins'][number] | undefined;
}

export interface ProviderCreationPorts {
  readonly store: Pick<PaymentStore, 'release' | 'setResponse' | 'byServiceId' | 'byPaymentRef'>;
  readonly provider: Pick<PaymentProvider, 'create' | 'minimumOf'>;
  readonly applyReport: ApplyReport;
  readonly applyEarlyStatus: ApplyEarlyStatus;
  readonly delivery: Pick<Delivery, 'deliver'>;
  readonly emit: Emit;
  readonly now: () => number;
}

/** Creates the payment of a row that was inserted: asks the provider, and stores its answer. */
export function createProviderCreation(ports: ProviderCreationPorts) {
  const { store, provider, applyReport, applyEarlyStatus, delivery, emit, now } = ports;
  const minimumOf = createMinimums(provider, emit, now);

  /** Creates the payment, then delivers an early status. When the store fails, the next sweep delivers it. */
  return async function createAtProvider(
    row: NewPayment,
    choice: PaymentChoice,
    webhookUrl: string,
    giveBack: () => void,
  ): Promise<CreationResult> {
    const creating = requestPayment(provider, choice, row, webhookUrl);
    // Requested while the creation runs. In the client's queue it is behind the creation.
    const minimum = row.coin === '' ? Promise.resolve(undefined) : minimumOf(row.coin);
    const result = await creating.then(
      (created) => keep(row, created, minimum),
      (error: unknown) => fail(row, error, giveBack),
    );
    void delivery.deliver(row.paymentRef);
    return result;
  };

  /** Stores the answer of the provider, unless the payment cannot be used. */
  async function keep(
    row: NewPayment,
    created: CreatedPayment,
    minimumRequest: Promise<string | undefined>,
  ): Promise<CreationResult> {
    const { paymentRef, orderRef, method, coin } = row;
    const { id: serviceId, status } = created;
    const response = responseData(created, row);
    const payment = toPublicPayment(response.answer!);
    const minimum =
      created.minimum ?? (await withTimeout(MINIMUM_GRACE_MS, 'minimum', () => minimumRequest).catch(() => undefined));
    const qr = drawQr(payment);
    const data: PaymentData = {
      ...row.data,
      ...response,
      ...omitUndefined({ minimumTransactionCoin: minimum, qr }),
    };
    const written = { serviceId, status, data, at: now() };

    if (minimum !== undefined && 'tid' in payment && compareDecimals(payment.cryptoAmountExpected, minimum) < 0) {
      // Released before the answer is stored, so that no waiting request shows its address.
      const problem = 'below-minimum';
      await release(row, problem);
      await store.setResponse(paymentRef, { ...written, data: { ...data, problem } });
      emit({ type: 'below-minimum', paymentRef, orderRef, minimum });
      return { error: problem };
    }
    const others = (await store.byServiceId(serviceId)).some((other) => other.paymentRef !== paymentRef);
    const stored = others ? undefined : await store.setResponse(paymentRef, written);
    if (!stored) {
      await release(row, 'conflict');
      emit({ type: 'creation-conflict', paymentRef, orderRef });
      return { error: 'service-unavailable' };
    }
    if (stored.stage !== 'ready') {
      // Another request has given up this creation. No payer has seen the payment, and none will.
      await store.setResponse(paymentRef, { ...written, data: { ...data, problem: 'abandoned' } });
      return { error: 'busy', retryAfter: RETRY_AFTER_S };
    }
    emit({ type: 'payment-created', paymentRef, orderRef, method, coin });
    return { row: await withFirstStatus(stored, created), fresh: true };
  }

  /** Applies the status of the answer, or the status of a webhook that came before it. */
  async function withFirstStatus(row: PaymentRow, created: CreatedPayment): Promise<PaymentRow> {
    // Usually NEW or PENDING (contract 3), which keep the phase.
    const { id, status, phase, expiresAt } = created;
    const first: PaymentReport = { source: 'creation', id, status, phase, expiresAt };
    if (row.earlyStatus !== undefined) {
      await applyEarlyStatus(row, { id, expiresAt });
      return (await store.byPaymentRef(row.paymentRef)) ?? row;
    }
    const moved = await applyReport(row, first);
    // No conflict is possible, because the row has this identifier.
    if (moved && moved !== 'conflict') return moved;
    // Without a change of phase, the end of the provider's offer was added.
    const known = expiresAt === undefined ? undefined : await store.byPaymentRef(row.paymentRef);
    return known ?? row;
  }

  /** Closes the row, so that the creation can be repeated. If the provider has made a payment, no payer has seen it. */
  async function fail(row: NewPayment, error: unknown, giveBack: () => void): Promise<CreationResult> {
    const known: Partial<ProviderError> = error instanceof ProviderError ? error : {};
    const { code = 'internal', sent = true, field, retryAfter, url, status } = known;
    // A mistake of the provider: its error may contain anything, so it is not in the other event.
    if (!(error instanceof ProviderError)) emit({ type: 'internal-error', at: 'provider.create()', cause: error });
    const { paymentRef, orderRef, method, coin } = row;
    const { amount, currency } = row.data;
    emit({
      ...{ type: 'creation-failed', paymentRef, orderRef, method, coin, amount, currency },
      code,
      sent,
      reason: error instanceof ProviderError ? reasonOf(error) : 'the provider threw an error that is no ProviderError',
      ...omitUndefined({ field, url, status }),
    });
    await release(row, code);
    // The provider has created nothing, so the creation does not count.
    if (!sent || code === 'rate-limited') giveBack();
    // A page that gets a time repeats the creation by itself. After any other answer than 429 and 503 a payment may exist.
    const isRefused = !sent || code === 'rate-limited' || status === undefined || status === 503;
    return resultOfFailure(code, isRefused ? retryAfter : undefined);
  }

  function release({ paymentRef, data }: NewPayment, problem: string) {
    return store.release(paymentRef, { stage: 'creating', data: { ...data, problem }, at: now() });
  }
}

/** The error's message, with the system error code when there was no connection: `ECONNREFUSED`. */
function reasonOf({ message, cause }: ProviderError): string {
  const { code } = Object(cause) as { readonly code?: unknown };
  return typeof code === 'string' ? `${message} (${code})` : message;
}

/** Requests the payment from the provider. @throws ProviderError, also when the response cannot be used */
async function requestPayment(
  { create }: Pick<PaymentProvider, 'create'>,
  choice: PaymentChoice,
  row: NewPayment,
  webhookUrl: string,
): Promise<CreatedPayment> {
  const request = toRequest(choice, row, webhookUrl);
  const created = await create(request, { timeout: TIMEOUT_MS, signal: AbortSignal.timeout(TOTAL_MS) });
  return readCreated(created, choice.method);
}

function toRequest(
  { order, method, coin }: PaymentChoice,
  { paymentRef, orderRef }: NewPayment,
  webhookUrl: string,
): CreationRequest {
  const { amount, currency, wallet, localcode, meta, expiresAt } = order;
  const base = { paymentRef, orderRef, amount, currency, webhookUrl, meta, expiresAt };
  switch (method) {
    case 'crypto':
      return { ...base, method, coin: coin!.coin.symbol, payout: coin!.payout };
    case 'wallet':
      return { ...base, method, ...wallet! };
    case 'localcode': {
      const { payoutCryptoCoin: payoutCoin, payoutAddress } = localcode!;
      return { ...base, method, payoutCoin, payoutAddress };
    }
  }
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** A time in ISO 8601, in UTC. A `Date` is accepted, too. */
const timeOf = (value: unknown) =>
  instantOf(value instanceof Date && !Number.isNaN(+value) ? value.toISOString() : value);

/** The most digits of a decimal number that a double always keeps. */
const EXACT_DIGITS = 15;

/** A number with more digits than a double keeps was rounded before it came here, such as 0.012345678901234567 ETH. */
function isAmount(value: unknown): boolean {
  const text = decimalText(value);
  if (text === undefined || text === '0') return false;
  return typeof value === 'string' || text.replace('.', '').replace(/^0+/, '').length <= EXACT_DIGITS;
}

/** Members without which a payment cannot be shown to a payer. */
const REQUIRED: Readonly<Record<Method, readonly (keyof CreatedPayment)[]>> = {
  crypto: ['id', 'status', 'destination', 'amount'],
  wallet: ['id', 'status', 'note'],
  localcode: ['id', 'status'],
};

type Check = readonly [holds: (value: unknown) => boolean, reason: string];

const TEXT: Check = [isText, 'text is needed'];
const WORD: Check = [isWord, `a text of 1 to ${TEXT_MAX} whole characters is needed`];
const ANY: Check = [() => true, ''];

/** The check of each member, and the reason when it fails. The tags show a page or an image only when they can be used. */
const CHECKS: Readonly<Record<keyof CreatedPayment, Check>> = {
  id: WORD,
  status: WORD,
  phase: [isPhase, `one of ${phases.join(', ')} is needed`],
  expiresAt: [(value) => timeOf(value) !== undefined, NEEDS_TIME],
  minimum: [(value) => decimalText(value) !== undefined, "decimal text such as '0.00031113' is needed"],
  test: [(value) => typeof value === 'boolean', 'true or false is needed'],
  destination: TEXT,
  amount: [isAmount, "decimal text above zero is needed, such as '0.00031113'"],
  note: TEXT,
  hostedUrl: ANY,
  qrImage: ANY,
  details: ANY,
};

/** Members that a method needs. Those of another method are not checked. */
const NEEDED: readonly string[] = Object.values(REQUIRED).flat();

/**
 * Checks what `create()` of a provider has returned, before a payer sees it, and brings its texts into the form that reports
 * have.
 *
 * @throws ProviderError that names the first member that is missing, unknown, or cannot be used
 */
function readCreated(created: CreatedPayment, method: Method): CreatedPayment {
  const given = Object(created) as Partial<Record<string, unknown>>;
  const isGiven = (name: string) => given[name] !== undefined && given[name] !== null;
  for (const name of Object.keys(given))
    if (!Object.hasOwn(CHECKS, name) && given[name] !== undefined) {
      const meant = nearest(name, Object.keys(CHECKS));
      throw createdFault(name, 'no such member', meant === undefined ? '' : `; did you mean ${meant}?`);
    }
  const required: readonly string[] = REQUIRED[method];
  for (const name of required) if (!isGiven(name) || given[name] === '') throw createdFault(name, 'missing');
  for (const [name, [holds, reason]] of Object.entries(CHECKS)) {
    const isUsed = required.includes(name) || !NEEDED.includes(name);
    if (isUsed && isGiven(name) && !holds(given[name])) throw createdFault(name, 'cannot be used', `; ${reason}`);
  }
  const { id, status, expiresAt } = created;
  return { ...created, id: id.trim(), status: status.trim(), expiresAt: timeOf(expiresAt) };
}

/** The fields of a row that come from the provider's response: the payer's in the names of a `PublicPayment`. */
function responseData(created: CreatedPayment, { method, coin, data }: NewPayment): Partial<PaymentData> {
  const { id, status, destination, amount, note, hostedUrl, qrImage, expiresAt, test, details } = created;
  const crypto = { address: destination, cryptoCoin: coin, cryptoAmountExpected: decimalText(amount) };
  const answer = omitUndefined({
    [ID_FIELD[method]]: id,
    status,
    amount: data.amount,
    currency: data.currency,
    ...(method === 'crypto' ? crypto : {}),
    note,
    hostedUrl,
    qrCodeBase64: qrImage,
    expiresAt,
    test: test === true ? true : undefined,
  });
  return { answer, ...(details && { details }) };
}
