import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ControlError } from '../../src/sandbox/actions/control-error.ts';
import { symbols } from '../../src/sandbox/contract/coins.ts';
import { createFixture, payouts } from './support/fixture.ts';

const refusal = (code: string) => (error: unknown) => error instanceof ControlError && error.code === code;

test('an exact payment is confirmed step by step and then paid', async () => {
  const { crypto, control, sent } = createFixture();
  const id = String((await crypto())['tid']);
  assert.equal(control.pay(id).payment.state, 'CONFIRMING');
  await control.advance(10_000);
  assert.equal(control.payment(id).state, 'PAID');
  const amount = { tid: id, cryptoAmountReceived: 0.00030973, confirmationsRequired: 2, test: true };
  assert.deepEqual(
    sent.map(({ body }) => body),
    [
      { ...amount, status: 'CONFIRMING', confirmations: 0 },
      { ...amount, status: 'CONFIRMING', confirmations: 1 },
      { ...amount, status: 'PAID', confirmations: 2 },
    ],
  );
});

test('every coin can be paid exactly, too little and too much by its own defaults', async () => {
  const { crypto, control } = createFixture({ requestsPerMinute: 100 });
  for (const symbol of symbols) {
    const make = async () => String((await crypto({ crypto_coin: symbol, payout_address: payouts[symbol] }))['tid']);
    const [exact, little, much] = [await make(), await make(), await make()];
    control.pay(exact);
    assert.equal(control.under(little).payment.state, 'UNDERPAID', symbol);
    control.over(much);
    await control.advance(5_000);
    assert.deepEqual(
      [exact, much].map((id) => control.payment(id).state),
      ['PAID', 'OVERPAID'],
      symbol,
    );
  }
});

test('an underpaid payment is completed by the rest', async () => {
  const { crypto, control, statuses: words, sent } = createFixture();
  const id = String((await crypto())['tid']);
  control.under(id, '0.0003');
  assert.equal(control.payment(id).received, '0.0003');
  control.pay(id);
  await control.advance(5_000);
  assert.equal(control.payment(id).received, '0.00030973');
  assert.deepEqual(words(), ['UNDERPAID', 'CONFIRMING', 'CONFIRMING', 'PAID']);
  assert.deepEqual(sent[0]?.body, { tid: id, status: 'UNDERPAID', cryptoAmountReceived: 0.0003, test: true });
});

test('an underpaid payment can be overpaid by the next transfer', async () => {
  const { crypto, control } = createFixture();
  const id = String((await crypto())['tid']);
  control.under(id, '0.0002');
  control.over(id, '0.0002');
  await control.advance(5_000);
  assert.equal(control.payment(id).state, 'OVERPAID');
  assert.equal(control.payment(id).received, '0.0004');
});

test('3 a transfer below the minimum leaves the payment unconfirmed permanently, without a webhook', async () => {
  const { crypto, control, sent } = createFixture();
  const id = String((await crypto())['tid']);
  const { accepted, payment } = control.belowMinimum(id);
  assert.equal(accepted, false);
  assert.equal(payment.state, 'NEW');
  assert.throws(() => control.pay(id), refusal('wrong_state'));
  assert.throws(() => control.expire(id), refusal('wrong_state'));
  await control.advance(86_400_000);
  assert.equal(control.payment(id).state, 'NEW');
  assert.equal(sent.length, 0);
});

test('3 a price whose exact amount is below the minimum can never be confirmed, and creating it is no error', async () => {
  const { crypto, control, sent } = createFixture();
  const id = String((await crypto({ amount: 0.5 }))['tid']);
  assert.equal(control.pay(id).accepted, false);
  await control.advance(60_000);
  assert.equal(control.payment(id).state, 'NEW');
  assert.equal(sent.length, 0);
});

test('3 a wallet transfer with a wrong note is unmatched, and the right note pays', async () => {
  const { wallet, control, statuses: words } = createFixture();
  const data = await wallet();
  const id = String(data['pid']);
  const note = String(data['note']);
  for (const wrong of ['', note.toLowerCase(), `${note} `]) {
    assert.equal(control.note(id, wrong).payment.state, 'UNMATCHED');
  }
  assert.equal(control.note(id, note).payment.state, 'PAID');
  await control.settled();
  assert.deepEqual(words(), ['UNMATCHED', 'UNMATCHED', 'UNMATCHED', 'PAID']);
});

