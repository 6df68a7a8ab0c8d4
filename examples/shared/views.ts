import { CONTACT, CURRENCY, PRODUCTS } from './shop.ts';
import type { Product, ShownOrder, Texts } from './types.ts';

/** In Arabic, `Intl` marks a price as right-to-left, which would move the '$' of 'US$' before its letters. */
const price = (amount: number, currency: string, { lang }: Texts) =>
  new Intl.NumberFormat(lang, { style: 'currency', currency }).format(amount).replace(/[A-Z]+\$/, '\u2066$&\u2069');

/** The data of the products in the catalogue. */
export const catalogueView = (texts: Texts) =>
  (Object.entries(PRODUCTS) as [Product, number][]).map(([product, cents]) => ({
    product,
    name: texts.products[product],
    price: price(cents / 100, CURRENCY, texts),
  }));

/** The data of an order in the checkout. */
export const orderView = ({ src, lines, amount, currency, paid_by, isRefunded }: ShownOrder, texts: Texts) => ({
  src,
  contact: CONTACT,
  notice: paid_by === null ? undefined : isRefunded ? texts.refunded : texts.paid,
  lines: lines.map(({ product, cents, count }) => ({
    text: `${count} × ${texts.products[product]}`,
    price: price((cents * count) / 100, currency, texts),
  })),
  total: price(Number(amount), currency, texts),
});
