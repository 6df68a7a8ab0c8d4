import { CURRENCY, PRODUCTS } from './shop.js';

const price = (amount, currency, { lang }) =>
  new Intl.NumberFormat(lang, { style: 'currency', currency }).format(amount);

/** The data of the products in the catalogue. */
export const catalogueView = (texts) =>
  Object.entries(PRODUCTS).map(([product, cents]) => ({
    product,
    name: texts.products[product],
    price: price(cents / 100, CURRENCY, texts),
  }));

/** The data of an order in the checkout. */
export const orderView = ({ src, lines, amount, currency, paid_by }, texts) => ({
  src,
  isPaid: paid_by !== null,
  lines: lines.map(({ product, cents, count }) => ({
    text: `${count} × ${texts.products[product]}`,
    price: price((cents * count) / 100, currency, texts),
  })),
  total: price(Number(amount), currency, texts),
});
