import type { Messages } from '../i18n/messages.ts';
import type { Sign, Tone } from '../core/payments/phases.ts';
import { titleStatus, type StatusView } from './status.ts';
import type { PayableView } from './payable-view.ts';
import { problemMessage } from './problem-view.ts';
import type { ViewState } from './state.ts';

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

/** Returns the view that blocks a payable payment, or `undefined` when nothing blocks it. */
export function blockedView(payable: PayableView, state: ViewState, messages: Messages): BlockedView | undefined {
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
