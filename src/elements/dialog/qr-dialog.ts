import { html, nothing, render, type ReactiveController } from 'lit';
import type { ExpectedNode } from '../../view/expected-nodes.ts';
import type { QrView } from '../../view/payable-view.ts';
import type { PaymentView } from '../../view/payment-view.ts';
import { addStyles } from '../base/adopt-styles.ts';
import type { Card } from '../card/card.ts';
import { focusOn } from '../base/focus-on.ts';
import { qrDialogStyles } from './qr-dialog.styles.ts';
import { qrCode } from '../card/qr-tile.ts';

/** The QR code of a view; `undefined` when it has none or the code is not drawn. */
function codeOf(view: PaymentView): QrView | undefined {
  const qr = view.kind === 'payable' ? view.qr : undefined;
  return qr?.kind === 'code' && typeof qr.drawing !== 'object' ? undefined : qr;
}

/**
 * The QR code in a modal dialog that fills the screen. Escape, the close button and a click outside the content close
 * it. It also closes when the view no longer has a QR code. The focus returns to the button that opened it.
 */
export class QrDialog implements ReactiveController {
  readonly #card: Card;
  readonly #dialog = document.createElement('dialog');
  #trigger: HTMLElement | undefined;

  constructor(card: Card) {
    this.#card = card;
    const dialog = this.#dialog;
    dialog.className = 'enlarged';
    dialog.part.add('qr-dialog');
    dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
    dialog.addEventListener('close', () => this.#returnFocus());
    addStyles(card.renderRoot as ShadowRoot, [qrDialogStyles]);
    card.addController(this);
  }

  hostUpdated(): void {
    const { view } = this.#card;
    const qr = codeOf(view);
    if (!this.#dialog.isConnected) return;
    if (qr) this.#render(qr);
    else this.#dialog.close();
  }

  hostDisconnected(): void {
    this.#dialog.close();
  }

  /** @param trigger - The button that gets the focus when the dialog closes. */
  open(trigger: HTMLElement): void {
    const qr = codeOf(this.#card.view);
    if (!qr || this.#dialog.open || !this.#card.isConnected) return;
    this.#trigger = trigger;
    this.#card.renderRoot.append(this.#dialog);
    this.#render(qr);
    this.#dialog.showModal();
    // The integrity check expects the dialog's nodes from the next update on.
    this.#card.requestUpdate();
  }

  expectedNodes(view: PaymentView): readonly ExpectedNode[] {
    const qr = codeOf(view);
    if (!qr || !this.#dialog.isConnected) return [];
    if (qr.kind === 'image') return [{ field: 'qrCodeBase64', selector: '.code img', attribute: 'src', value: qr.url }];
    const { path } = qr.drawing as Exclude<typeof qr.drawing, 'failed' | undefined>;
    return [{ field: 'qr', selector: '.code path + path', attribute: 'd', value: path }];
  }

  #render(qr: QrView) {
    const { messages, view } = this.#card;
    const { lang, dir, close, qrBrightness } = messages;
    const isTest = view.kind === 'payable' && view.testNote !== undefined;
    const stamp = isTest ? html`<span class="stamp" aria-hidden="true">${messages.test}</span>` : nothing;
    const note = qr.kind === 'image' ? qr.note : qr.caption;
    Object.assign(this.#dialog, { lang, dir, ariaLabel: messages.qr });
    const code =
      qr.kind === 'image'
        ? html`<img src=${qr.url} alt=${qr.label} />`
        : qrCode(qr.drawing as Exclude<typeof qr.drawing, 'failed' | undefined>, qr.label);
    const content = html`<div class="code">${code}${stamp}</div>
      ${note === undefined ? nothing : html`<p>${note}</p>`}
      <p>${qrBrightness}</p>
      <button type="button" @click=${() => this.#dialog.close()}>${close}</button>`;
    render(content, this.#dialog);
  }

  /** Restores the focus explicitly: when the button was rendered again, the browser does not find it. */
  #returnFocus() {
    const root = this.#card.renderRoot;
    const trigger = this.#trigger?.isConnected ? this.#trigger : root.querySelector<HTMLElement>('.enlarge');
    this.#trigger = undefined;
    if (trigger) trigger.focus();
    else if (this.#card.isConnected) focusOn(root.querySelector('.card'));
  }
}
