import { isMoneyDetected, type Method, type PublicPayment } from 'pay-elements/core';
import { renderOrder, renderPayment } from 'pay-elements/html';
import { createCheckout, type AnyRequest } from 'pay-elements/server';
import { openProvider } from './provider.ts';
import type { Database, Fields, Header, Order, Product, Settings, ShopOptions, ShownOrder, Texts } from './types.ts';

export const CURRENCY = 'USD';

/** Where the tags send a payer who has to ask the shop. Replace it by your own address: `mailto:`, `tel:` or `https:`. */
export const CONTACT = 'mailto:help@shop.example';

/** Prices in cents, because sums of decimal fractions are not exact. */
export const PRODUCTS: Readonly<Record<Product, number>> = { beans: 1450, dripper: 1999, filters: 499 };

/** The catalogue after an order without products. */
export const EMPTY = '/?empty';

/** The longest form of the shop, in bytes: a server that reads any length can be ended by a few requests. */
export const FORM_MAX = 16 * 1024;

/** The price of an offer in a coin holds for this long. Milliseconds. */
const OFFER_MS = 20 * 60_000;

const ORDERS = `CREATE TABLE IF NOT EXISTS orders (
  ref TEXT PRIMARY KEY, customer TEXT NOT NULL, lines TEXT NOT NULL, amount TEXT NOT NULL, currency TEXT NOT NULL,
  paid_by TEXT, sent_at TEXT
)`;

/**
 * A new order number, which is part of addresses: random, so that nobody finds an order by counting, and short enough for a
 * line of a receipt on a phone.
 */
export const newRef = () => crypto.randomUUID().replaceAll('-', '').slice(0, 20);

/** The session: a random id in a cookie. Replace it by the session of your shop. */
const customerOf = (cookie: Header) => /(?:^|; )customer=([\w-]{36})(?:;|$)/.exec(cookie ?? '')?.[1];

/** Sends the goods. Replace it by your own, which sends them once for each `ref`, however often it is called. */
const ship = async ({ ref }: Order) => console.log(`ship order ${ref}`);

/** Whether money has arrived that was not paid back, as far as the status says. */
const mayHaveMoney = (payment: PublicPayment) =>
  payment.phase === 'unknown' ||
  isMoneyDetected(payment.phase) ||
  ('tid' in payment && Number(payment.cryptoAmountReceived ?? 0) > 0 && payment.phase !== 'refunded');

/** Ends the shop: nothing waits for the tables at its start. */
function unusable({ message, code }: Error & { readonly code?: unknown }): never {
  throw new Error(
    `The shop cannot start. Its database (DATABASE_URL, of SQLite DATABASE) cannot be used: ${message || code}.`,
  );
}

/**
 * The shop: its orders in a database, and the checkout that takes the payments.
 *
 * @param database - `store` keeps the payments; `query(text, values)` runs a statement and returns its rows
 * @param options - more options of `createCheckout`
 * @throws Error with the names of the environment variables that are missing, or that are no addresses or no port
 */
