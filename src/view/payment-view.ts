import type { Messages } from '../i18n/messages.ts';
import { blockedView, type BlockedView } from './blocked-view.ts';
import { payableView, type LoadingView } from './first-view.ts';
import { payableStatus, titleStatus } from './live-status.ts';
import { outcomeView, type OutcomeView } from './outcome-view.ts';
import type { PayableOf, PayableView } from './payable-view.ts';
import { problemView, type ProblemView } from './problem-view.ts';
import type { ViewState } from './state.ts';

/** What a payer sees of a payment. Templates, the live region, the share menu, paper and plain HTML all read this object. */
export type PaymentView = LoadingView | ProblemView | BlockedView | PayableView | OutcomeView;

/**
 * What a payer sees. Pure: the same state and messages give the same view.
 *
 * @param payable - What there is to pay for the tag's method (`cryptoPayable` and the like).
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
 * The status line as it is by now. It also reads aloud how much of an underpaid payment has arrived: in sight, the card says
 * it in large letters.
 */
function withLiveStatus(view: PayableView, state: ViewState, messages: Messages): PayableView {
  const status = payableStatus(state, messages, view.status.title);
  if (view.method !== 'crypto' || !view.missing || state.contactLost) return { ...view, status };
  const { title, text } = view.missing;
  return { ...view, status: { ...status, hiddenText: `${title}. ${text}` } };
}
