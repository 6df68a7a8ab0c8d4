import type { ServiceErrorCode } from './errors.ts';
import type { TransportResponse } from '../transport/transport.ts';

/** The reason in a response whose status is not 2xx. */
export interface Refused {
  /** The code of the `ServiceError` that the call rejects with. */
  readonly code: ServiceErrorCode;
  /** The invalid field, when the response names one. */
  readonly field?: string;
}

/** The path of a field in the contract's names. Any other text is ignored. */
const FIELD = /^[A-Za-z_][\w.[\]]{0,59}$/;

/** Wordings of a service for used-up requests; the contract shows none. */
const QUOTA = /quota|api[ _-]?request[ _-]?limit|max[ _-]?api[ _-]?requests/i;

/**
 * Reads a response with a status outside 2xx. The contract shows neither statuses nor a shape for errors (section 7).
 * So the code follows the HTTP meaning of the status. The field is the `field` at the top level, in `error` or in the
 * first of `errors`. A used-up quota is detected by status 402 or by its wording. The option `refusal` replaces this
 * function.
 */
export function readRefusal({ status, text }: TransportResponse): Refused {
  const code = codeOf(status, text);
  const field = code === 'rejected' ? fieldOf(text) : undefined;
  return field === undefined ? { code } : { code, field };
}

function codeOf(status: number, text: string): ServiceErrorCode {
  if (status >= 500) return 'service-error';
  if (status === 408) return 'timeout';
  if (status === 402 || ((status === 403 || status === 429) && QUOTA.test(text))) return 'quota-exhausted';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429) return 'rate-limited';
  // A redirect is never followed: the request would send the key to the new address.
  return status >= 400 ? 'rejected' : 'bad-answer';
}

/** Wraps any value as an object that may have these properties. */
const named = (value: unknown) => Object(value) as { field?: unknown; error?: unknown; errors?: unknown };

function fieldOf(text: string): string | undefined {
  try {
    const body = named(JSON.parse(text));
    const field = body.field ?? named(body.error).field ?? named((Object(body.errors) as unknown[])[0]).field;
    return typeof field === 'string' && FIELD.test(field) ? field : undefined;
  } catch {
    return undefined;
  }
}
