import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { memoryStore, type Order, type PaymentStore } from '../../../../src/server/index.ts';
import { postgresStore } from '../../../../src/server/stores/postgres.ts';
import { sqliteStore } from '../../../../src/server/stores/sqlite.ts';
import { openDatabase, type TestDatabase } from '../../../support/postgres.ts';
import { openShopAndSandbox, ORDER, sendWebhook, until, webhookOf } from '../../shop.ts';

const paymentRequest = { order: '1', method: 'crypto', coin: 'BTC' };

let folder: string;
let files = 0;
let database: TestDatabase;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
  database = await openDatabase();
});
after(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const stores: Readonly<Record<string, () => PaymentStore | Promise<PaymentStore>>> = {
  memory: memoryStore,
  SQLite: () => sqliteStore(new DatabaseSync(join(folder, `${(files += 1)}.db`))),
  PostgreSQL: async () => postgresStore((await database.schema()).pool()),
};

/** How long the first payment is offered. Milliseconds. */
const OFFER_MS = 60_000;

interface Race {
  readonly shop: Awaited<ReturnType<typeof openShopAndSandbox>>;
  /** What the order is from now on. */
  readonly change: (change: { readonly [Name in keyof Order]?: Order[Name] | undefined }) => void;
  /** Turns the shop's clock. */
  readonly turn: (ms: number) => void;
  /** The first payment, and the webhook address of it. */
  readonly first: Readonly<Record<string, unknown>>;
  readonly webhookUrl: string;
  /** Asks for a payment of the changed order, and does this while the limiter of creations is thinking. */
  readonly payWhile: (work: () => Promise<unknown>) => ReturnType<Race['shop']['pay']>;
}

async function race(store: PaymentStore, use: (race: Race) => Promise<void>): Promise<void> {
  let time = Date.now();
  let order = { ...ORDER, amount: '5', expiresAt: new Date(time + OFFER_MS) } as Order;
  let isSlow = false;
  let isAsked = false;
  let admit = () => {};
  const visitor = async () => {
    isAsked = isSlow;
    if (isSlow) await new Promise<void>((resolve) => (admit = resolve));
    return 'one';
  };
  const shop = await openShopAndSandbox({
    store,
    order: async () => order,
    now: () => time,
    creationLimit: { visitor },
  });
  try {
    const { json: first } = await shop.pay(paymentRequest);
    const webhookUrl = webhookOf(shop.sandbox);
    const payWhile: Race['payWhile'] = async (work) => {
      [isSlow, isAsked] = [true, false];
      const pending = shop.pay(paymentRequest);
      await until(() => isAsked, 'the limiter to be asked');
      await work();
      isSlow = false;
      admit();
      return pending;
    };
    await use({
      shop,
      change: (change) => void (order = { ...order, ...change } as Order),
      turn: (ms) => void (time += ms),
      first,
      webhookUrl,
      payWhile,
    });
  } finally {
    await shop.close();
  }
}

for (const [name, open] of Object.entries(stores))
  describe(`a payment that is to be replaced, in a ${name} store`, () => {
    const withRace = async (use: (race: Race) => Promise<void>) => race(await open(), use);

    it('is kept when money is seen for it in between', () =>
      withRace(async ({ shop, change, first, webhookUrl, payWhile }) => {
        change({ amount: '6' });
        const { status, json } = await payWhile(() => sendWebhook(webhookUrl, { status: 'CONFIRMING' }));
        assert.deepEqual([status, json['tid'], json['phase']], [200, first['tid'], 'confirming']);
        assert.equal(shop.sandbox.control.payments().length, 1);
        assert.deepEqual(
          (await shop.store.ofOrder('1')).map(({ stage }) => stage),
          ['ready'],
        );
      }));

    it('stays the payer’s when an amount is received under an unknown status word', () =>
      withRace(async ({ shop, change, first, webhookUrl, payWhile }) => {
        change({ amount: '6' });
        const body = { status: 'IN_THE_MEMPOOL', cryptoAmountReceived: '0.00005' };
        const { status, json } = await payWhile(() => sendWebhook(webhookUrl, body));
        assert.deepEqual([status, json['tid']], [200, first['tid']]);
        assert.equal(shop.sandbox.control.payments().length, 1);
      }));

    it('pays the order when its offer had ended and it is paid in between', () =>
      withRace(async ({ shop, change, turn, first, webhookUrl, payWhile }) => {
        turn(OFFER_MS);
        change({ expiresAt: undefined });
        const { status, json } = await payWhile(() => sendWebhook(webhookUrl, { status: 'PAID' }));
        assert.deepEqual([status, json.error?.code, json.payment?.['tid']], [409, 'already-paid', first['tid']]);
        assert.equal(shop.sandbox.control.payments().length, 1);
      }));

    it('is replaced when no money was seen, and money that arrives later is reported', () =>
      withRace(async ({ shop, change, first, webhookUrl, payWhile }) => {
        change({ amount: '6' });
        const { status, json } = await payWhile(async () => {});
        assert.equal(status, 201);
        assert.notEqual(json['tid'], first['tid']);
        await sendWebhook(webhookUrl, { status: 'CONFIRMING' });
        assert.ok(shop.events.some(({ type }) => type === 'update-of-replaced-payment'));
      }));
  });
