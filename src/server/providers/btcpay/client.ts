import { createRedact, redactCause } from '../service/client/redact.ts';
import { retryAfterMs } from '../service/transport/retry-after.ts';
import {
  parseJson,
  readInvoice,
  readInvoiceMethods,
  readInvoices,
  readRefund,
  readStoreMethods,
  UnreadableResponse,
  type Invoice,
  type InvoiceMethod,
  type Refund,
} from './invoice.ts';
import type { BtcpaySettings } from './options.ts';
import { readRefusal } from './refusal.ts';
import type { CallOptions } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';

/** The longest response that is read to its end, in bytes. An invoice with its payments has a few kB. */
const RESPONSE_MAX = 1024 * 1024;

/** How many invoices of one order are searched for a payment. */
const SEARCHED_MAX = 100;

/** The seconds until a retry, when the server asks to wait and does not say how long. */
const RETRY_AFTER_S = 30;

/** System errors after which the server certainly did not receive the request. */
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/** The invoice that is created. */
interface NewInvoice {
  readonly amount: string;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly paymentMethodId: string;
}

/**
 * The requests to BTCPay Server (Greenfield API). Its addresses with a store id are served by every version from 2.0 on;
 * those without one only from 2.4 on.
 */
export interface BtcpayClient {
  readonly createInvoice: (invoice: NewInvoice, options: CallOptions) => Promise<Invoice>;
  /** Undefined when the store has no such invoice. */
  readonly invoice: (id: string, options: CallOptions) => Promise<Invoice | undefined>;
  readonly invoiceMethods: (id: string, options: CallOptions) => Promise<readonly InvoiceMethod[]>;
  readonly invoicesOfOrder: (orderRef: string, options: CallOptions) => Promise<readonly Invoice[]>;
  /** The ids of the enabled payment methods of the store. */
  readonly storeMethods: (options: CallOptions) => Promise<readonly string[]>;
  /** Undefined when the server has no such pull payment. */
  readonly refund: (pullPaymentId: string, options: CallOptions) => Promise<Refund | undefined>;
}

interface RequestParts {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly paymentMethodId?: string;
}

export function createBtcpayClient({ url, storeId, apiKey, webhookSecret }: BtcpaySettings): BtcpayClient {
  const redact = createRedact([apiKey, webhookSecret]);
  const store = `/api/v1/stores/${encodeURIComponent(storeId)}`;
  const invoicePath = (id: string) => `${store}/invoices/${encodeURIComponent(id)}`;

  /** Sends one request once. @throws ProviderError, without a key in it */
  async function request<T>(
    path: string,
    { method = 'GET', body, paymentMethodId }: RequestParts,
    { timeout, signal }: CallOptions,
    read: (value: unknown) => T,
  ): Promise<T> {
    const name = `BTCPay Server: ${method} ${path.split('?', 1)[0]}`;
    const fail = (code: string, reason: string, details: ConstructorParameters<typeof ProviderError>[2]) =>
      new ProviderError(code, redact(`${name}: ${reason}`), { ...details, cause: redactCause(details.cause, redact) });
    if (signal.aborted) throw fail('aborted', 'the call was aborted before it was sent', { sent: false });
    const limit = AbortSignal.timeout(timeout);
    let response: Response;
    let text: string;
    try {
      response = await fetch(url + path, {
        method,
        // A redirect is never followed: the request would send the key to the new address.
        redirect: 'manual',
        headers: {
          authorization: `token ${apiKey}`,
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.any([signal, limit]),
      });
      text = await readText(response);
    } catch (cause) {
      if (cause instanceof UnreadableResponse) throw fail('bad-answer', cause.message, { sent: true });
      if (signal.aborted) throw fail('aborted', 'the call was aborted', { sent: true, cause });
      if (limit.aborted) throw fail('timeout', `no response within ${timeout} ms`, { sent: true, cause });
      const code = systemCodeOf(cause);
      const reason = `no response${code === undefined ? '' : ` (${code})`}. Is btcpay.url the address of the server, and is it running?`;
      throw fail('network', reason, { sent: code === undefined || !NOT_SENT.includes(code), cause });
    }
    const { status } = response;
    if (!response.ok) {
      const { code, reason, field } = readRefusal({ status, text, storeId, paymentMethodId });
      const wait = retryAfterMs(Object.fromEntries(response.headers), Date.now());
      const retryAfter = wait === undefined ? (status === 429 ? RETRY_AFTER_S : undefined) : Math.ceil(wait / 1000);
      throw fail(code, reason, {
        sent: true,
        status,
        ...(retryAfter === undefined ? {} : { retryAfter }),
        ...(field === undefined ? {} : { field }),
      });
    }
    try {
      return read(parseJson(text));
    } catch (error) {
      if (!(error instanceof UnreadableResponse)) throw error;
      throw fail('bad-answer', `${error.message}. BTCPay Server 2.0 or later is needed`, { sent: true, status });
    }
  }

  /** Sends a request for one thing; undefined when it does not exist. */
  async function find<T>(path: string, options: CallOptions, read: (value: unknown) => T): Promise<T | undefined> {
    try {
      return await request(path, {}, options, read);
    } catch (error) {
      if (error instanceof ProviderError && error.status === 404) return undefined;
      throw error;
    }
  }

  return {
    createInvoice: ({ amount, currency, metadata, paymentMethodId }, options) => {
      // `lazyPaymentMethods`: a store may make an address only when its own checkout page is opened.
      const checkout = { paymentMethods: [paymentMethodId], lazyPaymentMethods: false };
      const body = { amount, currency, metadata, checkout };
      return request(`${store}/invoices`, { method: 'POST', body, paymentMethodId }, options, readInvoice);
    },
    invoice: (id, options) => find(`${invoicePath(id)}?includePaymentMethods=true`, options, readInvoice),
    invoiceMethods: (id, options) => request(`${invoicePath(id)}/payment-methods`, {}, options, readInvoiceMethods),
    invoicesOfOrder: (orderRef, options) => {
      const query = new URLSearchParams({ orderId: orderRef, take: String(SEARCHED_MAX) });
      return request(`${store}/invoices?${query}`, {}, options, readInvoices);
    },
    storeMethods: (options) => request(`${store}/payment-methods?onlyEnabled=true`, {}, options, readStoreMethods),
    refund: (id, options) => find(`/api/v1/pull-payments/${encodeURIComponent(id)}`, options, readRefund),
  };
}

/** Reads a response up to its limit. @throws UnreadableResponse when it is longer */
async function readText({ body }: Response): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > RESPONSE_MAX) throw new UnreadableResponse(`the response is longer than ${RESPONSE_MAX} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The code of a system error, such as `ECONNREFUSED`: `fetch` puts it into the cause of its error. */
function systemCodeOf(error: unknown): string | undefined {
  const { code, cause } = Object(error) as { readonly code?: unknown; readonly cause?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined ? undefined : systemCodeOf(cause);
}
