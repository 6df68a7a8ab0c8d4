import { html, type TemplateResult } from 'lit';
import type { Messages } from '../../i18n/messages.ts';
import type { ExpectedNode } from '../../view/expected-nodes.ts';
import { sentView, type SendableView } from '../../view/sent-view.ts';
import type { ViewState } from '../../view/state.ts';
import { button } from '../card/button.ts';
import { networkText } from '../card/network-name.ts';

export { sentStyles } from './sent.styles.ts';

/**
 * The view for a payer who has sent the money: what comes next, and what to compare in the wallet.
 *
 * @param parts - Templates of the card: how to contact the shop, and the payment number.
 * @param close - Shows the payment again.
 */
export function sentTemplate(
  view: SendableView,
  state: ViewState,
  messages: Messages,
  [contact, number]: readonly [unknown, unknown],
  close: () => void,
): TemplateResult {
  const { title, text, time, checkTitle, checks } = sentView(view, state, messages);
  return html`<div class="sent" part="sent">
    <h2>${title}</h2>
    <p>${text} ${time} ${contact}</p>
    <slot name="sent"></slot>
    <h3>${checkTitle}</h3>
    <ul translate="no">
      ${checks.map((check) => html`<li><span>${networkText(check)}</span></li>`)}
    </ul>
    ${number} ${button('plain', 'sent-back', messages.sentBack, close)}
  </div>`;
}

/** The expected content of the list: it names the network, the amount and the address. */
export const sentNodes = (view: SendableView, state: ViewState, messages: Messages): readonly ExpectedNode[] => [
  { field: 'sent', selector: '.sent ul', attribute: 'text', value: sentView(view, state, messages).checks.join('') },
];
