import type { CardConstructor } from '../shared/pay-element.ts';
import { PayQrElement } from '../shared/pay-qr-element.ts';

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
 * @attr {'none'} qr - `none` leaves the QR code out.
 *
 * @fires {PayCopyEvent} pay-copy - The clipboard holds the `number` of the payment: `what`.
 *
 * @slot code - The page's own form for the code, where there is one: shown while the payment waits, instead of the way to the hosted page.
 */
export class PayLocalcodeElement extends PayQrElement {
  /** `none` leaves the QR code out. */
  declare qr: string;

  protected override async load(): Promise<CardConstructor> {
    return (await import('./localcode-card.ts')).LocalcodeCard;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-localcode': PayLocalcodeElement;
  }
}
