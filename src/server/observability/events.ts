import type { CoinSymbol, Method, Phase } from '../../core/index.ts';
import type { ChainEventData } from './chain-events.ts';
import type { ReportSource } from './report-source.ts';
import { CallbackError } from '../with-timeout.ts';
import type { ClientEvent } from './client-event.ts';

/** An option that is only for development: a memory store, `allowTestPayments`, and a secret that is a placeholder. */
export type DevelopmentOption = 'store' | 'allowTestPayments' | 'secret';

/** The severity of an event. The names are those of `console`'s methods, and of most loggers. */
export type EventLevel = 'debug' | 'info' | 'warn' | 'error';

/** The payment of an event. */
export interface OfPayment {
  /** The reference of the payment. */
  readonly paymentRef: string;
  /** The shop's reference of the order. */
  readonly orderRef: string;
}

/** The payment with its method and coin. Both have few values, so that metrics can use them as attributes. */
export interface OfPaymentKind extends OfPayment {
  /** The method of payment. */
  readonly method: Method;
  /** Empty for methods without a choice of coin. */
  readonly coin: CoinSymbol | '';
}

/** The events by `type`. */
export type CheckoutEventData =
  /** The service created a payment that can be paid. */
  | ({ readonly type: 'payment-created' } & OfPaymentKind)
  /**
   * A payment has another phase, or another unknown status. The shop's `onStatus` is called for this change. `source` is who
   * reported it.
   */
  | ({
      readonly type: 'payment-changed';
      readonly source: ReportSource;
      readonly from: Phase;
      readonly to: Phase;
      readonly version: number;
    } & OfPaymentKind)
  /**
   * A webhook was read. `changed` is true when the payment's phase changed. Otherwise the status was known already, or
   * `verifyPayment` declined.
   */
  | ({ readonly type: 'webhook-accepted'; readonly changed: boolean } & OfPayment)
  /**
   * A request to an unknown webhook address, or with a wrong signature. At most once in ten minutes, one that a wrong
   * setting of the shop may explain has another field, and the level `warn`. `wrongSignatures`: so many webhooks, at least
   * three since the start, had the signature of another `secret`. `paymentRef`: the address was signed with this secret, and
   * the payment is not in this store. `provider`: the signature at the address of the provider's account is wrong. Anyone
   * can send the first and the last.
   */
  | {
      readonly type: 'webhook-rejected';
      readonly provider?: string;
      readonly paymentRef?: string;
      readonly wrongSignatures?: number;
    }
  /** `pay-elements doctor` checked whether webhooks arrive. No payment was changed. */
  | { readonly type: 'probe-answered' }
  /** A long poll was opened. `open` is the number of open long polls. */
  | { readonly type: 'long-poll-started'; readonly open: number }
  /** A long poll was answered, or its client disconnected. `open` is the number of open long polls. */
  | { readonly type: 'long-poll-ended'; readonly open: number }
  /** The checkout was closed. */
  | { readonly type: 'closed' }
  /**
   * `percent` percent of the requests of a period are used (contract 2.4). Emitted once for each threshold and period.
   */
  | {
      readonly type: 'quota';
      readonly percent: number;
      /** The service's id of the store, a UUID. */
      readonly storeId: string;
      readonly used: number;
      readonly allowed: number;
    }
  /** `order()` returned an order that cannot be paid. */
  | { readonly type: 'order-invalid'; readonly orderRef: string; readonly field: string; readonly reason: string }
  /**
   * `order()` returned a method, or with `coin` a coin, that cannot be offered until `field` is corrected. The others of
   * the order are offered. Emitted once for each value in each process.
   */
  | {
      readonly type: 'method-not-offered';
      readonly orderRef: string;
      readonly method: Method;
      /** As the shop wrote it. */
      readonly coin?: string;
      readonly field: string;
      readonly reason: string;
    }
  /**
   * The service did not create a payment. `code` is the code of the `ServiceError`. The level is `error`, because the
   * next creation will probably fail too. It is `warn` for `busy`, `rate-limited` and `aborted`, which are temporary.
   */
  | ({
      readonly type: 'creation-failed';
      readonly code: string;
      /** A short reason: method, path and HTTP status, without secrets. */
      readonly reason: string;
      /** The URL of the request. */
      readonly url?: string;
      /** The HTTP status, when there was a response. */
      readonly status?: number;
      readonly field?: string;
      /**
       * False when the service certainly did not receive the request. Otherwise an unknown payment may exist at the
       * service.
       */
      readonly sent: boolean;
      /** The amount of the order, decimal text. */
      readonly amount: string;
      readonly currency: string;
    } & OfPaymentKind)
  /**
   * A visitor was refused because of `creationLimit`. `by: 'unidentified'` is the limit that all unidentified visitors
   * share.
   */
  | {
      readonly type: 'creation-limited';
      readonly orderRef: string;
      readonly by: 'address' | 'visitor' | 'unidentified';
    }
  /** All visitors are refused: `creationLimit.perShop` payments were created within an hour. */
  | {
      readonly type: 'shop-limited';
      readonly orderRef: string;
      /** The limit, in payments an hour. */
      readonly perShop: number;
    }
  /**
   * This visitor cannot be identified, and all such visitors share one limit. `option` names the option that identifies
   * them. Emitted once.
   */
  | {
      readonly type: 'visitor-unknown';
      readonly orderRef: string;
      readonly option: 'creationLimit.proxies' | 'creationLimit.address';
    }
  /**
   * `publicUrl` is not an address of this machine, and an option is only for development: `store` is a memory store,
   * which forgets all payments when the process ends, `allowTestPayments` lets payments without money pay orders, or
   * `secret` looks like a placeholder, and anyone who guesses it can report payments as paid. Emitted at the start.
   */
  | {
      readonly type: 'development-option';
      readonly option: DevelopmentOption;
      readonly publicUrl: string;
    }
  /**
   * `order()` returned no order, so the page says that it is not found. Anyone can request an order that does not exist, or
   * that is another customer's.
   */
  | { readonly type: 'order-unknown'; readonly orderRef: string; readonly returned: 'undefined' | 'null' }
  /**
   * A page of another origin requested an order or a payment, and `allowedOrigins` does not list it: the browser keeps the
   * answer from the page, or a payment is refused with 403. Anyone can send such a request. Emitted for the first ten origins.
   */
  | { readonly type: 'origin-refused'; readonly origin: string }
  /**
   * `order()` returned an `expiresAt` that has passed, for an order that has no payment: it cannot be paid. A visitor may
   * have come late, or the time is wrong, such as one in another time zone. Emitted once.
   */
  | { readonly type: 'offer-expired'; readonly orderRef: string; readonly expiresAt: string }
  /**
   * The service is on another machine, and only this machine can reach `publicUrl`: no webhook can arrive, so no payment
   * becomes paid. Emitted at the start.
   */
  | { readonly type: 'public-url-unreachable'; readonly publicUrl: string }
  /**
   * The response to a creation has another identifier than an earlier webhook of the payment, or the identifier of another
   * payment in the store. So no payment was created. A sandbox gives the same identifiers again after its data was deleted.
   */
  | ({ readonly type: 'creation-conflict' } & OfPayment)
  /** The amount is below the coin's minimum and would never be confirmed (contract 3), so the payment was not shown. */
  | ({ readonly type: 'below-minimum'; readonly minimum: string } & OfPayment)
  /** The coin's minimum could not be read; the payment was created without it. `reason` contains no secrets. */
  | { readonly type: 'minimum-unknown'; readonly coin: string; readonly code: string; readonly reason: string }
  /**
   * The body of a webhook is no object, neither in JSON nor in form data, or longer than 64 KiB, or `readWebhook()`
   * returned undefined. `reason` says which of these, and contains nothing of the body.
   */
  | ({ readonly type: 'webhook-unreadable'; readonly reason: string } & OfPayment)
  /**
   * `readWebhook()` returned a value that cannot be used. No payment was changed. The response is a 500, so that the
   * service sends the webhook again.
   */
  | ({ readonly type: 'webhook-content-invalid'; readonly field: string; readonly reason: string } & OfPayment)
  /** A webhook without a status. */
  | ({ readonly type: 'webhook-without-status' } & OfPayment)
  /**
   * A body parser has read a JSON webhook before the handler, so digits that a double cannot hold are lost. Emitted
   * once.
   */
  | { readonly type: 'webhook-body-parsed' }
  /**
   * Pages reach the checkout at `path`, but `publicUrl` has another path, and a test webhook to `publicUrl` did not
   * arrive. On this machine also with another port: then `path` begins with the host. `webhooks: 'missing'`: it was
   * answered with 404, so no payment is created, because its webhooks would be lost. `unknown`: it had another answer, or
   * none. Emitted once. The level is `error` for `missing`, otherwise `warn`.
   */
  | {
      readonly type: 'mount-mismatch';
      readonly path: string;
      readonly publicUrl: string;
      readonly webhooks: 'missing' | 'unknown';
    }
  /** A webhook with the identifier of another payment. No payment was changed. */
  | ({ readonly type: 'webhook-conflict' } & OfPayment)
  /** A status that neither `statusMap` nor the default map contains: add it to `statusMap`. */
  | ({ readonly type: 'status-unknown'; readonly status: string } & OfPayment)
  /**
   * A final status that conflicts with the final phase of the payment: paid after failed, or overpaid after paid. The
   * payment was not changed, because a final phase stays, and `onStatus` is not called. Check the payment by hand.
   */
  | ({
      readonly type: 'conflicting-final-status';
      readonly from: Phase;
      readonly to: Phase;
      readonly status: string;
    } & OfPayment)
  /**
   * A payment was paid whose amount or currency differs from that of its order now. It does not pay the order. Emitted
   * once for each payment and process.
   */
  | ({
      readonly type: 'payment-mismatch';
      /** The amount that was paid, decimal text. */
      readonly amount: string;
      readonly currency: string;
      /** The order's present amount, decimal text. */
      readonly orderAmount: string;
      readonly orderCurrency: string;
    } & OfPayment)
  /**
   * A payment was paid although the payment `paidBy` had already paid its order: one of them must be refunded. Emitted
   * at least once for each pair of payments. After a crash, or from another process, it may be emitted again with the
   * two exchanged.
   */
  | ({ readonly type: 'order-paid-twice'; readonly paidBy: string } & OfPayment)
  /**
   * The service reports paid, but less was received than expected: the payment is underpaid. Both amounts are decimal
   * text, in the coin.
   */
  | ({
      readonly type: 'paid-amount-low';
      readonly status: string;
      readonly received: string;
      readonly expected: string;
    } & OfPayment)
  /**
   * A webhook has a received amount that is no decimal number, such as `12,5`. Its status counts, but a coin payment that
   * it reports as paid is `confirming`, because the money cannot be compared with the expected amount. A later webhook
   * with a readable amount pays the order: read the amount in `readWebhook`.
   */
  | ({ readonly type: 'amount-unreadable'; readonly status: string } & OfPayment)
  /**
   * A webhook reported paid before the response to the creation arrived. The payment is `confirming` until that
   * response contains the expected amount.
   */
  | ({ readonly type: 'paid-before-answer'; readonly status: string } & OfPayment)
  /**
   * A webhook reported paid, and no response to the creation can arrive any more. The expected amount stays unknown, so
   * the payment stays `confirming` and pays no order. Look for it in your account at the service. `id` (`tid`, `pid` or
   * `bid`) is set when a webhook contained it.
   */
  | ({ readonly type: 'paid-without-answer'; readonly status: string; readonly id?: string } & OfPayment)
  /** The service reported a test payment as paid, and `allowTestPayments` is not set. The phase did not change. */
  | ({ readonly type: 'test-payment'; readonly status: string; readonly to: Phase } & OfPayment)
  /** Money arrived after the order's `expiresAt`, and not all of it had been seen before. */
  | ({ readonly type: 'update-after-expiry'; readonly to: Phase } & OfPayment)
  /** Money arrived for a payment that was replaced by another one: the payer may pay twice. */
  | ({ readonly type: 'update-of-replaced-payment'; readonly to: Phase } & OfPayment)
  /**
   * A paid or overpaid payment was reported as underpaid, unmatched or expired, or with less than the expected amount
   * under any other status. The webhook is outdated, or the money was taken back: check the payment. It was not changed.
   */
  | ({ readonly type: 'update-after-paid'; readonly to: Phase; readonly status: string } & OfPayment)
  /**
   * Money that was seen has gone again: its transaction or its block was replaced. `received` is what is left, in the coin,
   * decimal text. The payment waits for money again, or for the rest: it is `awaiting` or `underpaid`. One that is `expired`
   * or `late` stays so. For a payment that is paid, a chain source raises
   * `paid-money-gone` instead.
   */
  | ({
      readonly type: 'money-gone';
      readonly from: Phase;
      readonly received: string;
      readonly source: ReportSource;
    } & OfPayment)
  /** `verifyPayment()` returned `'later'` for the first time: it is called again, for 24 hours. */
  | ({ readonly type: 'verification-postponed'; readonly to: Phase } & OfPayment)
  /**
   * `verifyPayment()` has returned `'later'` for 24 hours. It is not called again until the payment is reported as paid once
   * more, or `checkout.payments.refresh()` is called. Decide about the payment by hand.
   */
  | ({ readonly type: 'verification-overdue'; readonly to: Phase } & OfPayment)
  /** The provider was asked for the state of a payment. `changed` is true when the payment's phase changed. */
  | ({ readonly type: 'payment-read'; readonly changed: boolean } & OfPayment)
  /** The provider could not be asked for the state of a payment. It is asked again later. `code` is that of its error. */
  | ({ readonly type: 'read-failed'; readonly code: string; readonly reason: string } & OfPayment)
  /** An account webhook names a payment that this store does not have. Another client of the account may have made it. */
  | { readonly type: 'webhook-unmatched'; readonly id: string }
  /** `verifyPayment()` returned false for a payment that the service reported as paid. */
  | ({ readonly type: 'verification-declined'; readonly to: Phase } & OfPayment)
  /**
   * A change could not be delivered to the shop, or takes too long; the next sweep delivers it again. `at` names what
   * failed: `onStatus()`, `onPaid()`, `order()`, which is called before `onPaid()`, or the store.
   */
  | {
      readonly type: 'delivery-failed';
      readonly paymentRef: string;
      readonly version: number;
      readonly at: 'onStatus()' | 'onPaid()' | 'order()' | 'store';
      readonly cause: unknown;
    }
  /** The store has migrated the tables of an earlier release, at the start of this process. */
  | {
      readonly type: 'store-migrated';
      /** The version of the tables before. */
      readonly from: number;
      /** The version of the tables after. */
      readonly to: number;
    }
  /**
   * A call threw, or did not end in time: the store, `order()`, `verifyPayment()`, the provider. `at` names the call or the route.
   */
  | {
      readonly type: 'internal-error';
      readonly at: string;
      /** The function of the shop that failed, when `at` names another place: `verifyPayment()`. */
      readonly callback?: string;
      readonly cause: unknown;
    }
  | ChainEventData
  | ClientEvent;

