import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { startSandbox, type RunningSandbox } from '../../../src/sandbox/index.ts';
import type { Checkout, OnPaid } from '../../../src/server/index.ts';
import { postgresStore } from '../../../src/server/stores/postgres.ts';
import { openDatabase, type TestDatabase, type TestSchema } from '../../support/postgres.ts';
import { openShop, ORDER, sendWebhook, webhookOf, type Shop } from '../shop.ts';

type Ship = (order: object, options: { readonly idempotencyKey: string }) => Promise<void>;

/** The module `fulfilment-postgres.mjs` of docs/fulfilment.md. */
interface FulfilmentModule {
  readonly createOnPaid: (pool: pg.Pool, checkout: Pick<Checkout, 'settles' | 'payments'>, ship: Ship) => OnPaid;
}

const page = readFileSync(new URL('../../../docs/fulfilment.md', import.meta.url), 'utf8');
const [, shown] = /^```js\n(\/\/ fulfilment-postgres\.mjs\n[\s\S]*?)^```/m.exec(page)!;

const WALLET = { order: '1001', method: 'wallet' };
const BITCOIN = { order: '1001', method: 'crypto', coin: 'BTC' };

describe('goods that are sent as docs/fulfilment.md shows for PostgreSQL', () => {
  let folder: string;
  let createOnPaid: FulfilmentModule['createOnPaid'];
  let sandbox: RunningSandbox;
  let database: TestDatabase;
  let schema: TestSchema;
  let orders: pg.Pool;
  /** The `idempotencyKey` of each call of `ship`. */
  let calls: string[];
  let shop: Shop;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
    const path = join(folder, 'fulfilment-postgres.mjs');
    writeFileSync(path, shown!);
    ({ createOnPaid } = (await import(pathToFileURL(path).href)) as FulfilmentModule);
    [sandbox, database] = await Promise.all([startSandbox(), openDatabase()]);
  });
  after(async () => {
    await sandbox.close();
    await database.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    calls = [];
    schema = await database.schema();
    orders = schema.pool();
    await orders.query(
      'CREATE TABLE orders (ref TEXT, amount NUMERIC, currency TEXT, paid_by TEXT, sent_at TIMESTAMPTZ)',
    );
    await orders.query(`INSERT INTO orders VALUES ('1001', 19.99, 'USD')`);
  });
  afterEach(async () => {
    await shop.close();
    await database.disconnect();
  });

  const order = async () => (await orders.query<Record<string, unknown>>('SELECT * FROM orders')).rows[0]!;

  /** Opens a shop whose `ship` fails so many times. */
  async function open(failures = 0) {
    let left = failures;
    shop = await openShop(sandbox, {
      store: postgresStore(schema.pool(), { listen: false }),
      order: async () => ({ ...ORDER, amount: (await order())['amount'] as string }),
      onPaid: (payment) => onPaid(payment),
    });
    const onPaid = createOnPaid(orders, shop.checkout, async (_order, { idempotencyKey }) => {
      calls.push(idempotencyKey);
      if ((left -= 1) >= 0) throw new Error('the warehouse does not answer');
    });
    return onPaid;
  }

  /** Creates a payment, and returns a function that reports a status of it. */
  async function pay(choice: object) {
    await shop.pay(choice);
    const url = webhookOf(sandbox);
    return (status: string) => sendWebhook(url, { status });
  }

  async function sweep() {
    for (let n = 0; n < 3; n += 1) await shop.checkout.sweep();
  }

  it('are sent once when ship throws once and the change is delivered once more', async () => {
    await open(1);
    const report = await pay(WALLET);
    await report('PAID');
    await sweep();
    await orders.query('UPDATE pay_changes SET handled = 0');
    await sweep();
    assert.deepEqual(calls, ['1001', '1001'], 'the second call has succeeded');
    const [row] = await shop.store.ofOrder('1001');
    const { paid_by, sent_at } = await order();
    assert.equal(paid_by, row!.paymentRef);
    assert.ok(sent_at instanceof Date);
  });

  it('are sent for one payment when two payments of the order are delivered at the same time', async () => {
    const onPaid = await open();
    await pay(WALLET);
    await pay(BITCOIN);
    const payments = await shop.checkout.payments.ofOrder('1001');
    assert.equal(payments.length, 2);
    for (let n = 0; n < 2; n += 1)
      await Promise.allSettled(payments.map(async (each) => onPaid({ ...each, phase: 'paid' })));
    assert.deepEqual(calls, ['1001']);
    const { paid_by } = await order();
    assert.ok(payments.some(({ paymentRef }) => paymentRef === paid_by));
  });

  it('are sent for another payment when the one that claimed the order is refunded before they were sent', async () => {
    await open(1);
    const first = await pay(WALLET);
    const second = await pay(BITCOIN);
    await first('PAID');
    const claimed = (await order())['paid_by'];
    await first('REFUNDED');
    await second('PAID');
    await sweep();
    const { paid_by, sent_at } = await order();
    assert.notEqual(paid_by, claimed);
    assert.ok(sent_at instanceof Date);
    assert.deepEqual(await shop.store.unhandled(undefined, 9), []);
  });

  it('are not sent for an order that has changed, and the connection is given back', async () => {
    const onPaid = await open();
    await pay(WALLET);
    const [payment] = await shop.checkout.payments.ofOrder('1001');
    await orders.query('UPDATE orders SET amount = 5000');
    await assert.rejects(async () => onPaid({ ...payment!, phase: 'paid' }), /Order 1001 has changed/);
    assert.deepEqual([calls, (await order())['paid_by']], [[], null]);
    assert.equal(orders.idleCount, orders.totalCount, 'each connection is given back');
  });
});
