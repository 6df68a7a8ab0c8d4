import { html, nothing, type TemplateResult } from 'lit';
import type { CardContext, ShopLinks } from '../card-context.ts';
import { shopLink } from '../shop-link.ts';
import { copyButton } from './copy-button.ts';

/** Beside a sentence that says to contact the shop: how, where the shop says so. */
export function contactLink({ host, messages }: ShopLinks): TemplateResult | typeof nothing {
  const url = shopLink(host, 'contact');
  return url === undefined ? nothing : html`<a class="ask" part="contact-link" href=${url}>${messages.contactShop}</a>`;
}

/** Back to the shop, where the shop says where that is. */
export function homeLink({ host, messages }: ShopLinks): TemplateResult | typeof nothing {
  const url = shopLink(host, 'home');
  return url === undefined ? nothing : html`<a class="main" part="home-link" href=${url}>${messages.backToShop}</a>`;
}

/** The number that the shop asks for, to be copied where copying is not blocked. */
export const numberFact = (id: string, card: CardContext): TemplateResult =>
  html`<dl>
    <div>
      <dt>${card.messages.paymentNumber}</dt>
      <dd><bdi translate="no">${id}</bdi>${card.view.kind === 'blocked' ? nothing : copyButton('number', id, card)}</dd>
    </div>
  </dl>`;
