import { renderPayment } from 'pay-elements/html';
import { createCheckout, settlesOrder } from 'pay-elements/server';

export const CURRENCY = 'USD';

/** Prices in cents, because sums of decimal fractions are not exact. */
export const PRODUCTS = { beans: 1450, dripper: 1999, filters: 499 };

/**
 * The payout of sandbox payments. Real money goes to the addresses in the environment; without them the order cannot be
 * paid.
 */
const TEST_PAYOUT = {
  crypto: {
    BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    ETH: '0xAff4d6793F584a473348EbA058deb8caad77a288',
  },
  wallet: 'till@shop.example',
};

const ORDERS = `CREATE TABLE IF NOT EXISTS orders (
  ref TEXT PRIMARY KEY, customer TEXT NOT NULL, lines TEXT NOT NULL, amount TEXT NOT NULL, currency TEXT NOT NULL,
  paid_by TEXT
)`;

/** The session: a random id in a cookie. Replace it by the session of your shop. */
const customerOf = (cookie) => /(?:^|; )customer=([\w-]{36})(?:;|$)/.exec(cookie ?? '')?.[1];

/**
 * The shop: its orders in a database, and the checkout that takes the payments.
 *
 * @param database - `store` keeps the payments; `query(text, values)` runs a statement and returns its rows
 * @param options - more options of `createCheckout`
 */
export function openShop({ store, query }, env = process.env, options = {}) {
  const allowTestPayments = env.ALLOW_TEST_PAYMENTS === 'yes'; // payments of the sandbox; never in production
  const payout = allowTestPayments
    ? TEST_PAYOUT
    : {
        crypto: { BTC: env.PAYOUT_BTC || undefined, ETH: env.PAYOUT_ETH || undefined },
        wallet: env.PAYOUT_WALLET || undefined,
      };
  const coins = Object.keys(payout.crypto).filter((coin) => payout.crypto[coin]);
  const choices = [...coins.map((coin) => `crypto:${coin}`), ...(payout.wallet ? ['wallet'] : [])];
  // Once more, because one of two processes that both create the table in PostgreSQL gets an error.
  const tables = query(ORDERS, []).catch(() => query(ORDERS, []));

  async function findOrder(ref) {
    await tables;
    const [row] = await query('SELECT * FROM orders WHERE ref = ?', [ref]);
    return row && { ...row, lines: JSON.parse(row.lines) };
  }

  const checkout = createCheckout({
    service: { baseUrl: env.SERVICE_URL, apiKey: env.SERVICE_KEY },
    secret: env.PAY_SECRET, // signs webhook addresses
    publicUrl: env.PAY_URL, // the public URL of /pay
    store,
    allowTestPayments,
    creationLimit: env.PROXIES ? { proxies: Number(env.PROXIES) } : {},
    ...options,
    // Returns the amount and the payout. Only the customer of an order may see it; the checkout itself calls this
    // without a request.
    order: async (ref, request) => {
      const order = await findOrder(ref);
      if (!order || (request && customerOf(request.header('cookie')) !== order.customer)) return undefined;
      return { amount: order.amount, currency: order.currency, payout, meta: { order: ref } };
    },
    onStatus: (payment, { from, to }) => console.log(`order ${payment.orderRef}: ${from} -> ${to}`),
    // Called at least once. The statement stores the payment once, and only while the order has the compared amount.
    onPaid: async (payment) => {
      const order = await findOrder(payment.orderRef);
      if (!order || !settlesOrder(payment, order, { allowTestPayments })) return;
      const paid = await query(
        'UPDATE orders SET paid_by = ? WHERE ref = ? AND paid_by IS NULL AND amount = ? AND currency = ? RETURNING ref',
        [payment.paymentRef, order.ref, order.amount, order.currency],
      );
      if (paid.length > 0) console.log(`ship order ${order.ref}`); // next, your own job sends the orders with paid_by
    },
  });

  /** Returns the order of a visitor, or undefined when it belongs to another one. */
  async function orderOf(ref, cookie) {
    const order = await findOrder(ref);
    return order && customerOf(cookie) === order.customer ? order : undefined;
  }

  return {
    checkout,
    orderOf,

    /**
     * Stores the order of a form: an object with a number for each product. Returns undefined when nothing was chosen.
     */
    async placeOrder(form, cookie) {
      const lines = Object.entries(PRODUCTS)
        .map(([product, cents]) => ({ product, cents, count: Number(form[product] ?? 0) }))
        .filter(({ count }) => Number.isInteger(count) && count > 0 && count < 100);
      if (lines.length === 0) return undefined;
      const cents = lines.reduce((sum, line) => sum + line.cents * line.count, 0);
      const [ref, customer] = [crypto.randomUUID(), customerOf(cookie) ?? crypto.randomUUID()];
      const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      await tables;
      await query('INSERT INTO orders (ref, customer, lines, amount, currency) VALUES (?, ?, ?, ?, ?)', [
        ...[ref, customer, JSON.stringify(lines), amount, CURRENCY],
      ]);
      const secure = env.PAY_URL.startsWith('https:') ? '; Secure' : '';
      const session = `customer=${customer}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000${secure}`;
      return { location: `/checkout/${ref}`, cookie: session };
    },

    /**
     * Creates the payment that a form without JavaScript requests, such as `crypto:BTC`. Returns the path of the next
     * page.
     */
    async choose(ref, choice, request) {
      const [method, coin] = String(choice).split(':');
      const made = await checkout.payments.create({ order: ref, method, coin }, { request });
      return `/checkout/${ref}${made.ok || made.code === 'already-paid' ? '' : '?failed'}`;
    },

    /**
     * Returns the HTML inside the tag, until its script runs and for payers without JavaScript.
     *
     * @param search - the query of the page's address
     * @param action - the URL to which the form with the choices is sent
     */
    async inside(order, { lang, ...texts }, search = '', action = `/checkout/${order.ref}`) {
      const asked = new URLSearchParams(search);
      const payments = await checkout.payments.ofOrder(order.ref);
      const shown = payments
        .filter(({ paymentRef, publicPayment }) => publicPayment && paymentRef === (order.paid_by ?? paymentRef))
        .at(-1);
      if (shown && (order.paid_by || !(asked.has('choose') || asked.has('failed')))) {
        const checkUrl = `/checkout/${order.ref}`;
        const other = order.paid_by ? '' : `<p><a href="${checkUrl}?choose">${texts.otherWay}</a></p>`;
        return renderPayment(shown.publicPayment, { lang, checkUrl }) + other;
      }
      const button = (choice) =>
        `<button name="choice" value="${choice}">${choice === 'wallet' ? texts.wallet : choice.slice(7)}</button>`;
      const failed = asked.has('failed') ? `<p role="alert">${texts.failed}</p>` : '';
      return `<form class="choices" method="post" action="${action}">
        <h2>${texts.choose}</h2>${failed}${choices.map(button).join('')}
      </form>`;
    },
  };
}
