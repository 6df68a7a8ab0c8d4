import type { PropertyValues } from 'lit';
import { PayElement, type CardClass } from './pay-element.ts';

/**
 * A whole checkout for a shop that does not want to choose: shows how an order can be paid, makes the payment of the
 * payer's choice at the shop's backend, and then shows it by `<pay-crypto>`, `<pay-wallet>` or `<pay-localcode>`.
 *
 * One choice leads to one payment: a double click, a reload, the back button or a lost answer makes no second one,
 * and who changes the method and comes back finds the payment that was begun. What may be paid, with what and for
 * how much is the backend's to say: it answers `GET <src>`, and `POST` to `payments` beside the folder of `src`
 * (`/pay/payments` for `/pay/orders/1001`), as the helper in `pay-elements/server` does.
 *
 * @tagname pay-checkout
 *
 * @attr {string} src - The order's address, such as `/pay/orders/1001`.
 * @attr {'uri'|'address'|'image'|'none'} qr - What the QR code of a payment holds. Default: what wallets of the coin can read. `image` is the service's own picture.
 * @attr {'auto'|'stack'|'row'} layout - A payment in one column, two, or two from 520 px of its own width (`auto`, the default).
 * @attr {string} lang - The language. Default: the nearest `lang` around it, else the browser's.
 * @attr {string} phase - Read only: that of the payment that is shown, `paid` for an order that is paid by other means. None while the payer chooses.
 *
 * @fires {PayStatusEvent} pay-status - A payment was shown for the first time, or its status changed: `status`, `phase`, `previousPhase`, `payment`.
 * @fires {PayPaidEvent} pay-paid - The shop's backend says that the payment is paid: `payment`.
 * @fires {PayCopyEvent} pay-copy - The clipboard holds the `amount`, the `address`, the `note` or `all`: `what`.
 * @fires {PayOpenEvent} pay-open - The payer opened the `wallet` or the hosted `page`: `what`, `url`.
 * @fires {PayProblemEvent} pay-problem - Something is in the way: `code`, `recoverable`, `problem`.
 *
 * @slot header - Under the sum: the shop's name, what is bought.
 * @slot footer - At the very end of the card.
 * @slot code - The page's own form for a local mobile code, where there is one: see `<pay-localcode>`.
 * @slot paid - Under the outcome once it is paid: a way back to the shop.
 * @slot help - Instead of the help text of a payment.
 *
 * @csspart card - The whole card, of choosing as of a payment.
 * @csspart header - Sum, and coin or method.
 * @csspart amount - The fiat sum.
 * @csspart choices - The list of methods or coins.
 * @csspart choice - The button of one.
 * @csspart confirm-button - 'Yes, continue', where the network is asked for.
 * @csspart back-button - One step back.
 * @csspart change-button - 'Change payment method'.
 * @csspart method - The coin or method in the corner of a payment.
 * @csspart field - A label with its value.
 * @csspart coin-amount - The field of the amount.
 * @csspart coin-address - The field of the address.
 * @csspart address - The address in its groups.
 * @csspart note - The note with its copy button.
 * @csspart copy-button - A copy button.
 * @csspart network - Which network to send on, and how.
 * @csspart qr-tile - The white tile of the QR code.
 * @csspart qr - The QR code.
 * @csspart qr-switch - The switch between 'with amount' and 'address only'.
 * @csspart wallet-link - 'Open in wallet'.
 * @csspart no-wallet - What to do where no wallet has opened.
 * @csspart page-link - The link to the hosted page.
 * @csspart missing - What an underpaid payment lacks.
 * @csspart outcome - The view of a phase with nothing to pay, and of what is in the way.
 * @csspart changed - Reminds who asked for changed details that they are others.
 * @csspart show-changed - The button that shows changed details.
 * @csspart timer - The time left to pay, in the last hour before the shop's `expiresAt`.
 * @csspart more-button - Opens what else can be done: share, save, copy everything, print.
 * @csspart more - That menu.
 * @csspart print-button - Prints a receipt, once it is paid.
 * @csspart status - The status line.
 * @csspart try-now - The button that asks, or loads the card, again.
 * @csspart footer - Links at the foot.
 * @csspart help-button - Opens the help.
 * @csspart help - The help.
 * @csspart hint - What appears at a copy button.
 *
 * @cssprop [--pay-accent=#0b57d0] - Main button, links, focus ring.
 * @cssprop [--pay-on-accent=#fff] - Text on the accent.
 * @cssprop [--pay-button=#0b57d0] - The ground of the main button. The accent, when empty.
 * @cssprop [--pay-on-button=#fff] - Text on it.
 * @cssprop [--pay-focus=#0b57d0] - The focus ring. The accent, when empty.
 * @cssprop [--pay-ink=#14181f] - Text.
 * @cssprop [--pay-muted=#5a6472] - Quieter text.
 * @cssprop [--pay-link=#5a6472] - Links and quiet buttons at the foot. As quieter text, when empty.
 * @cssprop [--pay-line=#e3e7ed] - Hairlines and edges.
 * @cssprop [--pay-border-width=1px] - Edges of the card, the chip and quieter buttons.
 * @cssprop [--pay-card=#fff] - The card's ground.
 * @cssprop [--pay-soft=#f3f6fb] - The ground of notes and of the switch.
 * @cssprop [--pay-chip=none] - The ground of the chip in the corner.
 * @cssprop [--pay-field=none] - The ground of the fields of amount and address, and of the note.
 * @cssprop [--pay-ok=#137a3f] - Success.
 * @cssprop [--pay-warn=#8a5a00] - Warnings.
 * @cssprop [--pay-bad=#b3261e] - Failure.
 * @cssprop [--pay-radius=16px] - The card's corners.
 * @cssprop [--pay-radius-inner=12px] - Corners of buttons, notes and the tile of the code.
 * @cssprop [--pay-button-radius=12px] - Corners of buttons, where they are others.
 * @cssprop [--pay-chip-radius=99px] - Corners of the chip.
 * @cssprop [--pay-shadow=none] - The shadow of the card.
 * @cssprop [--pay-padding=20px] - Inside the card.
 * @cssprop [--pay-gap=18px] - Between the parts of the card.
 * @cssprop [--pay-max-width=620px] - The card's greatest width.
 * @cssprop [--pay-font=system-ui] - Font family.
 * @cssprop [--pay-font-size=15px] - Text; all other sizes follow it. `1rem` obeys the browser's own setting.
 * @cssprop [--pay-sum-size=1.867em] - The fiat sum.
 * @cssprop [--pay-title-size=1.6em] - The title of an outcome or a step; less in a narrow card.
 * @cssprop [--pay-font-mono=ui-monospace] - Font family of addresses.
 * @cssprop [--pay-qr-size=232px] - Greatest width of a QR code.
 * @cssprop [--pay-motion=running] - `paused` lets nothing move; nothing does for who asked for less motion.
 *
 * @cssstate loading - Waiting for the order, or for the card of a payment.
 * @cssstate choosing - The payer chooses.
 * @cssstate preparing - The payment is being made.
 * @cssstate busy - The shop asks to wait; it goes on by itself.
 * @cssstate problem - There is nothing to choose or to show: no order, an unreadable or unknown one, one that is sold out, or a payment that could not be made.
 * @cssstate lost - The order, or three questions about the payment in a row, went without an answer.
 * @cssstate awaiting - Nothing has been seen yet.
 * @cssstate detected - The payment was seen.
 * @cssstate confirming - It is being confirmed.
 * @cssstate underpaid - A part is missing.
 * @cssstate unmatched - The note was missing or different.
 * @cssstate paid - Paid.
 * @cssstate overpaid - Paid, and more than asked.
 * @cssstate expired - The time to pay is over.
 * @cssstate late - Money came after that.
 * @cssstate failed - The shop reports that it failed.
 * @cssstate cancelled - Cancelled.
 * @cssstate refunded - The money was sent back.
 * @cssstate unknown - The shop reports a word that nobody knows.
 */
export class PayCheckoutElement extends PayElement {
  static override properties = { qr: {} };

  /** What the QR code of a payment holds. When empty: what wallets of the coin can read. */
  declare qr: string;

  constructor() {
    super();
    this.qr = '';
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.qr ||= '';
    super.willUpdate(changed);
  }

  protected override async load(): Promise<CardClass> {
    return (await import('./cards/checkout-card.ts')).CheckoutCard;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-checkout': PayCheckoutElement;
  }
}
