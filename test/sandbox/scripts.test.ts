import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSandbox } from '../../src/sandbox/service.ts';
import { readState, writeState } from '../../src/sandbox/state.ts';
import { createFixture, START, walletBody } from './support/fixture.ts';
import type { Fixture } from './support/fixture.ts';

/** A crypto payment whose transfer is confirmed twice: CONFIRMING, CONFIRMING, PAID, one second apart. */
async function paid({ crypto, control }: Fixture, sandbox?: object): Promise<string> {
  const id = String((await crypto(sandbox && { meta: { sandbox } }))['tid']);
  control.pay(id);
  await control.settled();
  return id;
}

const THREE = ['CONFIRMING', 'CONFIRMING', 'PAID'];

test('a delay holds each webhook back by the clock, in order', async () => {
  const own = createFixture();
  await paid(own, { webhooks: { delayMs: 60_000 } });
  await own.control.advance(59_999);
  assert.deepEqual(own.statuses(), []);
  await own.control.advance(1);
  assert.deepEqual(own.statuses(), ['CONFIRMING']);
  await own.control.advance(2_000);
  assert.deepEqual(own.statuses(), THREE);
});

test('the next so many webhooks are dropped, or those of a state, and written down', async () => {
  const first = createFixture();
  const id = await paid(first, { webhooks: { drop: 2 } });
  await first.control.advance(5_000);
  assert.deepEqual(first.statuses(), ['PAID']);
  assert.deepEqual(
    first.control.deliveries(id).map(({ state, word }) => [state, word]),
    [
      ['delivered', 'PAID'],
      ['not sent', 'CONFIRMING'],
      ['not sent', 'CONFIRMING'],
    ],
  );
  const other = createFixture();
  await paid(other, { webhooks: { drop: ['PAID'] } });
  await other.control.advance(5_000);
  assert.deepEqual(other.statuses(), ['CONFIRMING', 'CONFIRMING']);
});

test('a duplicate follows each webhook, byte for byte', async () => {
  const own = createFixture();
  await paid(own, { webhooks: { duplicate: 2 } });
  await own.control.advance(5_000);
  assert.deepEqual(
    own.statuses(),
    THREE.flatMap((word) => [word, word, word]),
  );
  assert.equal(new Set(own.sent.slice(0, 3).map(({ text }) => text)).size, 1);
  assert.deepEqual(
    own.control
      .deliveries()
      .map(({ why }) => why)
      .slice(-3),
    ['copy', 'copy', 'change'],
  );
});

test('reordered webhooks come the youngest first, when there are enough or the payment has come to its end', async () => {
  const two = createFixture();
  await paid(two, { webhooks: { reorder: 2 } });
  await two.control.advance(1_000);
  assert.deepEqual(
    two.sent.map(({ body }) => body['confirmations']),
    [1, 0],
  );
  const all = createFixture();
  await paid(all, { webhooks: { reorder: 9 } });
  await all.control.advance(1_000);
  assert.deepEqual(all.statuses(), []);
  await all.control.advance(1_000);
  assert.deepEqual(all.statuses(), [...THREE].reverse());
});

test('collected webhooks are sent after a time limit', async () => {
  const { wallet, control, statuses: words } = createFixture();
  control.note(String((await wallet({ meta: { sandbox: { webhooks: { reorder: 3 } } } }))['pid']), 'wrong');
  await control.advance(59_999);
  assert.deepEqual(words(), []);
  await control.advance(1);
  assert.deepEqual(words(), ['UNMATCHED']);
});

