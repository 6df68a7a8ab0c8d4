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
  /** The page that shows the payment again, where there is one. */
  readonly pageUrl: string | undefined;
  /** Writes an e-mail with that page's address. */
  readonly mailUrl: string | undefined;
  readonly testNote: string | undefined;
}

/**
 * What can be taken along, in the texts that stand on the page.
 *
 * @param pageUrl - The page that shows the payment again.
 */
export function shareView(view: PayableView, { payment }: ViewState, messages: Messages, pageUrl?: string): ShareView {
  const { method, testNote } = view;
  const hostedUrl = payment?.hostedUrl;
  const mailUrl = pageUrl && mailTo(`${messages.paymentNumber} ${view.paymentId}`, [view.price, pageUrl]);
  const shared = { hostedUrl, pageUrl, mailUrl, testNote, phoneUrl: hostedUrl, network: undefined, qrText: undefined };
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

/** An e-mail to nobody yet (RFC 6068). No address to pay to is in it: an e-mail can be changed on its way. */
const mailTo = (subject: string, lines: readonly string[]) =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n'))}`;

/** The same in plain lines, for the clipboard. A test payment says first that it is one. */
export function toPlainText({ testNote, amount, network, destination }: ShareView, messages: Messages): string {
  const to = destination && `${destination.label}: ${destination.text}`;
  return [testNote, `${messages.amount}: ${amount}`, network, to].filter(Boolean).join('\n');
}
