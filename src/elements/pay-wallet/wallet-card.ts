import { html, nothing, type TemplateResult } from 'lit';
import { wallet } from '../../i18n/en.wallet.ts';
import { addEnglish } from '../../i18n/load-messages.ts';
import type { PayableWallet } from '../../view/payable-view.ts';
import { walletPayable } from '../../view/wallet-payable.ts';
import type { CardContext, CardDefinition } from '../shared/card-context.ts';
import { cardOf } from '../shared/payment-card.ts';
import { cardSharedStyles } from '../shared/styles/first-card.styles.ts';
import { copyButton } from '../shared/templates/copy-button.ts';
import { testAlert } from '../shared/templates/field.ts';
import { markedText } from '../shared/templates/marked-text.ts';
import { pageLink } from '../shared/templates/page-link.ts';
import { styles } from './pay-wallet.styles.ts';

/** The second step: the link to the hosted page. The payer copies the note first. */
function openStep({ hostedUrl }: PayableWallet, card: CardContext) {
  if (hostedUrl === undefined) return nothing;
  const { walletOpen, walletGo } = card.messages;
  return html`<li><b>${walletOpen}</b>${pageLink(hostedUrl, walletGo, 'main', card)}</li>`;
}

/** The payment details of `<pay-wallet>`. */
function walletBody(view: PayableWallet, card: CardContext): TemplateResult {
  const { label, text } = view.destination;
  return html`<ol class="steps">
    <li>
      <b>${label}</b>
      <div class="note" part="note">
        <code dir="auto" translate="no">${markedText(text)}</code>${copyButton('note', text, card, true)}
      </div>
      <p class="alert">${view.warning}</p>
      ${testAlert(view.testNote)}
    </li>
    ${openStep(view, card)}
  </ol>`;
}

addEnglish(wallet);

const definition: CardDefinition = {
  method: 'wallet',
  payable: walletPayable,
  help: 'helpWallet',
  styles: [...cardSharedStyles, styles],
  body: (view, card) => (view.method === 'wallet' ? walletBody(view, card) : undefined),
};

/** The card of `<pay-wallet>`. */
export const WalletCard = cardOf(definition);
