import { OutOfTime, within } from '../within.ts';

/**
 * A request and an answer, reduced to what the checkout needs, so that node:http,
 * frameworks and web-standard runtimes are served alike and none pays for another's objects.
 */
export interface CheckoutRequest {
  readonly method: string;
  /** Path and query; a whole URL will do. Only the end of the path matters, so any mount works. */
  readonly url: string;
  /** A header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /**
   * The body as text. @throws BodyTooLarge when it is longer than `limit` bytes; it is not read to its end.
   * @throws BodyCutShort when the client left before its end, BodyTooSlow when it did not come to an end in time.
   */
  readonly text: (limit: number) => Promise<string>;
  /** True when a parser has read a JSON body before us, and `text` gives what its result is written as. */
  readonly bodyWasParsed?: boolean;
  /**
   * Where the connection comes from. Undefined where the runtime does not say, as with a web-standard `Request`. To be read
   * from the connection at once: it is lost when the client leaves.
   */
  readonly address?: string | undefined;
  /**
   * Aborts when the client disconnects, and is aborted when it has. Used for long polls, and before a payment is created:
   * none is created for a client that has disconnected.
   */
  readonly signal: () => AbortSignal | undefined;
  /** What the framework gave: a `Request`, or Node's or Fastify's request with what the shop hung on it (a session). */
  readonly raw: unknown;
}

/** What the shop's `order()` may read to decide whose order this is. */
export interface OrderRequest extends Pick<CheckoutRequest, 'method' | 'url' | 'header' | 'address' | 'raw'> {
  /** Whom the shop's own code named to `checkout.payments.create`. Undefined for requests of browsers. */
  readonly visitor?: string;
}

/** An answer of the checkout without web-standard objects: what an adapter writes out. */
export interface CheckoutAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty where there is nothing to say. */
  readonly body: string;
}

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';

  constructor(limit: number) {
    super(`The body is longer than ${limit} bytes.`);
  }
}

/** The client disconnected in the middle of its body: there is no connection for an answer. */
export class BodyCutShort extends Error {
  override readonly name = 'BodyCutShort';
}

/** The body did not come to its end in time. */
export class BodyTooSlow extends Error {
  override readonly name = 'BodyTooSlow';
}

/** The timeout of a body: at most 64 KiB, and a slow client occupies a socket. Milliseconds. */
const BODY_TIME_MS = 15_000;

/** What `read` resolves with, or BodyTooSlow after the timeout. A later rejection is ignored. */
export async function inTime<T>(read: () => Promise<T>, stop: () => void = () => {}): Promise<T> {
  try {
    return await within(BODY_TIME_MS, 'body', read);
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    stop();
    throw new BodyTooSlow('The body did not come to its end in time.');
  }
}

/** Why a browser's request was refused. Fixed codes, without content from the service or the shop. */
export type CheckoutErrorCode =
  | 'not-found'
  | 'unknown-order'
  | 'unknown-payment'
  /** With `field`: which part of the request. */
  | 'invalid-request'
  /** Too much at once; `retryAfter` says when. */
  | 'busy'
  | 'already-paid'
  | 'sold-out'
  /** The shop's offer has ended. */
  | 'offer-expired'
  /** The amount is too small for the coin: it would never be confirmed (contract 3). */
  | 'below-minimum'
  | 'service-unavailable'
  | 'internal';

const STATUS: Readonly<Record<CheckoutErrorCode, number>> = {
  'not-found': 404,
  'unknown-order': 404,
  'unknown-payment': 404,
  'invalid-request': 400,
  busy: 503,
  'already-paid': 409,
  'sold-out': 409,
  'offer-expired': 409,
  'below-minimum': 422,
  'service-unavailable': 503,
  internal: 500,
};

export interface CheckoutErrorFields {
  readonly field?: string;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // An answer opened as a page can do nothing.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

const JSON_HEADERS = { ...HEADERS, 'content-type': 'application/json; charset=utf-8' };

export function answer(status: number, headers: Readonly<Record<string, string>> = {}): CheckoutAnswer {
  return { status, headers: { ...HEADERS, ...headers }, body: '' };
}

export function jsonAnswer(status: number, value: unknown, headers?: Readonly<Record<string, string>>): CheckoutAnswer {
  return {
    status,
    headers: headers ? { ...JSON_HEADERS, ...headers } : JSON_HEADERS,
    body: JSON.stringify(value),
  };
}

/** `{ error: { code, field?, retryAfter? } }`, and what stands beside it. */
export function errorAnswer(
  code: CheckoutErrorCode,
  { field, retryAfter }: CheckoutErrorFields = {},
  { status = STATUS[code], headers = {}, beside = {} }: ErrorExtras = {},
): CheckoutAnswer {
  const wait = retryAfter === undefined ? undefined : Math.max(1, Math.ceil(retryAfter));
  return jsonAnswer(
    status,
    { error: { code, field, retryAfter: wait }, ...beside },
    { ...(wait === undefined ? {} : { 'retry-after': String(wait) }), ...headers },
  );
}

interface ErrorExtras {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly beside?: object;
}
