import type { Words } from '../words/words.ts';

/** What a payment is said with. */
export interface Spoken {
  readonly words: Words;
  /** The shop's price, ready to be read. */
  readonly fiat: string;
}
