import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFixture } from './support/fixture.ts';

test('payments are listed, newest first, with all their fields', async () => {
  const { request, crypto, wallet, localcode } = createFixture();
  const ids = [(await crypto())['tid'], (await wallet())['pid'], (await localcode())['bid']];
  const { json } = await request('GET', '/_control/payments');
  const { payments } = json as unknown as { payments: Record<string, unknown>[] };
  assert.deepEqual(
    payments.map(({ id }) => id),
    ids.reverse(),
  );
  assert.deepEqual(
    payments.map(({ kind }) => kind),
    ['localcode', 'wallet', 'crypto'],
  );
  assert.match(String(payments[0]?.['code']), /^\d{6}$/);
  const one = await request('GET', `/_control/payments/${String(ids[2])}`);
  assert.deepEqual((one.json as unknown as { payment: unknown }).payment, payments[2]);
});

test('each play is a POST', async () => {
  const { request, control, crypto, wallet, localcode } = createFixture({ requestsPerMinute: 100 });
  const play = async (id: unknown, name: string, fields?: object) => {
    const { status, json } = await request('POST', `/_control/payments/${String(id)}/${name}`, fields);
    assert.equal(status, 200, json.message);
    return (json as unknown as { payment: { state: string }; accepted: boolean }).payment.state;
  };
  assert.equal(await play((await crypto())['tid'], 'pay'), 'CONFIRMING');
  assert.equal(await play((await crypto())['tid'], 'under', { amount: '0.0002' }), 'UNDERPAID');
  assert.equal(await play((await crypto())['tid'], 'under', { amount: 0.0002 }), 'UNDERPAID');
  assert.equal(await play((await crypto())['tid'], 'over'), 'CONFIRMING');
  assert.equal(await play((await crypto())['tid'], 'below-minimum'), 'NEW');
  const { pid, note } = await wallet();
  assert.equal(await play(pid, 'note', { note: 'wrong' }), 'UNMATCHED');
  assert.equal(await play(pid, 'note', { note }), 'PAID');
  assert.equal(await play(pid, 'refund'), 'REFUNDED');
  const bid = String((await localcode())['bid']);
  assert.equal(await play(bid, 'code', { code: 'wrong' }), 'PENDING');
  assert.equal(await play(bid, 'code', { code: control.payment(bid).code }), 'PAID');
  for (const [name, state] of [
    ['expire', 'EXPIRED'],
    ['fail', 'FAILED'],
    ['cancel', 'CANCELLED'],
  ] as const) {
    assert.equal(await play((await wallet())['pid'], name), state);
  }
});

test('a call that fails returns the reason', async () => {
  const { request, wallet } = createFixture();
  const pid = String((await wallet({ webhook_url: undefined }))['pid']);
  const cases: [string, string, unknown, number, string, string?][] = [
    ['POST', '/_control/payments/none/pay', undefined, 404, 'unknown_payment'],
    ['GET', '/_control/payments/none', undefined, 404, 'unknown_payment'],
    ['POST', `/_control/payments/${pid}/dance`, undefined, 404, 'unknown_call'],
    ['POST', `/_control/payments/${pid}/under`, undefined, 409, 'wrong_kind'],
    ['POST', `/_control/payments/${pid}/refund`, undefined, 409, 'wrong_state'],
    ['POST', `/_control/payments/${pid}/note`, undefined, 400, 'bad_request', 'note'],
    ['POST', `/_control/payments/${pid}/note`, '{', 400, 'bad_request'],
    ['POST', `/_control/payments/${pid}/note`, '[]', 400, 'bad_request'],
    ['POST', `/_control/payments/${pid}/note`, { note: {} }, 400, 'bad_request', 'note'],
    ['POST', `/_control/payments/${pid}/webhook`, { status: 'X' }, 409, 'no_webhook_url'],
    [
      'POST',
      `/_control/payments/${pid}/webhook`,
      { status: 'X', confirmations: '1e3' },
      400,
      'bad_request',
      'confirmations',
    ],
    ['POST', '/_control/deliveries/1/repeat', undefined, 404, 'unknown_delivery'],
    ['POST', '/_control/clock', { advance: -1 }, 400, 'bad_request', 'advance'],
    ['POST', '/_control/clock', undefined, 400, 'bad_request', 'advance'],
    ['GET', '/_control/nothing', undefined, 404, 'unknown_call'],
    ['PUT', '/_control/payments', undefined, 404, 'unknown_call'],
  ];
  for (const [method, path, body, status, code, field] of cases) {
    const answer = await request(method, path, body);
    assert.deepEqual(
      [answer.status, answer.json.error['code'], answer.json.error['field']],
      [status, code, field],
      path,
    );
    assert.ok(answer.json.error['message']);
  }
});

test('the clock is read and turned', async () => {
  const { request, crypto, control } = createFixture();
  const now = control.now();
  const id = String((await crypto())['tid']);
  control.pay(id);
  const { json } = await request('POST', '/_control/clock', { advance: 5000 });
  assert.deepEqual(json, { now: now + 5000 });
  assert.equal(control.payment(id).state, 'PAID');
  assert.deepEqual((await request('GET', '/_control/clock')).json, { now: now + 5000 });
});

test('deliveries are listed, all or of one payment, and sent again', async () => {
  const { request, wallet, control, sent } = createFixture();
  const [one, other] = [String((await wallet())['pid']), String((await wallet())['pid'])];
  control.pay(one);
  control.pay(other);
  await request('POST', '/_control/settle');
  const list = async (path: string) =>
    ((await request('GET', path)).json as unknown as { deliveries: { number: number; payment: string }[] }).deliveries;
  assert.deepEqual(
    (await list('/_control/deliveries')).map(({ payment }) => payment),
    [other, one],
  );
  assert.deepEqual(
    (await list(`/_control/deliveries?payment=${one}`)).map(({ number }) => number),
    [1],
  );
  await request('POST', '/_control/deliveries/1/repeat');
  await request('POST', `/_control/payments/${one}/webhook`, { status: 'ODD', cryptoAmountReceived: '0.10' });
  assert.deepEqual(
    sent.map(({ body }) => body['status']),
    ['PAID', 'PAID', 'PAID', 'ODD'],
  );
});

test('the account is shown with its usage', async () => {
  const { request, wallet } = createFixture();
  await wallet();
  const { json } = await request('GET', '/_control/account');
  const { used, quota, lastMinute, perMinute, user } = json as unknown as Record<string, unknown>;
  assert.deepEqual([used, quota, lastMinute, perMinute], [1, 850, 1, 35]);
  assert.equal((user as Record<string, unknown>)['apiKey'], 'user-key');
});

test('a page of another site cannot play', async () => {
  const { request, wallet, control } = createFixture();
  const pid = String((await wallet())['pid']);
  const foreign = { 'sec-fetch-site': 'cross-site' };
  for (const path of [`/_control/payments/${pid}/pay`, `/panel/payments/${pid}/pay`, `/wallet/${pid}/transfer`]) {
    assert.equal((await request('POST', path, undefined, foreign)).status, 403);
  }
  assert.equal(control.payment(pid).state, 'NEW');
});
