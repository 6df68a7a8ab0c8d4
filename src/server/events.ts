import type { Phase } from '../core/index.ts';

/**
 * What a shop may want in its log. Values of the service and of the shop (payouts, meta, keys, addresses of
 * webhooks) are never in it; `cause` is what the shop's own code or its database threw.
 */
export type CheckoutEvent =
  /** `order()` gave something that cannot be paid. */
  | { readonly type: 'order-invalid'; readonly order: string; readonly field: string; readonly reason: string }
  /** The service did not make a payment. `code` is the service client's. */
  | {
      readonly type: 'creation-failed';
      readonly ref: string;
      readonly order: string;
      readonly code: string;
      readonly field?: string;
      /** False when the service surely never saw the request; else a payment nobody will pay may exist there. */
      readonly sent: boolean;
    }
  /** A visitor was sent away, for many payments had been made for them: `creations` says how many may be. */
  | { readonly type: 'creation-limited'; readonly order: string; readonly by: 'address' | 'visitor' }
  /** Said once: nothing tells this visitor from others, so how many payments are made for them is not limited. */
  | { readonly type: 'visitor-unknown'; readonly order: string }
  /** The service answered with an identifier that is not the one its webhook brought before. */
  | { readonly type: 'creation-conflict'; readonly ref: string; readonly order: string }
  /** The amount would never have been confirmed (contract 3), so the payment was not shown. */
  | { readonly type: 'below-minimum'; readonly ref: string; readonly order: string; readonly minimum: string }
  /** The smallest payable amount could not be learnt; the payment was made without it. */
  | { readonly type: 'minimum-unknown'; readonly coin: string; readonly code: string }
  /** A body that is no object, neither as JSON nor as a form, or longer than 64 KiB. */
  | { readonly type: 'webhook-unreadable'; readonly ref: string; readonly order: string }
  /** A body without a status word. */
  | { readonly type: 'webhook-without-status'; readonly ref: string; readonly order: string }
  /** A body with another payment's identifier. Nothing was changed. */
  | { readonly type: 'webhook-conflict'; readonly ref: string; readonly order: string }
  /** A word that neither the shop's table nor ours knows: add it to `statuses`. */
  | { readonly type: 'status-unknown'; readonly ref: string; readonly order: string; readonly status: string }
  /**
   * A word that speaks of another end than the payment had: paid after failed, overpaid after paid. Nothing was
   * changed, for an end never goes back, and `onStatus` is not told: see to it by hand.
   */
  | {
      readonly type: 'other-end';
      readonly ref: string;
      readonly order: string;
      readonly from: Phase;
      readonly to: Phase;
      readonly status: string;
    }
  /** `confirm()` said no to a payment that the service called paid. */
  | { readonly type: 'not-confirmed'; readonly ref: string; readonly order: string; readonly to: Phase }
  /** `onStatus()` failed or took too long; it is called again by the next sweep. */
  | { readonly type: 'delivery-failed'; readonly ref: string; readonly version: number; readonly cause: unknown }
  /** Something threw: the store, `order()` or `confirm()`. `at` is the route, or what else was being done. */
  | { readonly type: 'failed'; readonly at: string; readonly cause: unknown };

export type Emit = (event: CheckoutEvent) => void;

/** A log that throws, at once or in a promise that nobody waits for, must not cost a payment. */
export function safely<Event>(onEvent: ((event: Event) => unknown) | undefined): (event: Event) => void {
  return (event) => {
    try {
      Promise.resolve(onEvent?.(event)).catch(() => {});
    } catch {
      // There is nobody left to tell.
    }
  };
}
