import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateAt } from '../support/oracle.ts';
import { createFixture, HOOK } from './support/fixture.ts';

const WEBHOOK = ['components', 'schemas', 'Webhook'];

test('6 a webhook is a POST of flat JSON to the address of the payment, as documented', async () => {
  const { crypto, wallet, localcode, control, sent } = createFixture();
  for (const id of [(await crypto())['tid'], (await wallet())['pid'], (await localcode())['bid']].map(String))
    control.pay(id);
  await control.advance(5_000);
  assert.equal(sent.length, 5);
  for (const { url, body } of sent) {
    assert.equal(url, HOOK);
    validateAt(WEBHOOK, body);
  }
});

test('no webhook is sent at creation, nor without an address', async () => {
  const { crypto, wallet, control, sent } = createFixture();
  await crypto();
  control.pay(String((await wallet({ webhook_url: undefined }))['pid']));
  await control.settled();
  assert.equal(sent.length, 0);
  assert.equal(control.deliveries().length, 0);
});

test('a webhook that is not taken is tried again on the schedule, and those behind it wait', async () => {
  const { wallet, control, statuses: words, answerWith } = createFixture();
  const id = String((await wallet())['pid']);
  answerWith(500);
  control.note(id, 'wrong');
  control.pay(id);
  await control.settled();
  assert.deepEqual(words(), ['UNMATCHED']);
  await control.advance(999);
  assert.equal(words().length, 1);
  answerWith(new Error('connection refused'));
  await control.advance(1);
  assert.deepEqual(words(), ['UNMATCHED', 'UNMATCHED']);
  answerWith(204);
  await control.advance(2_000);
  assert.deepEqual(words(), ['UNMATCHED', 'UNMATCHED', 'UNMATCHED', 'PAID']);
  const [second, first] = control.deliveries(id);
  assert.deepEqual(
    first?.attempts.map(({ status, text }) => status ?? text),
    [500, 'connection refused', 204],
  );
  assert.deepEqual([first?.state, second?.state], ['delivered', 'delivered']);
});

test('a webhook waits while an older one waits for its next attempt', async () => {
  const { wallet, control, statuses: words, answerWith } = createFixture();
  const id = String((await wallet())['pid']);
  answerWith(503);
  control.note(id, 'wrong');
  await control.settled();
  answerWith(200);
  control.pay(id);
  await control.settled();
  assert.deepEqual(words(), ['UNMATCHED']);
  await control.advance(1_000);
  assert.deepEqual(words(), ['UNMATCHED', 'UNMATCHED', 'PAID']);
});

test('one payment that waits does not hold up another', async () => {
  const { wallet, control, sent, answerWith } = createFixture();
  const [one, other] = [String((await wallet())['pid']), String((await wallet())['pid'])];
  answerWith(500);
  control.pay(one);
  await control.settled();
  answerWith(200);
  control.pay(other);
  await control.settled();
  assert.deepEqual(
    sent.map(({ body }) => body['pid']),
    [one, other],
  );
});

test('a webhook that is never taken is given up at the end of the schedule, and the next one follows', async () => {
  const {
    wallet,
    control,
    statuses: words,
    answerWith,
  } = createFixture({ contractGaps: { webhookRetriesMs: [10, 20] } });
  const id = String((await wallet())['pid']);
  answerWith(404);
  control.note(id, 'wrong');
  control.pay(id);
  await control.advance(1_000);
  assert.deepEqual(words(), [...Array<string>(3).fill('UNMATCHED'), ...Array<string>(3).fill('PAID')]);
  assert.deepEqual(
    control.deliveries().map(({ state }) => state),
    ['given up', 'given up'],
  );
});

test('a redirect or an unexpected response does not count as delivered', async () => {
  const { wallet, control, answerWith } = createFixture();
  for (const status of [302, 199, 400]) {
    answerWith(status);
    const id = String((await wallet())['pid']);
    control.pay(id);
    await control.settled();
    assert.equal(control.deliveries(id)[0]?.state, 'waiting');
  }
});

