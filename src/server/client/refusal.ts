import type { ServiceErrorCode } from './errors.ts';
import type { TransportResponse } from './transport.ts';

/** What an answer that is no success says. */
export interface Refused {
  readonly code: ServiceErrorCode;
  /** The field at fault, if the service names one. */
  readonly field?: string;
}

/** A field's path in the contract's names; anything else in its place is no field. */
const FIELD = /^[A-Za-z_][\w.[\]]{0,59}$/;

/** Wordings of a service for used-up requests; the contract shows none. */
const QUOTA = /quota|api[ _-]?request[ _-]?limit|max[ _-]?api[ _-]?requests/i;

/**
 * Reads an answer outside 2xx. The contract shows neither statuses nor a shape for errors (section 7), so
 * this goes by what HTTP means by the status, takes a `field` from the top, from `error` or from the first of
 * `errors`, and knows a
 * used-up quota by 402 or by its name. The option `refusal` replaces it.
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
  // A redirect is never followed: it would carry the key to wherever it points.
  return status >= 400 ? 'rejected' : 'bad-answer';
}

/** Anything at all, seen as an object that may name a field. */
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
