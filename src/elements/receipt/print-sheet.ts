import { html, nothing, render, type TemplateResult } from 'lit';
import type { QrDrawing } from '../../core/payments/qr-path.ts';
import { fullTimeText } from '../../i18n/format-time.ts';
import type { OutcomeView } from '../../view/outcome-view.ts';
import type { PayableView } from '../../view/payable-view.ts';
import { receiptRows, type Row } from '../../view/receipt-view.ts';
import type { ShareView } from '../../view/share-view.ts';
import { deadlineText } from '../../view/deadline-text.ts';
import type { Card } from '../card/card.ts';
import { printSheetStyles } from './print-sheet.styles.ts';
import { factList } from '../card/field.ts';
import { markedText } from '../card/marked-text.ts';
import { qrCode } from '../card/qr-tile.ts';

/** A row whose value is a link. */
type LinkRow = readonly [name: string, value: TemplateResult, isNote?: false];

const rows = (all: readonly (Row | LinkRow)[]) =>
  factList(all.flatMap(([name, value, isNote]) => (value ? [[name, isNote ? markedText(value) : value]] : [])));

/** The elements in a slot, also where `<pay-checkout>` forwards a slot of its own. */
const assigned = (element: Element): readonly Element[] =>
  element instanceof HTMLSlotElement ? element.assignedElements({ flatten: true }) : [element];

/** The text of the `header` slot, in which the shop names the goods. The rest of the page is not printed. */
const shopText = (host: Element) =>
  [...host.querySelectorAll(':scope > [slot="header"]')]
    .flatMap(assigned)
    .map(({ textContent }) => textContent.trim())
    .join(' ');

const testLine = (testNote: string | undefined) => (testNote ? html`<p class="test">${testNote}</p>` : nothing);

/**
 * Prints the payment details that a payer needs without the page.
 *
 * @returns A function that removes the printed frame.
 */
export function printSheet(
  view: PayableView,
  share: ShareView,
  drawing: QrDrawing | undefined,
  card: Card,
): () => void {
  const { messages, viewState } = card;
  const { amount, network, destination, hostedUrl, testNote } = share;
  const { payment, locale } = viewState;
  const before = payment?.expiresAt
    ? deadlineText(payment, fullTimeText(new Date(payment.expiresAt), locale), messages)
    : nothing;
  const content = html`<h1>${view.price}</h1>
    <p>${shopText(card)}</p>
    ${testLine(testNote)} ${drawing && !testNote ? qrCode(drawing, messages.qr) : nothing}
    <p>${network}</p>
    ${rows([
      [messages.amount, amount],
      [destination?.label ?? '', destination?.text, view.method === 'wallet'],
      [messages.paymentNumber, view.paymentId],
      [messages.paymentPage, hostedUrl],
      [messages.printed, fullTimeText(new Date(), locale)],
    ])}
    <p>${before}</p>`;
  return printFrame(content, view.paymentId, card);
}

/**
 * Prints a receipt. A browser can save it as a PDF.
 *
 * @returns A function that removes the printed frame.
 */
export function printReceipt(view: OutcomeView, card: Card): () => void {
  const { messages, viewState } = card;
  const { title, text, testNote } = view;
  const { transactions = [] } = viewState.payment!;
  // A PDF keeps the links.
  const links = transactions.map(({ id, url }): LinkRow => [messages.transaction, html`<a href=${url}>${id}</a>`]);
  const content = html`<h1>${messages.receipt}</h1>
    <p>${shopText(card)}</p>
    ${testLine(testNote)}
    <p><b>${title}</b></p>
    <p>${text}</p>
    ${rows([...receiptRows(view, viewState, messages), ...links])}`;
  return printFrame(content, view.paymentId, card);
}

/**
 * Prints the content in a frame, without the shop's page. The frame is built with DOM methods and an adopted style
 * sheet: a strict Content Security Policy may forbid a URL, a markup string or a style element.
 *
 * @returns A function that removes the frame. It stays until then, because some browsers print after `print()` returns.
 */
function printFrame(content: TemplateResult, id: string, card: Card): () => void {
  const { messages } = card;
  const root = card.renderRoot as ShadowRoot;
  const pressed = root.activeElement as HTMLElement | null;
  const frame = document.createElement('iframe');
  frame.className = 'away';
  frame.ariaHidden = 'true';
  frame.tabIndex = -1;
  const fillIn = () => {
    const page = frame.contentWindow as (Window & typeof globalThis) | null;
    if (!page) return;
    const sheet = new page.CSSStyleSheet();
    sheet.replaceSync(printSheetStyles.cssText);
    page.document.adoptedStyleSheets = [sheet];
    page.document.title = `${messages.paymentNumber} ${id}`;
    Object.assign(page.document.documentElement, { lang: messages.lang, dir: messages.dir });
    render(content, page.document.body);
    page.addEventListener('afterprint', () => pressed?.focus(), { once: true });
    page.focus();
    page.print();
  };
  // Some browsers load the empty document at once, others a little later.
  frame.addEventListener('load', fillIn, { once: true });
  root.append(frame);
  return () => frame.remove();
}
