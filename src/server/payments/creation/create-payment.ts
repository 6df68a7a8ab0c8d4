import { compareDecimals, toPublicPayment } from '../../../core/index.ts';
import { requestPayment, responseData, type PaymentChoice } from './request-payment.ts';
import type { CreatedPayment, PaymentProvider } from '../../providers/provider.ts';
import type { PaymentReport } from '../../providers/report.ts';
import { coinOf, isCurrent, rowsOf, wasTooSmall } from './payment-lookup.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { CREATION_LIMIT_MS, RETRY_AFTER_S, type CreationResult } from './creation-result.ts';
import type { Admission } from './creation-limit.ts';
import type { Emit } from '../../observability/events.ts';
import { createMinimums } from './minimums.ts';
import { drawQr } from './draw-qr.ts';
import { randomText } from '../../random-text.ts';
import type { Secrets } from '../secrets.ts';
import type { NewPayment, PaymentData, PaymentRow, PaymentStore, Release } from '../../stores/store.ts';
import type { ApplyReport } from '../apply-report.ts';
import type { Delivery } from '../delivery.ts';
import { createKeyedMutex } from '../../keyed-mutex.ts';
import { withTimeout } from '../../with-timeout.ts';
import { createConcurrentCreations } from './concurrent-creation.ts';

/** How long a created payment waits for the coin's minimum, which is requested at the same time. Milliseconds. */
const MINIMUM_GRACE_MS = 1_000;

/** The client that requests a payment. */
export interface Requester {
  /** Aborted when the client has disconnected: then no payment is created. */
  readonly signal: () => AbortSignal | undefined;
  /** Returns why the order cannot be paid, by all its payments; undefined when it can. */
  readonly refuse: (rows: readonly PaymentRow[]) => Promise<CreationResult | undefined>;
  /** Takes one creation from the visitor's limit. */
  readonly admit: () => Promise<Admission>;
}

export interface CreationPorts {
  readonly store: PaymentStore;
  readonly provider: Pick<PaymentProvider, 'create' | 'minimumOf'>;
  readonly secrets: Secrets;
  readonly applyReport: ApplyReport;
  readonly delivery: Pick<Delivery, 'deliver'>;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Aborted when the checkout closes. */
  readonly closing: AbortSignal;
  readonly emit: Emit;
  readonly now: () => number;
}

/**
 * Creates payments: one open payment for each (order, method, coin), also for concurrent requests and processes.
 *
 * The row is written before the request to the service, so a crash leaves a trace. The webhook of a payment whose
 * response was lost still finds its row. Of concurrent requests one creates the payment, and the others wait for it.
 */
