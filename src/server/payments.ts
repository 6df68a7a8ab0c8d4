import { isPhase, phases, type Method, type Phase, type PublicPayment } from '../core/index.ts';
import type { PaymentMeta } from './orders/order.ts';
import { readPaymentFields, type CreatePayment } from './payments/creation/create-payment.ts';
import { ConfigurationError } from './configuration-error.ts';
import { checkNames, readCount, refuseRenamed } from './read-options.ts';
import type { Origins } from './http/allowed-origins.ts';
import type { CheckoutErrorCode } from './http/http.ts';
import { readAnyRequest, type AnyRequest, type ClientRequest } from './http/any-request.ts';
import type { Checks } from './payments/checks.ts';
import { isShown, toShopPayment, type ShopPayment } from './payments/row-views.ts';
import { cursorOf, readCursor } from './stores/cursor.ts';
import type { PaymentRow, PaymentStore } from './stores/store.ts';
import { isRandomText } from './random-text.ts';

/** A payment for the shop's own code. Do not send it to a browser; send its `publicPayment` instead. */
export interface StoredPayment<Meta extends object = PaymentMeta> extends ShopPayment<Meta> {
  /**
   * The payment as its payer may see it, for `renderPayment` or the `payment` property of a tag. Its `statusUrl` is the
   * payer's credential: show it only to the payer of this order. Undefined when the payment cannot be shown: its
   * creation has not ended, or it was released without payment.
   */
  readonly publicPayment: PublicPayment | undefined;
}

/** The requested payment: of an order, by a method, and with `crypto` in a coin. */
export interface PaymentRequest {
  /** The shop's reference of the order. `order()` returns its price. */
  readonly orderRef: string;
  /** The method of payment. */
  readonly method: Method;
  /** Coin symbol of contract 2.9, in any letter case. Optional when the order offers one coin. */
  readonly coin?: string | undefined;
}

/** The visitor who requests a payment, for `creationLimit` and for `order()`. */
export type PaymentRequester =
  | {
      /** The visitor's request, as the server received it. Its `Origin` and `Sec-Fetch-Site` are checked. */
      readonly request: AnyRequest;
      /** The id of a session or a customer. It replaces the result of `creationLimit.visitor`. */
      readonly visitor?: string | undefined;
    }
  /** The visitor who pays, when there is no request. `order()` reads it as `request.visitor`. */
  | { readonly visitor: string; readonly request?: undefined };

/** A payment that was created or found, or the reason why there is none. */
export type PaymentCreation<Meta extends object = PaymentMeta> =
  | {
      /** True: there is a payment. */
      readonly ok: true;
      /** The payment. */
      readonly payment: StoredPayment<Meta>;
      /** False when an open payment of the same order, method and coin existed. */
      readonly created: boolean;
    }
  | {
      /** False: there is no result. */
      readonly ok: false;
      readonly code: CheckoutErrorCode;
      /**
       * With `invalid-request`: `orderRef`, `method`, `coin`, `origin` for a page of another site, or `connection` for a
       * visitor who has disconnected and is not named by `visitor`.
       */
      readonly field?: string | undefined;
      /** Seconds to wait before a retry. */
      readonly retryAfter?: number | undefined;
      /** With `already-paid`: the payment that paid the order, when it can be shown. */
      readonly payment?: StoredPayment<Meta> | undefined;
    };

/** A payment as it is after it was refreshed, or the reason why it could not be. */
export type PaymentRefresh<Meta extends object = PaymentMeta> =
  | {
      /** True: there is a payment. */
      readonly ok: true;
      /** The payment. */
      readonly payment: StoredPayment<Meta>;
      /** True when the phase has changed. */
      readonly changed: boolean;
    }
  | {
      /** False: there is no result. */
      readonly ok: false;
      /**
       * `unknown-payment`: the store has no such payment. `unsupported`: the provider has no call that reads a payment.
       * `busy`: the limit of reads is reached, see `retryAfter`. `service-unavailable`: the provider could not be asked; the
       * event `read-failed` has the reason.
       */
      readonly code: 'unknown-payment' | 'unsupported' | 'busy' | 'service-unavailable';
      /** Seconds to wait before a retry. */
      readonly retryAfter?: number | undefined;
    };

/** The options of `payments.list`. */
export interface PaymentListOptions {
  /** The `next` of the previous page. */
  readonly after?: string | undefined;
  /** The longest page, from 1 to 1,000 payments. Default: 100. */
  readonly limit?: number | undefined;
  /** Lists only payments in this phase. */
  readonly phase?: Phase | undefined;
}

