import { price, products } from './catalogue.ts';
import { html, type Markup } from './markup.ts';
import type { OrderState, ShopOrder } from './orders.ts';

/** Returns the element that loads a script or a style sheet. */
const tagOf = (name: string): Markup =>
  name.endsWith('.css')
    ? html`<link rel="stylesheet" href="/assets/${name}" />`
    : html`<script type="module" src="/assets/${name}"></script>`;

const themeButton = (name: string, current: string): Markup =>
  html`<button name="theme" value="${name}" aria-pressed="${String(name === current)}">${name}</button>`;

/** @param assets - Scripts and style sheets. */
function page(shop: string, title: string, assets: readonly string[], body: Markup): string {
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${shop}</title>
        <link rel="icon" href="/assets/mark.svg" />
        <link rel="stylesheet" href="/assets/shop.css" />
        ${assets.map(tagOf)}
      </head>
      <body>
        <header class="top">
          <a href="/"><img src="/assets/mark.svg" alt="" width="28" height="28" />${shop}</a
          ><span>Demo shop: no real money</span>
        </header>
        ${body}
      </body>
    </html>`;
  return text;
}

export function cataloguePage(shop: string, empty: boolean): string {
  const card = ({ id, name, text, cents, picture }: (typeof products)[number]) =>
    html` <li class="product">
      <img src="/assets/${picture}" alt="" width="320" height="240" />
      <h2>${name}</h2>
      <p>${text}</p>
      <div class="buy">
        <strong>${price(cents)}</strong>
        <span class="stepper">
          <button type="button" data-step="-1" aria-label="One ${name} less" hidden>−</button>
          <input
            type="number"
            name="${id}"
            value="0"
            min="0"
            max="99"
            inputmode="numeric"
            data-cents="${cents}"
            data-name="${name}"
            aria-label="How many ${name}"
          />
          <button type="button" data-step="1" aria-label="One ${name} more" hidden>+</button>
        </span>
      </div>
    </li>`;
  return page(
    shop,
    'Coffee',
    ['cart.js'],
    html`<main>
      <h1>Fresh from the roaster</h1>
      <p class="lead">
        Four things we make well. Pay with coins, with your online wallet or with a code from your phone.
      </p>
      <form action="/orders" method="post">
        <ul class="products">
          ${products.map(card)}
        </ul>
        <section class="cart" aria-label="Your cart">
          <ul class="lines"></ul>
          <p class="total" role="status">${empty ? 'Choose at least one thing first.' : ''}</p>
          <button class="primary">Checkout</button>
        </section>
      </form>
    </main>`,
  );
}

/** Where a payer asks about a payment. */
export const CONTACT = 'mailto:hello@northwind.example';

/** The text for an order that can no longer be paid. */
const ENDED: Readonly<Record<Exclude<OrderState, 'open'>, string>> = {
  paid: 'This order is paid. Thank you!',
  refunded: 'This order was paid and its money was given back.',
  'sold-out': 'Somebody was faster.',
};

/** Other themes for the checkout. Each is a style sheet that uses only documented features of the tags. */
const THEMES = ['bank', 'playful', 'brutalist'] as const;
export type Theme = (typeof THEMES)[number] | 'plain';

export const themeOf = (name: string | null | undefined): Theme => THEMES.find((theme) => theme === name) ?? 'plain';

/** @param inside - The content of the tag when no script runs. */
export function checkoutPage(shop: string, order: ShopOrder, inside: Markup, theme: Theme): string {
  return page(
    shop,
    'Checkout',
    ['pay-elements.js', 'checkout.js', ...(theme === 'plain' ? [] : [`theme-${theme}.css`])],
    html`<main class="checkout">
      <section class="summary" aria-labelledby="summary">
        <h1 id="summary">Your order</h1>
        <ul class="lines">
          ${order.lines.map(({ name, count, cents }) => html`<li><span>${count} × ${name}</span><span>${price(count * cents)}</span></li>`)}
        </ul>
        <p class="sum"><span>Total</span><strong>${price(order.cents)}</strong></p>
        <p class="muted">Order ${order.id}</p>
        ${order.state === 'open' ? [] : html`<p class="muted">${ENDED[order.state]}</p>`}
      </section>
      <pay-checkout src="/pay/orders/${order.id}" contact="${CONTACT}" home="/">
        <span slot="header">${shop}</span>
        <div class="inside">${inside}</div>
      </pay-checkout>
      <form class="themes">
        <span class="muted">Looks</span>
        ${(['plain', ...THEMES] as const).map((name) => themeButton(name, theme))}
      </form>
    </main>`,
  );
}

export function notFoundPage(shop: string): string {
  return page(
    shop,
    'Not here',
    [],
    html`<main>
      <h1>There is nothing here</h1>
      <p class="lead">The address may be mistyped, or the order is no longer kept.</p>
      <p><a class="primary" href="/">Back to the shop</a></p>
    </main>`,
  );
}
