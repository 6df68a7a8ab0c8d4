import { nextCallId, type ClientEvent } from '../../observability/client-event.ts';
import { ignoreErrors } from '../../observability/events.ts';
import { isHtml, responseText } from '../../response-text.ts';
import { isWithoutTls, NO_TLS, systemCodeOf } from '../../system-code.ts';
import { createRedact, redactCause } from '../service/client/redact.ts';
import { retryAfterMs } from '../service/transport/retry-after.ts';
import {
  parseBody,
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
import {
  readApiKey,
  readServerInfo,
  readStoreWebhooks,
  type ApiKey,
  type ServerInfo,
  type StoreWebhook,
} from './server-state.ts';
import { readBtcpayRefusal } from './refusal.ts';
import type { CallOptions } from '../provider.ts';
import { ProviderError, type ProviderErrorDetails } from '../provider-error.ts';
import { omitUndefined } from '../../omit-undefined.ts';

/** The longest response that is read to its end, in bytes. An invoice with its payments has a few kB. */
const RESPONSE_MAX = 1024 * 1024;

const tooLong = () => new UnreadableResponse(`the response is longer than ${RESPONSE_MAX} bytes`);

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
  /** The newest invoices of the store, a few. */
  readonly newestInvoices: (options: CallOptions) => Promise<readonly Invoice[]>;
  /** The ids of the enabled payment methods of the store. */
  readonly storeMethods: (options: CallOptions) => Promise<readonly string[]>;
  /** Undefined when the server has no such pull payment. */
  readonly refund: (pullPaymentId: string, options: CallOptions) => Promise<Refund | undefined>;
  /** Any accepted key may ask for it. */
  readonly serverInfo: (options: CallOptions) => Promise<ServerInfo>;
  /** The key that is used. */
  readonly currentKey: (options: CallOptions) => Promise<ApiKey>;
  readonly webhooks: (options: CallOptions) => Promise<readonly StoreWebhook[]>;
  /** The error of an answer that cannot be used, without a key in it. */
  readonly badAnswer: (reason: string, field?: string) => ProviderError;
  /** Calls the listener for each event of a request. Returns a function that ends the subscription. */
  readonly subscribe: (listener: (event: ClientEvent) => void) => () => void;
}

/** One call, ready to send. */
interface Call<T> {
  /** The name of the function of the client. */
  readonly name: string;
  readonly method?: 'GET' | 'POST';
  /** The path as the server's documents write it, below `/api/v1`. The store is filled in. */
  readonly path: string;
  /** The identifier that fills the last placeholder of the path. */
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly paymentMethodId?: string;
  /** @throws UnreadableResponse */
  readonly read: (value: unknown) => T;
}

