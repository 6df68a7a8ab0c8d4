/** Runs in the page: the four tags beside each other, as the README shows them. */
import '../../src/elements/define.ts';
import { crypto, localcode, wallet } from '../support/payments.ts';

const SHOP = 'Northwind Coffee';
const STYLE = `
  main { grid-template-columns: repeat(4, 352px); align-items: start; gap: 24px; padding: 24px; }
  main > div { padding: 0; overflow: visible; }
`;

const style = new CSSStyleSheet();
style.replaceSync(STYLE);
document.adoptedStyleSheets.push(style);

const checkout = document.createElement('pay-checkout');
checkout.src = '/pay/orders/1001'; // answered by the test
const tags = [
  checkout,
  Object.assign(document.createElement('pay-crypto'), { payment: crypto({ statusUrl: '/pay/status/1' }) }),
  Object.assign(document.createElement('pay-wallet'), { payment: wallet() }),
  Object.assign(document.createElement('pay-localcode'), { payment: localcode({ currency: 'EUR' }) }),
];
for (const tag of tags) {
  const shop = document.createElement('strong');
  shop.slot = 'header';
  shop.textContent = SHOP;
  tag.append(shop);
  const cell = document.createElement('div');
  cell.append(tag);
  document.querySelector('main')!.append(cell);
}

const isDrawn = ({ shadowRoot: root }: Element) =>
  root?.querySelector('[role=status], [part~=choices]') &&
  !root.querySelector('.skeleton-fields, .badge:not(:has(svg)), .tile > .skeleton');

declare global {
  interface Window {
    /** Whether all tags show what they have. */
    readonly areDrawn: () => boolean;
  }
}
Object.assign(window, { areDrawn: () => tags.every(isDrawn) });
