import type { CardConstructor } from '../shared/pay-element.ts';
import { PayQrElement } from '../shared/pay-qr-element.ts';

/**
 * Shows a payment in a cryptocurrency: the exact amount and the address to copy, a QR code, a link that opens a wallet,
 * the network, and a status line that follows the payment until it is final.
 *
 * It shows 'paid' only when the shop's backend reports it, and never shows a payment as failed because a request failed.
 *
 * When a script or an extension changes an amount, an address, a link or the QR code inside the element, the element
 * stops showing anything to pay. It cannot detect changes by style sheets: those of the page can hide an address and show
 * another one in its place (`pay-crypto::part(address)::after`), while the copied address, the wallet link and the QR
 * code stay correct. Allow only your own style sheets, with a strict `style-src` in the Content-Security-Policy.
 *
 * @tagname pay-crypto
 *
 * @fires {PayCopyEvent} pay-copy - The `amount`, the `address`, the payment's `number` or `all` was copied: `what`.
 * @fires {PayOpenEvent} pay-open - The payer opened the `wallet` or the hosted `page`: `what`, `url`.
 *
 * @slot sent - In the view after 'I have sent it': for example, how long a payment usually takes.
 *
 * @csspart header - Price and coin.
 * @csspart method - The coin, in the corner.
 * @csspart field - A label with its value.
 * @csspart coin-amount - The field of the amount.
 * @csspart rate - The price of one coin, when the shop gives it.
 * @csspart coin-address - The field of the address.
 * @csspart address - The address in groups.
 * @csspart network - The network to use. Unfolded, it shows further rules.
 * @csspart qr-switch - The switch between 'with amount' and 'address only'.
 * @csspart wallet-link - 'Open in wallet'.
 * @csspart wallet-fallback - The hint that appears when no app opened after 'Open in wallet'.
 * @csspart wallets - The wallets in this browser (`pay-elements/wallets/evm`).
 * @csspart wallet-button - The button of one wallet.
 * @csspart sent-button - 'I have sent it'.
 * @csspart sent - The view after 'I have sent it': what happens next, and what to compare in the wallet.
 * @csspart sent-back - Returns from that view to the payment.
 * @csspart missing - The missing part of an underpaid payment.
 *
 * @cssprop [--pay-soft=#f3f6fb] - Background of notes and of the switch.
 * @cssprop [--pay-field=none] - Background of the fields of amount and address.
 * @cssprop [--pay-font-mono=ui-monospace] - Font family of addresses.
 */
export class PayCryptoElement extends PayQrElement {
  protected override async load(): Promise<CardConstructor> {
    return (await import('./crypto-card.ts')).CryptoCard;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-crypto': PayCryptoElement;
  }
}
