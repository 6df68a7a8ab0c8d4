import type { Messages } from '../i18n/messages.ts';
import { blockedView, type BlockedView } from './blocked-view.ts';
import { loadingView, payableView, type LoadingView } from './first-view.ts';
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
  if (!payment) return loadingView(state, messages);
  const view = payableView(payable, state, messages);
  if (!view) return outcomeView(payment, state, messages);
  return blockedView(view, state, messages) ?? withMissingRead(view, state);
}

/** Reads aloud how much of an underpaid payment has arrived: in sight, the card says it in large letters. */
function withMissingRead(view: PayableView, state: ViewState): PayableView {
  if (view.method !== 'crypto' || !view.missing || state.contactLost) return view;
  const { title, text } = view.missing;
  return { ...view, status: { ...view.status, hiddenText: `${title}. ${text}` } };
}
