import { html, nothing, type TemplateResult } from 'lit';
import type { CardContext, ShopLinks } from '../card-context.ts';
import { shopLink } from '../shop-link.ts';
import { copyButton } from './copy-button.ts';

/** A link for texts that ask the payer to contact the shop. Left out when the shop has not set `contact`. */
export function contactLink({ host, messages }: ShopLinks): TemplateResult | typeof nothing {
  const url = shopLink(host, 'contact');
  return url === undefined ? nothing : html`<a class="ask" part="contact-link" href=${url}>${messages.contactShop}</a>`;
}

/** A link back to the shop. Left out when the shop has not set `home`. */
export function homeLink({ host, messages }: ShopLinks): TemplateResult | typeof nothing {
  const url = shopLink(host, 'home');
  return url === undefined ? nothing : html`<a class="main" part="home-link" href=${url}>${messages.backToShop}</a>`;
}

/** The payment number, which the shop may ask for. It has a copy button unless copying is blocked. */
export const numberFact = (id: string, card: CardContext): TemplateResult =>
  html`<dl>
    <div>
      <dt>${card.messages.paymentNumber}</dt>
      <dd><bdi translate="no">${id}</bdi>${card.view.kind === 'blocked' ? nothing : copyButton('number', id, card)}</dd>
    </div>
  </dl>`;
