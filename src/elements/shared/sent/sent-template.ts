import { html, type TemplateResult } from 'lit';
import { sent } from '../../../i18n/en.sent.ts';
import { addSecondary } from '../../../i18n/load-messages.ts';
import type { PayableCrypto } from '../../../view/payable-view.ts';
import { sentView } from '../../../view/sent-view.ts';
import type { CardContext } from '../card-context.ts';
import { lazyModule } from '../lazy-module.ts';
import { contactLink, numberFact } from '../templates/shop-links.ts';

export { sentStyles } from '../styles/sent.styles.ts';

/** The messages of this view in the languages beside English. */
const sentLocales = lazyModule(() => import('../../../i18n/sent-locales.ts'));

addSecondary('sent', sent, sentLocales.load);

/**
 * For a payer who has sent the money: what comes next, and what to compare in the wallet.
 *
 * @param close - Shows the payment again.
 */
export function sentTemplate(view: PayableCrypto, card: CardContext, close: () => void): TemplateResult {
  const { title, text, checkTitle, checks, paymentId } = sentView(view, card.messages);
  return html`<div class="sent" part="sent">
    <h2>${title}</h2>
    <p>${text} ${contactLink(card)}</p>
    <slot name="sent"></slot>
    <h3>${checkTitle}</h3>
    <ul>
      ${checks.map((check) => html`<li>${check}</li>`)}
    </ul>
    ${numberFact(paymentId, card)}
    <button type="button" class="plain" part="sent-back" @click=${close}>${card.messages.sentBack}</button>
  </div>`;
}
