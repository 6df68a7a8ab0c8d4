import type { CheckoutEventData, Emit } from '../observability/events.ts';
import { answer, BodyTooLarge, errorAnswer, type CheckoutAnswer, type CheckoutRequest } from './http.ts';
import type { createProbeAnswerer } from './probe.ts';
import type { Secrets } from '../payments/secrets.ts';
import { fromBase64Url } from '../base64url.ts';
import { isRandomText } from '../random-text.ts';
import type { AccountReport, PaymentProvider } from '../providers/provider.ts';
import type { PaymentReport, ReadWebhook, WebhookHeaders } from '../providers/report.ts';
import type { PaymentRow, PaymentStore } from '../stores/store.ts';
import type { ApplyReport } from '../payments/apply-report.ts';
import { InvalidReportError, readReport, type ReadReportOptions } from '../providers/report.ts';
import { whyUnreadable } from '../providers/service/read-webhook.ts';

/** Far above any notification seen; a body over it is not read to its end. Bytes. */
const BODY_MAX = 64 * 1024;

/** The time limits of one request and of all requests of `readAccountWebhook`. Milliseconds. */
const TIMEOUT_MS = 5_000;
const TOTAL_MS = 10_000;

/** The time in which a webhook that a wrong setting may explain is a warning once. Milliseconds. */
const WARN_AGAIN_MS = 10 * 60_000;

/** The length of an HMAC-SHA256. */
const SIGNATURE_BYTES = 32;

/** A single wrong signature may be anybody's; a service sends a webhook that was answered with 404 again. */
const WRONG_SIGNATURES = 3;

type RejectedWebhook = Extract<CheckoutEventData, { readonly type: 'webhook-rejected' }>;

export interface WebhookPorts {
  readonly store: PaymentStore;
  readonly secrets: Secrets;
  readonly answerProbe: ReturnType<typeof createProbeAnswerer>;
  /** Undefined when webhooks of one payment are not supported. */
  readonly readWebhook: ReadWebhook | undefined;
  /** Whether `readWebhook` is the shop's or of a provider of the shop. It may read bodies that the built-in one cannot. */
  readonly hasOwnReader: boolean;
  readonly provider: Pick<PaymentProvider, 'name' | 'readAccountWebhook'>;
  readonly applyReport: ApplyReport;
  readonly emit: Emit;
}

const headersOf = ({ header }: CheckoutRequest): WebhookHeaders => ({
  get: (name) => header(String(name).toLowerCase()) ?? null,
});

/** Whether a report has the identifier of another payment. */
const isOfAnother = ({ serviceId }: PaymentRow, { id }: PaymentReport): boolean =>
  id !== undefined && serviceId !== null && id !== serviceId;

/** Why a body was not read. What the built-in reader says of the body is not the reason why another reader has refused it. */
function reasonOf(body: string, hasOwnReader: boolean): string {
  const flaw = whyUnreadable(body);
  if (flaw === undefined) return 'readWebhook() returned undefined';
  return hasOwnReader ? `readWebhook() returned undefined; the body is ${flaw}` : flaw;
}

/**
 * Receives webhooks: of one payment, at its signed address, and of the provider's account.
 *
 * Answers after the durable write and before any callback of the shop runs. 200: applied, or known already. 202: the
 * content cannot be used (after a 4xx, some senders would retry for ever and others give up). 404: an unknown address or
 * a wrong signature. An exception becomes the handler's 500, and the webhook is sent again.
 */
