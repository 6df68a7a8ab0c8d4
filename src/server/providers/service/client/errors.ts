import { ProviderError, type ProviderErrorDetails } from '../../provider-error.ts';

/** The reason why a call failed. The codes are stable: switch on them. */
export type ServiceErrorCode =
  /** The client refused the request and did not send it; `field` names the field to correct. A retry fails, too. */
  | 'invalid-request'
  /** The service did not accept the key (401, 403). */
  | 'unauthorized'
  /** The service refused the request (any other 4xx). */
  | 'rejected'
  /** The service reports too many requests a minute. `retryAfter` is the time until a retry, in seconds. */
  | 'rate-limited'
  /** The client's own rate limit is reached, and the wait would be too long. No request was sent. */
  | 'busy'
  /** This runtime cannot send the request: pass a `transport` that can. Nothing was sent. A retry fails, too. */
  | 'unsupported'
  /** The requests of the plan or of the store are used up (contract 8). */
  | 'quota-exhausted'
  /** The service failed (5xx). */
  | 'service-error'
  /** No response: the connection was refused, reset or closed early. */
  | 'network'
  /** No response within `timeout`. */
  | 'timeout'
  /** The caller's `signal` ended the request. */
  | 'aborted'
  /** The response cannot be used; `field` names the wrong field. */
  | 'bad-answer';

/** What is known of a failed call of the service. */
export interface ServiceErrorDetails extends ProviderErrorDetails {
  /** The body, as text. */
  readonly body?: string | undefined;
}

/**
 * The error of every failed call of the service. It contains no key: not in its message, body or cause, and not in the
 * output of `JSON.stringify` and `util.inspect`.
 *
 * `sent` shows whether a payment may exist. When it is false, the service did not receive the request, so no payment
 * exists. When it is true and the code is `network`, `timeout`, `aborted`, `service-error` or `bad-answer`, a payment
 * may exist that the shop does not know. `field` is in the contract's names: `addresses[1].percent`.
 */
export class ServiceError extends ProviderError {
  /** The name of the class. */
  override readonly name = 'ServiceError';
  /** Kebab-case and stable: switch on it. */
  declare readonly code: ServiceErrorCode;
  /** The start of the service's response, without keys. For the shop's log, never for a browser. */
  readonly body?: string;

  constructor(code: ServiceErrorCode, message: string, details: ServiceErrorDetails) {
    super(code, message, details);
    if (details.body !== undefined) this.body = details.body;
  }

  /** The fields for a structured log: JSON.stringify writes a plain Error as `{}`. */
  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), body: this.body };
  }
}
