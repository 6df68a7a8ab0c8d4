import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startSandbox, type RunningSandbox } from '../../../src/sandbox/index.ts';
import type { Checkout, OnPaid } from '../../../src/server/index.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { openShop, ORDER, sendWebhook, until, webhookOf, type Shop } from '../shop.ts';

type Ship = (order: object, options: { readonly idempotencyKey: string }) => Promise<void>;

/** The module `fulfilment.mjs` of docs/fulfilment.md. */
export interface FulfilmentModule {
  readonly createOnPaid: (db: DatabaseSync, checkout: Pick<Checkout, 'settles' | 'payments'>, ship: Ship) => OnPaid;
}

const page = readFileSync(new URL('../../../docs/fulfilment.md', import.meta.url), 'utf8');
const [, shown] = /^```js\n(\/\/ fulfilment\.mjs\n[\s\S]*?)^```/m.exec(page)!;

const WALLET = { order: '1001', method: 'wallet' };
const BITCOIN = { order: '1001', method: 'crypto', coin: 'BTC' };

describe('goods that are sent as docs/fulfilment.md shows', () => {
  let folder: string;
  let module: string;
  let createOnPaid: FulfilmentModule['createOnPaid'];
  let sandbox: RunningSandbox;
  let file: string;
  let files = 0;
  let orders: DatabaseSync;
  /** The `idempotencyKey` of each call of `ship`. */
  let calls: string[];
  const shops: Shop[] = [];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
    const path = join(folder, 'fulfilment.mjs');
    writeFileSync(path, shown!);
    module = pathToFileURL(path).href;
    ({ createOnPaid } = (await import(module)) as FulfilmentModule);
    sandbox = await startSandbox();
  });
  after(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    calls = [];
    file = join(folder, `${(files += 1)}.db`);
    orders = new DatabaseSync(file);
    orders.exec('PRAGMA busy_timeout = 5000');
    orders.exec('CREATE TABLE orders (ref TEXT, amount TEXT, currency TEXT, paid_by TEXT, sent_at TEXT)');
    orders.exec(`INSERT INTO orders VALUES ('1001', '19.99', 'USD', NULL, NULL)`);
  });
  afterEach(async () => {
    for (const shop of shops.splice(0)) await shop.close();
    orders.close();
  });

  const order = () => orders.prepare('SELECT * FROM orders').get() as Record<string, string | null>;

  /** A shop whose `ship` fails so many times. */
  async function open(failures = 0, { ship }: { readonly ship?: Ship } = {}): Promise<Shop> {
    let left = failures;
    const counting: Ship = async (...given) => {
      calls.push(given[1].idempotencyKey);
      if ((left -= 1) >= 0) throw new Error('the warehouse does not answer');
      await ship?.(...given);
    };
    const shop = await openShop(sandbox, {
      store: sqliteStore(new DatabaseSync(file)),
      order: () => ({ ...ORDER, amount: order()['amount']! }),
      onPaid: (payment) => onPaid(payment),
    });
    const onPaid = createOnPaid(orders, shop.checkout, counting);
    shops.push(shop);
    return shop;
  }

  /** A paid payment of the order, and its `paymentRef`. */
  async function pay(shop: Shop, choice: object = WALLET): Promise<string> {
    await shop.pay(choice);
    await sendWebhook(webhookOf(sandbox), { status: 'PAID' });
    return (await shop.store.ofOrder('1001')).at(-1)!.paymentRef;
  }

  const sweep = async ({ checkout }: Shop, times = 3) => {
    for (let n = 0; n < times; n += 1) await checkout.sweep();
  };

  for (const [failures, name] of [
    [0, 'never'],
    [1, 'once'],
    [2, 'twice'],
  ] as const)
    it(`are sent once when ship throws ${name}`, async () => {
      const shop = await open(failures);
      const paymentRef = await pay(shop);
      await sweep(shop);
      assert.deepEqual(calls, Array(failures + 1).fill('1001'));
      const { paid_by, sent_at } = order();
      assert.equal(paid_by, paymentRef);
      assert.ok(Date.parse(sent_at!) > 0);
    });

  it('are not sent again when the change is delivered once more', async () => {
    const shop = await open();
    await pay(shop);
    await sweep(shop);
    orders.exec('UPDATE pay_changes SET handled = 0');
    await sweep(shop);
    assert.deepEqual(calls, ['1001']);
  });

  it('are sent for the first of two payments of one order', async () => {
    const shop = await open();
    await shop.pay(WALLET);
    const first = webhookOf(sandbox);
    await shop.pay(BITCOIN);
    const second = webhookOf(sandbox);
    await Promise.all([first, second].map((url) => sendWebhook(url, { status: 'PAID' })));
    await sweep(shop);
    assert.deepEqual(calls, ['1001']);
    assert.ok(shop.events.some(({ type }) => type === 'order-paid-twice'));
    assert.deepEqual(await shop.store.unhandled(undefined, 9), []);
  });

  it('are sent once when the payment was refunded before, and another one has paid the order', async () => {
    const shop = await open(Infinity);
    await pay(shop);
    await sweep(shop);
    await sendWebhook(webhookOf(sandbox), { status: 'REFUNDED' });
    await sweep(shop);
    await shop.checkout.close();
    assert.equal(order()['sent_at'], null);

    const next = await open();
    const from = calls.length;
    const second = await pay(next, BITCOIN);
    await sweep(next);
    assert.deepEqual(calls.slice(from), ['1001']);
    assert.equal(order()['paid_by'], second);
    assert.ok(order()['sent_at'] !== null);
  });

  it('are sent for the second payment when the first is refunded after both have paid', async () => {
    const shop = await open(Infinity);
    const first = await pay(shop);
    const firstUrl = webhookOf(sandbox);
    const second = await pay(shop, BITCOIN);
    await sweep(shop);
    assert.deepEqual([order()['paid_by'], order()['sent_at']], [first, null]);
    await shop.checkout.close();

    const next = await open();
    const from = calls.length;
    await sendWebhook(firstUrl, { status: 'REFUNDED' });
    await sweep(next);
    assert.deepEqual([calls.slice(from), order()['paid_by']], [['1001'], second]);
    assert.deepEqual(await next.store.unhandled(undefined, 9), []);
  });

  it('are not sent for another payment when they were sent before the refund', async () => {
    const shop = await open();
    const first = await pay(shop);
    await sweep(shop);
    await sendWebhook(webhookOf(sandbox), { status: 'REFUNDED' });
    await pay(shop, BITCOIN);
    await sweep(shop);
    assert.deepEqual([calls, order()['paid_by']], [['1001'], first]);
    assert.deepEqual(await shop.store.unhandled(undefined, 9), []);
  });

  it('are sent for one payment when two processes deliver two payments of the order at the same time', async () => {
    const shop = await open();
    await shop.pay(WALLET);
    await shop.pay(BITCOIN);
    const payments = (await shop.checkout.payments.ofOrder('1001')).map((each) => ({
      ...each,
      phase: 'paid' as const,
    }));
    const both = [0, 1].map(() => {
      const ship: Ship = async (_order, { idempotencyKey }) => void calls.push(idempotencyKey);
      return createOnPaid(orders, shop.checkout, ship);
    });
    await Promise.allSettled(payments.map(async (payment, n) => both[n]!(payment)));
    await Promise.allSettled(payments.map(async (payment, n) => both[n]!(payment)));
    assert.deepEqual(calls, ['1001']);
    assert.ok(payments.some(({ paymentRef }) => paymentRef === order()['paid_by']));
  });

  it('are not sent for an order that changes after it was compared', async () => {
    const shop = await open();
    await shop.pay(WALLET);
    const [payment] = await shop.checkout.payments.ofOrder('1001');
    const ship: Ship = async () => void calls.push('ship');
    const settles: Checkout['settles'] = (...given) => {
      const isSettling = shop.checkout.settles(...given);
      orders.exec(`UPDATE orders SET amount = '5000'`);
      return isSettling;
    };
    const onPaid = createOnPaid(orders, { settles, payments: shop.checkout.payments }, ship);
    await assert.rejects(async () => onPaid({ ...payment!, phase: 'paid' }), /Order 1001 has changed/);
    await assert.rejects(async () => onPaid({ ...payment!, phase: 'paid' }), /Order 1001 has changed/);
    assert.deepEqual([calls, order()['paid_by']], [[], null]);
  });

  it('are sent by the next process when one is killed while it sends them', async () => {
    const first = await open();
    await first.pay(WALLET);
    const webhookUrl = webhookOf(sandbox);
    await first.checkout.close();
    const child = spawn(process.execPath, [
      fileURLToPath(new URL('fulfilment-child.ts', import.meta.url)),
      ...[file, module, webhookUrl],
    ]);
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (errors += String(chunk)));
    await until(() => output.includes('ship') || child.exitCode !== null, 'the other process to send the goods');
    assert.equal(child.exitCode, null, errors);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.deepEqual([order()['sent_at'], order()['paid_by'] !== null], [null, true]);

    // The lease of the dead process ends after half a minute.
    orders.exec('UPDATE pay_changes SET lease_until = 0');
    const shop = await open(1);
    await sweep(shop);
    assert.equal(output, 'ship 1001\n');
    assert.deepEqual(calls, ['1001', '1001'], 'with the key of the first call');
    assert.ok(order()['sent_at'] !== null);
  });

  it('are sent by the same lines in the documentation of OnPaid', () => {
    const source = readFileSync(new URL('../../../src/server/payments/change-handler.ts', import.meta.url), 'utf8');
    const [, example] = /^ \*     onPaid: async \(payment\) => \{\n([\s\S]*?)^ \*     \}$/m.exec(source)!;
    const [, body] = /=> async \(payment\) => \{\n([\s\S]*?)^\};$/m.exec(shown!)!;
    const lines = (text: string) => text.split('\n').map((line) => line.replace(/^ \*/, '').trim());
    assert.deepEqual(lines(example!), lines(body!));
  });
});
