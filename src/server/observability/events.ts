import type { CoinSymbol, Method, Phase } from '../../core/index.ts';
import type { ClientEvent } from '../client/client-event.ts';

/** The severity of an event: the names of `console`'s methods, and of most loggers'. */
export type EventLevel = 'debug' | 'info' | 'warn' | 'error';

/** Which payment an event is about. */
export interface OfPayment {
  readonly paymentRef: string;
  /** The shop's name for what is paid. */
  readonly orderRef: string;
}

/** The payment with its method and coin: few values each, so that metrics can use them as attributes. */
export interface OfPaymentKind extends OfPayment {
  readonly method: Method;
  /** Empty for methods without a choice of coin. */
  readonly coin: CoinSymbol | '';
}

/** What happened, by `type`. */
export type CheckoutEventData =
  /** The service created a payment, and it can be paid. */
  | ({ readonly type: 'payment-created' } & OfPaymentKind)
  /** A payment has another phase, or another unknown status. The shop's `onStatus` is called for it. */
  | ({
      readonly type: 'payment-changed';
      readonly from: Phase;
      readonly to: Phase;
      readonly version: number;
    } & OfPaymentKind)
  /** A webhook was read. `changed`: whether the payment's phase changed; if not, it was known, or `verifyPayment` declined. */
  | ({ readonly type: 'webhook-accepted'; readonly changed: boolean } & OfPayment)
  /** A request to an unknown webhook address, or with a wrong signature. Its payment cannot be known. */
  | { readonly type: 'webhook-rejected' }
  /** `pay-elements doctor` checked whether webhooks arrive here. Nothing was changed. */
  | { readonly type: 'probe-answered' }
  /** A long poll was opened. `open`: how many are open now. */
  | { readonly type: 'long-poll-started'; readonly open: number }
  /** A long poll was answered, or its client disconnected. */
  | { readonly type: 'long-poll-ended'; readonly open: number }
  /** The checkout was closed. */
  | { readonly type: 'closed' }
  /** So many percent of the requests of a period are used (contract 2.4). Once for each threshold and period. */
  | {
      readonly type: 'quota';
      readonly percent: number;
      /** The service's name for the store, a UUID. */
      readonly storeId: string;
      readonly used: number;
      readonly allowed: number;
    }
  /** `order()` returned something that cannot be paid. */
  | { readonly type: 'order-invalid'; readonly orderRef: string; readonly field: string; readonly reason: string }
  /** Once for each method: `order()` names a method that cannot be offered until `field` is corrected. */
  | {
      readonly type: 'method-not-offered';
      readonly orderRef: string;
      readonly method: Method;
      readonly field: string;
      readonly reason: string;
    }
  /**
   * The service did not create a payment. `code` is the service client's. An error, because the next creation will fail,
   * too. Only a warning for `busy`, `rate-limited` and `aborted`, which pass.
   */
  | ({
      readonly type: 'creation-failed';
      readonly code: string;
      /** Why, in a few words: method, path and HTTP status, and no secret. */
      readonly reason: string;
      /** The address of the request. */
      readonly url?: string;
      /** The HTTP status, when there was an answer. */
      readonly status?: number;
      readonly field?: string;
      /** False when the service certainly did not receive the request. Otherwise it may hold a payment that nobody will pay. */
      readonly sent: boolean;
    } & OfPayment)
  /**
   * A visitor was refused because of `creationLimit`. `by: 'unidentified'`: the limit that all unidentified visitors
   * share.
   */
  | {
      readonly type: 'creation-limited';
      readonly orderRef: string;
      readonly by: 'address' | 'visitor' | 'unidentified';
    }
  /** All visitors are refused: `creationLimit.perShop` payments were created within an hour. */
  | { readonly type: 'shop-limited'; readonly orderRef: string; readonly perShop: number }
  /** Once: this visitor cannot be identified, and all such visitors share one limit. `option` identifies them. */
  | {
      readonly type: 'visitor-unknown';
      readonly orderRef: string;
      readonly option: 'creationLimit.proxies' | 'creationLimit.visitor';
    }
  /** The service answered with an identifier that is not the one its webhook brought before. */
  | ({ readonly type: 'creation-conflict' } & OfPayment)
  /** The amount would never have been confirmed (contract 3), so the payment was not shown. */
  | ({ readonly type: 'below-minimum'; readonly minimum: string } & OfPayment)
  /** The smallest payable amount could not be read; the payment was created without it. */
  | { readonly type: 'minimum-unknown'; readonly coin: string; readonly code: string }
  /** A body that is no object, neither as JSON nor as a form, or longer than 64 KiB. */
  | ({ readonly type: 'webhook-unreadable' } & OfPayment)
  /** `readWebhook()` returned something that cannot be used. Nothing was changed, and the answer 500 makes the service send it again. */
  | ({ readonly type: 'webhook-content-invalid'; readonly field: string; readonly reason: string } & OfPayment)
  /** A body without a status. */
  | ({ readonly type: 'webhook-without-status' } & OfPayment)
  /** Once: a body parser has read a JSON webhook before us, so digits that a double cannot hold are lost. */
  | { readonly type: 'webhook-body-parsed' }
  /** Once: pages reach the checkout at `path`, but `publicUrl` names another, so what it names is not found there. */
  | { readonly type: 'mount-mismatch'; readonly path: string; readonly publicUrl: string }
  /** A body with another payment's identifier. Nothing was changed. */
  | ({ readonly type: 'webhook-conflict' } & OfPayment)
  /** A status that neither `statusMap` nor the default map contains: add it to `statusMap`. */
  | ({ readonly type: 'status-unknown'; readonly status: string } & OfPayment)
  /**
   * A final status that conflicts with the payment's: paid after failed, overpaid after paid. Nothing was changed, because a
   * final phase stays, and `onStatus` is not called. It needs a person.
   */
  | ({
      readonly type: 'conflicting-final-status';
      readonly from: Phase;
      readonly to: Phase;
      readonly status: string;
    } & OfPayment)
  /**
   * A payment was paid that was made for another amount or currency than its order has now. It does not pay the order.
   * Once for each payment and process.
   */
  | ({
      readonly type: 'payment-mismatch';
      /** What was paid, decimal text. */
      readonly amount: string;
      readonly currency: string;
      /** What the order says now, decimal text. */
      readonly orderAmount: string;
      readonly orderCurrency: string;
    } & OfPayment)
  /**
   * A payment was paid though its order was paid already, by the payment `paidBy`: one of them has to be sent back. At least
   * once for each two payments. After a crash, or from another process, it may come again with the two exchanged.
   */
  | ({ readonly type: 'order-paid-twice'; readonly paidBy: string } & OfPayment)
  /** The service reports paid, but less was received than expected: the payment is underpaid. In the coin, decimal text. */
  | ({
      readonly type: 'paid-amount-low';
      readonly status: string;
      readonly received: string;
      readonly expected: string;
    } & OfPayment)
  /**
   * A webhook said paid before the service had answered the creation. The payment is `confirming` until the answer says how
   * much is expected.
   */
  | ({ readonly type: 'paid-before-answer'; readonly status: string } & OfPayment)
  /**
   * The same, and no answer can come any more: the expected amount stays unknown, so the payment stays `confirming` and
   * pays nothing. Look for it in your account at the service, by `id` (`tid`, `pid` or `bid`) if a webhook has named it.
   */
  | ({ readonly type: 'paid-without-answer'; readonly status: string; readonly id?: string } & OfPayment)
  /** A test payment was called paid, and `allowTestPayments` is not set: its phase stays what it was. */
  | ({ readonly type: 'test-payment'; readonly status: string; readonly to: Phase } & OfPayment)
  /** Money came after the order's `expiresAt`, before which not all of it had been seen. */
  | ({ readonly type: 'update-after-expiry'; readonly to: Phase } & OfPayment)
  /** Money came for a payment whose place another has taken: the payer may pay twice. */
  | ({ readonly type: 'update-of-replaced-payment'; readonly to: Phase } & OfPayment)
  /** `verifyPayment()` said no to a payment that the service called paid. */
  | ({ readonly type: 'verification-declined'; readonly to: Phase } & OfPayment)
  /** `onStatus()` failed or took too long; it is called again by the next sweep. */
  | { readonly type: 'delivery-failed'; readonly paymentRef: string; readonly version: number; readonly cause: unknown }
  /**
   * Something threw or did not end: the store, `order()`, `verifyPayment()`. `at` is `order()`, the route, or what else was
   * being done.
   */
  | { readonly type: 'internal-error'; readonly at: string; readonly cause: unknown }
  | ClientEvent;

