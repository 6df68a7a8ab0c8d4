import { CURRENCY, PRODUCTS } from './shop.js';

const price = (amount, currency, { lang }) =>
  new Intl.NumberFormat(lang, { style: 'currency', currency }).format(amount);

/** What the catalogue shows of each product, as plain data. */
export const catalogueView = (texts) =>
  Object.entries(PRODUCTS).map(([product, cents]) => ({
    product,
    name: texts.products[product],
    price: price(cents / 100, CURRENCY, texts),
  }));

/** What the checkout shows of an order, as plain data. */
export const orderView = ({ ref, lines, amount, currency, paid_by }, texts) => ({
  src: `/pay/orders/${ref}`,
  isPaid: paid_by !== null,
  lines: lines.map(({ product, cents, count }) => ({
    text: `${count} × ${texts.products[product]}`,
    price: price((cents * count) / 100, currency, texts),
  })),
  total: price(Number(amount), currency, texts),
});