/**
 * The events of a checkout, for `onEvent`: for logs, metrics and traces.
 *
 * An event never contains bodies or values of the service and of the shop (payouts, meta, keys, webhook addresses).
 * `cause` is the error of the shop's own code or of its database. The levels mean: `error`: act now. `warn`: check it
 * later. `info`: a normal change. `debug`: for metrics and traces.
 *
 *     onEvent: (event) => console[event.level](event)
 */
export type CheckoutEvent = CheckoutEventData & { readonly level: EventLevel };

const LEVELS = {
  'request-started': 'debug',
  'request-attempted': 'debug',
  'request-completed': 'debug',
  'long-poll-started': 'debug',
  'long-poll-ended': 'debug',
  'webhook-accepted': 'debug',
  // Anyone can send requests to guessed addresses; they are all rejected.
  'webhook-rejected': 'debug',
  'webhook-unmatched': 'debug',
  'order-unknown': 'debug',
  'payment-read': 'debug',
  'chain-call-completed': 'debug',
  'payment-created': 'info',
  'payment-changed': 'info',
  'verification-postponed': 'info',
  'probe-answered': 'info',
  closed: 'info',
  'store-migrated': 'info',
  'chain-reachable': 'info',
  'minimum-unknown': 'warn',
  'below-minimum': 'warn',
  'webhook-unreadable': 'warn',
  'webhook-without-status': 'warn',
  'webhook-conflict': 'warn',
  'status-unknown': 'warn',
  'verification-declined': 'warn',
  'money-gone': 'warn',
  'read-failed': 'warn',
  'paid-amount-low': 'warn',
  'amount-unreadable': 'warn',
  'paid-before-answer': 'warn',
  'update-after-expiry': 'warn',
  'update-of-replaced-payment': 'warn',
  'update-after-paid': 'warn',
  'creation-limited': 'warn',
  'webhook-body-parsed': 'warn',
  'mount-mismatch': 'warn',
  'visitor-unknown': 'warn',
  'development-option': 'warn',
  'origin-refused': 'warn',
  'offer-expired': 'warn',
  'public-url-unreachable': 'warn',
  'chain-dust': 'warn',
  'chain-history-too-short': 'warn',
  'chain-pace-too-low': 'warn',
  'chain-unreachable': 'warn',
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
  'verification-overdue': 'error',
  'delivery-failed': 'error',
  'webhook-missing': 'error',
  'paid-money-gone': 'error',
  'chain-address-shared': 'error',
  'chain-disagrees': 'error',
  'chain-undecided': 'error',
  'internal-error': 'error',
} as const satisfies Readonly<Record<CheckoutEventData['type'], EventLevel>>;

