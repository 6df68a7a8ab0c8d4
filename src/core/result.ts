/** The data that was read, or the field that could not be read and the reason. Invalid data never throws here. */
export type Result<T> = ({ readonly ok: true } & T) | Refusal;

/** Invalid data: the field and the reason. */
export interface Refusal {
  /** False: there is no result. */
  readonly ok: false;
  /** The invalid field with the names of the caller's data, as a path: `addresses[1].percent`. */
  readonly field: string;
  /** The reason in a few plain words for developers. Not for payers. */
  readonly reason: string;
}

export const refuse = (field: string, reason: string): Refusal => ({ ok: false, field, reason });
