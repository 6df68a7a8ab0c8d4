import { compareDecimals, toPublicPayment } from '../../../core/index.ts';
import type { Emit } from '../../observability/events.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { CreatedPayment, PaymentProvider } from '../../providers/provider.ts';
import type { PaymentReport } from '../../providers/report.ts';
import type { NewPayment, PaymentData, PaymentRow, PaymentStore } from '../../stores/store.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { ApplyReport } from '../apply-report.ts';
import type { Delivery } from '../delivery.ts';
import type { ApplyEarlyStatus } from '../early-status.ts';
import { drawQr } from '../draw-qr.ts';
import { createMinimums } from '../minimums.ts';
import { RETRY_AFTER_S, type CreationResult } from './creation-result.ts';
import { requestPayment, responseData, type PaymentChoice } from './request-payment.ts';

/** How long a created payment waits for the coin's minimum, which is requested at the same time. Milliseconds. */
const MINIMUM_GRACE_MS = 1_000;

export interface MakePaymentPorts {
  readonly store: Pick<PaymentStore, 'release' | 'setResponse' | 'byServiceId' | 'byPaymentRef'>;
  readonly provider: Pick<PaymentProvider, 'create' | 'minimumOf'>;
  readonly applyReport: ApplyReport;
  readonly applyEarlyStatus: ApplyEarlyStatus;
  readonly delivery: Pick<Delivery, 'deliver'>;
  readonly emit: Emit;
  readonly now: () => number;
}

/** Makes the payment of a row that was inserted: asks the provider, and stores its answer. */
export function createPaymentMaker(ports: MakePaymentPorts) {
  const { store, provider, applyReport, applyEarlyStatus, delivery, emit, now } = ports;
  const minimumOf = createMinimums(provider, emit, now);

  /** Makes the payment, then delivers an early status. When the store fails, the next sweep delivers it. */
  return async function makePayment(
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
      ...(minimum === undefined ? {} : { minimumTransactionCoin: minimum }),
      ...(qr ? { qr } : {}),
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
    if (stored.stage !== 'ready') return { error: 'busy', retryAfter: RETRY_AFTER_S };
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
    emit({
      type: 'creation-failed',
      paymentRef: row.paymentRef,
      orderRef: row.orderRef,
      code,
      sent,
      reason: error instanceof ProviderError ? reasonOf(error) : 'the provider threw an error that is no ProviderError',
      ...(field === undefined ? {} : { field }),
      ...(url === undefined ? {} : { url }),
      ...(status === undefined ? {} : { status }),
    });
    await release(row, code);
    // The provider has created nothing, so the creation does not count.
    if (!sent || code === 'rate-limited') giveBack();
    if (code === 'busy' || code === 'rate-limited') return { error: 'busy', retryAfter: retryAfter ?? RETRY_AFTER_S };
    // A retry would fail, too: the shop has to correct it.
    if (code === 'invalid-request' || code === 'unsupported') return { error: 'internal' };
    return { error: 'service-unavailable', retryAfter };
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
