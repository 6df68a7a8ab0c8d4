import { compareDecimals, decimalText, toPublicPayment, type Method } from '../../../core/index.ts';
import { ID_FIELD } from '../../../core/payments/payment.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import type { Emit } from '../../observability/events.ts';
import type { ReadOrder } from '../../orders/order.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { CreatedPayment, CreationRequest, PaymentProvider } from '../../providers/provider.ts';
import type { PaymentReport } from '../../providers/report.ts';
import type { NewPayment, PaymentData, PaymentRow, PaymentStore } from '../../stores/store.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { ApplyReport } from '../apply-report.ts';
import type { Delivery } from '../delivery.ts';
import type { ApplyEarlyStatus } from '../early-status.ts';
import { drawQr } from '../draw-qr.ts';
import { createMinimums } from '../minimums.ts';
import { resultOfFailure, RETRY_AFTER_S, type CreationResult } from './creation-result.ts';
import { readCreated } from './read-created.ts';

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
    const answer = { serviceId, status, data, at: now() };

    if (minimum !== undefined && 'tid' in payment && compareDecimals(payment.cryptoAmountExpected, minimum) < 0) {
      // Released before the answer is stored, so that no waiting request shows its address.
      const problem = 'below-minimum';
      await release(row, problem);
      await store.setResponse(paymentRef, { ...answer, data: { ...data, problem } });
      emit({ type: 'below-minimum', paymentRef, orderRef, minimum });
      return { error: problem };
    }
    const others = (await store.byServiceId(serviceId)).some((other) => other.paymentRef !== paymentRef);
    const stored = others ? undefined : await store.setResponse(paymentRef, answer);
    if (!stored) {
      await release(row, 'conflict');
      emit({ type: 'creation-conflict', paymentRef, orderRef });
      return { error: 'service-unavailable' };
    }
    if (stored.stage !== 'ready') {
      // Another request has given up this creation. No payer has seen the payment, and none will.
      await store.setResponse(paymentRef, { ...answer, data: { ...data, problem: 'abandoned' } });
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
