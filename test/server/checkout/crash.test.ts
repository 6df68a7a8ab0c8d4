import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { startServiceStub, type ServiceStub, type StubAnswer } from '../../support/service-stub.ts';
import { openShop, sendWebhook, until } from './shop.ts';

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
      const script = fileURLToPath(new URL('creation-child.ts', import.meta.url));
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
