import type { PublicPayment } from '../core/payments/payment.ts';
import { isRecoverable, type Problem, type ProblemCode } from '../core/payments/problem.ts';
import type { Phase } from '../core/payments/phases.ts';
import type { CopiedThing } from '../view/state.ts';

const PASSING: EventInit = { bubbles: true, composed: true };

export type { CopiedThing } from '../view/state.ts';

/** What was opened: the payer's wallet by a payment link, or the hosted payment page. */
export type OpenedThing = 'wallet' | 'page';

/** Dispatched when an element first shows a payment, and when the status of that payment changes. */
export class PayStatusEvent extends Event {
  /** The status word of the shop or of the service. */
  readonly status: string;
  /** The phase of that status; `unknown` for a word that is in no status map. */
  readonly phase: Phase;
  /** `undefined` when the payment is shown for the first time. */
  readonly previousPhase: Phase | undefined;
  /** The payment as it is shown. Amounts are decimal text. */
  readonly payment: PublicPayment;

  constructor(payment: PublicPayment, previousPhase?: Phase) {
    super('pay-status', PASSING);
    this.status = payment.status;
    this.phase = payment.phase;
    this.previousPhase = previousPhase;
    this.payment = payment;
  }
}

/**
 * Dispatched when the shop's backend reports the payment as `paid` or `overpaid`. Use it to change the page only: ship
 * goods when the backend itself knows that the payment is paid. A page that is loaded again dispatches it again, so do not
 * count sales with it.
 */
export class PayPaidEvent extends Event {
  /** The payment, with the phase `paid` or `overpaid`. */
  readonly payment: PublicPayment;

  constructor(payment: PublicPayment) {
    super('pay-paid', PASSING);
    this.payment = payment;
  }
}

/** Dispatched when a text was written to the clipboard. Not dispatched when the payer had to copy by hand. */
export class PayCopyEvent extends Event {
  /** What the payer copied. `link` is the address of the payment's page. */
  readonly what: CopiedThing;

  constructor(what: CopiedThing) {
    super('pay-copy', PASSING);
    this.what = what;
  }
}

/** Dispatched when the payer follows a link out of the page. */
export class PayOpenEvent extends Event {
  /** `wallet`: the payment link of the coin. `page`: the hosted page of the service. */
  readonly what: OpenedThing;
  /** The address of the link. That of a wallet has the scheme of the coin, such as `bitcoin:`. */
  readonly url: string;

  constructor(what: OpenedThing, url: string) {
    super('pay-open', PASSING);
    this.what = what;
    this.url = url;
  }
}

/**
 * Dispatched when a problem prevents an element from showing or following a payment. It says nothing about the money.
 */
export class PayProblemEvent extends Event {
  /** The stable name of the problem: switch on it. `problem` has its details. */
  readonly code: ProblemCode;
  /** Whether the element continues by itself, or after an action of the payer. */
  readonly recoverable: boolean;
  /** The problem with its details, for developers. */
  readonly problem: Problem;

  constructor(problem: Problem) {
    super('pay-problem', PASSING);
    this.code = problem.code;
    this.recoverable = isRecoverable(problem);
    this.problem = problem;
  }
}

declare global {
  interface HTMLElementEventMap {
    'pay-status': PayStatusEvent;
    'pay-paid': PayPaidEvent;
    'pay-copy': PayCopyEvent;
    'pay-open': PayOpenEvent;
    'pay-problem': PayProblemEvent;
  }
}
