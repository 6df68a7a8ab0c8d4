import { html, nothing, render, type ReactiveElement, type TemplateResult } from 'lit';
import type { QrDrawing } from '../../../core/qr-path.ts';
import { fullTimeText } from '../../../i18n/format-time.ts';
import { formatMessage } from '../../../i18n/messages.ts';
import type { OutcomeView } from '../../../view/outcome-view.ts';
import type { PayableView } from '../../../view/payable-view.ts';
import { receiptRows, type Row } from '../../../view/receipt-view.ts';
import type { ShareView } from '../../../view/share-view.ts';
import type { CardContext } from '../card-context.ts';
import { printSheetStyles } from '../styles/print-sheet.styles.ts';
import { factList } from '../templates/field.ts';
import { markedText } from '../templates/marked-text.ts';
import { qrCode } from '../templates/qr-tile.ts';

const rows = (all: readonly Row[]) =>
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
  card: CardContext,
  host: ReactiveElement,
): () => void {
  const { messages, state } = card;
  const { amount, network, destination, hostedUrl, testNote } = share;
  const expiresAt = state.payment?.expiresAt;
  const time = expiresAt && fullTimeText(new Date(expiresAt), state.locale);
  const before = time ? formatMessage(messages.payBefore, { time }) : nothing;
  const content = html`<h1>${view.price}</h1>
    <p>${shopText(host)}</p>
    ${testLine(testNote)} ${drawing && !testNote ? qrCode(drawing, messages.qr) : nothing}
    <p>${network}</p>
    ${rows([
      [messages.amount, amount],
      [destination?.label ?? '', destination?.text, view.method === 'wallet'],
      [messages.paymentNumber, view.paymentId],
      [messages.openPage, hostedUrl],
      [messages.time, fullTimeText(new Date(), state.locale)],
    ])}
    <p>${before}</p>`;
  return printFrame(content, view.paymentId, card, host);
}

/**
 * Prints a receipt. A browser can save it as a PDF.
 *
 * @returns A function that removes the printed frame.
 */
export function printReceipt(view: OutcomeView, card: CardContext, host: ReactiveElement): () => void {
  const { messages, state } = card;
  const { title, text, testNote } = view;
  const content = html`<h1>${messages.receipt}</h1>
    <p>${shopText(host)}</p>
    ${testLine(testNote)}
    <p><b>${title}.</b> ${text}</p>
    ${rows(receiptRows(view, state, messages))}`;
  return printFrame(content, view.paymentId, card, host);
}

/**
 * Prints the content in a frame, without the shop's page. The frame is built with DOM methods and an adopted style
 * sheet: a strict Content Security Policy may forbid a URL, a markup string or a style element.
 *
 * @returns A function that removes the frame. It stays until then, because some browsers print after `print()` returns.
 */
function printFrame(content: TemplateResult, id: string, { messages }: CardContext, host: ReactiveElement): () => void {
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
    page.focus();
    page.print();
  };
  // Some browsers load the empty document at once, others a little later.
  frame.addEventListener('load', fillIn, { once: true });
  host.renderRoot.append(frame);
  return () => frame.remove();
}
