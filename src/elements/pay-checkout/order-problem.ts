import { html, nothing, type TemplateResult } from 'lit';
import type { OrderProblemView } from '../../view/order-problem-view.ts';
import { button } from '../card/button.ts';
import type { ShopElement } from '../card/card.ts';
import { contactLink, homeLink } from '../card/shop-links.ts';
import { outcomeBlock } from '../card/outcome-block.ts';

/**
 * The message of a problem, and what the payer can do about it.
 *
 * @param change - The button for another payment method, if there is one.
 */
export function orderProblem(
  view: OrderProblemView,
  links: ShopElement,
  retry: () => void,
  change: unknown,
): TemplateResult {
  const { tryNow } = links.messages;
  const tryAgain = view.canRetry ? button('main', 'try-now', tryNow, retry) : nothing;
  const home = view.leadsHome ? homeLink(links) : nothing;
  const rest = html`<div class="buttons">${tryAgain}${view.canChange ? change : nothing}</div>
    ${view.isPaid ? html`<slot name="paid">${home}</slot>` : home} ${contactLink(links, 'link')}`;
  return outcomeBlock(view, rest);
}
