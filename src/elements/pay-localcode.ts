import type { PropertyValues } from 'lit';
import { PayElement, type CardClass } from './pay-element.ts';

/**
 * Takes a payment by a local mobile code: the amount, that the payment waits for the payer's code, the hosted
 * page where it is entered, as a button and as a QR code to go on with on a phone, and a status line that
 * follows the payment to its end.
 *
 * The contract shows no way to hand the code over but the hosted page (section 4.5), so there is no field for it.
 * A page that takes the code itself puts its own form into the slot `code`.
 *
 * @tagname pay-localcode
 *
 * @attr {string} payment - The payment as JSON: the shop's public payment, or the service's raw answer or envelope.
 * @attr {string} src - Where to get the payment.
 * @attr {string} status-url - Where to ask for news of it. Default: the payment's `statusUrl`, else `src`.
 * @attr {'none'} qr - `none` leaves the QR code out.
 * @attr {'auto'|'stack'|'row'} layout - One column, two, or two from 520 px of its own width (`auto`, the default).
 * @attr {string} lang - The language. Default: the nearest `lang` around it, else the browser's.
 * @attr {string} phase - Read only: `awaiting`, `detected`, `confirming`, `underpaid`, `unmatched`, `paid`, `overpaid`, `expired`, `late`, `failed`, `cancelled`, `refunded` or `unknown`.
 *
 * @fires {PayStatusEvent} pay-status - The payment was shown for the first time, or its status changed: `status`, `phase`, `previousPhase`, `payment`.
 * @fires {PayPaidEvent} pay-paid - The shop's backend says that it is paid: `payment`.
 * @fires {PayOpenEvent} pay-open - The payer opened the hosted `page`: `what`, `url`.
 * @fires {PayProblemEvent} pay-problem - Something is in the way: `code`, `recoverable`, `problem`.
 *
 * @slot - What a payer without JavaScript sees (`renderPayment`), shown until the card is there.
 * @slot header - Under the sum: the shop's name, what is bought.
 * @slot footer - At the very end of the card.
 * @slot code - The page's own form for the code, where there is one: shown while the payment waits, instead of the way to the hosted page.
 * @slot paid - Under the outcome once it is paid: a way back to the shop.
 * @slot help - Instead of the help text.
 *
 * @csspart card - The whole card.
 * @csspart header - Sum and method.
 * @csspart amount - The fiat sum.
 * @csspart method - The method in the corner.
 * @csspart qr-tile - The white tile of the QR code.
 * @csspart qr - The QR code.
 * @csspart page-link - The link to the hosted page.
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
 * @cssprop [--pay-soft=#f3f6fb] - The ground of quieter buttons.
 * @cssprop [--pay-chip=none] - The ground of the chip in the corner.
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
export class PayLocalcodeElement extends PayElement {
  static override properties = { qr: {} };

  /** `none` leaves the QR code out. */
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
    return (await import('./cards/localcode-card.ts')).LocalcodeCard;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-localcode': PayLocalcodeElement;
  }
}
