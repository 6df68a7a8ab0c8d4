import { html, nothing, type TemplateResult } from 'lit';
import { webUrl } from '../../../core/web.ts';
import { draw, type QrDrawing } from '../../../core/qr-path.ts';
import type { ExpectedNode } from '../../../view/expected-nodes.ts';
import type { OutcomeView } from '../../../view/outcome-view.ts';
import type { PayableView } from '../../../view/payable-view.ts';
import { shareView, toPlainText, type ShareView } from '../../../view/share-view.ts';
import { addStyles } from '../adopt-styles.ts';
import type { CardContext } from '../card-context.ts';
import { encodeQr } from '../encode-qr.ts';
import type { PayElement } from '../pay-element.ts';
import { shareMenuStyles } from '../styles/share-menu.styles.ts';
import { qrCode } from '../templates/qr-tile.ts';
import { printReceipt, printSheet } from './print-sheet.ts';
import { savePng } from './qr-image.ts';

const SKELETON = html`<span class="skeleton square"></span>`;
/** Who uses a finger first is most likely on the phone already. */
const PHONE = '(pointer: coarse)';

/**
 * What can be done with a payment beside paying it here: continue on a phone, share, save the code, copy all, print.
 * What this browser or this payment cannot do is not there.
 */
export class ShareMenu {
  readonly #host: PayElement;
  readonly #card: CardContext;
  /** The code of the hosted page, once asked for. */
  #phone: { readonly url: string; readonly drawing?: QrDrawing | 'failed' } | undefined;
  /** Removes what the last action left: a frame that was printed, an image that was saved. */
  #cleanUp = () => {};

  constructor(host: PayElement, card: CardContext) {
    this.#host = host;
    this.#card = card;
    addStyles(host.renderRoot as ShadowRoot, [shareMenuStyles]);
  }

  /** The menu was closed. */
  close(): void {
    this.#phone = undefined;
    this.#host.requestUpdate();
  }

  /** The tag has left the page. */
  end(): void {
    this.#cleanUp();
    this.#cleanUp = () => {};
    this.#phone = undefined;
  }

  /** What must stand in the menu. */
  expectedNodes(view: PayableView): readonly ExpectedNode[] {
    const { messages } = this.#card;
    const share = this.#shareView(view);
    const { pageUrl, mailUrl } = share;
    const lines = toPlainText(share, messages);
    const drawing = this.#phone?.drawing;
    const code = drawing && drawing !== 'failed' ? drawing.path : undefined;
    return [
      ...(share.destination
        ? ([{ field: 'lines', selector: '.lines', attribute: 'text', value: lines }] as const)
        : []),
      ...(pageUrl ? ([{ field: 'pageUrl', selector: '.page', attribute: 'text', value: pageUrl }] as const) : []),
      ...(mailUrl ? ([{ field: 'pageUrl', selector: '.mail', attribute: 'href', value: mailUrl }] as const) : []),
      ...(code ? ([{ field: 'hostedUrl', selector: '.phone path + path', attribute: 'd', value: code }] as const) : []),
    ];
  }

  /** Prints a receipt of a payment that is paid. */
  print(view: OutcomeView): void {
    void this.#do(() => printReceipt(view, this.#card, this.#host));
  }

  render(view: PayableView): TemplateResult {
    const { messages } = this.#card;
    const share = this.#shareView(view);
    const { hostedUrl, pageUrl, mailUrl, qrText, phoneUrl, destination } = share;
    const url = pageUrl ?? hostedUrl;
    const canShare = typeof navigator.share === 'function';
    const shared = { text: toPlainText({ ...share, network: undefined, destination: undefined }, messages) };
    const doShare = () => navigator.share({ ...shared, ...(url && { url }) });
    const print = async () => printSheet(view, share, await this.#drawing(qrText), this.#card, this.#host);
    return html`<div class="menu">
      ${phoneUrl !== undefined && !matchMedia(PHONE).matches ? this.#onPhone(phoneUrl) : nothing}
      ${canShare ? this.#item(messages.share, doShare) : nothing}
      ${pageUrl ? this.#copy('link', pageUrl, messages.copyLink, 'page') : nothing}
      ${mailUrl ? this.#mail(mailUrl) : nothing}
      ${qrText === undefined ? nothing : this.#item(messages.saveQr, () => this.#save(qrText, share))}
      ${destination ? this.#copy('all', toPlainText(share, messages), messages.copyAll, 'lines') : nothing}
      ${this.#item(messages.print, print)}
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

  /** Something of the menu was done. */
  #close() {
    this.#card.taken();
    this.#host.renderRoot.querySelector<HTMLElement>('#menu')?.hidePopover();
  }

  #shareView(view: PayableView) {
    const { state, messages } = this.#card;
    const { pageUrl } = this.#host;
    // The page's own address, whatever its base is.
    const url = pageUrl === '#' ? location.href : pageUrl;
    return shareView(view, state, messages, url ? webUrl(url, document.baseURI) : undefined);
  }

  /** Runs an action, and keeps what removes its traces. */
  async #do(act: () => unknown) {
    try {
      const cleanUp = await act();
      if (typeof cleanUp !== 'function') return;
      this.#cleanUp();
      this.#cleanUp = cleanUp as () => void;
      if (!this.#host.isConnected) this.end();
    } catch (error) {
      // The payer called sharing off, or the browser refused; the page shows all of it.
      if ((error as Error).name !== 'AbortError') console.warn(`${this.#host.localName}:`, error);
    }
  }

  async #save(text: string, { amount, testNote }: ShareView) {
    const modules = await encodeQr(text);
    return savePng(modules, amount, testNote === undefined ? undefined : this.#card.messages.test);
  }

  /** Where there is no clipboard the text comes in sight, to be copied by hand. */
  #copy(what: 'all' | 'link', value: string, label: string, className: string) {
    const { state, messages } = this.#card;
    const copied = state.copied?.what === what ? state.copied : undefined;
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
    this.#host.requestUpdate();
    if (!own) return;
    const drawing = await encodeQr(url).then(draw, () => 'failed' as const);
    if (this.#phone === own) this.#phone = { url, drawing };
    this.#host.requestUpdate();
  }

  /** What is on paper may be scanned from it; without the code the address is still there. */
  async #drawing(text: string | undefined): Promise<QrDrawing | undefined> {
    return text === undefined ? undefined : encodeQr(text).then(draw, () => undefined);
  }
}
