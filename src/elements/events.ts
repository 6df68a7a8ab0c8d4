import type { PublicPayment } from '../core/payment.ts';
import { isRecoverable, type Problem, type ProblemCode } from '../core/problem.ts';
import type { Phase } from '../core/status.ts';
import type { CopiedThing } from '../view/state.ts';

const PASSING: EventInit = { bubbles: true, composed: true };

export type { CopiedThing } from '../view/state.ts';

/** What was opened: the payer's wallet by a payment link, or the hosted payment page. */
export type OpenedThing = 'wallet' | 'page';

/** A tag shows a payment, or what is known of it changed. */
export class PayStatusEvent extends Event {
  /** The shop's or the service's own word. */
  readonly status: string;
  readonly phase: Phase;
  /** `undefined` when the payment was shown for the first time. */
  readonly previousPhase: Phase | undefined;
  readonly payment: PublicPayment;

  constructor(payment: PublicPayment, previousPhase?: Phase) {
    super('pay-status', PASSING);
    this.status = payment.status;
    this.phase = payment.phase;
    this.previousPhase = previousPhase;
    this.payment = payment;
  }
}

/** The store says that the payment is paid (or overpaid). For the page's comfort only: ship goods on the backend's word. */
export class PayPaidEvent extends Event {
  readonly payment: PublicPayment;

  constructor(payment: PublicPayment) {
    super('pay-paid', PASSING);
    this.payment = payment;
  }
}

/** The clipboard holds it now. Not sent when the payer had to copy by hand. */
export class PayCopyEvent extends Event {
  readonly what: CopiedThing;

  constructor(what: CopiedThing) {
    super('pay-copy', PASSING);
    this.what = what;
  }
}

/** The payer followed a link out of the page. */
export class PayOpenEvent extends Event {
  readonly what: OpenedThing;
  readonly url: string;

  constructor(what: OpenedThing, url: string) {
    super('pay-open', PASSING);
    this.what = what;
    this.url = url;
  }
}

/** Something is in the way of showing or following the payment. Says nothing about the money. */
export class PayProblemEvent extends Event {
  readonly code: ProblemCode;
  /** Whether the tag goes on by itself, or when the payer asks it to. */
  readonly recoverable: boolean;
  /** The same with its details, for the developer. */
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
