import type { CardConstructor } from '../shared/pay-element.ts';
import { PayQrElement } from '../shared/pay-qr-element.ts';

/**
 * A complete checkout: shows how an order can be paid, creates the payment that the payer chooses at the shop's backend,
 * and then shows it with `<pay-crypto>`, `<pay-wallet>` or `<pay-localcode>`.
 *
 * One choice creates one payment: a double click, a reload, the back button or a lost response does not create a second
 * one, and a payer who changes the method and comes back gets the payment that was created first. The backend decides
 * which methods and coins are offered and what the amount is: it answers `GET <src>`, and `POST` to `payments` beside
 * the folder of `src` (`/pay/payments` for `/pay/orders/1001`), as the helper in `pay-elements/server` does.
 *
 * One order is paid once, too: a reload, another tab or another device with the same `src` shows the payment in
 * progress. While a payment is shown, `src` is requested about every 30 s, and whenever the status response reports a
 * change of another payment of the order (`orderPhase`). A payment that is paid, or for which money was seen, replaces
 * one that still waits. Before the payment method changes, the payer is asked whether the payment was sent.
 *
 * @tagname pay-checkout
 * @omits payment, status-url
 *
 * @attr {string} src - The address of the order, such as `/pay/orders/1001`.
 * @attr {'auto'|'stack'|'row'} layout - Of a payment. `stack`: one column. `row`: two columns. `auto` (default): two columns when the element is at least 520 px wide.
 * @attr {string} phase - Read only: the phase of the payment that is shown, or `paid` for an order that was paid in another way. Not set while the payer chooses.
 *
 * @fires {PayStatusEvent} pay-status - A payment was shown for the first time, or its status changed: `status`, `phase`, `previousPhase`, `payment`.
 * @fires {PayPaidEvent} pay-paid - The shop's backend reports that the payment is paid: `payment`.
 * @fires {PayCopyEvent} pay-copy - The `amount`, the `address`, the `note`, the payment's `number` or `all` was copied: `what`.
 * @fires {PayOpenEvent} pay-open - The payer opened the `wallet` or the hosted `page`: `what`, `url`.
 *
 * @slot code - The page's own form for a local mobile code: see `<pay-localcode>`.
 * @slot help - Replaces the help text of a payment.
 * @slot sent - In the view after 'I have sent it': for example, how long a payment usually takes.
 *
 * @csspart card - The whole card, of the choices and of a payment.
 * @csspart header - Price, and coin or method.
 * @csspart choices - The list of methods or coins.
 * @csspart choice - The button of one method or coin.
 * @csspart confirm-button - 'Yes, continue', in the question about the network.
 * @csspart back-button - Returns to the step before.
 * @csspart change-button - 'Change payment method'.
 * @csspart leave - The question whether the payment was sent, before the payment method changes.
 * @csspart wait-button - 'Keep waiting', in that question.
 * @csspart order-note - A note about the order: money that does not pay it, or another payment that was seen.
 * @csspart method - The coin or method, in the corner of a payment.
 * @csspart field - A label with its value.
 * @csspart coin-amount - The field of the amount.
 * @csspart rate - The price of one coin, when the shop gives it.
 * @csspart coin-address - The field of the address.
 * @csspart address - The address in groups.
 * @csspart note - The note with its copy button.
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
 * @csspart outcome - The view of a phase in which nothing is to be paid, and of a problem.
 *
 * @cssprop [--pay-soft=#f3f6fb] - Background of notes and of the switch.
 * @cssprop [--pay-field=none] - Background of the fields of amount and address, and of the note.
 * @cssprop [--pay-title-size=1.6em] - Font size of the title of an outcome or a step. Smaller in a narrow card.
 * @cssprop [--pay-font-mono=ui-monospace] - Font family of addresses.
 *
 * @cssstate loading - The order, or the card of a payment, is being loaded.
 * @cssstate choosing - The payer chooses.
 * @cssstate preparing - The payment is being created.
 * @cssstate busy - The shop asks to wait. The request is repeated automatically.
 * @cssstate problem - There is nothing to choose or to show: no order, an unreadable or unknown one, one that is sold out, or a payment that could not be created.
 * @cssstate lost - The request of the order, or three requests of the payment in a row, have failed.
 */
export class PayCheckoutElement extends PayQrElement {
  protected override async load(): Promise<CardConstructor> {
    return (await import('./checkout-card.ts')).CheckoutCard;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-checkout': PayCheckoutElement;
  }
}
