import { choiceOf, type Choice, type ShownOrder } from '../core/orders/order-answer.ts';
import { hasReceivedMoney, keyOf, type PublicPayment } from '../core/payments/payment.ts';
import { phaseFacts, type Phase } from '../core/payments/phases.ts';
import type { OrderProblem, ProblemCode } from '../core/payments/problem.ts';
import type { Creation } from './payment-creation.ts';
import type { ModelEvent, PaymentSnapshot } from './payment-model.ts';
import type { OrderReading } from './read-order-answer.ts';

export interface OrderInputs {
  readonly src: string;
  /** `click`: the payment of the only choice is created when the payer asks for it. */
  readonly create?: string | undefined;
}

/**
 * Why a payment is shown: the payer chose it (`payer`), it is the only choice (`only`), it was in progress when the
 * page was loaded (`resumed`), or money was detected for it while something else was shown (`moved`).
 */
export type ShownBy = 'payer' | 'only' | 'resumed' | 'moved';

/** A request: one at a time is in progress. */
export type ModelRequest =
  /** Loads the order to show it. */
  | { readonly type: 'load' }
  /** Loads the order again while something of it is shown. */
  | { readonly type: 'check' }
  | { readonly type: 'create'; readonly choice: Choice; readonly by: ShownBy };

/** How long to wait: the milliseconds that the shop gave, or a time that grows with the failures in a row, from 0. */
export type Wait = { readonly after: number } | { readonly failures: number };

/** Everything that is known about an order. Frozen: `next` returns another one. */
export interface OrderSnapshot {
  readonly inputs: OrderInputs | undefined;
  /** The absolute URL of the order; `undefined` when `src` is not a web address. */
  readonly url: string | undefined;
  /** Whether the element is on the page. Only then requests are sent. */
  readonly isConnected: boolean;
  /** When the last event happened: milliseconds of the page's clock. */
  readonly time: number;

  readonly order: ShownOrder | undefined;
  readonly problem: OrderProblem | undefined;
  /** The choice whose payment is being created, or will be created once the shop responds. */
  readonly pending: Choice | undefined;
  /** The last choice for which a payment was requested. */
  readonly lastChoice: Choice | undefined;

  /** The payment as it was when it was first shown, and why it is shown; `undefined` while none is shown. */
  readonly shown: { readonly payment: PublicPayment; readonly by: ShownBy } | undefined;
  /**
   * The last known state of the payment that is shown, or that was shown before the payer went back to the choice. A
   * `PaymentModel` follows it.
   */
  readonly payment: PublicPayment | undefined;
  /** The same payment as the shop's last response for the order has it. It is an input of the `PaymentModel`. */
  readonly given: PublicPayment | undefined;
  /** Whether the payment cannot be followed: the shop no longer knows it, for example. */
  readonly isUnavailable: boolean;
  /** The furthest phase of the other payments of the order, as the status address of the payment reports it. */
  readonly orderPhase: Phase | undefined;
  /** When the present content was first shown, or last changed its phase. */
  readonly changedAt: number;

  /** The order's payments in their last known states, oldest first. */
  readonly payments: readonly PublicPayment[];
  /** The order's payments that are known so far, by `keyOf`. */
  readonly knownKeys: readonly string[];
  /** The payments for which money was detected on this page, by `keyOf`. */
  readonly keysWithMoney: readonly string[];
  /** The phase in which the payer left each payment, by `keyOf`. A payment that has the same phase stays left. */
  readonly phaseWhenLeft: Readonly<Record<string, Phase>>;
  /** The id of the payment of this order that this tab showed last, perhaps before a reload. */
  readonly lastShownId: string | undefined;
  /** Whether the page was restored from the back/forward cache: a payment in progress is shown, as after a reload. */
  readonly resumes: boolean;