type Quiet = {
  [Type in CheckoutEventData['type']]: (typeof LEVELS)[Type] extends 'debug' | 'info' ? Type : never;
};

/** The events that are printed only with `log: 'debug'`. */
export type QuietEventType = Quiet[CheckoutEventData['type']];

export type Emit = (event: CheckoutEventData) => void;

/** An error of the shop's own code or of its database. */
export type InternalError = Extract<CheckoutEventData, { readonly type: 'internal-error' }>;

/** Codes of failed creations with a temporary cause. */
const PASSING: ReadonlySet<string> = new Set(['busy', 'rate-limited', 'aborted']);

function levelOf(event: CheckoutEventData): EventLevel {
  if (event.type === 'creation-failed' && PASSING.has(event.code)) return 'warn';
  if (event.type === 'webhook-rejected' && (event.provider ?? event.paymentRef ?? event.wrongSignatures) !== undefined)
    return 'warn';
  if (event.type === 'mount-mismatch' && event.webhooks === 'missing') return 'error';
  return LEVELS[event.type];
}

/** The event with the name of the shop's function that has failed, and with what that has thrown. */
function withCallback(event: CheckoutEventData): CheckoutEventData {
  if (!('cause' in event && event.cause instanceof CallbackError)) return event;
  const { callback, cause } = event.cause;
  return event.type === 'internal-error' ? { ...event, callback, cause } : { ...event, cause };
}

/** Creates the function that emits events with their level. */
export function createEmit(...listeners: readonly (((event: CheckoutEvent) => unknown) | undefined)[]): Emit {
  const safeListeners = listeners.flatMap((listener) => (listener ? [ignoreErrors(listener)] : []));
  return (event) => {
    const leveled = { ...withCallback(event), level: levelOf(event) };
    for (const call of safeListeners) call(leveled);
  };
}

/** Wraps a listener, so that its exceptions and rejections cannot affect a payment. The first is printed to the console. */
export function ignoreErrors<Event>(onEvent: ((event: Event) => unknown) | undefined): (event: Event) => void {
  let isPrinted = false;
  const print = (error: unknown) => {
    if (!isPrinted) console.error('pay-elements: a listener of events has failed:', error);
    isPrinted = true;
  };
  return (event) => {
    try {
      Promise.resolve(onEvent?.(event)).catch(print);
    } catch (error) {
      print(error);
    }
  };
}
