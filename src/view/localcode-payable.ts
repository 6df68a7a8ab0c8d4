import type { LocalcodePayment } from '../core/payments/payment.ts';
import { drawingOf } from '../core/payments/qr-path.ts';
import type { Messages } from '../i18n/messages.ts';
import {
  drawnFor,
  payableShared,
  type PayableLocalcode,
  type PayableViewFactory,
  type QrView,
} from './payable-view.ts';
import type { ViewState } from './state.ts';

/** The payment instructions of a payment that waits for a code. */
export const localcodePayable: PayableViewFactory = (payment, phase, state, messages): PayableLocalcode | undefined => {
  if (!('bid' in payment) || phase !== 'awaiting') return undefined;
  // A page with a form for the code needs no link to the hosted page.
  const hostedUrl = state.hasCodeForm ? undefined : payment.hostedUrl;
  const wantsQr = hostedUrl !== undefined && state.qr !== 'none';
  return {
    ...payableShared(payment, phase, state, messages),
    method: 'localcode',
    title: messages.codeTitle,
    text: textOf(state, hostedUrl, messages),
    hostedUrl,
    qr: wantsQr ? qrOf(hostedUrl, payment, state, messages) : undefined,
  };
};

function textOf({ hasCodeForm }: ViewState, hostedUrl: string | undefined, messages: Messages): string {
  if (hasCodeForm) return messages.codeHere;
  return hostedUrl ? messages.codeText : messages.codeNoPage;
}

/** The QR code of the hosted page, for the payer's phone. When it cannot be drawn, the link is enough. */
function qrOf(text: string, { qr }: LocalcodePayment, state: ViewState, { codeScan }: Messages): QrView | undefined {
  const drawing = qr ? drawingOf(qr) : drawnFor(text, state);
  if (drawing === 'failed') return undefined;
  return { kind: 'code', text, label: codeScan, drawing, mode: undefined, caption: codeScan };
}
