import { html, nothing, type TemplateResult } from 'lit';
import type { PayableView, PayableWallet } from '../../view/payable-view.ts';
import { walletPayable } from '../../view/wallet-payable.ts';
import type { Card } from '../card/card.ts';
import { PaymentElement } from '../base/payment-element.ts';
import { copyButton } from '../controllers/copy-controller.ts';
import { testAlert } from '../card/field.ts';
import { markedText } from '../card/marked-text.ts';
import { pageLink } from '../card/page-link.ts';
import { otherSkeletonStyles } from '../card/styles/other-skeletons.styles.ts';
import { styles } from './pay-wallet.styles.ts';

function noteStep({ destination: { label, text }, warning }: PayableWallet, card: Card): TemplateResult {
  return html`<li>
    <b>${label}</b>
    <div class="note" part="note">
      <code dir="auto" translate="no">${markedText(text)}</code>${copyButton('note', text, card)}
    </div>
    <p class="alert">${warning}</p>
  </li>`;
}

/** The second step: the amount to copy, and the link to the page where it is sent with the note. */
function sendStep({ amount: { label, text, unit }, hostedUrl }: PayableWallet, card: Card): TemplateResult {
  return html`<li>
    <b>${label}</b>
    <div class="value">
      <span dir="ltr" translate="no"><span data-copied class="num">${text}</span> ${unit}</span
      >${copyButton('amount', text, card)}
    </div>
    ${pageLink(hostedUrl, card.messages.onlineWalletGo, 'main', card)}
  </li>`;
}

/** The payment details of `<pay-wallet>`: two steps in the order in which the payer takes them. */
const walletBody = (view: PayableWallet, card: Card): TemplateResult =>
  html`<ol class="steps">
      ${noteStep(view, card)} ${sendStep(view, card)}
    </ol>
    ${testAlert(view.testNote)}`;

/**
 * Takes a payment from an online wallet, in two steps: the note that the transfer must contain unchanged, and the amount to
 * send with it, with a link to the hosted page. A status line follows the payment until it is final.
 *
 * The note is shown and copied byte for byte, with all its spaces: a payment with another note cannot be matched
 * (contract 3 and 4.4).
 *
 * @tagname pay-wallet
 *
 * @fires {PayCopyEvent} pay-copy - The `note`, the `amount`, the `number` of the payment or `all` details were copied: `what`.
 *
 * @slot sent - In the view after 'I have sent it': for example, how long a transfer usually takes.
 *
 * @csspart note - The note with its copy button.
 * @csspart sent-button - 'I have sent it'.
 * @csspart sent - The view after 'I have sent it': what happens next, and what to compare.
 * @csspart sent-back - Returns from that view to the payment.
 *
 * @cssprop [--pay-field=none] - Background of the note.
 * @cssprop [--pay-font-mono=ui-monospace] - Font family of the note.
 */
export class PayWalletElement extends PaymentElement {
  /** @internal */
  static override styles = [...PaymentElement.styles, otherSkeletonStyles, styles];

  /** @internal */
  protected override readonly method = 'wallet';
  /** @internal */
  protected override readonly payable = walletPayable;
  /** @internal */
  protected override readonly help = ['helpWallet'] as const;

  /** @internal */
  protected override renderPayable(view: PayableView): unknown {
    return view.method === 'wallet' ? walletBody(view, this) : nothing;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-wallet': PayWalletElement;
  }
}
