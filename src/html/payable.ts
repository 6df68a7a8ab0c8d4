import { formatMessage, joinSentences } from '../i18n/format-message.ts';
import type { Messages } from '../i18n/messages.ts';
import type { PayableCrypto, PayableLocalcode, PayableView, PayableWallet } from '../view/payable-view.ts';
import type { ShownPayable } from '../view/payment-view.ts';
import { textParts } from '../view/text-parts.ts';
import { markup, type Markup } from './markup.ts';
import { qrSvg } from './qr-svg.ts';
import { exact, facts, link, networkText } from './views.ts';

/** The parts of a page for a payment that can be paid. */
export interface Payable {
  readonly title: string;
  readonly text: string | undefined;
  readonly body: Markup;
}

/** Renders a payment that can be paid, as HTML. */
export function payable(view: ShownPayable, messages: Messages): Payable {
  const made = bodyOf(view, messages);
  const { tone, title, text } = view.status;
  // An unknown status: the payment can still be paid, and the text shows the status.
  if (tone === 'calm') return { ...made, text: title };
  // Money that was seen has gone again.
  return tone === 'warn' ? { ...made, title, text } : made;
}

function bodyOf(view: PayableView, messages: Messages): Payable {
  if (view.method === 'crypto') return crypto(view, messages);
  return view.method === 'wallet' ? wallet(view, messages) : localcode(view, messages);
}

function crypto(view: PayableCrypto, messages: Messages): Payable {
  const { amount, rate, destination, network, missing, walletLink, qr } = view;
  const open = walletLink !== undefined && markup`<p>${link(walletLink, messages.openWallet, 'pay-main')}</p>`;
  const fields = facts([
    [amount.label, markup`${exact(amount.text, 'pay-amount')} ${amount.unit}`],
    [destination.label, exact(destination.text, 'pay-address')],
  ]);
  const caption = qr?.kind === 'code' && qr.caption !== undefined && markup`<p>${qr.caption}</p>`;
  const hint = amount.hint !== undefined && markup`<p>${amount.hint}</p>`;
  const price = rate !== undefined && markup`<p class="pay-rate" dir="ltr">${rate}</p>`;
  const more = networkText(joinSentences(messages, network.rules, messages.exactNet));
  const rules = markup`<p class="pay-network"><strong>${networkText(network.short)}</strong> ${more}</p>`;
  const page = pageLink(view.hostedUrl, messages.openPage);
  return {
    title: missing?.title ?? messages.awaitingCrypto,
    text: missing?.text,
    body: markup`${code(view, messages)}${caption}${fields}${hint}${price}${rules}<p>${messages.compare}</p>${open}${page}`,
  };
}

function wallet({ hostedUrl, destination, amount, warning }: PayableWallet, messages: Messages): Payable {
  const { label, text } = destination;
  // A line feed at the start is inside an element: the HTML parser drops one that directly follows `<pre>`.
  const parts = textParts(text).map(({ text: part, mark }) =>
    mark === undefined ? markup`${part}` : markup`<bdi data-mark="${mark}">${part}</bdi>`,
  );
  const note = markup`<pre class="pay-note" dir="auto" translate="no">${parts}</pre>`;
  const page = pageLink(hostedUrl, messages.onlineWalletGo, 'pay-main');
  const first = markup`<p>${label}</p>${note}<p class="pay-warning">${warning}</p>`;
  const sum = markup`${exact(amount.text, 'pay-amount')} ${amount.unit}`;
  const second = markup`<p>${amount.label}</p><p>${sum}</p>${page}`;
  return {
    title: messages.awaitingWallet,
    text: undefined,
    body: markup`<ol><li>${first}</li><li>${second}</li></ol>`,
  };
}

function localcode(view: PayableLocalcode, messages: Messages): Payable {
  const { hostedUrl } = view;
  const drawn = code(view, messages);
  const page = pageLink(hostedUrl, messages.codeGo, 'pay-main');
  return {
    title: messages.codeTitle,
    text: hostedUrl === undefined ? view.text : undefined,
    body: markup`${page}${drawn}${drawn && markup`<p>${messages.codeScan}</p>`}`,
  };
}

/** The QR code as a picture, also when the service provides an image. */
function code({ qr, testNote, ...view }: PayableView, messages: Messages): Markup | false {
  if (!qr) return false;
  const isImage = qr.kind === 'image' && 'destination' in view;
  const text = isImage ? view.destination.text : (qr as { readonly text: string }).text;
  const label = isImage ? formatMessage(messages.labelAndValue, { label: qr.label, value: text }) : qr.label;
  const drawing = qr.kind === 'code' && qr.drawing !== 'failed' ? qr.drawing : undefined;
  const drawn = qrSvg(text, label, drawing, testNote !== undefined && messages.test);
  return drawn !== undefined && markup`<p>${drawn}</p>`;
}

const pageLink = (url: string | undefined, text: string, className = 'pay-page') =>
  url !== undefined && markup`<p>${link(url, text, className)}</p>`;
