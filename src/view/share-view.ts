import { formatMessage } from '../i18n/format-message.ts';
import type { Messages } from '../i18n/messages.ts';
import type { PayableView } from './payable-view.ts';
import type { ViewState } from './state.ts';

/** The data of a payment that the share menu passes on: to a phone, to another person, to paper. */
export interface ShareView {
  /** The amount with its unit. */
  readonly amount: string;
  /** The sentence that names the network. */
  readonly network: string | undefined;
  /** The address or the note; `undefined` for a local code. */
  readonly destination: { readonly label: string; readonly text: string } | undefined;
  /** The text of the QR code on the page; `undefined` for the service's image and other methods. */
  readonly qrText: string | undefined;
  readonly hostedUrl: string | undefined;
  /** The hosted page, for a QR code to scan with a phone; `undefined` when the card already shows this code. */
  readonly phoneUrl: string | undefined;
  /** The page that shows the payment again; `undefined` when there is none. */
  readonly pageUrl: string | undefined;
  /** A `mailto:` link for an e-mail with the address of that page. */
  readonly mailUrl: string | undefined;
  readonly testNote: string | undefined;
}

/**
 * Returns the data to share, in the texts of the page.
 *
 * @param pageUrl - The page that shows the payment again.
 */
export function shareView(view: PayableView, { payment }: ViewState, messages: Messages, pageUrl?: string): ShareView {
  const { method, testNote } = view;
  const hostedUrl = payment?.hostedUrl;
  const mailUrl = pageUrl && mailTo(line(messages.paymentNumber, view.paymentId, messages), [view.price, pageUrl]);
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

const line = (label: string, value: string, { labelAndValue }: Messages) =>
  formatMessage(labelAndValue, { label, value });

/** An e-mail without a recipient (RFC 6068). It contains no payment address, because it can be changed in transit. */
const mailTo = (subject: string, lines: readonly string[]) =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n'))}`;

/** The data in lines of plain text, for the clipboard. For a test payment, the first line says so. */
export function toPlainText({ testNote, amount, network, destination }: ShareView, messages: Messages): string {
  const to = destination && line(destination.label, destination.text, messages);
  return [testNote, line(messages.amount, amount, messages), network, to].filter(Boolean).join('\n');
}
