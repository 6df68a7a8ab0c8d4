/** What is known of a failed call of a payment server. */
export interface ProviderErrorDetails {
  /** False only when the server certainly did not receive the request, so that no payment can exist. */
  readonly sent: boolean;
  /** The HTTP status, when there was a response. */
  readonly status?: number | undefined;
  /** The URL of the request, without query. */
  readonly url?: string | undefined;
  /** Seconds to wait before a retry. */
  readonly retryAfter?: number | undefined;
  /** The invalid field. */
  readonly field?: string | undefined;
  /** The error behind this one. It must contain no key and no webhook address. */
  readonly cause?: unknown;
}

/**
 * The error of a failed call of a payment server. A provider throws it. It must contain no key and no webhook address.
 *
 * These codes have a meaning for the checkout; any other code in kebab-case is treated as a failure of the server:
 *
 * - `busy`, `rate-limited`: the payer is asked to try again after `retryAfter` seconds.
 * - `invalid-request`, `unsupported`: a retry would fail too, because the shop has to correct something.
 * - `unauthorized`, `network`, `timeout`, `service-error`, `bad-answer`: `checkout.health()` warns.
 *
 *     throw new ProviderError('unauthorized', 'The key has no permission to create invoices.', { sent: true });
 */
export class ProviderError extends Error {
  /** The name of the class. */
  override readonly name: string = 'ProviderError';
  /** Kebab-case. The codes of a provider are stable: switch on them. */
  readonly code: string;
  /** False only when the server certainly did not receive the request. */
  readonly sent: boolean;
  /** The HTTP status, when there was a response. */
  readonly status?: number;
  /** The URL of the request, without query. Absent when there was no request. */
  readonly url?: string;
  /** Seconds to wait before a retry. */
  readonly retryAfter?: number;
  /** The invalid field, in the server's names. */
  readonly field?: string;

  constructor(code: string, message: string, details: ProviderErrorDetails = { sent: true }) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.sent = details.sent;
    if (details.status !== undefined) this.status = details.status;
    if (details.url !== undefined) this.url = details.url;
    if (details.retryAfter !== undefined) this.retryAfter = details.retryAfter;
    if (details.field !== undefined) this.field = details.field;
  }

  /** The fields for a structured log: JSON.stringify writes a plain Error as `{}`. */
  toJSON(): Record<string, unknown> {
    const { name, code, message, sent, status, url, retryAfter, field } = this;
    return { name, code, message, sent, status, url, retryAfter, field };
  }
}

/** The error when a member of what `create()` has returned cannot be used. A payment may have been created. */
export const createdFault = (field: string, problem: string, hint = ''): ProviderError =>
  new ProviderError('bad-answer', `${field}: ${problem} in what create() returned${hint}`, { sent: true, field });
