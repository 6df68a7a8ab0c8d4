import type { Messages } from '../i18n/messages.ts';
import type { Sign } from './outcome-view.ts';
import { titleStatus } from './live-status.ts';
import type { PayableView } from './payable-view.ts';
import { problemMessage } from './problem-view.ts';
import type { ViewState } from './state.ts';
import type { StatusView, Tone } from './status.ts';

/**
 * A payment that must not be paid from this page, or not with the details that were shown. An alert replaces the
 * payment details, because the payer may be typing the address at this moment.
 */
export interface BlockedView {
  readonly kind: 'blocked';
  readonly reason: 'tampered' | 'details-changed';
  readonly tone: Tone;
  readonly sign: Sign;
  readonly title: string;
  readonly text: string;
  /** The label of the button that shows the changed details; `undefined` after tampering. */
  readonly showDetails: string | undefined;
  readonly paymentId: string;
  readonly status: StatusView;
}

/** Returns the view that blocks a payable payment, or `undefined` when nothing blocks it. */
export function blockedView(payable: PayableView, state: ViewState, messages: Messages): BlockedView | undefined {
  const { tampered, details } = state;
  if (tampered === undefined && details !== 'changed') return undefined;
  const reason = tampered === undefined ? 'details-changed' : 'tampered';
  const [title, text] = problemMessage({ code: reason, field: tampered ?? '' }, messages);
  return {
    kind: 'blocked',
    reason,
    tone: tampered === undefined ? 'warn' : 'bad',
    sign: tampered === undefined ? 'mark' : 'cross',
    title,
    text,
    showDetails: tampered === undefined ? messages.changedShow : undefined,
    paymentId: payable.paymentId,
    // The alert is announced, so the status line has no text of its own.
    status: titleStatus({ ...state, payment: undefined }, messages, ['', '']),
  };
}
