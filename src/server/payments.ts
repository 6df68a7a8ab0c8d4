import { isPhase, type Method, type Phase, type PublicPayment } from '../core/index.ts';
import type { PaymentMeta } from './creation/order.ts';
import type { BegunPayment } from './creation/begin-payment.ts';
import { readPaymentFields, type CreatePaymentRequest } from './creation/create-payment-request.ts';
import type { Visitor } from './rate-limit/creation-limit.ts';
import { checkNames, readCount } from './read-options.ts';
import type { Origins } from './routes/allowed-origins.ts';
import { fromFetch, type FetchArgument } from './routes/fetch-request.ts';
import type { CheckoutErrorCode, CheckoutRequest, OrderRequest } from './routes/http.ts';
import { fromNodeLike, type AnyRequest } from './routes/order-request.ts';
import { isShown, toShopPayment, type ShopPayment } from './status/payment-view.ts';
import { cursorOf, readCursor } from './stores/cursor.ts';
import type { PaymentRow, PaymentStore } from './stores/store.ts';
import { isRandomText } from './webhook/secrets.ts';

/** A payment as the shop's own code reads it. It must not be handed to a browser; `publicPayment` may. */
export interface StoredPayment<Meta extends object = PaymentMeta> extends ShopPayment<Meta> {
  /**
   * The payment as its payer may see it, for `renderPayment` or the `payment` of a tag. Its `statusUrl` is the payer's
   * credential: show it to the payer of this order alone. Undefined when there is nothing to pay yet or any more.
   */
  readonly publicPayment: PublicPayment | undefined;
}

/** What to pay and how, in the fields of `POST payments`: an order, a method, and with `crypto` a coin. */
export interface PaymentWanted {
  /** The shop's name for the order: `order()` says what it costs. */
  readonly order: string;
  readonly method: Method;
  /** Contract 2.9, in any letter case. May be left out where the order offers one coin. */
  readonly coin?: string | undefined;
}

/** Who requests a payment, for `creationLimit` and for `order()`. */
export type PaymentAsker =
  | {
      /** The visitor's request, as the server got it. Its `Origin` and `Sec-Fetch-Site` are checked. */
      readonly request: AnyRequest;
      /** A session or a customer, instead of what `creationLimit.visitor` says. */
      readonly visitor?: string | undefined;
    }
  /** Where there is no request: whom the payment is for. `order()` reads it as `request.visitor`. */
  | { readonly visitor: string; readonly request?: undefined };

/** A payment that was created or found, or why there is none. */
export type PaymentCreation<Meta extends object = PaymentMeta> =
  | {
      readonly ok: true;
      readonly payment: StoredPayment<Meta>;
      /** False when there was an open payment of the same order, method and coin. */
      readonly created: boolean;
    }
  | {
      readonly ok: false;
      readonly code: CheckoutErrorCode;
      /**
       * With `invalid-request`: `order`, `method`, `coin`, `origin` for a page of another site, or `connection` for a
       * visitor who has left and whom `visitor` does not name.
       */
      readonly field?: string | undefined;
      /** Seconds until a retry makes sense. */
      readonly retryAfter?: number | undefined;
      /** With `already-paid`: what paid the order, where it can be shown. */
      readonly payment?: StoredPayment<Meta> | undefined;
    };

/** Which payments are listed. */
export interface PaymentListOptions {
  /** `next` of the page before. */
  readonly after?: string | undefined;
  /** How many at most, 1 to 1,000: 100 by default. */
  readonly limit?: number | undefined;
  /** Only payments whose `phase` is this. */
  readonly phase?: Phase | undefined;
}

/** A page of payments, newest first. */
export interface PaymentPage<Meta extends object = PaymentMeta> {
  readonly payments: readonly StoredPayment<Meta>[];
  /** Where the next page begins; absent after the last one. */
  readonly next?: string;
}

/** Payments for the shop's own code: its pages, its mails, its back office. */
export interface Payments<Meta extends object = PaymentMeta> {
  /**
   * Creates a payment without the browser's script: for a plain form, an e-mail, a terminal. As with `POST payments`, the
   * amount comes from `order()`, an open payment of the same order, method and coin is returned, and `creationLimit`
   * applies.
   *
   *     const made = await checkout.payments.create({ order: '1001', method: 'crypto', coin: 'BTC' }, { request });
   *     if (made.ok) page.write(renderPayment(made.payment.publicPayment));
   *     else if (made.field === 'origin') response.writeHead(403);
   *
   * @throws TypeError when neither a request nor a visitor is given
   */
  readonly create: (wanted: PaymentWanted, asker: PaymentAsker) => Promise<PaymentCreation<Meta>>;
  /** A payment by its `paymentRef`, or by the token in its `statusUrl`. */
  readonly get: (paymentRefOrToken: string) => Promise<StoredPayment<Meta> | undefined>;
  /** All payments of an order, oldest first. */
  readonly ofOrder: (orderRef: string) => Promise<readonly StoredPayment<Meta>[]>;
  /**
   * Payments, newest first, a page at a time. With `phase`, the store is read on until the page is full.
   *
   *     for (let after; ;) {
   *       const { payments, next } = await checkout.payments.list({ after, phase: 'underpaid' });
   *       for (const { orderRef, cryptoAmountReceived } of payments) console.log(orderRef, cryptoAmountReceived);
   *       if ((after = next) === undefined) break;
   *     }
   *
   * @throws TypeError when an option cannot be used
   */
  readonly list: (options?: PaymentListOptions) => Promise<PaymentPage<Meta>>;
}

