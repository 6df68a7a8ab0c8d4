import { html, nothing, type TemplateResult } from 'lit';
import type { Card, ShopElement } from './card.ts';
import { shopLink } from './shop-link.ts';
import { copyButton } from './copy-button.ts';
import { factList, lengthStyle } from './field.ts';

/**
 * A link for texts that ask the payer to contact the shop. Left out when the shop has not set `contact`.
 *
 * @param className - `link` at the end of a card.
 */
export function contactLink(element: ShopElement, className = 'ask'): TemplateResult | typeof nothing {
  const url = shopLink(element, 'contact');
  if (url === undefined) return nothing;
  return html`<a class=${className} part="contact-link" href=${url}>${element.messages.contactShop}</a>`;
}

/**
 * A link back to the shop. Left out when the shop has not set `home`.
 *
 * @param className - `link` at the end of a card.
 */
export function homeLink(element: ShopElement, className = 'main'): TemplateResult | typeof nothing {
  const url = shopLink(element, 'home');
  if (url === undefined) return nothing;
  return html`<a class=${className} part="home-link" href=${url}>${element.messages.backToShop}</a>`;
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

/** The payment number alone. */
export const numberFact = (id: string, card: Card): TemplateResult => factList([], numberRow(id, card));