export function createWebhookReceiver(ports: WebhookPorts) {
  const { store, secrets, answerProbe, readWebhook, hasOwnReader, provider, applyReport, emit } = ports;

  /** When there was a warning, by the field of the event. */
  const warnedAt = new Map<string, number>();
  let wrongSignatures = 0;
  let parsedReported = false;

  /**
   * Rejects a webhook.
   *
   * @param cause - A field of the event that names the setting of the shop which may be wrong. Each is a warning once in a
   *   while, because most of them can be caused by anybody.
   */
  function reject(cause: Omit<RejectedWebhook, 'type'> = {}): CheckoutAnswer {
    const [field] = Object.keys(cause);
    const at = performance.now();
    const isNews = field !== undefined && at - (warnedAt.get(field) ?? -Infinity) >= WARN_AGAIN_MS;
    if (isNews) warnedAt.set(field, at);
    emit({ type: 'webhook-rejected', ...(isNews && cause) });
    return errorAnswer('not-found');
  }

  /**
   * Rejects a webhook at an address that was signed with another secret, or whose payment is not in this store. The store
   * is not asked about the first.
   */
  function rejectAddress(paymentRef: string, signature: string, isSigned: boolean): CheckoutAnswer {
    if (isSigned) return reject({ paymentRef });
    if (!isRandomText(paymentRef) || fromBase64Url(signature)?.length !== SIGNATURE_BYTES) return reject();
    wrongSignatures += 1;
    return reject(wrongSignatures < WRONG_SIGNATURES ? {} : { wrongSignatures });
  }

  /**
   * Reports once that a parser has read a webhook: digits that a double cannot hold are lost before the body arrives
   * here.
   */
  function checkParsed(request: CheckoutRequest): void {
    if (parsedReported || !request.bodyWasParsed) return;
    parsedReported = true;
    emit({ type: 'webhook-body-parsed' });
  }

  /** Reads what `readWebhook` or the provider has returned. An event reports what cannot be used. */
  function read(given: unknown, { paymentRef, orderRef }: PaymentRow, options: ReadReportOptions) {
    try {
      return readReport(given, options);
    } catch (error) {
      if (error instanceof InvalidReportError) {
        const { field, reason } = error;
        emit({ type: 'webhook-content-invalid', paymentRef, orderRef, field, reason });
      }
      throw error;
    }
  }

  /** Applies a report to its payment. Returns false when it belongs to another payment. */
  async function apply(row: PaymentRow, report: PaymentReport): Promise<boolean> {
    const { paymentRef, orderRef } = row;
    const updated = isOfAnother(row, report) ? 'conflict' : await applyReport(row, report);
    if (updated === 'conflict') emit({ type: 'webhook-conflict', paymentRef, orderRef });
    else emit({ type: 'webhook-accepted', paymentRef, orderRef, changed: updated !== undefined });
    return updated !== 'conflict';
  }

  /** A webhook of one payment, at its own address. */
  async function receive(request: CheckoutRequest, paymentRef: string, signature: string): Promise<CheckoutAnswer> {
    checkParsed(request);
    const isSigned = await secrets.verify(paymentRef, signature);
    const row = isSigned ? await store.byPaymentRef(paymentRef) : undefined;
    if (!row || !readWebhook) {
      const probed = await answerProbe(request, paymentRef, signature);
      return probed ?? (row ? reject() : rejectAddress(paymentRef, signature, isSigned));
    }
    const { orderRef } = row;
    const unreadable = (reason: string) => emit({ type: 'webhook-unreadable', paymentRef, orderRef, reason });
    const body = await request.text(BODY_MAX).catch((error: unknown) => {
      if (error instanceof BodyTooLarge) unreadable(`longer than ${BODY_MAX / 1024} KiB`); // it may have reported money
      throw error;
    });
    const content = await readWebhook(body, headersOf(request));
    if (content === undefined) {
      unreadable(reasonOf(body, hasOwnReader));
      return answer(202);
    }
    const report = read(content, row, { from: 'readWebhook', source: 'webhook' });
    if (report.status === undefined && report.phase === undefined) {
      emit({ type: isOfAnother(row, report) ? 'webhook-conflict' : 'webhook-without-status', paymentRef, orderRef });
      return answer(202);
    }
    return answer((await apply(row, report)) ? 200 : 202);
  }

  /** The payments that a report of the account is about: by its id, or by the reference that the server keeps. */
  async function rowsOf({ id, paymentRef }: AccountReport): Promise<readonly PaymentRow[]> {
    const rows = typeof id === 'string' ? await store.byServiceId(id) : [];
    if (rows.length > 0 || typeof paymentRef !== 'string' || !isRandomText(paymentRef)) return rows;
    const row = await store.byPaymentRef(paymentRef);
    return row ? [row] : [];
  }

  /** A webhook of the provider's account, at `webhook/{name}`. */
  async function receiveOfAccount(request: CheckoutRequest, name: string): Promise<CheckoutAnswer> {
    checkParsed(request);
    const { readAccountWebhook } = provider;
    if (!readAccountWebhook || name !== provider.name) return reject();
    if (request.bodyWasParsed)
      throw new Error(
        `webhook/${name}: a body parser has read the body, so its signature cannot be checked. Mount the checkout before the parser.`,
      );
    const body = await (request.bytes?.(BODY_MAX) ??
      request.text(BODY_MAX).then((text) => new TextEncoder().encode(text)));
    const options = { timeout: TIMEOUT_MS, signal: AbortSignal.timeout(TOTAL_MS) };
    const found = await readAccountWebhook({ body, headers: headersOf(request) }, options);
    if (found === 'forged') return reject({ provider: provider.name });
    if (found === 'ignored') return answer(200);
    const reports: unknown = found;
    if (!Array.isArray(reports))
      throw new TypeError(`${name}.readAccountWebhook(): a list of reports, 'ignored' or 'forged' is needed`);
    for (const [index, given] of found.entries()) {
      const { id, paymentRef } = Object(given) as Partial<AccountReport>;
      if (typeof id !== 'string' && typeof paymentRef !== 'string')
        throw new TypeError(`${name}.readAccountWebhook()[${index}]: id or paymentRef is missing`);
      const rows = await rowsOf(given);
      if (rows.length === 0) emit({ type: 'webhook-unmatched', id: typeof id === 'string' ? id : paymentRef! });
      for (const row of rows) {
        const { source } = given;
        const from = `${name}.readAccountWebhook`;
        await apply(row, read(given, row, { from, source: source ?? 'webhook', others: ['paymentRef'] }));
      }
    }
    return answer(200);
  }

  return { receive, receiveOfAccount };
}