export interface PaymentsPorts {
  readonly store: Pick<PaymentStore, 'byPaymentRef' | 'byToken' | 'ofOrder' | 'latest'>;
  readonly begin: (
    wanted: CreatePaymentRequest,
    visitor: Visitor,
    signal: () => AbortSignal | undefined,
  ) => Promise<BegunPayment>;
  readonly origins: Pick<Origins, 'mayCreate'>;
  /** The payer's view of a row. */
  readonly view: (row: PaymentRow) => PublicPayment;
}

const LIMIT = 100;
const LIMIT_MAX = 1_000;

/** How many rows are read at a time where a phase is looked for. */
const READ_AT_A_TIME = 500;

const LIST_OPTIONS = Object.keys({ after: 0, limit: 0, phase: 0 } satisfies Record<keyof PaymentListOptions, 0>);

/** The checkout's payments for the shop's own code. */
export function createPayments({ store, begin, origins, view }: PaymentsPorts): Payments {
  const toStored = (row: PaymentRow): StoredPayment => ({
    ...toShopPayment(row),
    publicPayment: isShown(row) ? view(row) : undefined,
  });

  return {
    async create(wanted, asker) {
      const { request, visitor, signal } = readAsker(asker);
      const read = readPaymentFields(wanted);
      if (!read.ok) return { ok: false, code: 'invalid-request', field: read.field };
      if (!origins.mayCreate(request)) return { ok: false, code: 'invalid-request', field: 'origin' };
      const begun = await begin(read, { request, name: visitor }, signal);
      if ('row' in begun) return { ok: true, payment: toStored(begun.row), created: begun.fresh };
      const { error: code, field, retryAfter, paid } = begun;
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
      if (typeof paymentRefOrToken !== 'string' || !isRandomText(paymentRefOrToken)) return undefined;
      const row = (await store.byPaymentRef(paymentRefOrToken)) ?? (await store.byToken(paymentRefOrToken));
      return row && toStored(row);
    },

    async ofOrder(orderRef) {
      return (await store.ofOrder(orderRef)).map(toStored);
    },

    async list(options = {}) {
      const { after, limit, phase } = readListOptions(options);
      const found: PaymentRow[] = [];
      for (let cursor = after; ;) {
        const rows = await store.latest(cursor, phase === undefined ? limit + 1 : READ_AT_A_TIME);
        found.push(...rows.filter((row) => phase === undefined || row.phase === phase));
        // One more than the limit shows whether there is a next page.
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

/** @throws TypeError */
function readListOptions({ after, limit, phase, ...unknown }: PaymentListOptions) {
  checkNames(unknown, LIST_OPTIONS, '');
  if (phase !== undefined && !isPhase(phase)) throw new TypeError('phase: not a phase');
  const cursor = after === undefined ? undefined : readCursor(String(after));
  if (after !== undefined && !cursor) throw new TypeError('after: the next of an earlier page is needed');
  return { after: cursor, limit: readCount('limit', limit, LIMIT, 1, LIMIT_MAX), phase };
}

/** A request, and whether its client has left. */
interface Asked extends Pick<CheckoutRequest, 'signal'> {
  readonly request: OrderRequest;
}

/** @throws TypeError */
function readAsker(asker: PaymentAsker): Asked & { readonly visitor: string | undefined } {
  const { request, visitor } = Object(asker) as Partial<PaymentAsker>;
  if (visitor !== undefined && (typeof visitor !== 'string' || visitor === ''))
    throw new TypeError('visitor: text is needed that names a session or a customer');
  const asked = request === undefined ? undefined : anyRequest(request);
  if (visitor === undefined) {
    if (asked) return { ...asked, visitor };
    throw new TypeError('create: { request } or { visitor } is needed, so that creationLimit can count who asks');
  }
  const named = asked?.request ?? { method: 'POST', url: '', header: () => undefined, raw: undefined };
  // Counted by the name that the shop passed: the connection may have ended long ago.
  return { request: { ...named, visitor }, signal: () => undefined, visitor };
}

/** @throws TypeError */
function anyRequest(given: AnyRequest): Asked {
  const node = fromNodeLike(given);
  if (node) return { request: node.request, signal: () => (node.hasLeft ? AbortSignal.abort() : undefined) };
  const { method, url, header, address, raw, signal } = fromFetch(given as FetchArgument);
  return { request: { method, url, header, ...(address === undefined ? {} : { address }), raw }, signal };
}
