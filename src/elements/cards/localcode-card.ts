import { html, nothing, type TemplateResult } from 'lit';
import type { PublicPayment } from '../../core/payment.ts';
import type { Phase } from '../../core/status.ts';
import { icon } from '../parts/icons.ts';
import type { PayElement } from '../pay-element.ts';
import { styles } from '../pay-localcode.styles.ts';
import { testNote } from './outcome-view.ts';
import { QrCard, qrCardStyles } from './qr-card.ts';

/** What a payer does for `<pay-localcode>`. */
export class LocalcodeCard extends QrCard {
  override readonly styles = [...qrCardStyles, styles];

  constructor(host: PayElement) {
    super(host, 'localcode', { awaiting: 'awaitingLocalcode', help: 'helpLocalcode' });
  }

  protected override pay(payment: PublicPayment, phase: Phase): TemplateResult | undefined {
    if (!('bid' in payment) || phase !== 'awaiting') return undefined;
    const { words } = this.wording;
    // A page that takes the code itself needs no way to another.
    const here = this.host.querySelector(':scope > [slot="code"]') !== null;
    const page = here ? undefined : payment.hostedUrl;
    return html`<div class="body">
      <div class="right">
        <h3>${words.codeTitle}</h3>
        <p class="muted">${here ? words.codeHere : page ? words.codeText : words.codeNoPage}</p>
        ${testNote(payment.test, words)}${page ? this.outLink(page, words.codeGo, 'main') : nothing}
        <slot name="code" @slotchange=${() => this.host.requestUpdate()}></slot>
      </div>
      ${page && this.host.qr !== 'none' ? this.#scan(page, payment) : nothing}
    </div>`;
  }

  #scan(url: string, payment: PublicPayment) {
    const { codeScan } = this.wording.words;
    const modules = this.codes.modules(url, payment.qr);
    if (modules === 'failed') return nothing;
    const caption = html`<div class="cap" aria-hidden="true">${icon('phone')} ${codeScan}</div>`;
    return this.qr(this.code(modules, codeScan), caption, payment);
  }
}
