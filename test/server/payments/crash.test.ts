import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { PaymentStore } from '../../../src/server/index.ts';
import { postgresStore } from '../../../src/server/stores/postgres.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { openDatabase, type TestDatabase } from '../../support/postgres.ts';
import { startServiceStub, type ServiceStub, type StubAnswer } from '../../support/service-stub.ts';
import { openShop, sendWebhook, until } from '../shop.ts';

describe('shops on one SQLite file', () => {
  let stub: ServiceStub;
  let sound: StubAnswer;
  let folder: string;
  let file: string;
  let files = 0;
  before(async () => {
    stub = await startServiceStub();
    sound = stub.answer;
    folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
  });
  after(async () => {
    await stub.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    stub.answer = sound;
    stub.requests.length = 0;
    file = join(folder, `${(files += 1)}.db`);
  });
  const paymentRequest = { order: '1001', method: 'wallet' };

  it('make one payment of a choice between them, and take 200 shuffled webhooks to the same end', async () => {
    const delivered: string[] = [];
    const onStatus = (_payment: unknown, { to, version }: { to: string; version: number }) =>
      void delivered.push(`${version} ${to}`);
    const shops = await Promise.all(
      [0, 1].map(() => openShop(stub, { store: sqliteStore(new DatabaseSync(file), { pollInterval: 5 }), onStatus })),
    );
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => shops[i % 2]!.pay(paymentRequest)));
    assert.equal(stub.requests.length, 1);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array.from({ length: 19 }, () => 200), 201]);
    const [, path] = String(stub.requests[0]!.fields['webhook_url']).split('/pay/');
    const statusWords = ['PAID', 'NEW', 'CONFIRMING', 'UNMATCHED', 'EXPIRED', 'PENDING', 'DETECTED', 'PAID'];
    const sent = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        sendWebhook(`${shops[i % 2]!.url}/${path}`, { pid: 'p1', status: statusWords[(i * 7) % statusWords.length] }),
      ),
    );
    assert.ok(sent.every(({ status }) => status === 200));
    const row = (await shops[0]!.store.byServiceId('p1'))[0]!;
    assert.equal(row.phase, 'paid');
    await Promise.all(shops.map(({ checkout }) => checkout.sweep()));
    assert.equal(delivered.filter((line) => line.endsWith(' paid')).length, 1);
    assert.equal(new Set(delivered).size, row.version - 1);
    for (const shop of shops) await shop.close();
  });

  it('continue after a kill in the middle of a creation: the webhook is accepted, and the choice is free again', async () => {
    const child = (): Promise<unknown> => {
      const script = fileURLToPath(new URL('creation/creation-child.ts', import.meta.url));
      const shop = spawn(process.execPath, [script, file, stub.url, 'http://127.0.0.1:1/pay'], { stdio: 'inherit' });
      stub.answer = () => void shop.kill('SIGKILL'); // and never an answer
      return once(shop, 'exit');
    };
    await child();
    stub.answer = sound;
    assert.equal(stub.requests.length, 1);
    const path = String(stub.requests[0]!.fields['webhook_url']).split('/pay/')[1]!;

    let ahead = 0;
    const open = () => openShop(stub, { store: sqliteStore(new DatabaseSync(file)), now: () => Date.now() + ahead });
    const shop = await open();
    const rows = await shop.store.ofOrder('1001');
    assert.deepEqual(
      rows.map(({ stage, serviceId }) => [stage, serviceId]),
      [['creating', null]],
    );
    ahead = 60_001; // how long a creation may take
    assert.equal((await shop.pay(paymentRequest)).status, 201);
    assert.equal(stub.requests.length, 2);
    assert.equal((await sendWebhook(`${shop.url}/${path}`, { pid: 'p0', status: 'PAID' })).status, 200);
    // Nobody was shown this payment, and what it should have been is not known: it pays nothing, and the shop is notified.
    const isTold = () => shop.events.some(({ type }) => type === 'paid-without-answer');
    await until(isTold, 'the event');
    assert.equal((await shop.get('orders/1001')).json.paid, undefined);
    assert.equal((await shop.store.byServiceId('p0'))[0]?.phase, 'confirming');
    await shop.close();
  });
});

/** docs/operations.md. Milliseconds. */
const CALLED_WITHIN_MS = 20_000;

describe('a shop that is killed in onPaid', { timeout: 120_000 }, () => {
  let database: TestDatabase;
  let folder: string;
  before(async () => {
    database = await openDatabase();
    folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
  });
  after(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  const open: Readonly<Record<string, (name: string) => Promise<{ address: string; store: () => PaymentStore }>>> = {
    async SQLite(name) {
      const address = join(folder, `${name}.db`);
      return { address, store: () => sqliteStore(new DatabaseSync(address)) };
    },
    async PostgreSQL() {
      const schema = await database.schema();
      return { address: schema.url, store: () => postgresStore(schema.pool()) };
    },
  };

  /** Kills a shop in `onPaid`. @returns the ms until a second process, with all defaults, has called `onPaid` */
  async function delayOf(kind: string, successor: 'another process' | 'a restart'): Promise<number> {
    const { address, store } = await open[kind]!(successor);
    const stub = await startServiceStub();
    const script = fileURLToPath(new URL('paid-child.ts', import.meta.url));
    const child = spawn(process.execPath, [script, kind, address, stub.url], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    await until(() => output.includes('\n'), 'the port of the shop');
    let calls = 0;
    const start = () => openShop(stub, { store: store(), onPaid: () => void (calls += 1) });
    let shop = successor === 'another process' ? await start() : undefined;
    try {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ order: '1001', method: 'wallet' });
      const url = `http://127.0.0.1:${output.split('\n')[0]}/pay/payments`;
      assert.equal((await fetch(url, { method: 'POST', headers, body })).status, 201);
      await sendWebhook(String(stub.requests[0]!.fields['webhook_url']), { pid: 'p1', status: 'PAID' });
      await until(() => output.includes('onPaid'), 'the call of onPaid');
      child.kill('SIGKILL');
      await once(child, 'exit');
      const killed = performance.now();
      shop ??= await start();
      await until(() => calls > 0, `the call of onPaid by ${successor}`);
      const delay = performance.now() - killed;
      assert.equal(calls, 1);
      return delay;
    } finally {
      child.kill('SIGKILL');
      await shop?.close();
      await stub.close();
    }
  }

  it('is followed by another process, or by itself after a restart, within 20 seconds', async () => {
    const cases = ['SQLite', 'PostgreSQL'].flatMap((kind) =>
      (['another process', 'a restart'] as const).map((successor) => delayOf(kind, successor)),
    );
    for (const delay of await Promise.all(cases)) assert.ok(delay < CALLED_WITHIN_MS, `${delay} ms`);
  });
});
