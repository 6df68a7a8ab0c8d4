import type { Refusal, RefusalCode } from './status-words.ts';

/** A request that the service refuses. Thrown where the fault is found, and answered in one place. */
export class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.name = 'RefusedError';
    this.refusal = refusal;
  }
}

/** The refusal of a field that is missing, of the wrong type or out of its bounds. */
export function refused(field: string, reason: string, code: RefusalCode = 'invalid_request'): RefusedError {
  return new RefusedError({ code, field, reason });
}
