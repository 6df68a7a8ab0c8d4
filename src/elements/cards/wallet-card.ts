import { html, type TemplateResult } from 'lit';
import type { PublicPayment, WalletPayment } from '../../core/payment.ts';
import type { Phase } from '../../core/status.ts';
import type { PayElement } from '../pay-element.ts';
import { Card } from './card.ts';
import type { Due } from './offer.ts';
import { testNote } from './outcome-view.ts';
import { sharedStyles } from './shared.styles.ts';
import { styles } from '../pay-wallet.styles.ts';

/** What a payer does for `<pay-wallet>`. */
export class WalletCard extends Card {
  override readonly styles = [...sharedStyles, styles];

  constructor(host: PayElement) {
    super(host, 'wallet', { awaiting: 'awaitingWallet', help: 'helpWallet' });
  }

  protected override due(payment: WalletPayment): Due {
    return { amount: this.fiat(payment), to: [this.wording.words.note, payment.note] };
  }

  protected override pay(payment: PublicPayment, phase: Phase): TemplateResult | undefined {
    if (!('pid' in payment) || phase !== 'awaiting') return undefined;
    const { words } = this.wording;
    const { note, hostedUrl } = payment;
    this.seals.seal('note', '[part~="note"] code', 'text', note);
    return html`<ol class="steps">
      ${hostedUrl ? html`<li><b>${words.walletOpen}</b>${this.outLink(hostedUrl, words.walletGo, 'main')}</li>` : ''}
      <li>
        <b>${hostedUrl ? words.walletPaste : words.walletOnly}</b>
        <div class="note" part="note">
          <code dir="auto" translate="no">${note}</code>${this.copyButton('note', note, true)}
        </div>
        <p class="alert">${words.walletWarning}</p>
        ${testNote(payment.test, words)}
      </li>
    </ol>`;
  }
}
