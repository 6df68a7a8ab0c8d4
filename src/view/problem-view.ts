import type { Problem } from '../core/payments/problem.ts';
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

/** The problems that an element of one payment shows. */
type ShownProblem = FatalProblem | Extract<Problem, { code: 'tampered' | 'details-changed' }>;

/**
 * The message of a problem. A new code without a message is a compile error here, or in `order-problem-view.ts`.
 *
 * @param hostedUrl - The hosted page of a payment that cannot be shown.
 */
export function problemMessage({ code }: ShownProblem, messages: Messages, hostedUrl?: string): Message {
  switch (code) {
    case 'no-payment':
      return [messages.noPayment, messages.noPaymentText];
    case 'not-found':
      return [messages.gone, messages.goneText];
    case 'unreadable-payment':
    case 'wrong-method':
      return [messages.unreadable, hostedUrl ? messages.unreadablePage : messages.unreadableText];
    case 'tampered':
      return [messages.tampered, messages.tamperedText];
    case 'details-changed':
      return [messages.changed, messages.changedText];
    default:
      return code satisfies never;
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
