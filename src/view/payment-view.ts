import { phaseFacts, type Phase, type Sign, type Tone } from '../core/payments/phases.ts';
import { formatMessage } from '../i18n/format-message.ts';
import type { Messages } from '../i18n/messages.ts';
import { payableStatus, sentStatus, titleStatus, type StatusView } from './status.ts';
import { outcomeView, type OutcomeView } from './outcome-view.ts';
import { isSent, type PayableViewFactory, type PayableView } from './payable-view.ts';
import { problemMessage, problemView, type ProblemView } from './problem-view.ts';
import { lastKnownPhase, type ViewState } from './state.ts';

/** The payment is still loading. */
interface LoadingView {
  readonly kind: 'loading';
  readonly status: StatusView;
}

/**
 * A payment that must not be paid from this page, or not with the details that were shown. An alert replaces the
 * payment details, because the payer may be typing the address at this moment.
 */
export interface BlockedView {
  readonly kind: 'blocked';
  readonly reason: 'tampered' | 'details-changed' | 'overdue';
  readonly tone: Tone;
  readonly sign: Sign;
  readonly title: string;
  readonly text: string;
  /** The label of the button that shows the changed details; `undefined` after tampering. */
  readonly showDetails: string | undefined;
  readonly paymentId: string;
  /** The payment whose price and coin are still shown: its time to pay is over. */
  readonly header: PayableView | undefined;
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

/** Returns the view that blocks a payable payment, or `undefined` when nothing blocks it. */
function blockedView(payable: PayableView, state: ViewState, messages: Messages): BlockedView | undefined {
  const { tampered, overdue, details } = state;
  const shared = {
    kind: 'blocked',
    paymentId: payable.paymentId,
    // The alert is announced, so the status line has no text of its own.
    status: titleStatus({ ...state, payment: undefined }, messages, ['', '']),
  } as const;
  if (tampered !== undefined) {
    const [title, text] = problemMessage({ code: 'tampered', field: tampered }, messages);
    const look = { tone: 'bad', sign: 'cross', showDetails: undefined, header: undefined } as const;
    return { ...shared, ...look, reason: 'tampered', title, text };
  }
  if (overdue) {
    const { checking: title, checkingText: text } = messages;
    const look = { tone: 'wait', sign: 'dots', showDetails: undefined, header: payable } as const;
    return { ...shared, ...look, reason: 'overdue', title, text };
  }
  if (details !== 'changed') return undefined;
  const [title, text] = problemMessage({ code: 'details-changed', field: '' }, messages);
  const look = { tone: 'warn', sign: 'mark', showDetails: messages.changedShow, header: undefined } as const;
  return { ...shared, ...look, reason: 'details-changed', title, text };
}

/** The status line. It also announces how much of an underpaid payment has arrived, which the card shows in large letters. */
function statusOf(view: PayableView, state: ViewState, messages: Messages): StatusView {
  const payable = payableStatus(state, messages);
  const status = isSent(view, state) ? sentStatus(payable) : payable;
  if (view.method !== 'crypto' || !view.missing || state.contactLost) return status;
  return { ...status, hiddenText: formatMessage(messages.titleAndText, view.missing) };
}
