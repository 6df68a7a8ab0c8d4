import { html, nothing, type TemplateResult } from 'lit';
import type { PublicPayment } from '../../core/payment.ts';
import type { Phase } from '../../core/status.ts';
import { QrController } from '../controllers/qr-controller.ts';
import { icon } from '../parts/icons.ts';
import { qrCode, qrTile } from '../parts/qr.ts';
import type { PayElement } from '../pay-element.ts';
import { Card } from './card.ts';
import { sharedStyles } from './shared.styles.ts';
import { styles } from '../pay-localcode.styles.ts';
import { qrStyles } from './qr.styles.ts';

/** What a payer does for `<pay-localcode>`. */
export class LocalcodeCard extends Card {
  override readonly styles = [...sharedStyles, qrStyles, styles];

  readonly #codes: QrController;
  #unfolded = false;

  constructor(host: PayElement) {
    super(host, 'localcode', { awaiting: 'awaitingLocalcode', help: 'helpLocalcode' });
    this.#codes = new QrController(host);
  }

  protected override pay(payment: PublicPayment, phase: Phase): TemplateResult | undefined {
    if (!('bid' in payment) || phase !== 'awaiting') return undefined;
    const { words } = this.wording;
    const { hostedUrl, test } = payment;
    return html`<div class="body">
      <div class="right">
        <h3>${words.codeTitle}</h3>
        <p class="muted">${hostedUrl ? words.codeText : words.codeNoPage}</p>
        ${test ? html`<p class="alert">${words.testNote}</p>` : nothing}${
          hostedUrl ? this.outLink(hostedUrl, words.codeGo, 'main') : nothing
        }
      </div>
      ${hostedUrl && this.host.qr !== 'none' ? this.#qr(hostedUrl, payment) : nothing}
    </div>`;
  }

  #qr(url: string, payment: PublicPayment) {
    const { words } = this.wording;
    const modules = this.#codes.modules(url, payment.qr);
    if (modules === 'failed') return nothing;
    return html`<div class="left ${this.#unfolded ? 'open' : ''}">
      <button type="button" class="main soft fold" aria-expanded=${this.#unfolded} @click=${() => this.#fold()}>
        ${this.#unfolded ? words.qrHide : words.qrShow}</button
      >${qrTile(modules && qrCode(modules, words.codeScan), payment.test ? words.test : false)}
      <div class="cap" aria-hidden="true">${icon('phone')} ${words.codeScan}</div>
    </div>`;
  }

  #fold() {
    this.#unfolded = !this.#unfolded;
    this.host.requestUpdate();
  }
}
