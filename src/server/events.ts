import type { CoinSymbol, Method, Phase } from '../core/index.ts';
import type { ClientEvent } from './client/client-event.ts';

/** How much an event asks for: names of `console`'s methods and of most loggers'. */
export type EventLevel = 'debug' | 'info' | 'warn' | 'error';

/** Which payment an event is about. */
export interface OfPayment {
  readonly ref: string;
  /** The shop's name for what is paid. */
  readonly order: string;
}

/** The payment and what kind it is: few values each, fit to be counted by. */
export interface OfPaymentKind extends OfPayment {
  readonly method: Method;
  /** Empty for methods without a choice of coin. */
  readonly coin: CoinSymbol | '';
}

/** What happened, by `type`. */
export type Happening =
  /** The service made a payment, and it can be paid. */
  | ({ readonly type: 'payment-created' } & OfPaymentKind)
  /** A payment has another phase, or another word that nobody knows. The shop's `onStatus` is told the same. */
  | ({
      readonly type: 'payment-changed';
      readonly from: Phase;
      readonly to: Phase;
      readonly version: number;
    } & OfPaymentKind)
  /** A webhook was read. `news`: whether it changed the payment's phase; else it was known, or not confirmed. */
  | ({ readonly type: 'webhook-taken'; readonly news: boolean } & OfPayment)
  /** A request to a webhook address that is none, or whose signature is wrong. Whose it was cannot be known. */
  | { readonly type: 'webhook-refused' }
  /** The doctor of this package asked whether webhooks arrive here. Nothing was changed. */
  | { readonly type: 'probe-answered' }
  /** A question about a payment is being held; `held`: how many are now. */
  | { readonly type: 'question-held'; readonly held: number }
  /** A held question was answered, or its client left. */
  | { readonly type: 'question-ended'; readonly held: number }
  /** The checkout was closed. */
  | { readonly type: 'closed' }
  /** Of the requests that the service allows in a period (contract 2.4), so many percent are used. Once each a period. */
  | {
      readonly type: 'quota';
      readonly percent: number;
      /** The service's name for the store, a UUID. */
      readonly storeId: string;
      readonly used: number;
      readonly allowed: number;
    }
  /** `order()` gave something that cannot be paid. */
  | { readonly type: 'order-invalid'; readonly order: string; readonly field: string; readonly reason: string }
  /** The service did not make a payment. `code` is the service client's. */
  | ({
      readonly type: 'creation-failed';
      readonly code: string;
      readonly field?: string;
      /** False when the service surely never saw the request; else a payment nobody will pay may exist there. */
      readonly sent: boolean;
    } & OfPayment)
  /** A visitor was sent away, for many payments had been made for them: `creations` says how many may be. */
  | { readonly type: 'creation-limited'; readonly order: string; readonly by: 'address' | 'visitor' }
  /** Said once: nothing tells this visitor from others, so how many payments are made for them is not limited. */
  | { readonly type: 'visitor-unknown'; readonly order: string }
  /** The service answered with an identifier that is not the one its webhook brought before. */
  | ({ readonly type: 'creation-conflict' } & OfPayment)
  /** The amount would never have been confirmed (contract 3), so the payment was not shown. */
  | ({ readonly type: 'below-minimum'; readonly minimum: string } & OfPayment)
  /** The smallest payable amount could not be learnt; the payment was made without it. */
  | { readonly type: 'minimum-unknown'; readonly coin: string; readonly code: string }
  /** A body that is no object, neither as JSON nor as a form, or longer than 64 KiB. */
  | ({ readonly type: 'webhook-unreadable' } & OfPayment)
  /** A body without a status word. */
  | ({ readonly type: 'webhook-without-status' } & OfPayment)
  /** A body with another payment's identifier. Nothing was changed. */
  | ({ readonly type: 'webhook-conflict' } & OfPayment)
  /** A word that neither the shop's table nor ours knows: add it to `statuses`. */
  | ({ readonly type: 'status-unknown'; readonly status: string } & OfPayment)
  /**
   * A word that speaks of another end than the payment had: paid after failed, overpaid after paid. Nothing was
   * changed, for an end never goes back, and `onStatus` is not told: see to it by hand.
   */
  | ({ readonly type: 'other-end'; readonly from: Phase; readonly to: Phase; readonly status: string } & OfPayment)
  /** `confirm()` said no to a payment that the service called paid. */
  | ({ readonly type: 'not-confirmed'; readonly to: Phase } & OfPayment)
  /** `onStatus()` failed or took too long; it is called again by the next sweep. */
  | { readonly type: 'delivery-failed'; readonly ref: string; readonly version: number; readonly cause: unknown }
  /** Something threw: the store, `order()` or `confirm()`. `at` is the route, or what else was being done. */
  | { readonly type: 'failed'; readonly at: string; readonly cause: unknown }
  | ClientEvent;

/**
 * Everything that a checkout tells its one `onEvent`: what a shop may want in its log, its counters and its traces.
 *
 * Bodies, and values of the service and of the shop (payouts, meta, keys, addresses of webhooks), are never in it;
 * `cause` is what the shop's own code or its database threw. `warn` is what a person should know of some day, `error`
 * what somebody should see to now; what only counts or traces need is `debug`.
 *
 *     onEvent: (event) => console[event.level](event)
 */
export type CheckoutEvent = Happening & { readonly level: EventLevel };

const LEVELS: Readonly<Record<Happening['type'], EventLevel>> = {
  'call-begun': 'debug',
  'call-tried': 'debug',
  'call-ended': 'debug',
  'question-held': 'debug',
  'question-ended': 'debug',
  'webhook-taken': 'debug',
  // Strangers try addresses; none of them comes through.
  'webhook-refused': 'debug',
  'payment-created': 'info',
  'payment-changed': 'info',
  'probe-answered': 'info',
  closed: 'info',
  'minimum-unknown': 'warn',
  'below-minimum': 'warn',
  'webhook-unreadable': 'warn',
  'webhook-without-status': 'warn',
  'webhook-conflict': 'warn',
  'status-unknown': 'warn',
  'not-confirmed': 'warn',
  'creation-failed': 'warn',
  'creation-limited': 'warn',
  'visitor-unknown': 'warn',
  'delivery-failed': 'warn',
  quota: 'warn',
  'order-invalid': 'error',
  'creation-conflict': 'error',
  'other-end': 'error',
  failed: 'error',
};

export type Emit = (event: Happening) => void;

/** How the parts of a checkout tell what happened: with its level, and so that nothing comes back. */
export function createEmit(onEvent: ((event: CheckoutEvent) => unknown) | undefined): Emit {
  if (!onEvent) return () => {};
  const tell = safely(onEvent);
  return (event) => tell({ ...event, level: LEVELS[event.type] });
}

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
