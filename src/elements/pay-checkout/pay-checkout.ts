import type { CardConstructor } from '../shared/pay-element.ts';
import { PayQrElement } from '../shared/pay-qr-element.ts';

/**
 * A whole checkout for a shop that does not want to choose: shows how an order can be paid, makes the payment of the
 * payer's choice at the shop's backend, and then shows it by `<pay-crypto>`, `<pay-wallet>` or `<pay-localcode>`.
 *
 * One choice leads to one payment: a double click, a reload, the back button or a lost answer makes no second one,
 * and who changes the method and comes back finds the payment that was begun. What may be paid, with what and for
 * how much is the backend's to say: it answers `GET <src>`, and `POST` to `payments` beside the folder of `src`
 * (`/pay/payments` for `/pay/orders/1001`), as the helper in `pay-elements/server` does.
 *
 * One order leads to one payment as well: a reload, another tab or another device with the same `src` shows the payment
 * in progress. While a payment is shown, `src` is read about every 30 s and whenever the status address says that
 * another payment of the order has moved (`orderPhase`). A payment that is paid, or for which money was seen, takes the
 * place of one that waits. Before the payment method is changed, the payer is asked whether the payment was sent.
 *
 * @tagname pay-checkout
 * @omits payment, status-url
 *
 * @attr {string} src - The order's address, such as `/pay/orders/1001`.
 * @attr {'auto'|'stack'|'row'} layout - A payment in one column, two, or two from 520 px of its own width (`auto`, the default).
 * @attr {string} phase - Read only: that of the payment that is shown, `paid` for an order that is paid by other means. None while the payer chooses.
 *
 * @fires {PayStatusEvent} pay-status - A payment was shown for the first time, or its status changed: `status`, `phase`, `previousPhase`, `payment`.
 * @fires {PayPaidEvent} pay-paid - The shop's backend says that the payment is paid: `payment`.
 * @fires {PayCopyEvent} pay-copy - The clipboard holds the `amount`, the `address`, the `note`, the payment's `number` or `all`: `what`.
 * @fires {PayOpenEvent} pay-open - The payer opened the `wallet` or the hosted `page`: `what`, `url`.
 *
 * @slot code - The page's own form for a local mobile code, where there is one: see `<pay-localcode>`.
 * @slot help - Instead of the help text of a payment.
 * @slot sent - What the shop says to a payer who has sent a coin: how long it usually takes.
 *
 * @csspart card - The whole card, of choosing as of a payment.
 * @csspart header - Sum, and coin or method.
 * @csspart choices - The list of methods or coins.
 * @csspart choice - The button of one.
 * @csspart confirm-button - 'Yes, continue', where the network is asked for.
 * @csspart back-button - One step back.
 * @csspart change-button - 'Change payment method'.
 * @csspart leave - Asks, before the payment method is changed, whether the payment was sent.
 * @csspart wait-button - 'Keep waiting', in that question.
 * @csspart order-note - What the payer has to know of the order: money that does not pay it, or another payment that was seen.
 * @csspart method - The coin or method in the corner of a payment.
 * @csspart field - A label with its value.
 * @csspart coin-amount - The field of the amount.
 * @csspart rate - What one coin costs, where the shop says so.
 * @csspart coin-address - The field of the address.
 * @csspart address - The address in its groups.
 * @csspart note - The note with its copy button.
 * @csspart network - Which network to send on; unfolded, what else to mind.
 * @csspart qr-switch - The switch between 'with amount' and 'address only'.
 * @csspart wallet-link - 'Open in wallet'.
 * @csspart wallet-fallback - What to do where no wallet has opened.
 * @csspart wallets - The wallets in this browser (`pay-elements/wallets/evm`).
 * @csspart wallet-button - A button in it.
 * @csspart sent-button - 'I have sent it'.
 * @csspart sent - What comes next, and what to compare in the wallet, for who has sent the money.
 * @csspart sent-back - Shows the payment again.
 * @csspart missing - What an underpaid payment lacks.
 * @csspart outcome - The view of a phase with nothing to pay, and of what is in the way.
 *
 * @cssprop [--pay-soft=#f3f6fb] - The ground of notes and of the switch.
 * @cssprop [--pay-field=none] - The ground of the fields of amount and address, and of the note.
 * @cssprop [--pay-title-size=1.6em] - The title of an outcome or a step; less in a narrow card.
 * @cssprop [--pay-font-mono=ui-monospace] - Font family of addresses.
 *
 * @cssstate loading - Waiting for the order, or for the card of a payment.
 * @cssstate choosing - The payer chooses.
 * @cssstate preparing - The payment is being made.
 * @cssstate busy - The shop asks to wait; it goes on by itself.
 * @cssstate problem - There is nothing to choose or to show: no order, an unreadable or unknown one, one that is sold out, or a payment that could not be made.
 * @cssstate lost - The order, or three questions about the payment in a row, went without an answer.
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
