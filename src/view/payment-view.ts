import { phaseFacts, type Phase } from '../core/payments/phases.ts';
import { formatMessage } from '../i18n/format-message.ts';
import type { Messages } from '../i18n/messages.ts';
import { blockedView, type BlockedView } from './blocked-view.ts';
import { payableStatus, sentStatus, titleStatus, type StatusView } from './status.ts';
import { outcomeView, type OutcomeView } from './outcome-view.ts';
import { isSent, type PayableViewFactory, type PayableView } from './payable-view.ts';
import { problemView, type ProblemView } from './problem-view.ts';
import { lastKnownPhase, type ViewState } from './state.ts';

/** The payment is still loading. */
interface LoadingView {
  readonly kind: 'loading';
  readonly status: StatusView;
}

/** A payment that can be paid now, with its status line. */
export type ShownPayable = PayableView & { readonly status: StatusView };

/**
 * What a payer sees of a payment. Templates, the live region, the share menu, print sheets and plain HTML all read this
 * object.
 */
export type PaymentView = LoadingView | ProblemView | BlockedView | ShownPayable | OutcomeView;

/**
 * Returns what a payer sees. Pure: the same state and messages give the same view.
 *
 * @param payable - Creates the payment instructions of the element's method (`cryptoPayable` and the like).
 */
export function paymentView(payable: PayableViewFactory, state: ViewState, messages: Messages): PaymentView {
  const { payment, problem } = state;
  const phase = lastKnownPhase(state);
  if (problem) return problemView(problem, state, messages);
  if (!payment) return { kind: 'loading', status: titleStatus(state, messages, undefined) };
  const view = isPayable(phase) ? payable(payment, phase, state, messages) : undefined;
  if (!view) return outcomeView(payment, state, messages);
  return blockedView(view, state, messages) ?? { ...view, status: statusOf(view, state, messages) };
}

const isPayable = (phase: Phase): phase is PayableView['phase'] => !!phaseFacts(phase).payable;

/** The status line. It also announces how much of an underpaid payment has arrived, which the card shows in large letters. */
function statusOf(view: PayableView, state: ViewState, messages: Messages): StatusView {
  const payable = payableStatus(state, messages);
  const status = isSent(view, state) ? sentStatus(payable) : payable;
  if (view.method !== 'crypto' || !view.missing || state.contactLost) return status;
  return { ...status, hiddenText: formatMessage(messages.titleAndText, view.missing) };
}
