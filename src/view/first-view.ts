import { findCoin } from '../core/coin.ts';
import type { PublicPayment } from '../core/payment.ts';
import type { KnownMessages, PayableOf, PayableView } from './payable-view.ts';
import { shownPhase, type ViewState } from './state.ts';
import { loadingStatus, type StatusView } from './status.ts';

/** The payment, or what its view needs, is still on its way. */
export interface LoadingView {
  readonly kind: 'loading';
  readonly status: StatusView;
}

/** A tag that waits for its payment. */
const loadingView = (state: ViewState, messages: KnownMessages): LoadingView => ({
  kind: 'loading',
  status: loadingStatus(state, messages),
});

/** What there is to pay; `undefined` where there is nothing. */
export function payableView(payable: PayableOf, state: ViewState, messages: KnownMessages): PayableView | undefined {
  const phase = shownPhase(state);
  const { payment, problem } = state;
  if (problem || !payment || (phase !== 'awaiting' && phase !== 'underpaid')) return undefined;
  return payable(payment, phase, state, messages);
}

/** Whether a view can be made with the primary messages alone. */
function needsPrimaryOnly(payment: PublicPayment, { qr, hasCodeForm, details }: ViewState): boolean {
  if (payment.phase !== 'awaiting' || details !== 'shown') return false;
  if ('tid' in payment) return qr !== 'image' && !!findCoin(payment.cryptoCoin);
  return 'pid' in payment || hasCodeForm || payment.hostedUrl !== undefined;
}

/**
 * The first view of a tag, from what loads before the first paint: a payment that waits to be paid. Everything else
 * (problems, outcomes, what is rare) takes `paymentView`, which loads after it.
 */
export function firstView(payable: PayableOf, state: ViewState, messages: KnownMessages): PayableView | LoadingView {
  const { payment } = state;
  const view = payment && needsPrimaryOnly(payment, state) ? payableView(payable, state, messages) : undefined;
  return view ?? loadingView(state, messages);
}