test('any status word can be sent manually, outside the queue, and the payment does not change', async () => {
  const { crypto, control, sent, answerWith } = createFixture();
  const id = String((await crypto())['tid']);
  answerWith(500);
  control.under(id, '0.0002');
  await control.settled();
  answerWith(200);
  const delivery = await control.webhook(id, { status: 'SETTLED', confirmations: 7 });
  assert.equal(delivery.state, 'delivered');
  assert.equal(delivery.why, 'by hand');
  assert.deepEqual(sent.at(-1)?.body, {
    tid: id,
    status: 'SETTLED',
    cryptoAmountReceived: 0.0002,
    confirmations: 7,
    test: true,
  });
  assert.equal(control.payment(id).state, 'UNDERPAID');
});

test('a delivery can be repeated, so that webhooks arrive twice and out of order', async () => {
  const { crypto, control, sent } = createFixture();
  control.pay(String((await crypto())['tid']));
  await control.advance(5_000);
  await control.repeat(3);
  await control.repeat(1);
  assert.deepEqual(
    sent.map(({ text }) => text),
    [sent[0], sent[1], sent[2], sent[2], sent[0]].map((one) => one?.text),
  );
  assert.equal(control.deliveries()[0]?.why, 'repeat');
  await assert.rejects(control.repeat(99), { code: 'unknown_delivery' });
});

test('a webhook can be sent before the creation is answered, once', async () => {
  const { crypto, control, sent, request } = createFixture();
  await request('POST', '/_control/next-creation', { webhookBeforeAnswer: 'PAID' });
  let answered = false;
  const making = crypto().then((data) => ((answered = true), data));
  assert.equal(answered, false);
  const data = await making;
  assert.deepEqual(
    sent.map(({ body }) => body),
    [{ tid: data['tid'], status: 'PAID', test: true }],
  );
  assert.equal(data['status'], 'NEW');
  await crypto();
  assert.equal(sent.length, 1);
  assert.equal(control.deliveries()[0]?.why, 'by hand');
});

test('the early webhook has been answered by the shop when the creation is', async () => {
  const order: string[] = [];
  const { crypto, control } = createFixture({
    send: async () => {
      await Promise.resolve();
      order.push('webhook');
      return { status: 200, text: '' };
    },
  });
  control.beforeNextAnswer('CONFIRMING');
  await crypto();
  order.push('answer');
  assert.deepEqual(order, ['webhook', 'answer']);
});

test("webhooks go only to this machine, unless the option is 'any'", async () => {
  for (const [url, loopback] of [
    ['http://localhost:1/x', true],
    ['http://shop.localhost/x', true],
    ['http://127.4.5.6/x', true],
    ['http://[::1]:8/x', true],
    ['https://shop.example/x', false],
    ['http://127.0.0.1.nip.example/x', false],
    ['http://localhost@shop.example/x', false],
    ['http://192.168.0.1/x', false],
  ] as const) {
    for (const webhookTargets of ['loopback', 'any'] as const) {
      const { wallet, control, sent } = createFixture({ webhookTargets });
      control.pay(String((await wallet({ webhook_url: url }))['pid']));
      await control.settled();
      const goes = loopback || webhookTargets === 'any';
      assert.equal(sent.length, goes ? 1 : 0, `${webhookTargets} ${url}`);
      assert.equal(control.deliveries()[0]?.state, goes ? 'delivered' : 'not sent');
    }
  }
});

test('an amount received of 18 decimals is sent digit for digit', async () => {
  const { crypto, control, sent } = createFixture({ contractGaps: { quoteDecimals: { ETH: 18 } } });
  const fields = { crypto_coin: 'ETH', payout_address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' };
  const id = String((await crypto(fields))['tid']);
  control.pay(id);
  await control.settled();
  assert.ok(sent[0]?.text.includes(`"cryptoAmountReceived":${control.payment(id).expected},`), sent[0]?.text);
});
