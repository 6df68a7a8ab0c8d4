import type { CardConstructor } from '../shared/pay-element.ts';
import { PayQrElement } from '../shared/pay-qr-element.ts';

/**
 * Takes a payment in a cryptocurrency: the exact amount and the address to copy, a QR code, a link into the
 * payer's wallet, the network in a wallet's words, and a status line that follows the payment to its end.
 *
 * It shows 'paid' only when the shop's backend says so, and never calls a payment failed because a request was.
 *
 * When a script or an extension changes an amount, an address, a link or the QR code inside the tag, it shows nothing to
 * pay by. It cannot see what style sheets do: those of the page can hide an address and show another in its place
 * (`pay-crypto::part(address)::after`), while the copied address, the wallet link and the QR code stay right. Allow
 * only style sheets of your own, by a strict `style-src` in the page's Content-Security-Policy.
 *
 * @tagname pay-crypto
 *
 * @fires {PayCopyEvent} pay-copy - The clipboard holds the `amount`, the `address`, the payment's `number` or `all`: `what`.
 * @fires {PayOpenEvent} pay-open - The payer opened the `wallet` or the hosted `page`: `what`, `url`.
 *
 * @slot sent - What the shop says to a payer who has sent a coin: how long it usually takes.
 *
 * @csspart header - Sum and coin.
 * @csspart method - The coin in the corner.
 * @csspart field - A label with its value.
 * @csspart coin-amount - The field of the amount.
 * @csspart rate - What one coin costs, where the shop says so.
 * @csspart coin-address - The field of the address.
 * @csspart address - The address in its groups.
 * @csspart network - Which network to send on; unfolded, what else to mind.
 * @csspart qr-switch - The switch between 'with amount' and 'address only'.
 * @csspart wallet-link - 'Open in wallet'.
 * @csspart wallet-fallback - What to do where no app has answered 'open in wallet'.
 * @csspart wallets - The wallets in this browser (`pay-elements/wallets/evm`).
 * @csspart wallet-button - A button in it.
 * @csspart sent-button - 'I have sent it'.
 * @csspart sent - What comes next, and what to compare in the wallet, for who has sent the money.
 * @csspart sent-back - Shows the payment again.
 * @csspart missing - What an underpaid payment lacks.
 *
 * @cssprop [--pay-soft=#f3f6fb] - The ground of notes and of the switch.
 * @cssprop [--pay-field=none] - The ground of the fields of amount and address.
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
