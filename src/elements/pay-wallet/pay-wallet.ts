import { PayElement, type CardConstructor } from '../shared/pay-element.ts';

/**
 * Takes a payment from an online wallet: the amount, the note that must go into the transfer unchanged, the
 * hosted page, and a status line that follows the payment to its end.
 *
 * The note is shown and copied byte for byte, spaces and all: a payment whose note differs cannot be matched
 * (contract 3 and 4.4).
 *
 * @tagname pay-wallet
 *
 * @fires {PayCopyEvent} pay-copy - The clipboard holds the `note`, the payment's `number` or `all`: `what`.
 *
 * @csspart note - The note with its copy button.
 *
 * @cssprop [--pay-field=none] - The ground of the note.
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
