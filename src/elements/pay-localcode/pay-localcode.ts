import type { CardConstructor } from '../shared/pay-element.ts';
import { PayQrElement } from '../shared/pay-qr-element.ts';

/**
 * Takes a payment by a local mobile code. It shows the amount, a link to the hosted page where the payer enters the
 * code (as a button, and as a QR code for a phone), and a status line that follows the payment until it is final.
 *
 * The contract has no way to submit the code except the hosted page (section 4.5), so this element has no field for it.
 * A page that takes the code itself puts its own form into the slot `code`.
 *
 * @tagname pay-localcode
 *
 * @attr {'none'} qr - `none` hides the QR code.
 *
 * @fires {PayCopyEvent} pay-copy - The `number` of the payment was copied: `what`.
 *
 * @slot code - The page's own form for the code. While the payment waits, it replaces the link to the hosted page.
 */
export class PayLocalcodeElement extends PayQrElement {
  /** `none` hides the QR code. */
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
