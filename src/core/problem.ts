/**
 * Every way a checkout can go wrong in front of a payer, named once. No prose: the page puts it into the
 * payer's language, the console and `pay-problem` carry the code and the field to the developer.
 */
export type Problem =
  /** The tag was given neither `payment` nor `src`. */
  | { readonly code: 'no-payment' }
  /** What it was given, or what `src` answered, is no payment. */
  | { readonly code: 'unreadable-payment'; readonly field: string; readonly reason: string }
  /** A payment of another tag's kind: `pay-wallet` was handed a `tid`. */
  | { readonly code: 'wrong-method'; readonly field: string }
  /** A coin that contract 2.9 does not list. It can still be paid by what the service sent. */
  | { readonly code: 'unknown-coin'; readonly coin: string }
  /** A word that neither the shop's table nor ours knows. */
  | { readonly code: 'unknown-status'; readonly status: string }
  /** The status address says that there is no such payment (404, 410). */
  | { readonly code: 'not-found' }
  /** Three questions in a row went without an answer. Says nothing about the money. */
  | { readonly code: 'contact-lost' }
  /** Nothing was heard for a long while. */
  | { readonly code: 'stalled' };

/** The stable name of a problem, as `pay-problem` carries it. */
export type ProblemCode = Problem['code'];

/** Whether the tag goes on by itself, or when the payer asks it to. */
export function isRecoverable({ code }: Problem): boolean {
  return code === 'contact-lost' || code === 'stalled' || code === 'unknown-status' || code === 'unknown-coin';
}