test('a wrong code keeps the payment pending and shows a message, and the right one pays', async () => {
  const { localcode, control, sent } = createFixture();
  const id = String((await localcode())['bid']);
  const { code = '' } = control.payment(id);
  const wrong = control.code(id, 'nonsense');
  assert.equal(wrong.accepted, false);
  assert.match(wrong.message, /wrong/);
  assert.equal(wrong.payment.state, 'PENDING');
  assert.equal(control.code(id, ` ${code} `).payment.state, 'PAID');
  await control.settled();
  assert.deepEqual(
    sent.map(({ body }) => body),
    [{ bid: id, status: 'PAID', test: true }],
  );
});

test('pay sends the right note and the right code too', async () => {
  const { wallet, localcode, control } = createFixture();
  assert.equal(control.pay(String((await wallet())['pid'])).payment.state, 'PAID');
  assert.equal(control.pay(String((await localcode())['bid'])).payment.state, 'PAID');
});

test('money that arrives after a payment has expired is late', async () => {
  const { crypto, wallet, localcode, control, statuses: words } = createFixture();
  const [tid, pid, bid] = [(await crypto())['tid'], (await wallet())['pid'], (await localcode())['bid']].map(
    String,
  ) as [string, string, string];
  for (const id of [tid, pid, bid]) assert.equal(control.expire(id).payment.state, 'EXPIRED');
  assert.equal(control.pay(tid).payment.state, 'LATE');
  assert.equal(control.pay(pid).payment.state, 'LATE');
  assert.throws(() => control.pay(bid), refusal('wrong_state'));
  await control.settled();
  assert.deepEqual(words(), ['EXPIRED', 'EXPIRED', 'EXPIRED', 'LATE', 'LATE']);
});

test('a payment expires without an action where the profile sets a time', async () => {
  const { crypto, control } = createFixture({ contractGaps: { expiresAfterMs: 60_000 } });
  const [waiting, paid] = [String((await crypto())['tid']), String((await crypto())['tid'])];
  await control.advance(59_000);
  assert.equal(control.payment(waiting).state, 'NEW');
  control.pay(paid);
  await control.advance(10_000);
  assert.equal(control.payment(waiting).state, 'EXPIRED');
  assert.equal(control.payment(paid).state, 'PAID');
});

test('what falls due sooner happens sooner, whenever it was planned', async () => {
  const { crypto, control, statuses: words } = createFixture({ contractGaps: { expiresAfterMs: 60_000 } });
  await crypto();
  const paid = String((await crypto())['tid']);
  control.pay(paid); // planned after both expiries, due before them
  await control.advance(5_000);
  assert.equal(control.payment(paid).state, 'PAID');
  await control.advance(60_000);
  assert.deepEqual(words(), ['CONFIRMING', 'CONFIRMING', 'PAID', 'EXPIRED']);
});

test('only a paid payment can be refunded, and only an open one can fail or be cancelled', async () => {
  const { wallet, crypto, control } = createFixture();
  const make = async () => String((await wallet())['pid']);
  const [paid, failed, cancelled] = [await make(), await make(), await make()];
  assert.throws(() => control.refund(paid), refusal('wrong_state'));
  control.pay(paid);
  assert.throws(() => control.pay(paid), refusal('wrong_state'));
  assert.throws(() => control.fail(paid), refusal('wrong_state'));
  assert.equal(control.refund(paid).payment.state, 'REFUNDED');
  assert.throws(() => control.refund(paid), refusal('wrong_state'));
  assert.equal(control.fail(failed).payment.state, 'FAILED');
  assert.equal(control.cancel(cancelled).payment.state, 'CANCELLED');
  assert.throws(() => control.expire(failed), refusal('wrong_state'));
  // A transfer that fails while it is confirmed stays failed.
  const tid = String((await crypto())['tid']);
  control.pay(tid);
  control.fail(tid);
  await control.advance(60_000);
  assert.equal(control.payment(tid).state, 'FAILED');
});

test('a play that does not fit is refused with its reason', async () => {
  const { crypto, wallet, control } = createFixture();
  const [tid, pid] = [String((await crypto())['tid']), String((await wallet())['pid'])];
  assert.throws(() => control.pay('none'), refusal('unknown_payment'));
  assert.throws(() => control.under(pid), refusal('wrong_kind'));
  assert.throws(() => control.note(tid, 'x'), refusal('wrong_kind'));
  assert.throws(() => control.code(tid, 'x'), refusal('wrong_kind'));
  for (const amount of ['0', '-1', 'abc', '0.000000001', '1']) {
    assert.throws(() => control.under(tid, amount), refusal('bad_amount'), amount);
  }
  assert.throws(() => control.over(tid, '0.0001'), refusal('bad_amount'));
  assert.throws(() => control.belowMinimum(tid, '0.00002'), refusal('bad_amount'));
  assert.equal(control.payment(tid).state, 'NEW');
});
