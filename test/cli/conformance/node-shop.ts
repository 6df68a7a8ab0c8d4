/**
 * A shop with the helper of this package over `node:http`. As a program it listens at PORT; with `order AMOUNT CURRENCY
 * [SECONDS]` it writes an order and prints its name, with `change REF AMOUNT CURRENCY` it changes one.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { nodeHandler } from '../../../src/server/http/node/index.ts';
import { createCheckout } from '../../../src/server/index.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';

const OFFER_MS = 20 * 60_000;

const PAYOUT = {
  crypto: {
    BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    ETH: '0xAff4d6793F584a473348EbA058deb8caad77a288',
  },
  wallet: 'till@shop.example',
};

interface Row {
  readonly amount: string;
  readonly currency: string;
  readonly ends: number | null;
}

/** The orders of the shop, in a SQLite file. */
export function openOrders(file: string) {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA busy_timeout = 5000;
    CREATE TABLE IF NOT EXISTS orders (ref TEXT PRIMARY KEY, amount TEXT NOT NULL, currency TEXT NOT NULL, ends INTEGER)`);
  return {
    add(amount: string, currency: string, seconds?: number): string {
      const ref = randomBytes(16).toString('hex');
      const ends = seconds === undefined ? null : Date.now() + seconds * 1000;
      database.prepare('INSERT INTO orders VALUES (?, ?, ?, ?)').run(ref, amount, currency, ends);
      return ref;
    },
    change(ref: string, amount: string, currency: string): void {
      database.prepare('UPDATE orders SET amount = ?, currency = ? WHERE ref = ?').run(amount, currency, ref);
    },
    find: (ref: string) =>
      database.prepare('SELECT amount, currency, ends FROM orders WHERE ref = ?').get(ref) as Row | undefined,
    close: () => database.close(),
  };
}

export interface NodeShopOptions {
  readonly file: string;
  readonly serviceUrl: string;
  readonly serviceKey: string;
  readonly secret: string;
  readonly publicUrl: string;
}

/** Listens at a port of this machine. */
export async function startNodeShop(
  { file, serviceUrl, serviceKey, secret, publicUrl }: NodeShopOptions,
  port: number,
) {
  const orders = openOrders(file);
  const database = new DatabaseSync(file);
  const checkout = createCheckout({
    service: { baseUrl: serviceUrl, apiKey: serviceKey, limit: { perMinute: 100_000 } },
    secret,
    publicUrl,
    store: sqliteStore(database),
    allowTestPayments: true,
    afterExpiry: 'late',
    onEvent: () => {},
    onStatus: () => {},
    order: (ref) => {
      const row = orders.find(ref);
      if (!row) return undefined;
      const { amount, currency, ends } = row;
      const expiresAt = new Date(ends ?? Date.now() + OFFER_MS);
      return { amount, currency, payout: PAYOUT, expiresAt, meta: { cart: 'private-cart' } };
    },
  });
  const pay = nodeHandler(checkout);
  const server: Server = createServer((request, response) => void pay(request, response));
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  async function close() {
    await checkout.close();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    orders.close();
    database.close();
  }
  return { close };
}

if (import.meta.main) {
  const env = process.env as Record<string, string>;
  const [command, ...args] = process.argv.slice(2);
  if (command === 'order') {
    const [amount, currency, seconds] = args as [string, string, string?];
    const ref = openOrders(env['DATABASE']!).add(amount, currency, seconds === undefined ? undefined : Number(seconds));
    console.log(ref);
  } else if (command === 'change') {
    const [ref, amount, currency] = args as [string, string, string];
    openOrders(env['DATABASE']!).change(ref, amount, currency);
  } else {
    const { DATABASE, SERVICE_URL, SERVICE_KEY, PAY_SECRET, PAY_URL, PORT } = env;
    const service = { serviceUrl: SERVICE_URL!, serviceKey: SERVICE_KEY! };
    await startNodeShop({ file: DATABASE!, ...service, secret: PAY_SECRET!, publicUrl: PAY_URL! }, Number(PORT));
  }
}