/**
 * The events of a checkout, for `onEvent`: for logs, metrics and traces.
 *
 * Bodies, and values of the service and of the shop (payouts, meta, keys, addresses of webhooks), are never in it;
 * `cause` is what the shop's own code or its database threw. `warn`: a person should look at it some time. `error`: a
 * person should act now. `debug`: for metrics and traces.
 *
 *     onEvent: (event) => console[event.level](event)
 */
export type CheckoutEvent = CheckoutEventData & { readonly level: EventLevel };

const LEVELS: Readonly<Record<CheckoutEventData['type'], EventLevel>> = {
  'request-started': 'debug',
  'request-attempted': 'debug',
  'request-completed': 'debug',
  'long-poll-started': 'debug',
  'long-poll-ended': 'debug',
  'webhook-accepted': 'debug',
  // Anyone can send requests to guessed addresses; they are all rejected.
  'webhook-rejected': 'debug',
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
  'verification-declined': 'warn',
  'paid-amount-low': 'warn',
  'paid-before-answer': 'warn',
  'update-after-expiry': 'warn',
  'update-of-replaced-payment': 'warn',
  'creation-limited': 'warn',
  'webhook-body-parsed': 'warn',
  'mount-mismatch': 'warn',
  'visitor-unknown': 'warn',
  'delivery-failed': 'warn',
  quota: 'warn',
  'creation-failed': 'error',
  'order-invalid': 'error',
  'webhook-content-invalid': 'error',
  'method-not-offered': 'error',
  'shop-limited': 'error',
  'creation-conflict': 'error',
  'conflicting-final-status': 'error',
  'payment-mismatch': 'error',
  'order-paid-twice': 'error',
  'paid-without-answer': 'error',
  'test-payment': 'error',
  'internal-error': 'error',
};

export type Emit = (event: CheckoutEventData) => void;

/** Causes of a failed creation that pass by themselves. */
const PASSING: ReadonlySet<string> = new Set(['busy', 'rate-limited', 'aborted']);

function levelOf(event: CheckoutEventData): EventLevel {
  return event.type === 'creation-failed' && PASSING.has(event.code) ? 'warn' : LEVELS[event.type];
}

/** Creates the function that emits events, with their level. Errors of the listeners are ignored. */
export function createEmit(...listeners: readonly (((event: CheckoutEvent) => unknown) | undefined)[]): Emit {
  const safeListeners = listeners.flatMap((listener) => (listener ? [ignoreErrors(listener)] : []));
  return (event) => {
    const leveled = { ...event, level: levelOf(event) };
    for (const call of safeListeners) call(leveled);
  };
}

/** An exception or a rejection of a listener must not affect a payment. */
export function ignoreErrors<Event>(onEvent: ((event: Event) => unknown) | undefined): (event: Event) => void {
  return (event) => {
    try {
      Promise.resolve(onEvent?.(event)).catch(() => {});
    } catch {
      // See above.
    }
  };
}
