import { html, nothing, type TemplateResult } from 'lit';
import { isPaidPhase, phaseFacts } from '../../core/payments/phases.ts';
import { formatMessage } from '../../i18n/format-message.ts';
import type { BlockedView } from '../../view/payment-view.ts';
import type { OutcomeView } from '../../view/outcome-view.ts';
import type { ProblemView } from '../../view/problem-view.ts';
import { button } from './button.ts';
import type { Card } from './card.ts';
import { factList, testAlert } from './field.ts';
import { outcomeBlock } from './outcome-block.ts';
import { pageLink } from './page-link.ts';
import { contactLink, homeLink, numberRow } from './shop-links.ts';

/** The confirmations so far, in place of the icon. */
function progressMark({ text }: NonNullable<OutcomeView['progress']>, { messages }: Card): TemplateResult {
  const label = formatMessage(messages.labelAndValue, { label: messages.confirmations, value: text });
  return html`<span class="sign ring" role="img" aria-label=${label}>${text}</span>`;
}

export function outcomeTemplate(view: OutcomeView, card: Card): TemplateResult {
  const { amounts, progress, phase } = view;
  const head = html`<div class="muted">
    <p><bdi>${amounts.price}</bdi></p>
    <slot name="header"></slot>
  </div>`;
  const bar = progress
    ? html`<progress aria-hidden="true" max=${progress.max} value=${progress.value}></progress>`
    : nothing;
  const retry = phaseFacts(phase).ended ? html`<slot name="retry"></slot>` : nothing;
  const home = isPaidPhase(phase) ? html`<slot name="paid">${homeLink(card)}</slot>` : nothing;
  const ask = view.needsShop ? contactLink(card, 'main') : nothing;
  const rest = html`${ask}${retry}${bar}${factList(view.facts, numberRow(view.paymentId, card))}${testAlert(view.testNote)}${home}`;
  return outcomeBlock(view, rest, head, progress && progressMark(progress, card));
}

/** The view of a problem: there is no payment to show. */
export const problemTemplate = (view: ProblemView, card: Card): TemplateResult =>
  outcomeBlock(
    view,
    html`${pageLink(view.hostedUrl, card.messages.openPage, 'main', card)}${
      view.code === 'not-found' ? nothing : homeLink(card)
    }`,
  );

/**
 * An alert in place of a payment that must not be paid from this page.
 *
 * @param show - Shows the changed details.
 */
export function blockedTemplate(view: BlockedView, show: () => void): TemplateResult {
  const details = view.showDetails ? button('main', 'show-details', view.showDetails, show) : nothing;
  return html`<div role="alert">${outcomeBlock(view, details)}</div>`;
}

export const receiptButton = (view: OutcomeView, { messages }: Card, print: () => void) =>
  view.tone === 'ok' ? button('link', 'print-button', messages.printReceipt, print) : nothing;