/** A page of payments, newest first. */
export interface PaymentPage<Meta extends object = PaymentMeta> {
  /** The payments, newest first. */
  readonly payments: readonly StoredPayment<Meta>[];
  /** The `after` of the next page. Absent on the last page. */
  readonly next?: string;
}

/** Payments for the shop's own code: its pages, its e-mails, its back office. */
export interface Payments<Meta extends object = PaymentMeta> {
  /**
   * Creates a payment without browser JavaScript: for a plain form, an e-mail, a terminal. As with `POST payments`, the
   * amount comes from `order()`, an open payment of the same order, method and coin is returned, and `creationLimit`
   * applies.
   *
   *     const made = await checkout.payments.create({ orderRef: '1001', method: 'crypto', coin: 'BTC' }, { request });
   *     if (made.ok) page.write(renderPayment(made.payment.publicPayment));
   *     else if (made.field === 'origin') response.writeHead(403);
   *
   * @throws TypeError when neither a request nor a visitor is given
   */
  readonly create: (wanted: PaymentRequest, requester: PaymentRequester) => Promise<PaymentCreation<Meta>>;
  /** Returns a payment by its `paymentRef`, or by the token in its `statusUrl`. */
  readonly get: (paymentRefOrToken: string) => Promise<StoredPayment<Meta> | undefined>;
  /** Returns all payments of an order, oldest first. @throws TypeError when the reference is not text */
  readonly ofOrder: (orderRef: string) => Promise<readonly StoredPayment<Meta>[]>;
  /**
   * Asks the provider for the state of a payment at once, when it can be asked, and applies the answer. It also calls
   * `verifyPayment` again where it has answered `'later'`. Use it in a back office, when a customer asks why a payment is
   * not seen. It counts against the same limit as the sweep that reads open payments (`provider.readsPerMinute`).
   *
   *     const refreshed = await checkout.payments.refresh(paymentRef);
   *     if (refreshed.ok) console.log(refreshed.payment.phase, refreshed.changed);
   */
  readonly refresh: (paymentRefOrToken: string) => Promise<PaymentRefresh<Meta>>;
  /**
   * Lists payments, newest first, one page for each call. With `phase`, rows are read from the store until the page is
   * full.
   *
   *     for (let after; ;) {
   *       const { payments, next } = await checkout.payments.list({ after, phase: 'underpaid' });
   *       for (const { orderRef, cryptoAmountReceived } of payments) console.log(orderRef, cryptoAmountReceived);
   *       if ((after = next) === undefined) break;
   *     }
   *
   * @throws ConfigurationError when an option is invalid
   */
  readonly list: (options?: PaymentListOptions) => Promise<PaymentPage<Meta>>;
}

export interface PaymentsPorts {
  readonly store: Pick<PaymentStore, 'byPaymentRef' | 'byToken' | 'ofOrder' | 'latest'>;
  readonly createPayment: CreatePayment;
  readonly checks: Pick<Checks, 'canRead' | 'refresh'>;
  readonly origins: Pick<Origins, 'mayCreate'>;
  /** Returns the payer's view of a row. */
  readonly toPayerView: (row: PaymentRow) => PublicPayment;
}

const LIMIT = 100;
const LIMIT_MAX = 1_000;

/** The number of rows that one query reads when a phase is searched. */
const READ_AT_A_TIME = 500;

const LIST_OPTIONS = Object.keys({ after: 0, limit: 0, phase: 0 } satisfies Record<keyof PaymentListOptions, 0>);

