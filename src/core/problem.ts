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
  /** A status word that neither `statusMap` nor the default map has. */
  | { readonly code: 'unknown-status'; readonly status: string }
  /** The shop gives other details for what a payer may be paying already. They wait for the payer's word. */
  | { readonly code: 'details-changed'; readonly field: string }
  /** What stands on the page is not what the tag put there. Nothing can be copied or opened any more. */
  | { readonly code: 'tampered'; readonly field: string }
  /** The status address says that there is no such payment (404, 410). */
  | { readonly code: 'not-found' }
  /** Three questions in a row went without an answer. Says nothing about the money. */
  | { readonly code: 'contact-lost' }
  /** No status was received for a long time. */
  | { readonly code: 'stalled' }
  /** The shop has no such order (404, 410). */
  | { readonly code: 'unknown-order' }
  /** What `src` answered is no order, or offers no way to pay that is known here. */
  | { readonly code: 'unreadable-order'; readonly field: string; readonly reason: string }
  /** Too much at once (429, 503). It is asked again in so many milliseconds. */
  | { readonly code: 'busy'; readonly after: number }
  /** No payment was made for the payer's choice. `reason` is the backend's own code, or `lost`: its answer never came. */
  | { readonly code: 'not-prepared'; readonly reason: string }
  /** Paid already, and there is no payment to show for it. */
  | { readonly code: 'already-paid' }
  /** The order can no longer be paid: it is sold out, or the shop's offer has ended. */
  | { readonly code: 'sold-out' };

/** The stable name of a problem, as `pay-problem` carries it. */
export type ProblemCode = Problem['code'];

const RECOVERABLE: ReadonlySet<ProblemCode> = new Set([
  'contact-lost',
  'stalled',
  'unknown-status',
  'unknown-coin',
  'details-changed',
  'busy',
  'not-prepared',
]);

/** Whether the tag goes on by itself, or when the payer asks it to. */
export function isRecoverable({ code }: Problem): boolean {
  return RECOVERABLE.has(code);
}