test('a slow webhook holds its second half back until the clock has gone on, and those behind it wait', async () => {
  const halves: string[] = [];
  const own = createFixture({
    send: async (_, body, { delay: held }) => {
      halves.push('begun');
      await held;
      halves.push((JSON.parse(body) as { status: string }).status);
      return { status: 200, text: '' };
    },
  });
  await paid(own, { webhooks: { slowMs: 10_000 } });
  assert.deepEqual(halves, ['begun']);
  await own.control.advance(9_999);
  assert.deepEqual(halves, ['begun']);
  await own.control.advance(1);
  assert.deepEqual(halves, ['begun', 'CONFIRMING', 'begun']);
  await own.control.advance(20_000);
  assert.deepEqual(
    halves.filter((one) => one !== 'begun'),
    THREE,
  );
});

test('a slow webhook that is not taken is tried again on the schedule', async () => {
  const own = createFixture({ contractGaps: { webhookRetriesMs: [5_000] } });
  own.answerWith(503);
  const { pid } = await own.wallet({ meta: { sandbox: { webhooks: { slowMs: 1_000 } } } });
  own.control.pay(String(pid));
  await own.control.advance(5_999);
  assert.deepEqual(own.statuses(), ['PAID']);
  await own.control.advance(1_001);
  assert.deepEqual(own.statuses(), ['PAID', 'PAID']);
  assert.equal(own.control.deliveries()[0]?.state, 'given up');
});

test('its own schedule replaces that of the profile, and an empty one means one attempt', async () => {
  const own = createFixture();
  own.answerWith(500);
  const { pid } = await own.wallet({ meta: { sandbox: { webhooks: { retriesMs: [10_000, 60_000] } } } });
  own.control.pay(String(pid));
  await own.control.advance(200_000);
  assert.deepEqual(
    own.control.deliveries()[0]?.attempts.map(({ at }) => at - START),
    [0, 10_000, 70_000],
  );
  const once = await own.wallet({ meta: { sandbox: { webhooks: { retriesMs: [] } } } });
  own.control.pay(String(once['pid']));
  await own.control.advance(10_000_000);
  assert.equal(own.control.deliveries()[0]?.attempts.length, 1);
});

test('the script of all is set by a control call, and a payment’s own goes before it', async () => {
  const { request, wallet, control, statuses: words } = createFixture();
  await request('POST', '/_control/webhooks', { duplicate: 1 });
  assert.deepEqual((await request('GET', '/_control/webhooks')).json, { script: { duplicate: 1 } });
  const [one, other] = [String((await wallet())['pid']), String((await wallet())['pid'])];
  await request('POST', `/_control/payments/${other}/webhooks`, { duplicate: 0, drop: 'UNMATCHED' });
  assert.deepEqual((await request('GET', `/_control/payments/${other}/webhooks`)).json, {
    script: { duplicate: 0, drop: ['UNMATCHED'] },
  });
  control.note(one, 'wrong');
  control.note(other, 'wrong');
  control.pay(other);
  await control.settled();
  assert.deepEqual(words(), ['UNMATCHED', 'PAID', 'UNMATCHED']); // a payment waits for its own only
  await request('POST', '/_control/webhooks', {});
  control.pay(one);
  await control.settled();
  assert.deepEqual(words().slice(3), ['PAID']);
});

test('steps that came with the creation are played by the clock, one after the other', async () => {
  const { crypto, wallet, control, statuses: words, sent } = createFixture();
  const steps = [
    { afterMs: 2_000, do: 'under' },
    { afterMs: 2_000, do: 'webhook', status: 'NEW', times: 3 },
    { do: 'refund' },
  ];
  const id = String((await crypto({ meta: { sandbox: { steps } } }))['tid']);
  await control.advance(1_999);
  assert.equal(control.payment(id).state, 'NEW');
  await control.advance(1);
  assert.equal(control.payment(id).state, 'UNDERPAID');
  assert.deepEqual(control.payment(id).steps, { done: 1, of: 3 });
  await control.advance(2_000);
  assert.equal(control.payment(id).state, 'REFUNDED');
  assert.deepEqual(words(), ['UNDERPAID', 'NEW', 'NEW', 'NEW', 'REFUNDED']);

  const wrong = String((await wallet({ meta: { sandbox: { steps: [{ do: 'refund' }, { do: 'pay' }] } } }))['pid']);
  await control.advance(0);
  assert.equal(control.payment(wrong).state, 'PAID');
  assert.deepEqual(control.payment(wrong).steps, { done: 2, of: 2, fault: 'refund: the payment is already NEW' });
  assert.equal(sent.length, 6);
});

