import { html, nothing, type TemplateResult } from 'lit';
import { localcodePayable } from '../../view/localcode-payable.ts';
import type { PayableLocalcode, PayableView } from '../../view/payable-view.ts';
import type { Card } from '../card/card.ts';
import { METHOD_ICONS } from '../../view/method-icons.ts';
import { icon } from '../card/icons.ts';
import { PayQrElement } from '../base/qr-element.ts';
import { qrStyles } from '../card/styles/qr.styles.ts';
import { cardBody } from '../card/card-parts.ts';
import { testAlert } from '../card/field.ts';
import { pageLink } from '../card/page-link.ts';
import { qrTile } from '../card/qr-tile.ts';
import { otherSkeletonStyles } from '../card/styles/other-skeletons.styles.ts';
import { styles } from './pay-localcode.styles.ts';

function scan({ qr, testNote }: PayableLocalcode, card: Card) {
  if (qr?.kind !== 'code') return nothing;
  const caption = html`<div class="cap" aria-hidden="true">${icon(METHOD_ICONS.localcode)} ${qr.caption}</div>`;
  return qrTile(qr, testNote !== undefined, caption, card);
}

const localcodeBody = (view: PayableLocalcode, card: Card): TemplateResult =>
  cardBody(
    html`<div class="right">
      <h2>${view.title}</h2>
      <p class="muted">${view.text}</p>
      ${testAlert(view.testNote)}${pageLink(view.hostedUrl, card.messages.codeGo, 'main', card)}
      <slot name="code" @slotchange=${() => card.requestUpdate()}></slot>
    </div>`,
    scan(view, card),
  );

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
 *
 * @cssprop [--pay-font-mono=ui-monospace] - Font family of the numbers in the table of a payment.
 */
export class PayLocalcodeElement extends PayQrElement {
  /** @internal */
  static override styles = [...PayQrElement.styles, otherSkeletonStyles, qrStyles, styles];

  /** `none` hides the QR code. */
  declare qr: string;

  /** @internal */
  protected override readonly method = 'localcode';
  /** @internal */
  protected override readonly payable = localcodePayable;
  /** @internal */
  protected override readonly help = ['helpLocalcode'] as const;

  /** @internal */
  protected override renderPayable(view: PayableView): unknown {
    return view.method === 'localcode' ? localcodeBody(view, this) : nothing;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-localcode': PayLocalcodeElement;
  }
}
