import { findCoin } from '../core/coin.ts';
import type { PublicPayment } from '../core/payment.ts';
import type { KnownMessages, PayableOf, PayableView } from './payable-view.ts';
import { shownPhase, type ViewState } from './state.ts';
import { loadingStatus, type StatusView } from './status.ts';

/** The payment, or the code of its view, is still loading. */
export interface LoadingView {
  readonly kind: 'loading';
  readonly status: StatusView;
}

/** The view of an element that waits for its payment. */
const loadingView = (state: ViewState, messages: KnownMessages): LoadingView => ({
  kind: 'loading',
  status: loadingStatus(state, messages),
});

/** The payment instructions; `undefined` when there is nothing to pay. */
export function payableView(payable: PayableOf, state: ViewState, messages: KnownMessages): PayableView | undefined {
  const phase = shownPhase(state);
  const { payment, problem } = state;
  if (problem || !payment || (phase !== 'awaiting' && phase !== 'underpaid')) return undefined;
  return payable(payment, phase, state, messages);
}

/** Whether the primary messages are enough for the view. */
function needsPrimaryOnly(payment: PublicPayment, { qr, hasCodeForm, details }: ViewState): boolean {
  if (payment.phase !== 'awaiting' || details !== 'shown') return false;
  if ('tid' in payment) return qr !== 'image' && !!findCoin(payment.cryptoCoin);
  return 'pid' in payment || hasCodeForm || payment.hostedUrl !== undefined;
}

/**
 * The first view of an element, with the code that loads before the first paint: a payment that is awaiting. All other
 * views (problems, outcomes, rare cases) need `paymentView`, which loads after it.
 */
export function firstView(payable: PayableOf, state: ViewState, messages: KnownMessages): PayableView | LoadingView {
  const { payment } = state;
  const view = payment && needsPrimaryOnly(payment, state) ? payableView(payable, state, messages) : undefined;
  return view ?? loadingView(state, messages);
}
