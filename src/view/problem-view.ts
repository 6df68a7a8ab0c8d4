import type { Problem } from '../core/payments/problem.ts';
import { formatMessage } from '../i18n/format-message.ts';
import type { Messages } from '../i18n/messages.ts';
import { titleStatus, type Message, type StatusView } from './status.ts';
import type { Sign, Tone } from '../core/payments/phases.ts';
import type { FatalProblem } from '../model/payment-model.ts';
import type { ViewState } from './state.ts';

/** There is no payment to show. */
export interface ProblemView {
  readonly kind: 'problem';
  readonly code: FatalProblem['code'];
  readonly tone: Tone;
  readonly sign: Sign;
  readonly title: string;
  readonly text: string;
  /** The hosted page, so that the payer still has a way to pay. */
  readonly hostedUrl: string | undefined;
  readonly status: StatusView;
}

/** Whether the shop refused this amount for this coin. It would refuse it again. */
export const isBelowMinimum = (problem: Problem) =>
  problem.code === 'not-prepared' && problem.reason === 'below-minimum';

/**
 * The message of a problem. A new code without a message is a compile error here.
 *
 * @param hostedUrl - The hosted page of a payment that cannot be shown.
 */
export function problemMessage(problem: Problem, messages: Messages, hostedUrl?: string): Message {
  switch (problem.code) {
    case 'no-payment':
      return [messages.noPayment, messages.noPaymentText];
    case 'not-found':
      return [messages.gone, messages.goneText];
    case 'unreadable-payment':
    case 'wrong-method':
      return [messages.unreadable, hostedUrl ? messages.unreadablePage : messages.unreadableText];
    case 'unknown-order':
      return [messages.noOrder, messages.noOrderText];
    case 'unreadable-order':
      return [messages.orderUnreadable, messages.orderUnreadableText];
    case 'busy':
      return [messages.busy, messages.busyText];
    case 'contact-lost':
      return [messages.lost, messages.lostText];
    case 'already-paid':
      return [messages.alreadyPaid, messages.alreadyPaidText];
    case 'sold-out':
      return [messages.soldOut, messages.soldOutText];
    case 'not-prepared':
      return isBelowMinimum(problem)
        ? [messages.tooSmall, messages.tooSmallToPrepare]
        : [messages.notPrepared, messages.notPreparedText];
    case 'tampered':
      return [messages.tampered, messages.tamperedText];
    case 'details-changed':
      return [messages.changed, messages.changedText];
    case 'stalled':
      return [messages.awaitingText, messages.stalled];
    case 'unknown-coin':
      return [messages.networkUnknown, ''];
    case 'unknown-status':
      return [formatMessage(messages.unknown, problem), messages.awaitingText];
    default:
      return problem satisfies never;
  }
}

/** The view of an element without a payment, or with one that it cannot show. */
export function problemView(problem: FatalProblem, state: ViewState, messages: Messages): ProblemView {
  const message = problemMessage(problem, messages, state.hostedUrl);
  return {
    kind: 'problem',
    code: problem.code,
    tone: 'warn',
    sign: 'mark',
    title: message[0],
    text: message[1],
    hostedUrl: state.tampered === undefined ? state.hostedUrl : undefined,
    status: titleStatus(state, messages, message),
  };
}
