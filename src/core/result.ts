/** What was read, or which field could not be and why. Bad data is an answer here, never an exception. */
export type Result<T> = ({ readonly ok: true } & T) | Refusal;

/** Bad data: which field, and why. */
export interface Refusal {
  readonly ok: false;
  /** The field at fault in the caller's own names, as a path: `addresses[1].percent`. */
  readonly field: string;
  /** Why, in a few plain words for the developer who reads it. Not for payers. */
  readonly reason: string;
}

export const refuse = (field: string, reason: string): Refusal => ({ ok: false, field, reason });
