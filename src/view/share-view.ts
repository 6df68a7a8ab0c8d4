import type { Messages } from '../i18n/messages.ts';
import type { PayableView } from './payable-view.ts';
import type { ViewState } from './state.ts';

/** What can be taken along of a payment that is to be paid: to a phone, to somebody else, on paper. */
export interface ShareView {
  /** With its unit. */
  readonly amount: string;
  /** The sentence that names the network. */
  readonly network: string | undefined;
  /** Where to, or under which note. */
  readonly destination: { readonly label: string; readonly text: string } | undefined;
  /** What the QR code on the page holds, where it can be drawn. */
  readonly qrText: string | undefined;
  readonly hostedUrl: string | undefined;
  /** The hosted page, where it can be continued on a phone by scanning a code that the card does not show already. */
  readonly phoneUrl: string | undefined;
  readonly testNote: string | undefined;
}

/** What can be taken along, in the texts that stand on the page. */
export function shareView(view: PayableView, { payment }: ViewState, messages: Messages): ShareView {
  const { method, testNote } = view;
  const hostedUrl = payment?.hostedUrl;
  const shared = { hostedUrl, testNote, phoneUrl: hostedUrl, network: undefined, qrText: undefined };
  if (method === 'localcode') return { ...shared, amount: view.price, destination: undefined, phoneUrl: undefined };
  const { text } = view.destination;
  if (method === 'wallet') return { ...shared, amount: view.price, destination: { label: messages.note, text } };
  return {
    ...shared,
    amount: `${view.amount.text} ${view.amount.unit}`,
    network: view.network.only,
    destination: { label: messages.address, text },
    qrText: view.qrText,
  };
}

/** The same in plain lines, for the clipboard. A test payment says first that it is one. */
export function toPlainText({ testNote, amount, network, destination }: ShareView, messages: Messages): string {
  const to = destination && `${destination.label}: ${destination.text}`;
  return [testNote, `${messages.amount}: ${amount}`, network, to].filter(Boolean).join('\n');
}