export function createCreations(ports: CreationPorts) {
  const { store, provider, secrets, applyReport, delivery, publicUrl, closing, emit, now } = ports;
  const minimumOf = createMinimums(provider, emit, now);
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

    const { amount, currency, label, meta, expiresAt, rates } = choice.order;
    const rate = choice.coin && rates[choice.coin.coin.symbol];
    const optional = {
      ...(label === undefined ? {} : { label }),
      ...(meta === undefined ? {} : { meta }),
      ...(rate && { rate }),
    };
    const data = { amount, currency, ...optional, ...(expiresAt === undefined ? {} : { expiresAt }) };
    const paymentRef = randomText();
    const row = { paymentRef, token: randomText(), orderRef, method, coin: coinOf(choice), data, at: now() };
    const webhookUrl = `${publicUrl}/webhook/${paymentRef}/${await secrets.sign(paymentRef)}`;
    if (await store.insert(row)) return { later: () => makeAndDeliver(row, choice, webhookUrl, admission.giveBack) };
    admission.giveBack();
    return undefined;
  }

  /** Closes a payment that is no longer current. Resolves with false when the payment has changed since. */
  async function takeOver(holder: PaymentRow): Promise<boolean> {
    // An address that was shown to a payer is replaced only while no money was seen for it.
    const released =
      holder.stage === 'creating' ? release(holder, 'abandoned') : release(holder, 'replaced', { onlyUnseen: true });
    return (await released) !== undefined;
  }

  function release(
    { paymentRef, stage, data }: Pick<PaymentRow, 'paymentRef' | 'stage' | 'data'>,
    problem: string,
    condition: Pick<Release, 'onlyUnseen'> = {},
  ) {
    return store.release(paymentRef, { stage, data: { ...data, problem }, at: now(), ...condition });
  }

  /** Creates the payment, then delivers an early status. When the store fails, the next sweep delivers it. */
  async function makeAndDeliver(...given: Parameters<typeof make>): Promise<CreationResult> {
    const [row] = given;
    const result = await make(...given);
    void delivery.deliver(row.paymentRef);
    return result;
  }

  async function make(
    row: NewPayment,
    choice: PaymentChoice,
    webhookUrl: string,
    giveBack: () => void,
  ): Promise<CreationResult> {
    const creating = requestPayment(provider, choice, row, webhookUrl);
    // Requested while the creation runs. In the client's queue it is behind the creation.
    const minimumRequest = row.coin === '' ? Promise.resolve(undefined) : minimumOf(row.coin);
    let created: CreatedPayment;
    try {
      created = await creating;
    } catch (error) {
      return failed(row, error, giveBack);
    }
    const { paymentRef, orderRef } = row;
    const { id: serviceId } = created;
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
    const attachment = { serviceId, status: created.status, data, at: now() };

    if (minimum !== undefined && 'tid' in payment && compareDecimals(payment.cryptoAmountExpected, minimum) < 0) {
      // Released before it is attached, so that no waiting request shows its address.
      const problem = 'below-minimum';
      await release({ ...row, stage: 'creating' }, problem);
      await store.setResponse(paymentRef, { ...attachment, data: { ...data, problem } });
      emit({ type: 'below-minimum', paymentRef, orderRef, minimum });
      return { error: problem };
    }
    const others = (await store.byServiceId(serviceId)).some((other) => other.paymentRef !== paymentRef);
    const attached = others ? undefined : await store.setResponse(paymentRef, attachment);
    if (!attached) {
      await release({ ...row, stage: 'creating' }, 'conflict');
      emit({ type: 'creation-conflict', paymentRef, orderRef });
      return { error: 'service-unavailable' };
    }
    if (attached.stage !== 'ready') return { error: 'busy', retryAfter: RETRY_AFTER_S };
    emit({ type: 'payment-created', paymentRef, orderRef, method: row.method, coin: row.coin });
    // Usually NEW or PENDING (contract 3), which keep the phase. Other statuses and an early one are applied.
    const { status, phase, expiresAt } = created;
    const first: PaymentReport = { source: 'creation', id: serviceId, status, phase, expiresAt };
    const { earlyStatus } = attached;
    const early: PaymentReport = { ...first, source: 'webhook', status: earlyStatus, phase: undefined };
    const moved = await applyReport(attached, earlyStatus === undefined ? first : early);
    // No conflict is possible, because the row has this identifier.
    if (moved && moved !== 'conflict') return { row: moved, fresh: true };
    // Without a change of phase, the end of the provider's offer was added.
    const known = expiresAt === undefined ? undefined : await store.byPaymentRef(paymentRef);
    return { row: known ?? attached, fresh: true };
  }

  /**
   * Closes the row, so that the creation can be repeated. If the service has created a payment, no payer has seen it.
   */
  async function failed(row: NewPayment, error: unknown, giveBack: () => void): Promise<CreationResult> {
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
    await release({ ...row, stage: 'creating' }, code);
    // The service has created nothing, so the creation does not count.
    if (!sent || code === 'rate-limited') giveBack();
    if (code === 'busy' || code === 'rate-limited') return { error: 'busy', retryAfter: retryAfter ?? RETRY_AFTER_S };
    // A retry would fail, too: the shop has to correct it.
    if (code === 'invalid-request' || code === 'unsupported') return { error: 'internal' };
    return { error: 'service-unavailable', retryAfter };
  }
}

/** The error's message, with the system error code when there was no connection: `ECONNREFUSED`. */
function reasonOf({ message, cause }: ProviderError): string {
  const { code } = Object(cause) as { readonly code?: unknown };
  return typeof code === 'string' ? `${message} (${code})` : message;
}

/** The part of a creation that runs outside the lock. */
interface PendingCreation {
  readonly later: () => Promise<CreationResult>;
}