  readonly request: ModelRequest | undefined;
  /** The request that is sent again after it failed. A new object starts the time again. */
  readonly retry: { readonly request: ModelRequest; readonly wait: Wait } | undefined;
  /** When the order is checked again. A new object starts the time again. */
  readonly check: Wait | undefined;
  /** The failed requests in a row, of those in `retry` and of those in `check`. */
  readonly failures: number;
  readonly checkFailures: number;
  /** How the last creation failed, when it is unknown whether the order has a payment of it. */
  readonly lostCreation: string | undefined;
  /** How many creations had no response, since the shop last did not respond at all. */
  readonly lostCreations: number;

  /** The problem that was reported and is not over. */
  readonly reported: ProblemCode | undefined;
  readonly events: readonly ModelEvent[];
}

/** What changes a snapshot. */
export type OrderChange =
  | {
      readonly type: 'given';
      readonly inputs: OrderInputs;
      readonly url: string | undefined;
      readonly lastShownId: string | undefined;
    }
  | { readonly type: 'connected' }
  | { readonly type: 'disconnected' }
  | { readonly type: 'restored' }
  | { readonly type: 'refreshed' }
  | { readonly type: 'retried'; readonly isOnline: boolean }
  | { readonly type: 'chosen'; readonly choice: Choice; readonly isOnline: boolean }
  | { readonly type: 'chosen-again'; readonly isOnline: boolean }
  | { readonly type: 'left' }
  | { readonly type: 'retry-due' }
  | { readonly type: 'check-due' }
  | { readonly type: 'order-answered'; readonly reading: OrderReading }
  /**
   * `failure`: how the request failed, when it is unknown whether a payment was created. `backOff`: milliseconds to wait
   * when the shop is busy and gives no time.
   */
  | {
      readonly type: 'creation-answered';
      readonly creation: Creation;
      readonly failure?: string;
      readonly backOff: number;
    }
  | { readonly type: 'payment-changed'; readonly payment: PaymentSnapshot }
  | { readonly type: 'dispatched' };

/** A change with its time: milliseconds of the page's clock. */
export type OrderEvent = OrderChange & { readonly at: number };

export const NO_PAYMENT = {
  shown: undefined,
  payment: undefined,
  given: undefined,
  isUnavailable: false,
  orderPhase: undefined,
} as const satisfies Partial<OrderSnapshot>;

export const NO_REQUEST = {
  request: undefined,
  retry: undefined,
  check: undefined,
} as const satisfies Partial<OrderSnapshot>;

export const NOTHING_KNOWN = {
  ...NO_PAYMENT,
  ...NO_REQUEST,
  url: undefined,
  order: undefined,
  problem: undefined,
  pending: undefined,
  lastChoice: undefined,
  changedAt: 0,
  payments: [],
  knownKeys: [],
  keysWithMoney: [],
  phaseWhenLeft: {},
  lastShownId: undefined,
  resumes: false,
  failures: 0,
  checkFailures: 0,
  lostCreation: undefined,
  lostCreations: 0,
  reported: undefined,
} as const satisfies Partial<OrderSnapshot>;

/** The snapshot of an element to which nothing was given yet. */
export const initialOrder: OrderSnapshot = Object.freeze({
  ...NOTHING_KNOWN,
  inputs: undefined,
  isConnected: false,
  time: 0,
  events: [],
});

export const isInProgress = ({ phase }: PublicPayment): boolean => !!phaseFacts(phase).open;

/** Whether some money was received for the payment that is shown, now or earlier on this page. */
export const hasMoney = ({ payment, keysWithMoney }: OrderSnapshot): boolean =>
  !!payment && (keysWithMoney.includes(keyOf(payment)) || hasReceivedMoney(payment));

/** Returns the existing payment of a choice, if it can be continued. */
export const begunPayment = ({ payments }: OrderSnapshot, choice: Choice): PublicPayment | undefined =>
  payments.findLast((each) => isSameChoice(choiceOf(each), choice) && !phaseFacts(each.phase).ended);

const isSameChoice = (a: Choice, b: Choice) => a.method === b.method && a.coin?.symbol === b.coin?.symbol;
