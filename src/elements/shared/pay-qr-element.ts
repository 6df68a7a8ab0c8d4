import type { PropertyValues } from 'lit';
import { PayElement } from './pay-element.ts';

/**
 * A tag that can show a QR code.
 *
 * @attr {'uri'|'address'|'image'|'none'} qr - What the QR code holds. When empty: what wallets of the coin can read. `image` is the service's own picture.
 *
 * @csspart qr-tile - The white tile of the QR code.
 * @csspart qr - The QR code.
 * @csspart qr-enlarge - The button on the QR code that enlarges it.
 * @csspart qr-dialog - The enlarged QR code on the whole screen.
 */
export abstract class PayQrElement extends PayElement {
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
}
