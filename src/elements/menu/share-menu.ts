import { html, nothing, type TemplateResult } from 'lit';
import { webUrl } from '../../core/web.ts';
import { draw, type QrDrawing } from '../../core/payments/qr-path.ts';
import type { ExpectedNode } from '../../view/expected-nodes.ts';
import type { OutcomeView } from '../../view/outcome-view.ts';
import type { PayableView } from '../../view/payable-view.ts';
import { shareView, toPlainText, type ShareView } from '../../view/share-view.ts';
import { addStyles } from '../base/adopt-styles.ts';
import type { Card } from '../card/card.ts';
import { encodeQr } from '../controllers/encode-qr.ts';
import { shareMenuStyles } from './share-menu.styles.ts';
import { pageLink } from '../card/page-link.ts';
import { qrCode } from '../card/qr-tile.ts';
import { printReceipt, printSheet } from '../receipt/print-sheet.ts';
import { savePng } from './qr-image.ts';

const SKELETON = html`<span class="skeleton square"></span>`;
/** A device whose primary pointer is a finger is most likely a phone. */
const PHONE = '(pointer: coarse)';

/**
 * The menu of further actions for a payment: continue on a phone, share, save the QR code, copy everything, print.
 * Actions that the browser or the payment does not support are left out.
 */
export class ShareMenu {
  readonly #card: Card;
  /** The QR code of the hosted page; `undefined` unless the payer has opened it. */
  #phone: { readonly url: string; readonly drawing?: QrDrawing | 'failed' } | undefined;
  /** Cleans up after the last action: removes the printed frame, or releases the saved image. */
  #cleanUp = () => {};

  constructor(card: Card) {
    this.#card = card;
    addStyles(card.renderRoot as ShadowRoot, [shareMenuStyles]);
  }

  close(): void {
    this.#phone = undefined;
    this.#card.requestUpdate();
  }

  end(): void {
    this.#cleanUp();
    this.#cleanUp = () => {};
    this.#phone = undefined;
  }

  expectedNodes(view: PayableView): readonly ExpectedNode[] {
    const { messages } = this.#card;
    const share = this.#shareView(view);
    const { pageUrl, mailUrl } = share;
    const lines = toPlainText(share, messages);
    const drawing = this.#phone?.drawing;
    const code = drawing && drawing !== 'failed' ? drawing.path : undefined;
    return [
      ...(view.method === 'crypto' && view.testLink === undefined && share.hostedUrl
        ? ([
            { field: 'hostedUrl', selector: '[part~="page-link"]', attribute: 'href', value: share.hostedUrl },
          ] as const)
        : []),
      ...(share.destination
        ? ([{ field: 'lines', selector: '.lines', attribute: 'text', value: lines }] as const)
        : []),
      ...(pageUrl ? ([{ field: 'pageUrl', selector: '.page', attribute: 'text', value: pageUrl }] as const) : []),
      ...(mailUrl ? ([{ field: 'pageUrl', selector: '.mail', attribute: 'href', value: mailUrl }] as const) : []),
      ...(code ? ([{ field: 'hostedUrl', selector: '.phone path + path', attribute: 'd', value: code }] as const) : []),
    ];
  }

  print(view: OutcomeView): void {
    void this.#do(() => printReceipt(view, this.#card));
  }

  render(view: PayableView): TemplateResult {
    const { messages } = this.#card;
    const share = this.#shareView(view);
    const { hostedUrl, pageUrl, mailUrl, qrText, phoneUrl, destination } = share;
    const url = pageUrl ?? hostedUrl;
    const canShare = typeof navigator.share === 'function';
    const shared = { text: toPlainText({ ...share, network: undefined, destination: undefined }, messages) };
    const doShare = () => navigator.share({ ...shared, ...(url && { url }) });
    const print = async () => printSheet(view, share, await this.#drawing(qrText), this.#card);
    // A test payment has this link as its main button.
    const hasPage = view.method === 'crypto' && view.testLink === undefined;
    return html`<div class="menu">
      ${phoneUrl !== undefined && !matchMedia(PHONE).matches ? this.#onPhone(phoneUrl) : nothing}
      ${canShare ? this.#item(messages.share, doShare) : nothing}
      ${pageUrl ? this.#copy('link', pageUrl, messages.copyLink, 'page') : nothing}
      ${mailUrl ? this.#mail(mailUrl) : nothing}
      ${qrText === undefined ? nothing : this.#item(messages.saveQr, () => this.#save(qrText, share))}
      ${destination ? this.#copy('all', toPlainText(share, messages), messages.copyAll, 'lines') : nothing}
      ${this.#item(messages.print, print)} ${hasPage ? pageLink(hostedUrl, messages.openPage, '', this.#card) : nothing}
    </div>`;
  }

  #item(label: string, act: () => unknown) {
    const onClick = () => {
      this.#close();
      void this.#do(act);
    };
    return html`<button type="button" @click=${onClick}>${label}</button>`;
  }

