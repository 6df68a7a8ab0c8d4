/**
 * A shop with the helper of this package over `node:http`, as a program: without arguments it listens at PORT. With
 * `order AMOUNT CURRENCY [SECONDS]` it writes an order and prints its name, with `change REF AMOUNT CURRENCY` it changes one.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { nodeHandler } from '../../../src/server/http/node/index.ts';
import { createCheckout } from '../../../src/server/index.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';

const { DATABASE, SERVICE_URL, SERVICE_KEY, PAY_SECRET, PAY_URL, PORT } = process.env as Record<string, string>;
const OFFER_MS = 20 * 60_000;

const orders = new DatabaseSync(DATABASE!);
orders.exec(`PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS orders (ref TEXT PRIMARY KEY, amount TEXT NOT NULL, currency TEXT NOT NULL, ends INTEGER)`);

interface Row {
  readonly amount: string;
  readonly currency: string;
  readonly ends: number | null;
}

const [command, ...args] = process.argv.slice(2);
if (command === 'order') {
  const [amount, currency, seconds] = args as [string, string, string?];
  const ref = randomBytes(16).toString('hex');
  const ends = seconds === undefined ? null : Date.now() + Number(seconds) * 1000;
  orders.prepare('INSERT INTO orders VALUES (?, ?, ?, ?)').run(ref, amount, currency, ends);
  console.log(ref);
} else if (command === 'change') {
  const [ref, amount, currency] = args as [string, string, string];
  orders.prepare('UPDATE orders SET amount = ?, currency = ? WHERE ref = ?').run(amount, currency, ref);
} else {
  const checkout = createCheckout({
    service: { baseUrl: SERVICE_URL!, apiKey: SERVICE_KEY!, limit: { perMinute: 100_000 } },
    secret: PAY_SECRET!,
    publicUrl: PAY_URL!,
    store: sqliteStore(new DatabaseSync(DATABASE!)),
    allowTestPayments: true,
    afterExpiry: 'late',
    onEvent: () => {},
    onStatus: () => {},
    order: (ref) => {
      const row = orders.prepare('SELECT amount, currency, ends FROM orders WHERE ref = ?').get(ref) as Row | undefined;
      if (!row) return undefined;
      const { amount, currency, ends } = row;
      const expiresAt = new Date(ends ?? Date.now() + OFFER_MS);
      const payout = {
        crypto: {
          BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
          ETH: '0xAff4d6793F584a473348EbA058deb8caad77a288',
        },
        wallet: 'till@shop.example',
      };
      return { amount, currency, payout, expiresAt, meta: { cart: 'private-cart' } };
    },
  });
  const pay = nodeHandler(checkout);
  createServer((request, response) => void pay(request, response)).listen(Number(PORT), '127.0.0.1');
}
