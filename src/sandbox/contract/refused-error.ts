import type { Refusal, RefusalCode } from './status-words.ts';

/**
 * A request that the service refuses. It is thrown where the mistake is found, and converted to a response in one
 * place.
 */
export class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.name = 'RefusedError';
    this.refusal = refusal;
  }
}

/** The error for a field that is missing, has the wrong type or is out of range. */
export function refused(field: string, reason: string, code: RefusalCode = 'invalid_request'): RefusedError {
  return new RefusedError({ code, field, reason });
}
