import { PayElement, type CardConstructor } from '../shared/pay-element.ts';

/**
 * Takes a payment from an online wallet. It shows the amount, the note that the transfer must contain unchanged, a link
 * to the hosted page, and a status line that follows the payment until it is final.
 *
 * The note is shown and copied byte for byte, with all its spaces: a payment with another note cannot be matched
 * (contract 3 and 4.4).
 *
 * @tagname pay-wallet
 *
 * @fires {PayCopyEvent} pay-copy - The `note`, the `number` of the payment or `all` details were copied: `what`.
 *
 * @csspart note - The note with its copy button.
 *
 * @cssprop [--pay-field=none] - Background of the note.
 * @cssprop [--pay-font-mono=ui-monospace] - Font family of the note.
 */
export class PayWalletElement extends PayElement {
  protected override async load(): Promise<CardConstructor> {
    return (await import('./wallet-card.ts')).WalletCard;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-wallet': PayWalletElement;
  }
}
