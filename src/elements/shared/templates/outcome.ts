import { html, nothing, type TemplateResult } from 'lit';
import type { BlockedView } from '../../../view/blocked-view.ts';
import type { OutcomeView } from '../../../view/outcome-view.ts';
import type { ProblemView } from '../../../view/problem-view.ts';
import type { CardContext } from '../card-context.ts';
import { factList, testAlert } from './field.ts';
import { outcomeBlock } from './outcome-block.ts';
import { pageLink } from './page-link.ts';
import { contactLink, homeLink, numberFact } from './shop-links.ts';

/** The view of a payment's outcome. */
export function outcomeTemplate(view: OutcomeView, card: CardContext): TemplateResult {
  const { amounts, progress, phase } = view;
  const { price, coin } = amounts;
  const head = html`<p class="muted"><bdi>${price}</bdi>${coin && html` · <bdi>${coin}</bdi>`}</p>
    <div class="muted"><slot name="header"></slot></div>`;
  const bar = progress
    ? html`<progress aria-hidden="true" max=${progress.max} value=${progress.value}></progress>`
    : nothing;
  const isPaid = phase === 'paid' || phase === 'overpaid';
  const home = view.isOver ? homeLink(card) : nothing;
  const rest = html`${view.asksToContact ? contactLink(card) : nothing}${bar}${factList(view.facts)}
  ${numberFact(view.paymentId, card)}${testAlert(view.testNote)}${
    isPaid ? html`<slot name="paid">${home}</slot>` : home
  }`;
  return outcomeBlock(view, rest, head);
}

/** The view of a problem: there is no payment to show. */
export const problemTemplate = (view: ProblemView, card: CardContext): TemplateResult =>
  outcomeBlock(
    view,
    html`${pageLink(view.hostedUrl, card.messages.openPage, 'main', card)}${
      view.code === 'not-found' ? contactLink(card) : homeLink(card)
    }`,
  );

/**
 * An alert in place of a payment that must not be paid from this page.
 *
 * @param show - Shows the changed details.
 */
export function blockedTemplate(view: BlockedView, card: CardContext, show: () => void): TemplateResult {
  const button = view.showDetails
    ? html`<button type="button" class="main" part="show-details" @click=${show}>${view.showDetails}</button>`
    : nothing;
  return html`<div role="alert">${outcomeBlock(view, html`${contactLink(card)}${button}`)}</div>`;
}

/** A button that prints the receipt of a paid payment. */
export const receiptButton = (view: OutcomeView, { messages }: CardContext, print: () => void) =>
  view.tone === 'ok'
    ? html`<button type="button" class="link" part="print-button" @click=${print}>${messages.printReceipt}</button>`
    : nothing;
