/** Why a call failed. Stable: switch on it. */
export type ServiceErrorCode =
  /** Refused by the client, before a request; `field` says what to correct. A retry fails, too. */
  | 'invalid-request'
  /** The key was not accepted (401, 403). */
  | 'unauthorized'
  /** The service refused the request (any other 4xx). */
  | 'rejected'
  /** The service says: too many requests a minute. `retryAfter` says when to come back. */
  | 'rate-limited'
  /** The client's own rate limit is reached and the wait would be too long; no request was sent. */
  | 'busy'
  /** This runtime cannot make the call, and nothing was sent: pass a `transport` that can. A retry fails, too. */
  | 'unsupported'
  /** The plan's or the store's requests are used up (contract 8). */
  | 'quota-exhausted'
  /** The service failed (5xx). */
  | 'service-error'
  /** No answer: refused, reset, cut short. */
  | 'network'
  | 'timeout'
  | 'aborted'
  /** An answer that cannot be used; `field` says what is wrong with it. */
  | 'bad-answer';

export interface ServiceErrorDetails {
  readonly sent: boolean;
  readonly status?: number | undefined;
  readonly url?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly field?: string | undefined;
  readonly body?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The one error of a service call. Nothing in it holds a key: not the message, the body, the cause, nor
 * what `JSON.stringify` and `util.inspect` make of it.
 *
 * `sent` is about money: when it is false the service never saw the request, so no payment exists. When it
 * is true and the code is `network`, `timeout`, `aborted`, `service-error` or `bad-answer`, a payment may
 * exist that the shop does not know.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ServiceErrorCode;
  /** False only when the service surely never saw the request. */
  readonly sent: boolean;
  /** The HTTP status, when there was an answer. */
  readonly status?: number;
  /** The URL of the request, without query. Absent when there was none. */
  readonly url?: string;
  /** Seconds until a retry makes sense. */
  readonly retryAfter?: number;
  /** The field at fault, in the contract's names: `addresses[1].percent`. */
  readonly field?: string;
  /** The start of the service's answer, without keys. For the shop's log, never for a browser. */
  readonly body?: string;

  constructor(code: ServiceErrorCode, message: string, details: ServiceErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.sent = details.sent;
    if (details.status !== undefined) this.status = details.status;
    if (details.url !== undefined) this.url = details.url;
    if (details.retryAfter !== undefined) this.retryAfter = details.retryAfter;
    if (details.field !== undefined) this.field = details.field;
    if (details.body !== undefined) this.body = details.body;
  }

  /** What a structured log should carry: an Error alone becomes `{}` in JSON. */
  toJSON(): Record<string, unknown> {
    const { name, code, message, sent, status, url, retryAfter, field, body } = this;
    return { name, code, message, sent, status, url, retryAfter, field, body };
  }
}
