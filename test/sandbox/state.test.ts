import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { startSandbox } from '../../src/sandbox/index.ts';
import { createSandbox } from '../../src/sandbox/service.ts';
import { readState, writeState } from '../../src/sandbox/state.ts';
import { cryptoBody, START } from './support/fixture.ts';

const create = async (sandbox: { handle: ReturnType<typeof createSandbox>['handle'] }, body: string) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await sandbox.handle({ method: 'POST', path: '/v1/payments', headers, body });
  return JSON.parse(answer.body) as { data: { tid: string; address: string } };
};

test('a sandbox continues from the saved state of another: payments, addresses, clock, quota and webhooks', async () => {
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

test('a sandbox with a data file keeps its state across a restart, and reports an invalid file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-sandbox-'));
  const file = join(folder, 'sandbox.json');
  try {
    const first = await startSandbox({ data: file, profile: 'lenient' });
    first.control.setScript({ drop: 3 });
    first.control.addFault({ fault: 'truncated', path: '/v2/user/me' });
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
    assert.equal(second.control.profile().profile, 'lenient');
    // NEW was told, in vain: the lenient profile tells of it, and the script drops it.
    assert.deepEqual(second.control.script(), { drop: 2 });
    assert.deepEqual(second.control.faults(), [{ fault: 'truncated', path: '/v2/user/me', times: 1 }]);
    await second.close();

    writeFileSync(file, '{"mine":true}');
    await assert.rejects(startSandbox({ data: file }), { message: /sandbox\.json: is not a data file of the sandbox/ });
    writeFileSync(file, '{"seed":"a","account":{},"payments":[1]}');
    await assert.rejects(startSandbox({ data: file }), {
      message: `${file}: is not a data file of the sandbox: its content is damaged. Use another file, or delete it.`,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the same seed and the same calls give the same ids, notes, codes and addresses, over a restart too', async () => {
  const options = { clock: () => START, timers: { set: () => undefined, clear: () => undefined } };
  const wallet = { currency: 'USD', amount: 5, payout_email: 'shop@example.com' };
  const localcode = { amount: 20, payout_crypto_coin: 'BTC', payout_address: cryptoBody.payout_address };
  async function calls(seed: string, restart: boolean) {
    let sandbox = createSandbox({ ...options, seed });
    const headers = { 'content-type': 'application/json' };
    for (const [method, path, body] of [
      ['POST', '/v1/payments', cryptoBody],
      ['POST', '/v1/wallet/payments', wallet],
      ['GET', '/v1/payments/localcode', localcode],
      ['POST', '/v1/payments', cryptoBody],
    ] as const) {
      const answer = await sandbox.handle({ method, path, headers, body: JSON.stringify(body) });
      assert.equal(answer.status, 200);
      if (restart) sandbox = createSandbox({ ...options, saved: readState(writeState(sandbox.save())) });
    }
    const made = sandbox.control.payments().map(({ id, note, code, address }) => ({ id, note, code, address }));
    return { made, user: sandbox.control.account().user, keys: [sandbox.apiKey, sandbox.storeApiKey] };
  }
  const first = await calls('one', false);
  assert.deepEqual(await calls('one', false), first);
  assert.deepEqual(await calls('one', true), first);
  assert.equal(new Set(first.made.map(({ id }) => id)).size, 4);
  const other = await calls('two', false);
  for (const [i, { id, note, code, address }] of first.made.entries()) {
    assert.notEqual(other.made[i]?.id, id);
    for (const [own, theirs] of [
      [note, other.made[i]?.note],
      [code, other.made[i]?.code],
      [address, other.made[i]?.address],
    ])
      assert.ok(own === undefined || own !== theirs);
  }
});

test('no value in meta is mistaken for an exact number after a restart', async () => {
  const options = { clock: () => START, timers: { set: () => undefined, clear: () => undefined } };
  const first = createSandbox(options);
  const meta = { '\0digits': '1,"injected":2', nested: { meta: { n: 7 } }, __proto__: { a: 1 }, list: [1.5, '2'] };
  const { data } = await create(first, JSON.stringify({ ...cryptoBody, meta }));
  const before = first.control.payment(data.tid).data;
  const second = createSandbox({ ...options, saved: readState(writeState(first.save())) });
  assert.deepEqual(second.control.payment(data.tid).data, before);
  assert.equal((before['meta'] as Record<string, unknown>)['\0digits'], '1,"injected":2');
});

test('a sandbox that cannot write its data file fails at the start with the name of the file, and leaves nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-sandbox-'));
  rmSync(folder, { recursive: true });
  await assert.rejects(startSandbox({ data: join(folder, 'x.json') }), {
    message: /x\.json: cannot be written: its folder does not exist \(ENOENT\)\. Correct/,
  });
});

test('the clock advances by exactly the requested time, also when real time passes meanwhile', async () => {
  let now = START;
  const sandbox = createSandbox({ clock: () => now++, timers: { set: () => undefined, clear: () => undefined } });
  await sandbox.control.advance(1);
  await sandbox.control.advance(60_000);
  assert.equal(sandbox.save().ahead, 60_001);
});

test('a data file that cannot be written later does not end the sandbox, and is written when it can be again', async (t: TestContext) => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-sandbox-'));
  const file = join(folder, 'sandbox.json');
  const logged = new Promise((resolve) => t.mock.method(console, 'error', resolve));
  const sandbox = await startSandbox({ data: file });
  t.after(() => sandbox.close().catch(() => {})); // also when the test runs out of time
  try {
    // The sandbox may be writing into it.
    rmSync(folder, { recursive: true, maxRetries: 10 });
    await sandbox.control.advance(1);
    await logged;
    assert.equal((await fetch(sandbox.panelUrl)).status, 200);
  } finally {
    t.mock.restoreAll();
    mkdirSync(folder, { recursive: true });
    await sandbox.close();
  }
  assert.ok(existsSync(file));
  rmSync(folder, { recursive: true });
});
