import { createCheckout, type OrderRequest, type ShopPayment } from 'pay-elements/server';
import { openProvider } from './provider.ts';
import type { Database, Order } from './types.ts';

/** The price of an offer in a coin holds for this long. Milliseconds. */
const OFFER_MS = 20 * 60_000;

const unwritten = (name: string) =>
  new Error(`${name}() in shop.ts, or shop.js, is not written yet: connect it to the tables of this app.`);

/**
 * Returns an order of this app, or undefined when there is none: `{ amount: '19.99', currency: 'USD' }`, `paid: true` when it is
 * paid already, and what `mayPay` and `fulfil` need. `amount` is decimal text, `paid` no 0 or 1.
 */
async function findOrder(ref: string): Promise<Order | undefined> {
  throw unwritten('findOrder');
}

/**
 * Whether the visitor who sends this request may see the order, by the session of this app. `request.header(name)` returns
 * a header, such as `cookie`. Without this check, every visitor sees what others have bought.
 */
async function mayPay(order: Order, request: OrderRequest): Promise<boolean> {
  throw unwritten('mayPay');
}

/**
 * Sends the goods of a paid order, once for each `payment.orderRef`: it is called at least once for each payment, and again
 * when it throws. Write in one statement that the order is paid by `payment.paymentRef`, and send only if that succeeded.
 */
async function fulfil(order: Order, payment: ShopPayment): Promise<void> {
  throw unwritten('fulfil');
}

/**
 * The checkout of this app.
 *
 * @param database - `store` keeps the payments; `query(text, values)` runs a statement and returns its rows
 */
export function openShop({ store }: Database, env = process.env) {
  const { options, proceeds } = openProvider(env);
  const checkout = createCheckout({
    ...options,
    secret: env.PAY_SECRET, // signs webhook addresses
    publicUrl: env.PAY_URL, // the public URL of /pay
    store,
    allowTestPayments: env.ALLOW_TEST_PAYMENTS === 'yes', // payments without money; never in production
    afterExpiry: 'late', // money that arrives after the end of an offer does not pay: the coin may have lost value
    creationLimit: env.PROXIES ? { proxies: Number(env.PROXIES) } : {},
    order: async (ref, request) => {
      const order = await findOrder(ref);
      if (!order || (request && !(await mayPay(order, request)))) return undefined;
      const expiresAt = new Date(Date.now() + OFFER_MS); // of a payment that is created now
      return { amount: order.amount, currency: order.currency, ...proceeds, expiresAt, paid: order.paid };
    },
    onPaid: async (payment) => fulfil((await findOrder(payment.orderRef))!, payment),
  });
  return { checkout };
}
