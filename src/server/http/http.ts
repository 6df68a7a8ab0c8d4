import type { OrderRequest } from '../orders/order-request.ts';
import type { CreationErrorCode } from '../payments/creation/creation-result.ts';
import { TimeoutError, withTimeout } from '../with-timeout.ts';

/**
 * A request with only the parts that the checkout needs. Adapters create it from `node:http`, from frameworks and from
 * web-standard requests, so that no runtime needs the objects of another.
 */
export interface CheckoutRequest extends OrderRequest {
  /**
   * Returns the body as text. @throws BodyTooLarge when it is longer than `limit` bytes; the rest is not read. @throws
   * BodyCutShort when the client disconnected before the end. @throws BodyTooSlow when the body did not end in time.
   */
  readonly text: (limit: number) => Promise<string>;
  /**
   * Returns the body byte for byte, as `text` does: a signature is checked over the bytes. An adapter that leaves it out
   * gets the text encoded again.
   */
  readonly bytes?: (limit: number) => Promise<Uint8Array>;
  /** True when a parser has already read a JSON body. `text` then returns the parser's result, serialized again. */
  readonly bodyWasParsed?: boolean;
  /**
   * Returns a signal that aborts when the client disconnects, and is already aborted when it has. It is used for long
   * polls, and before a payment is created: no payment is created for a client that has disconnected.
   */
  readonly signal: () => AbortSignal | undefined;
}

/** The host of a request. A `Request` has it only in its URL. */
export const hostOf = ({ header, url }: OrderRequest): string | undefined =>
  header('host') ?? (URL.canParse(url) ? new URL(url).host : undefined);

/** A response of the checkout without web-standard objects. An adapter sends it. */
export interface CheckoutAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for a response without content. */
  readonly body: string;
}

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';

  constructor(limit: number) {
    super(`The body is longer than ${limit} bytes.`);
  }
}

/** Nothing of a body is left to read. The message says what to do. */
export class BodyWasRead extends Error {
  override readonly name = 'BodyWasRead';

  constructor() {
    super('The body of the request was read before this handler. Mount the handler before what reads it.');
  }
}

/** The client disconnected before the end of its body. No response can be sent. */
export class BodyCutShort extends Error {
  override readonly name = 'BodyCutShort';
}

/** The body did not end in time. */
export class BodyTooSlow extends Error {
  override readonly name = 'BodyTooSlow';
}

/** The time limit of a body, which has at most 64 KiB. A slow client occupies a socket meanwhile. Milliseconds. */
const BODY_TIME_MS = 15_000;

/**
 * Resolves with the result of `read`, or rejects with BodyTooSlow after the time limit. A later rejection is ignored.
 */
export async function inTime<T>(read: () => Promise<T>, stop: () => void = () => {}): Promise<T> {
  try {
    return await withTimeout(BODY_TIME_MS, 'body', read);
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error;
    stop();
    throw new BodyTooSlow('The body did not come to its end in time.');
  }
}

/**
 * The reason why a browser's request was refused. The codes are fixed and contain nothing from the service or the shop.
 */
export type CheckoutErrorCode =
  | CreationErrorCode
  /** No route has this path. */
  | 'not-found'
  /** There is no payment with this token. */
  | 'unknown-payment';

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
  /** Seconds to wait before a retry. */
  readonly retryAfter?: number | undefined;
}

const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // A response that a browser opens as a page cannot load or run anything.
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

/** Creates the response `{ error: { code, field?, retryAfter? } }`, with the properties of `beside` next to `error`. */
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