  #mail(url: string) {
    return html`<a class="mail" href=${url} @click=${() => this.#close()}>${this.#card.messages.emailLink}</a>`;
  }

  /** Closes the menu after one of its actions, and locks the payment details. */
  #close() {
    this.#card.model.lockDetails();
    this.#card.renderRoot.querySelector<HTMLElement>('#menu')?.hidePopover();
  }

  #shareView(view: PayableView) {
    const { viewState, messages } = this.#card;
    const { pageUrl } = this.#card;
    // `#` means the document's own address, also when the page has another base URL.
    const url = pageUrl === '#' ? location.href : pageUrl;
    const page = url ? webUrl(url, document.baseURI) : undefined;
    return shareView(view, viewState, messages, page);
  }

  /** Runs an action and keeps the clean-up function that it returns. */
  async #do(act: () => unknown) {
    try {
      const cleanUp = await act();
      if (typeof cleanUp !== 'function') return;
      this.#cleanUp();
      this.#cleanUp = cleanUp as () => void;
      if (!this.#card.isConnected) this.end();
    } catch (error) {
      // The payer cancelled the share dialog, or the browser refused. The page still shows all details.
      if ((error as Error).name !== 'AbortError') console.warn(`${this.#card.localName}:`, error);
    }
  }

  async #save(text: string, { amount, testNote }: ShareView) {
    const modules = await encodeQr(text);
    return savePng(modules, amount, testNote === undefined ? undefined : this.#card.messages.test);
  }

  /** A copy button with its text. Without access to the clipboard, the text is shown and copied manually. */
  #copy(what: 'all' | 'link', value: string, label: string, className: string) {
    const { viewState, messages } = this.#card;
    const copied = viewState.copied?.what === what ? viewState.copied : undefined;
    const onClick = ({ currentTarget }: Event) => {
      const button = currentTarget as HTMLElement;
      this.#card.copy(what, value, button, button.previousElementSibling);
    };
    return html`<pre class="${className} ${copied?.byHand ? '' : 'away'}" dir="auto" translate="no">${value}</pre>
      <button type="button" @click=${onClick}>${copied && !copied.byHand ? messages.copied : label}</button>`;
  }

  #onPhone(url: string) {
    const phone = this.#phone;
    const code = phone ? html`<div class="phone">${this.#phoneCode(url, phone.drawing)}</div>` : nothing;
    return html`<button type="button" aria-expanded=${!!phone} @click=${() => this.#togglePhone(url)}>
        ${this.#card.messages.onPhone}</button
      >${code}`;
  }

  #phoneCode(url: string, drawing: QrDrawing | 'failed' | undefined) {
    if (!drawing) return SKELETON;
    return drawing === 'failed' ? url : qrCode(drawing, this.#card.messages.codeScan);
  }

  async #togglePhone(url: string) {
    const own = (this.#phone = this.#phone ? undefined : { url });
    this.#card.requestUpdate();
    if (!own) return;
    this.#card.model.lockDetails();
    const drawing = await encodeQr(url).then(draw, () => 'failed' as const);
    if (this.#phone === own) this.#phone = { url, drawing };
    this.#card.requestUpdate();
  }

  /** The QR code for the print sheet. If it cannot be drawn, the sheet still shows the address. */
  async #drawing(text: string | undefined): Promise<QrDrawing | undefined> {
    return text === undefined ? undefined : encodeQr(text).then(draw, () => undefined);
  }
}