test('a slip in meta.sandbox refuses the creation and names the field; any other sandbox in meta is the shop’s own', async () => {
  const { request, wallet } = createFixture();
  for (const [sandbox, field] of [
    [{ webhook: {} }, 'meta.sandbox.webhook'],
    [{ webhooks: { delay: 1 } }, 'meta.sandbox.webhooks.delay'],
    [{ webhooks: { delayMs: -1 } }, 'meta.sandbox.webhooks.delayMs'],
    [{ webhooks: { drop: ['GONE'] } }, 'meta.sandbox.webhooks.drop'],
    [{ webhooks: 'slow' }, 'meta.sandbox.webhooks'],
    [{ steps: {} }, 'meta.sandbox.steps'],
    [{ steps: [{ do: 'dance' }] }, 'meta.sandbox.steps[0].do'],
    [{ steps: [{ do: 'pay', afterMs: '1s' }] }, 'meta.sandbox.steps[0].afterMs'],
    [{ fault: { fault: 'flood' } }, 'meta.sandbox.fault.fault'],
    [{ fault: { fault: 'status', status: 200 } }, 'meta.sandbox.fault.status'],
  ] as const) {
    const { status, json } = await request('POST', '/v1/wallet/payments', { ...walletBody, meta: { sandbox } });
    assert.deepEqual([status, json.error['field']], [400, field]);
  }
  for (const sandbox of [true, 'yes', null, [], {}]) {
    assert.deepEqual((await wallet({ meta: { sandbox } }))['meta'], { sandbox });
  }
});

test('scripts, steps, faults and profile are remembered over a restart', async () => {
  const got: string[] = [];
  const options = {
    clock: () => START,
    timers: { set: () => undefined, clear: () => undefined },
    send: async (_: string, body: string) => {
      got.push(body);
      return { status: 200, text: '' };
    },
  };
  const first = createSandbox({ ...options, profile: 'lenient' });
  const steps = [
    { do: 'webhook', status: 'ONE' },
    { afterMs: 60_000, do: 'pay' },
  ];
  const sandbox = { webhooks: { drop: 2, delayMs: 1_000 }, steps };
  const body = JSON.stringify({ ...walletBody, meta: { sandbox } });
  const headers = { 'content-type': 'application/json' };
  await first.handle({ method: 'POST', path: '/v1/wallet/payments', headers, body });
  first.control.setScript({ duplicate: 1 });
  first.control.addFault({ fault: 'status', status: 503, times: 2 });
  await first.control.advance(10);
  assert.equal(got.length, 1);
  const state = writeState(first.save());
  first.close();

  const second = createSandbox({ ...options, saved: readState(state) });
  assert.equal(second.control.profile().profile, 'lenient');
  assert.deepEqual(second.control.script(), { duplicate: 1 });
  assert.deepEqual(second.control.faults(), [{ fault: 'status', status: 503, times: 2 }]);
  const [payment] = second.control.payments();
  assert.deepEqual(
    [payment?.script, payment?.steps],
    [
      { drop: 1, delayMs: 1_000 },
      { done: 1, of: 2 },
    ],
  );
  await second.control.advance(60_000);
  assert.equal(second.control.payments()[0]?.state, 'PAID');
  assert.equal(got.length, 1); // NEW and PAID were the two to drop
  second.close();

  const third = createSandbox({ ...options, profile: 'weird', saved: readState(state) });
  assert.equal(third.control.profile().profile, 'weird');
  assert.deepEqual(third.control.script(), { duplicate: 1 });
  third.close();
});