/** What is known of a request that was sent. */
interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export function createBtcpayClient({ url, storeId, apiKey, webhookSecret }: BtcpaySettings): BtcpayClient {
  const redact = createRedact([apiKey, webhookSecret]);
  const listeners = new Set<(event: ClientEvent) => void>();
  const emit = (event: ClientEvent) => listeners.forEach((listener) => listener(event));

  /** Sends one request once. @throws ProviderError, without a key in it */
  async function request<T>(call: Call<T>, options: CallOptions): Promise<T> {
    const { name, method = 'GET' } = call;
    const path = `/api/v1${call.path}`;
    const common = { id: nextCallId(), call: name, method, path };
    const begun = Date.now();
    let status: number | undefined;
    const end = (result: { readonly sent: boolean; readonly code?: string }) => {
      const { sent, ...failed } = result;
      const ended = { ms: Date.now() - begun, ...omitUndefined({ status }), ...failed };
      emit({ type: 'request-attempted', ...common, attempt: 1, waited: 0, sent, ...ended });
      emit({ type: 'request-completed', ...common, attempts: 1, ...ended });
    };
    // With placeholders: who knows the id of a refund can take its money.
    emit({ type: 'request-started', ...common, url: url + path });
    try {
      const response = await send(call, options);
      ({ status } = response);
      const data = readResponse(call, response);
      end({ sent: true });
      return data;
    } catch (error) {
      const { code, sent } = error instanceof ProviderError ? error : { code: 'internal', sent: true };
      end({ sent, code });
      throw error;
    }
  }

  function failure(
    { method = 'GET', path }: Call<unknown>,
    code: string,
    reason: string,
    details: ProviderErrorDetails,
  ) {
    const { field, cause, ...rest } = details;
    return new ProviderError(code, redact(`BTCPay Server: ${method} /api/v1${path}: ${reason}`), {
      ...rest,
      field: field && redact(field),
      cause: redactCause(cause, redact),
    });
  }

  async function send(call: Call<unknown>, { timeout, signal }: CallOptions): Promise<Sent> {
    const { method = 'GET', path, id = '', query, body } = call;
    const fail = (code: string, reason: string, details: ProviderErrorDetails) => failure(call, code, reason, details);
    if (signal.aborted) throw fail('aborted', 'the call was aborted before it was sent', { sent: false });
    const filled = path.replace('{storeId}', encodeURIComponent(storeId)).replace(/\{\w+\}/, encodeURIComponent(id));
    const limit = AbortSignal.timeout(timeout);
    try {
      const response = await fetch(`${url}/api/v1${filled}${query ? `?${new URLSearchParams(query)}` : ''}`, {
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
      const { status, headers } = response;
      return { status, headers, text: await responseText(response, RESPONSE_MAX, tooLong) };
    } catch (cause) {
      if (cause instanceof UnreadableResponse) throw fail('bad-answer', cause.message, { sent: true });
      if (signal.aborted) throw fail('aborted', 'the call was aborted', { sent: true, cause });
      if (limit.aborted) throw fail('timeout', `no response within ${timeout} ms`, { sent: true, cause });
      const code = systemCodeOf(cause);
      if (isWithoutTls(cause)) throw fail('network', `${NO_TLS} (${code})`, { sent: false, cause });
      const reason = `no response${code === undefined ? '' : ` (${code})`}. Is btcpay.url the address of the server, and is it running?`;
      throw fail('network', reason, { sent: code === undefined || !NOT_SENT.includes(code), cause });
    }
  }

  function readResponse<T>(call: Call<T>, { status, headers, text }: Sent): T {
    if (status < 200 || status > 299) {
      const { code, reason, field } = readBtcpayRefusal({
        status,
        text,
        storeId,
        paymentMethodId: call.paymentMethodId,
      });
      const wait = retryAfterMs(Object.fromEntries(headers), Date.now());
      const retryAfter = wait === undefined ? (status === 429 ? RETRY_AFTER_S : undefined) : Math.ceil(wait / 1000);
      throw failure(call, code, reason, { sent: true, status, retryAfter, field });
    }
    try {
      return call.read(parseBody(text));
    } catch (error) {
      if (!(error instanceof UnreadableResponse)) throw error;
      const reason = isHtml(text)
        ? `${error.message}: the server answered an HTML page. Is btcpay.url the address of BTCPay Server?`
        : `${error.message}. BTCPay Server 2.0 or later is needed`;
      throw failure(call, 'bad-answer', reason, { sent: true, status });
    }
  }

  /** Sends a request for one thing; undefined when the server says that it does not exist. */
  async function find<T>(call: Call<T>, options: CallOptions): Promise<T | undefined> {
    try {
      return await request(call, options);
    } catch (error) {
      if (error instanceof ProviderError && error.code === 'not-found') return undefined;
      throw error;
    }
  }

  const INVOICES = '/stores/{storeId}/invoices';
  return {
    createInvoice: ({ amount, currency, metadata, paymentMethodId }, options) => {
      // `lazyPaymentMethods`: a store may make an address only when its own checkout page is opened.
      const checkout = { paymentMethods: [paymentMethodId], lazyPaymentMethods: false };
      const body = { amount, currency, metadata, checkout };
      const call = { name: 'createInvoice', path: INVOICES, body, paymentMethodId, read: readInvoice };
      return request({ ...call, method: 'POST' }, options);
    },
    invoice: (id, options) => {
      const query = { includePaymentMethods: 'true' };
      const read = (value: unknown) => {
        const invoice = readInvoice(value);
        if (invoice.id !== id) throw new UnreadableResponse(`the response is about another invoice than ${id}`);
        return invoice;
      };
      return find({ name: 'invoice', path: `${INVOICES}/{invoiceId}`, id, query, read }, options);
    },
    invoiceMethods: (id, options) => {
      const path = `${INVOICES}/{invoiceId}/payment-methods`;
      return request({ name: 'invoiceMethods', path, id, read: readInvoiceMethods }, options);
    },
    invoicesOfOrder: (orderRef, options) => {
      const query = { orderId: orderRef, take: String(SEARCHED_MAX) };
      return request({ name: 'invoicesOfOrder', path: INVOICES, query, read: readInvoices }, options);
    },
    newestInvoices: (options) => {
      const query = { take: '5', includePaymentMethods: 'true' };
      return request({ name: 'newestInvoices', path: INVOICES, query, read: readInvoices }, options);
    },
    storeMethods: (options) => {
      const path = '/stores/{storeId}/payment-methods';
      return request({ name: 'storeMethods', path, query: { onlyEnabled: 'true' }, read: readStoreMethods }, options);
    },
    refund: (id, options) =>
      find({ name: 'refund', path: '/pull-payments/{pullPaymentId}', id, read: readRefund }, options),
    serverInfo: (options) => request({ name: 'serverInfo', path: '/server/info', read: readServerInfo }, options),
    currentKey: (options) => request({ name: 'currentKey', path: '/api-keys/current', read: readApiKey }, options),
    webhooks: (options) =>
      request({ name: 'webhooks', path: '/stores/{storeId}/webhooks', read: readStoreWebhooks }, options),
    badAnswer: (reason, field) =>
      new ProviderError('bad-answer', redact(`BTCPay Server: ${reason}`), {
        sent: true,
        field: field && redact(field),
      }),
    subscribe(listener) {
      const safe = ignoreErrors(listener);
      listeners.add(safe);
      return () => void listeners.delete(safe);
    },
  };
}
