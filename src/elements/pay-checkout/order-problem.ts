import { html, nothing, type TemplateResult } from 'lit';
import type { OrderProblemView } from '../../view/order-problem-view.ts';
import { ignoreDoubleClick } from '../card/ignore-double-click.ts';
import type { ShopElement } from '../card/card.ts';
import { homeLink } from '../card/shop-links.ts';
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
  const retryButton = html`<button type="button" class="main" part="try-now" @click=${ignoreDoubleClick(retry)}>
    ${links.messages.tryNow}
  </button>`;
  const home = view.leadsHome ? homeLink(links) : nothing;
  const rest = html`<div class="buttons">
      ${view.canRetry ? retryButton : nothing}${view.canChange ? change : nothing}
    </div>
    ${view.isPaid ? html`<slot name="paid">${home}</slot>` : home}`;
  return outcomeBlock(view, rest);
}
