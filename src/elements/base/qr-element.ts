import type { PropertyDeclarations, PropertyValues } from 'lit';
import { PaymentElement } from './payment-element.ts';

/**
 * The element of a payment that can show a QR code.
 *
 * @attr {'uri'|'address'|'image'|'none'} qr - The content of the QR code. Default: what wallets of the coin can read. `image` is the picture of the service.
 *
 * @csspart qr-tile - The white tile of the QR code.
 * @csspart qr - The QR code.
 * @csspart qr-enlarge - The button on the QR code that enlarges it.
 * @csspart qr-dialog - The dialog with the enlarged QR code, as large as the screen.
 */
export abstract class PayQrElement extends PaymentElement {
  /** @internal */
  static override properties: PropertyDeclarations = { qr: {} };

  /** The content of the QR code. Default: what wallets of the coin can read. `image` is the picture of the service. */
  declare qr: string;

  constructor() {
    super();
    this.qr = '';
  }

  /** @internal */
  protected override willUpdate(changed: PropertyValues<this>): void {
    this.qr ||= '';
    super.willUpdate(changed);
  }
}
