import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { startBtcpaySandboxWith } from '../../../src/sandbox/btcpay/start-btcpay-sandbox.ts';
import type { Phase } from '../../../src/core/index.ts';
import type { BtcpayOptions } from '../../../src/server/providers/btcpay/index.ts';
import { isReading, isSearch } from '../../support/btcpay-shop.ts';
import { freePort } from '../../support/free-port.ts';
import type { TestDatabase } from '../../support/postgres.ts';
import type { ShopProcess, Turn } from './btcpay-shop.ts';

/** One process of the shop. */
export interface RunningShop {
  /** Its own address, where the checkout is mounted. */
  readonly url: string;
  readonly turn: (turn: Turn) => Promise<void>;
  /** Resolves when it has come to the step that is held. */
  readonly held: Promise<void>;
  /** How often it has looked for payments to read. */
  readonly looks: () => number;
  /** Ends it by `kill -9`. */
  readonly kill: () => Promise<void>;
}

/** A payment as its payer sees it. */
export interface Shown {
  readonly tid: string;
  readonly phase: Phase;
  readonly version: number;
  readonly cryptoAmountExpected: string;
  readonly statusUrl: string;
}

/** A payment in the database. */
export interface StoredRow {
  readonly ref: string;
  readonly invoice: string | null;
  readonly phase: Phase;
  readonly stage: string;
}

/** A sandbox of BTCPay Server in this process, and processes of one shop with it on one PostgreSQL. */
export async function openShops(t: TestContext, database: TestDatabase, options: Partial<BtcpayOptions> = {}) {
  const schema = await database.schema();
  const pool = schema.pool({ max: 1 });
  const turnDatabaseClock = await schema.stopClock();
  await pool.query('CREATE TABLE told (at SERIAL, ref TEXT, order_ref TEXT, phase TEXT, port INTEGER)');
  // A webhook is sent again at once, and for as long as a shop needs to start.
  let reads = 0;
  const sandbox = await startBtcpaySandboxWith({
    retries: Array.from({ length: 600 }, () => 50),
    onExchange: (exchange) => void ((isReading(exchange) || isSearch(exchange)) && (reads += 1)),
  });
  const { url, storeId, apiKey, webhookSecret } = sandbox;
  const publicPort = await freePort();
  const publicUrl = `http://127.0.0.1:${publicPort}/pay`;
  sandbox.setWebhook(`${publicUrl}/webhook/btcpay`);
  const running = new Set<RunningShop>();
  t.after(async () => {
    await Promise.all([...running].map((shop) => shop.kill()));
    await sandbox.close();
    await database.disconnect();
  });

  /** Starts a process of the shop: the first one at the public address. */
  async function start({ port = publicPort, ahead = 0 } = {}): Promise<RunningShop> {
    const server = { url, storeId, apiKey, webhookSecret, ...options };
    const settings: ShopProcess = { database: schema.url, server, port, publicUrl, sweepInterval: 100, ahead };
    const child = fork(new URL('./btcpay-shop.ts', import.meta.url), [JSON.stringify(settings)]);
    const gone = once(child, 'exit');
    let looks = 0;
    const held = new Promise<void>((resolve) => {
      child.on('message', (message) => {
        if (message === 'held') resolve();
        if (message === 'looked') looks += 1;
      });
    });
    const said = (word: string) =>
      new Promise<void>((resolve, reject) => {
        const hear = (message: unknown) => {
          if (message !== word) return;
          child.off('message', hear);
          resolve();
        };
        child.on('message', hear);
        void gone.then(() => reject(new Error(`the shop ended before it said '${word}'`)));
      });
    const shop: RunningShop = {
      url: `http://127.0.0.1:${port}/pay`,
      held,
      looks: () => looks,
      async turn(turn) {
        const turned = said('turned');
        child.send(turn);
        await turned;
      },
      async kill() {
        running.delete(shop);
        child.kill('SIGKILL');
        await gone;
      },
    };
    running.add(shop);
    await said('ready');
    return shop;
  }

  return {
    sandbox,
    start,
    turnDatabaseClock,
    /** How often an invoice was read or searched. Each creation searches once. */
    reads: () => reads,
    rows: async () =>
      (
        await pool.query<StoredRow>(
          'SELECT ref, service_id AS invoice, phase, stage FROM pay_payments ORDER BY created',
        )
      ).rows,
    /** The calls of `onPaid`, in order. */
    told: async () =>
      (await pool.query<{ ref: string; order: string }>('SELECT ref, order_ref AS "order" FROM told ORDER BY at')).rows,
  };
}

/** Requests a payment. Undefined when the shop has ended before its answer. */
export async function begin(shop: RunningShop, order = '1001'): Promise<Shown | undefined> {
  const body = JSON.stringify({ order, method: 'crypto', coin: 'BTC' });
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${shop.url}/payments`, { method: 'POST', headers, body });
    const payment = (await response.json()) as Shown;
    if (response.status > 201) throw new Error(`${response.status}: ${JSON.stringify(payment)}`);
    return payment;
  } catch (error) {
    if (error instanceof TypeError) return undefined; // the connection has broken
    throw error;
  }
}

/** The payment at one process. */
export async function show(shop: RunningShop, { statusUrl }: Shown, query = ''): Promise<Shown> {
  const response = await fetch(`${shop.url}/status/${statusUrl.split('/').at(-1)}${query}`);
  return (await response.json()) as Shown;
}

/** Asks one process for each change of a payment, until it is paid. */
export async function watchUntilPaid(shop: RunningShop, payment: Shown): Promise<void> {
  for (let { version, phase } = payment; phase !== 'paid';)
    ({ version, phase } = await show(shop, payment, `?since=${version}`));
}
