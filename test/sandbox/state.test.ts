import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSandbox } from '../../src/sandbox/index.ts';
import { createSandbox } from '../../src/sandbox/service.ts';
import { readState, writeState } from '../../src/sandbox/state.ts';
import { cryptoBody, START } from './support/bench.ts';

const create = async (sandbox: { handle: ReturnType<typeof createSandbox>['handle'] }, body: string) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await sandbox.handle({ method: 'POST', path: '/v1/payments', headers, body });
  return JSON.parse(answer.body) as { data: { tid: string; address: string } };
};

test('a sandbox goes on where another one stopped: payments, addresses, clock, quota and webhooks', async () => {
  let shop = 503;
  const got: string[] = [];
  const options = {
    clock: () => START,
    timers: { set: () => undefined, clear: () => undefined },
    send: async (_url: string, body: string) => {
      got.push((JSON.parse(body) as { status: string }).status);
      return { status: shop, text: '' };
    },
  };
  const first = createSandbox(options);
  const body = JSON.stringify(cryptoBody).replace('"1001"', '1.000000000000000000001');
  const { data } = await create(first, body);
  await first.control.advance(3_600_000);
  first.control.pay(data.tid);
  await first.control.settled();
  const state = writeState(first.save());
  first.close();
  assert.deepEqual(got, ['CONFIRMING']);

  shop = 200;
  const second = createSandbox({ ...options, saved: readState(state) });
  assert.equal(second.apiKey, first.apiKey);
  assert.equal(second.control.now(), START + 3_600_000);
  assert.equal(second.control.account().used, first.control.account().used);
  const page = await second.handle({
    method: 'GET',
    path: '/v2/user/me',
    headers: { authorization: `Bearer ${first.apiKey}` },
    body: '',
  });
  assert.equal(page.status, 200);
  await second.control.advance(60_000);
  await second.control.settled();
  assert.deepEqual(got, ['CONFIRMING', 'CONFIRMING', 'CONFIRMING', 'PAID']);
  assert.equal(second.control.payment(data.tid).state, 'PAID');
  assert.match(writeState(second.save()), /1\.000000000000000000001/);
  assert.notEqual((await create(second, body)).data.address, data.address);
});

test('a sandbox with a data file remembers over a restart, and says when the file is not one of its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-sandbox-'));
  const file = join(folder, 'sandbox.json');
  try {
    const first = await startSandbox({ data: file });
    const answer = await fetch(`${first.url}/v1/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(cryptoBody),
    });
    const { data } = (await answer.json()) as { data: { tid: string } };
    await first.close();

    const second = await startSandbox({ data: file });
    assert.equal(second.control.payment(data.tid).state, 'NEW');
    assert.equal(second.apiKey, first.apiKey);
    await second.close();

    writeFileSync(file, '{"mine":true}');
    await assert.rejects(startSandbox({ data: file }), { name: 'SyntaxError' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
