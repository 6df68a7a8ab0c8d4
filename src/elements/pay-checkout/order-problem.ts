import { html, nothing, type TemplateResult } from 'lit';
import type { Messages } from '../../i18n/messages.ts';
import type { OrderProblemView } from '../../view/order-problem-view.ts';
import { ignoreDoubleClick } from '../shared/ignore-double-click.ts';
import { outcomeBlock } from '../shared/templates/outcome-block.ts';

/**
 * What is in the way, and what the payer can do about it.
 *
 * @param change - The button that leads to other ways to pay, where there are any.
 */
export function orderProblem(
  view: OrderProblemView,
  { tryNow }: Messages,
  retry: () => void,
  change: unknown,
): TemplateResult {
  const retryButton = html`<button type="button" class="main" part="try-now" @click=${ignoreDoubleClick(retry)}>
    ${tryNow}
  </button>`;
  const rest = html`<div class="buttons">
      ${view.canRetry ? retryButton : nothing}${view.canChange ? change : nothing}
    </div>
    ${view.isPaid ? html`<slot name="paid"></slot>` : nothing}`;
  return outcomeBlock(view, rest);
}
