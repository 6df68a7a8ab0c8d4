import { html, type TemplateResult } from 'lit';
import { sent } from '../../../i18n/en.sent.ts';
import { addSecondary } from '../../../i18n/load-messages.ts';
import type { Messages } from '../../../i18n/messages.ts';
import type { ExpectedNode } from '../../../view/expected-nodes.ts';
import type { PayableCrypto } from '../../../view/payable-view.ts';
import { sentView } from '../../../view/sent-view.ts';

export { sentStyles } from '../styles/sent.styles.ts';

addSecondary('sent', sent, () => import('../../../i18n/sent-locales.ts'));

/**
 * The view for a payer who has sent the money: what comes next, and what to compare in the wallet.
 *
 * @param parts - Templates of the card: how to contact the shop, and the payment number.
 * @param close - Shows the payment again.
 */
export function sentTemplate(
  view: PayableCrypto,
  messages: Messages,
  [contact, number]: readonly [unknown, unknown],
  close: () => void,
): TemplateResult {
  const { title, text, checkTitle, checks } = sentView(view, messages);
  return html`<div class="sent" part="sent">
    <h2>${title}</h2>
    <p>${text} ${contact}</p>
    <slot name="sent"></slot>
    <h3>${checkTitle}</h3>
    <ul>
      ${checks.map((check) => html`<li>${check}</li>`)}
    </ul>
    ${number}
    <button type="button" class="plain" part="sent-back" @click=${close}>${messages.sentBack}</button>
  </div>`;
}

/** The expected content of the list: it names the network, the amount and the address. */
export const sentNodes = (view: PayableCrypto, messages: Messages): readonly ExpectedNode[] => [
  { field: 'sent', selector: '.sent ul', attribute: 'text', value: sentView(view, messages).checks.join('') },
];
