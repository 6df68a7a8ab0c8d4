import { html, nothing, type TemplateResult } from 'lit';
import { localcode } from '../../i18n/en.localcode.ts';
import { addEnglish } from '../../i18n/load-messages.ts';
import { localcodePayable } from '../../view/localcode-payable.ts';
import type { PayableLocalcode } from '../../view/payable-view.ts';
import type { CardContext, CardDefinition } from '../shared/card-context.ts';
import { icon, PHONE } from '../shared/icons.ts';
import { cardOf } from '../shared/payment-card.ts';
import { cardSharedStyles } from '../shared/styles/first-card.styles.ts';
import { qrStyles } from '../shared/styles/qr.styles.ts';
import { cardBody } from '../shared/templates/card-parts.ts';
import { testAlert } from '../shared/templates/field.ts';
import { pageLink } from '../shared/templates/page-link.ts';
import { qrTile } from '../shared/templates/qr-tile.ts';
import { styles } from './pay-localcode.styles.ts';

/** The QR code of the hosted page, for the payer's phone. */
function scan({ qr, testNote }: PayableLocalcode, card: CardContext) {
  if (qr?.kind !== 'code') return nothing;
  const caption = html`<div class="cap" aria-hidden="true">${icon(PHONE)} ${qr.caption}</div>`;
  return qrTile(qr, testNote !== undefined, caption, card);
}

/** The payment instructions of `<pay-localcode>`. */
const localcodeBody = (view: PayableLocalcode, card: CardContext): TemplateResult =>
  cardBody(
    html`<div class="right">
      <h2>${view.title}</h2>
      <p class="muted">${view.text}</p>
      ${testAlert(view.testNote)}${pageLink(view.hostedUrl, card.messages.codeGo, 'main', card)}
      <slot name="code" @slotchange=${() => card.update({})}></slot>
    </div>`,
    scan(view, card),
  );

addEnglish(localcode);

const definition: CardDefinition = {
  method: 'localcode',
  payable: localcodePayable,
  help: 'helpLocalcode',
  styles: [...cardSharedStyles, qrStyles, styles],
  body: (view, card) => (view.method === 'localcode' ? localcodeBody(view, card) : undefined),
};

/** The card of `<pay-localcode>`. */
export const LocalcodeCard = cardOf(definition);