/** Creates `checkout.payments`. */
export function createPayments({ store, createPayment, checks, origins, toPayerView }: PaymentsPorts): Payments {
  const toStored = (row: PaymentRow): StoredPayment => ({
    ...toShopPayment(row),
    publicPayment: isShown(row) ? toPayerView(row) : undefined,
  });

  async function find(paymentRefOrToken: string): Promise<PaymentRow | undefined> {
    if (typeof paymentRefOrToken !== 'string' || !isRandomText(paymentRefOrToken)) return undefined;
    return (await store.byPaymentRef(paymentRefOrToken)) ?? (await store.byToken(paymentRefOrToken));
  }

  return {
    async create(wanted, requester) {
      const { request, visitor, signal } = readRequester(requester);
      const read = readPaymentRequest(wanted);
      if (!read.ok) return { ok: false, code: 'invalid-request', field: read.field };
      if (!origins.mayCreate(request)) return { ok: false, code: 'invalid-request', field: 'origin' };
      const result = await createPayment(read, { request, name: visitor }, signal);
      if ('row' in result) return { ok: true, payment: toStored(result.row), created: result.fresh };
      const { error: code, field, retryAfter, paid } = result;
      const payment = paid === undefined || paid === true ? undefined : toStored(paid);
      return {
        ok: false,
        code,
        ...(field === undefined ? {} : { field }),
        ...(retryAfter === undefined ? {} : { retryAfter: Math.max(1, Math.ceil(retryAfter)) }),
        ...(payment === undefined ? {} : { payment }),
      };
    },

    async get(paymentRefOrToken) {
      const row = await find(paymentRefOrToken);
      return row && toStored(row);
    },

    async refresh(paymentRefOrToken) {
      const row = await find(paymentRefOrToken);
      if (!row) return { ok: false, code: 'unknown-payment' };
      if (!checks.canRead && !row.verification) return { ok: false, code: 'unsupported' };
      const result = await checks.refresh(row);
      if ('failed' in result) return { ok: false, code: 'service-unavailable' };
      if ('retryAfter' in result)
        return { ok: false, code: 'busy', retryAfter: Math.max(1, Math.ceil(result.retryAfter)) };
      const now = (await store.byPaymentRef(row.paymentRef)) ?? row;
      return { ok: true, payment: toStored(now), changed: now.phase !== row.phase };
    },

    async ofOrder(orderRef) {
      if (typeof orderRef !== 'string') throw new TypeError(`ofOrder: the reference of an order is needed, as text`);
      return (await store.ofOrder(orderRef)).map(toStored);
    },

    async list(options = {}) {
      const { after, limit, phase } = readListOptions(options);
      const found: PaymentRow[] = [];
      for (let cursor = after; ;) {
        const rows = await store.latest(cursor, phase === undefined ? limit + 1 : READ_AT_A_TIME);
        found.push(...rows.filter((row) => phase === undefined || row.phase === phase));
        // One row more than the limit shows that there is a next page.
        if (found.length > limit || rows.length === 0) break;
        cursor = rows.at(-1);
      }
      const page = found.slice(0, limit);
      return {
        payments: page.map(toStored),
        ...(found.length > limit ? { next: cursorOf(page.at(-1)!) } : {}),
      };
    },
  };
}

/** Validates the fields of `create`. @throws ConfigurationError for the old name of a field */
function readPaymentRequest(wanted: PaymentRequest): ReturnType<typeof readPaymentFields> {
  const { orderRef, method, coin, ...others } = Object(wanted) as PaymentRequest;
  refuseRenamed(others, 'payments.create.', { order: 'orderRef' });
  const read = readPaymentFields({ order: orderRef, method, coin });
  return read.ok || read.field !== 'order' ? read : { ...read, field: 'orderRef' };
}

/** @throws ConfigurationError */
function readListOptions({ after, limit, phase, ...unknown }: PaymentListOptions) {
  checkNames(unknown, LIST_OPTIONS, '');
  if (phase !== undefined && !isPhase(phase))
    throw new ConfigurationError('phase', `one of ${phases.join(', ')} is needed`);
  const cursor = after === undefined ? undefined : readCursor(String(after));
  if (after !== undefined && !cursor) throw new ConfigurationError('after', 'the `next` of a previous page is needed');
  return { after: cursor, limit: readCount('limit', limit, LIMIT, 1, LIMIT_MAX), phase };
}

/** @throws TypeError */
function readRequester(requester: PaymentRequester): ClientRequest & { readonly visitor: string | undefined } {
  const { request, visitor } = Object(requester) as Partial<PaymentRequester>;
  if (visitor !== undefined && (typeof visitor !== 'string' || visitor === ''))
    throw new TypeError('visitor: the id of a session or a customer is needed, as text');
  const read = request === undefined ? undefined : readRequest(request);
  if (visitor === undefined) {
    if (read) return { ...read, visitor };
    throw new TypeError('create: { request } or { visitor } is needed, so that creationLimit can identify the visitor');
  }
  const named = read?.request ?? { method: 'POST', url: '', header: () => undefined, raw: undefined };
  // The limit counts the visitor that the shop passed. The connection is not checked, because it may have closed long
  // ago.
  return { request: { ...named, visitor }, signal: () => undefined, visitor };
}

/** @throws TypeError */
function readRequest(given: AnyRequest): ClientRequest {
  try {
    return readAnyRequest(given);
  } catch (cause) {
    throw new TypeError("create: request: a web-standard Request is needed, an object with one, or Node's request", {
      cause,
    });
  }
}
