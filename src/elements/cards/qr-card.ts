import { html, type TemplateResult } from 'lit';
import type { Method, PublicPayment } from '../../core/payment.ts';
import { QrController } from '../controllers/qr-controller.ts';
import { qrPath, type Modules } from '../../core/qr-path.ts';
import { qrCode, qrTile } from '../parts/qr.ts';
import type { PayElement } from '../pay-element.ts';
import { Card, type MethodWords } from './card.ts';
import { qrStyles } from './qr.styles.ts';
import { sharedStyles } from './shared.styles.ts';

/** What such a card wears. */
export const qrCardStyles = [...sharedStyles, qrStyles];

/** A card with a QR code, which folds behind a button on a phone: there the payer already holds what would scan it. */
export abstract class QrCard extends Card {
  declare protected readonly host: PayElement & { readonly qr: string };
  protected readonly codes: QrController;
  #unfolded = false;

  constructor(host: PayElement, method: Method, own: MethodWords) {
    super(host, method, own);
    this.codes = new QrController(host);
  }

  /** The drawn code; nothing while it is being drawn. */
  protected code(modules: Modules | undefined, label: string): TemplateResult | undefined {
    if (!modules) return undefined;
    this.seals.seal('qr', '.left .qr path + path', 'd', qrPath(modules));
    return qrCode(modules, label);
  }

  /** @param content - What is to be scanned; nothing while it is being drawn. */
  protected qr(content: TemplateResult | undefined, below: unknown, { test }: PublicPayment): TemplateResult {
    const { words } = this.wording;
    const fold = () => {
      this.#unfolded = !this.#unfolded;
      this.host.requestUpdate();
    };
    return html`<div class="left ${this.#unfolded ? 'open' : ''}">
      <button type="button" class="main soft fold" aria-expanded=${this.#unfolded} @click=${fold}>
        ${this.#unfolded ? words.qrHide : words.qrShow}</button
      >${qrTile(content, test && words.test)}${below}
    </div>`;
  }
}
