import type { Messages } from '../i18n/messages.ts';
import { blockedView, type BlockedView } from './blocked-view.ts';
import { payableView, type LoadingView } from './first-view.ts';
import { payableStatus, titleStatus } from './live-status.ts';
import { outcomeView, type OutcomeView } from './outcome-view.ts';
import type { PayableOf, PayableView } from './payable-view.ts';
import { problemView, type ProblemView } from './problem-view.ts';
import type { ViewState } from './state.ts';

/**
 * What a payer sees of a payment. Templates, the live region, the share menu, print sheets and plain HTML all read this
 * object.
 */
export type PaymentView = LoadingView | ProblemView | BlockedView | PayableView | OutcomeView;

/**
 * Returns what a payer sees. Pure: the same state and messages give the same view.
 *
 * @param payable - Creates the payment instructions of the element's method (`cryptoPayable` and the like).
 */
export function paymentView(payable: PayableOf, state: ViewState, messages: Messages): PaymentView {
  const { payment, problem } = state;
  if (problem) return problemView(problem, state, messages);
  if (!payment) return { kind: 'loading', status: titleStatus(state, messages, undefined) };
  const view = payableView(payable, state, messages);
  if (!view) return outcomeView(payment, state, messages);
  return blockedView(view, state, messages) ?? withLiveStatus(view, state, messages);
}

/**
 * Adds the current status line. It also announces how much of an underpaid payment has arrived, which the card shows in
 * large letters.
 */
function withLiveStatus(view: PayableView, state: ViewState, messages: Messages): PayableView {
  const status = payableStatus(state, messages, view.status.title);
  if (view.method !== 'crypto' || !view.missing || state.contactLost) return { ...view, status };
  const { title, text } = view.missing;
  return { ...view, status: { ...status, hiddenText: `${title}. ${text}` } };
}
