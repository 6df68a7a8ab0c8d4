import { html, nothing, type TemplateResult } from 'lit';
import { isPaidPhase } from '../../core/payments/phases.ts';
import type { PaymentView } from '../../view/payment-view.ts';
import { urlOf } from '../base/attribute-values.ts';
import type { Card, ShopElement } from './card.ts';
import { copyButton } from '../controllers/copy-controller.ts';
import { factList, lengthStyle } from './field.ts';

/**
 * A link for texts that ask the payer to contact the shop. Left out when the shop has not set `contact`.
 *
 * @param className - `link` at the end of a card.
 */
export function contactLink(element: ShopElement, className = 'ask'): TemplateResult | typeof nothing {
  const url = urlOf(element, 'contact');
  if (url === undefined) return nothing;
  return html`<a class=${className} part="contact-link" href=${url}>${element.messages.contactShop}</a>`;
}

/**
 * A link back to the shop. Left out when the shop has not set `home`.
 *
 * @param className - `link` at the end of a card.
 */
export function homeLink(element: ShopElement, className = 'main'): TemplateResult | typeof nothing {
  const url = urlOf(element, 'home');
  if (url === undefined) return nothing;
  return html`<a class=${className} part="home-link" href=${url}>${element.messages.backToShop}</a>`;
}

/** The ways to the shop at the end of a view in which nothing is to be paid. The main button of some leads there, too. */
export function shopLinks(view: PaymentView, card: Card): unknown {
  if (view.kind === 'payable' || view.kind === 'loading') return nothing;
  if (view.kind === 'blocked') return view.reason === 'overdue' ? nothing : contactLink(card, 'link');
  // A payment that is being confirmed is not over, and a paid one has the main button.
  const hasHome =
    view.kind === 'problem' ? view.code === 'not-found' : view.tone !== 'wait' && !isPaidPhase(view.phase);
  const needsShop = view.kind === 'outcome' && view.needsShop;
  return [needsShop ? nothing : contactLink(card, 'link'), hasHome ? homeLink(card, 'link') : nothing];
}

/** A longer payment number is not shown in one line. Characters. */
const LONGEST_NUMBER = 48;

/**
 * The payment number, which the shop may ask for, in a row of its own. It has a copy button unless copying is blocked.
 */
export const numberRow = (id: string, card: Card): TemplateResult =>
  html`<div class="id">
    <dt>${card.messages.paymentNumber}</dt>
    <dd>
      <bdi class=${id.length > LONGEST_NUMBER ? '' : 'line'} translate="no" .style=${lengthStyle(id)}>${id}</bdi
      >${card.view.kind === 'blocked' ? nothing : copyButton('number', id, card)}
    </dd>
  </div>`;

export const numberFact = (id: string, card: Card): TemplateResult => factList([], numberRow(id, card));