export function openShop({ store, query }: Database, env: Settings = process.env, options: ShopOptions = {}) {
  const { options: provider, proceeds, methods } = openProvider(env);
  const { PAY_SECRET = '', PAY_URL = '', PORT = '' } = env;
  if (!/^\d{0,5}$/.test(PORT) || Number(PORT) > 65_535)
    throw new Error(`The shop cannot start: PORT has to be a number from 0 to 65535, not '${PORT}'.`);
  // Once more, because one of two processes that both create the table in PostgreSQL gets an error.
  const tables = query(ORDERS, []).catch(() => query(ORDERS, []).catch(unusable));

  async function findOrder(ref: string): Promise<Order | undefined> {
    await tables;
    const [row] = (await query('SELECT * FROM orders WHERE ref = ?', [ref])) as [(Order & { lines: string })?];
    return row && { ...row, lines: JSON.parse(row.lines) };
  }

  const checkout = createCheckout({
    ...provider,
    secret: PAY_SECRET, // signs webhook addresses
    publicUrl: PAY_URL, // the public URL of /pay
    store,
    allowTestPayments: env.ALLOW_TEST_PAYMENTS === 'yes', // payments without money; never in production
    afterExpiry: 'late', // money that arrives after the end of an offer does not pay: the coin may have lost value
    creationLimit: env.PROXIES ? { proxies: Number(env.PROXIES) } : {},
    ...options,
    // Returns the amount and where the money goes. Only the customer of an order may see it; the checkout itself calls this
    // without a request.
    order: async (ref, request) => {
      const order = await findOrder(ref);
      if (!order || (request && customerOf(request.header('cookie')) !== order.customer)) return undefined;
      const expiresAt = new Date(Date.now() + OFFER_MS); // of a payment that is created now
      const paid = order.sent_at !== null; // also after a refund: what was sent is not offered again
      return { amount: order.amount, currency: order.currency, ...proceeds, expiresAt, paid, meta: { order: ref } };
    },
    onStatus: (payment, { from, to }) => console.log(`order ${payment.orderRef}: ${from} -> ${to}`),
    // Called at least once, and again when it throws: it claims the order for the payment, sends the goods, and stores
    // that they were sent.
    onPaid: async (payment) => {
      const { orderRef, paymentRef } = payment;
      const order = (await findOrder(orderRef))!;
      if (order.sent_at !== null) return; // if `paid_by` is another payment, refund this one

      // Another payment has claimed the order. This one is called again, until the goods are sent or that one is refunded.
      const isOther = order.paid_by !== null && order.paid_by !== paymentRef;
      if (isOther && (await checkout.payments.get(order.paid_by))?.phase !== 'refunded')
        throw new Error(`Order ${orderRef} is paid by another payment.`);

      const claim = `UPDATE orders SET paid_by = ?
        WHERE ref = ? AND paid_by IS NOT DISTINCT FROM ? AND amount = ? AND currency = ? RETURNING ref`;
      const values = [paymentRef, orderRef, order.paid_by, order.amount, order.currency];
      const hasClaimed = async () => (await query(claim, values)).length > 0;
      // After an exception, the checkout compares the payment with the order again, and calls again if it still pays.
      if (!checkout.settles(payment, order) || !(await hasClaimed())) throw new Error(`Order ${orderRef} has changed.`);

      await ship(order);
      await query('UPDATE orders SET sent_at = ? WHERE ref = ?', [new Date().toISOString(), orderRef]);
    },
  });

  /** Returns the order of a visitor, with what its page shows, or undefined when it belongs to another visitor. */
  async function orderOf(ref: string, cookie: Header): Promise<ShownOrder | undefined> {
    const order = await findOrder(ref);
    if (!order || customerOf(cookie) !== order.customer) return undefined;
    const paidBy = order.paid_by === null ? undefined : await checkout.payments.get(order.paid_by);
    const isRefunded = paidBy?.phase === 'refunded';
    return { ...order, src: `${new URL(PAY_URL).pathname.replace(/\/+$/, '')}/orders/${ref}`, isRefunded };
  }

  return {
    checkout,
    orderOf,

    /**
     * Whether a form comes from a page of this shop, by its headers `Origin` and `Host`. Browsers send `Origin` with every
     * form: without it, the sender has no session of a visitor.
     */
    isOwnForm: (origin: Header, host: Header) =>
      !origin || [host, new URL(PAY_URL).host].includes(URL.canParse(origin) ? new URL(origin).host : ''),

    /**
     * Stores the order of a form: an object with a number for each product. Returns undefined when nothing was chosen: then
     * the catalogue says what to do, at `EMPTY`.
     */
    async placeOrder(form: Fields, cookie: Header, ref = newRef()) {
      const lines = Object.entries(PRODUCTS)
        .map(([product, cents]) => ({ product, cents, count: Number(form[product] ?? 0) }))
        .filter(({ count }) => Number.isInteger(count) && count > 0 && count < 100);
      if (lines.length === 0) return undefined;
      const cents = lines.reduce((sum, line) => sum + line.cents * line.count, 0);
      const customer = customerOf(cookie) ?? crypto.randomUUID();
      const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      await tables;
      await query('INSERT INTO orders (ref, customer, lines, amount, currency) VALUES (?, ?, ?, ?, ?)', [
        ...[ref, customer, JSON.stringify(lines), amount, CURRENCY],
      ]);
      const secure = PAY_URL.startsWith('https:') ? '; Secure' : '';
      const session = `customer=${customer}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000${secure}`;
      return { location: `/checkout/${ref}`, cookie: session };
    },

    /**
     * Creates the payment that a form without JavaScript requests, such as `crypto:BTC`. Returns the path of the next
     * page.
     */
    async choose(ref: string, choice: unknown, request: AnyRequest) {
      const [method, coin] = String(choice).split(':') as [Method, string?];
      const made = await checkout.payments.create({ orderRef: ref, method, coin }, { request });
      return `/checkout/${ref}${made.ok || made.code === 'already-paid' ? '' : '?failed'}`;
    },

    /**
     * Returns the HTML inside the tag, until its script runs and for payers without JavaScript.
     *
     * @param search - the query of the page's address
     * @param action - the URL to which the form with the choices is sent
     */
    async inside(
      order: Order,
      { lang, ...texts }: Texts,
      search: string | URLSearchParams = '',
      action = `/checkout/${order.ref}`,
    ) {
      const asked = new URLSearchParams(search);
      const all = await checkout.payments.ofOrder(order.ref);
      // A payment that was refunded before the goods were sent does not pay the order any more.
      const isPaying = ({ phase }: { readonly phase: string }) => order.sent_at !== null || phase !== 'refunded';
      const paidBy = all.find((each) => each.paymentRef === order.paid_by && isPaying(each));
      const payments = (paidBy ? [paidBy] : all).flatMap(({ publicPayment }) => publicPayment ?? []);
      // Once money is on its way, the payer must not pay again.
      const withMoney = paidBy ? payments[0] : payments.findLast(mayHaveMoney);
      const isChoosing = asked.has('choose') || asked.has('failed');
      const shown = withMoney ?? (isChoosing ? undefined : payments.at(-1));
      if (shown) {
        const checkUrl = `/checkout/${order.ref}`;
        const other = withMoney ? '' : `<p><a href="${checkUrl}?choose">${texts.otherWay}</a></p>`;
        return renderPayment(shown, { lang, checkUrl, contact: CONTACT, home: '/' }) + other;
      }
      const { ref, amount, currency } = order;
      return renderOrder({ order: ref, amount, currency, methods }, { lang, action, failed: asked.has('failed') });
    },
  };
}
