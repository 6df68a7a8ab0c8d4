import type { PropertyValues } from 'lit';
import { PayElement, type CardClass } from './pay-element.ts';

/**
 * Takes a payment in a cryptocurrency: the exact amount and the address to copy, a QR code, a link into the
 * payer's wallet, the network in a wallet's words, and a status line that follows the payment to its end.
 *
 * It shows 'paid' only when the shop's backend says so, and never calls a payment failed because a request was.
 *
 * @tagname pay-crypto
 *
 * @attr {string} payment - The payment as JSON: the shop's public payment, or the service's raw answer or envelope.
 * @attr {string} src - Where to get the payment.
 * @attr {string} status-url - Where to ask for news of it. Default: the payment's `statusUrl`, else `src`.
 * @attr {'uri'|'address'|'image'|'none'} qr - What the QR code holds. When empty: what wallets of the coin can read. `image` is the service's own picture.
 * @attr {'auto'|'stack'|'row'} layout - One column, two, or two from 520 px of its own width (`auto`, the default).
 * @attr {string} lang - The language. Default: the nearest `lang` around it, else the browser's.
 * @attr {string} phase - Read only: `awaiting`, `detected`, `confirming`, `underpaid`, `unmatched`, `paid`, `overpaid`, `expired`, `late`, `failed`, `cancelled`, `refunded` or `unknown`.
 *
 * @fires {PayStatusEvent} pay-status - The payment was shown for the first time, or its status changed: `status`, `phase`, `previousPhase`, `payment`.
 * @fires {PayPaidEvent} pay-paid - The shop's backend says that it is paid: `payment`.
 * @fires {PayCopyEvent} pay-copy - The clipboard holds the `amount`, the `address` or `all`: `what`.
 * @fires {PayOpenEvent} pay-open - The payer opened the `wallet` or the hosted `page`: `what`, `url`.
 * @fires {PayProblemEvent} pay-problem - Something is in the way: `code`, `recoverable`, `problem`.
 *
 * @slot - What a payer without JavaScript sees (`renderPayment`), shown until the card is there.
 * @slot header - Under the sum: the shop's name, what is bought.
 * @slot footer - At the very end of the card.
 * @slot paid - Under the outcome once it is paid: a way back to the shop.
 * @slot help - Instead of the help text.
 *
 * @csspart card - The whole card.
 * @csspart header - Sum and coin.
 * @csspart amount - The fiat sum.
 * @csspart method - The coin in the corner.
 * @csspart field - A label with its value.
 * @csspart coin-amount - The field of the amount.
 * @csspart coin-address - The field of the address.
 * @csspart address - The address in its groups.
 * @csspart copy-button - A copy button.
 * @csspart network - Which network to send on, and how.
 * @csspart qr-tile - The white tile of the QR code.
 * @csspart qr - The QR code.
 * @csspart qr-switch - The switch between 'with amount' and 'address only'.
 * @csspart wallet-link - 'Open in wallet'.
 * @csspart no-wallet - What to do where no app has answered 'open in wallet'.
 * @csspart page-link - The link to the hosted page.
 * @csspart missing - What an underpaid payment lacks.
 * @csspart outcome - The view of a phase with nothing to pay.
 * @csspart changed - Reminds who asked for changed details that they are others.
 * @csspart show-changed - The button that shows changed details.
 * @csspart status - The status line.
 * @csspart timer - The time left to pay, in the last hour before the shop's `expiresAt`.
 * @csspart try-now - The button that asks, or loads the card, again.
 * @csspart footer - Links at the foot.
 * @csspart more-button - Opens what else can be done: share, save, copy everything, print.
 * @csspart more - That menu.
 * @csspart print-button - Prints a receipt, once it is paid.
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
 * @cssprop [--pay-field=none] - The ground of the fields of amount and address.
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
 * @cssprop [--pay-title-size=1.6em] - The title of an outcome; less in a narrow card.
 * @cssprop [--pay-font-mono=ui-monospace] - Font family of addresses.
 * @cssprop [--pay-qr-size=232px] - Greatest width of a QR code.
 * @cssprop [--pay-motion=running] - `paused` lets nothing move; nothing does for who asked for less motion.
 *
 * @cssstate loading - Waiting for the first answer of `src`, or for a `payment` that a framework has set to nothing so far.
 * @cssstate problem - There is nothing to show: no payment, an unreadable one, or one the shop no longer knows.
 * @cssstate lost - Three questions in a row went without an answer.
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
export class PayCryptoElement extends PayElement {
  static override properties = { qr: {} };

  /** What the QR code holds. When empty: what wallets of the coin can read. `image` is the service's own picture. */
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
    return (await import('./cards/crypto-card.ts')).CryptoCard;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-crypto': PayCryptoElement;
  }
}
