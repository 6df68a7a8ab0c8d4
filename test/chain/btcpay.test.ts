import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Invoices } from '../../src/sandbox/btcpay/invoices.ts';
import { holdAnswers, isCreation, openBtcpayShop as openShop } from '../support/btcpay-shop.ts';
import { until } from '../support/until.ts';

/** What the payer of these purchases has to send, in BTC: 24.90 EUR, rounded up to a whole satoshi. */
const WHOLE = '0.0004159';

const fail = (): never => assert.fail('no payment');

/** The buttons of an invoice on the page of the sandbox, and a function that presses one. */
async function pageOf(url: string, id: string) {
  const page = await (await fetch(url)).text();
  const [card = ''] = page.split('<article').filter((part) => part.includes(`data-key="${id}"`));
  const buttons = [...card.matchAll(/<button name="do" value="([^"]*)"/g)].map(([, name]) => name!);
  const press = async (name: string) => {
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ invoice: id, do: name }) });
    assert.equal(response.status, 200, name);
  };
  return { card, buttons, press };
}

describe('the page of the sandbox of BTCPay Server', () => {
  const REPLACE = 'Replace the transaction (its payment disappears)';
  const LEAVE = 'Do not confirm (becomes invalid)';

  it('has a button for money that is not confirmed, while it is waited for', async (t) => {
    const { begin, sandbox, phase } = await openShop(t);
    const { payment } = await begin();
    const first = await pageOf(sandbox.url, payment.tid);
    assert.deepEqual(first.buttons, ['Pay', 'Pay half', 'Pay too much', 'Expire', 'Mark settled', 'Mark invalid']);
    await first.press('Pay');
    const { buttons, press } = await pageOf(sandbox.url, payment.tid);
    assert.deepEqual(buttons, ['Confirm', REPLACE, LEAVE, 'Mark settled', 'Mark invalid']);
    await press(LEAVE);
    await phase(payment, 'late');
    const last = await pageOf(sandbox.url, payment.tid);
    assert.match(last.card, />Invalid</);
    assert.ok(!last.buttons.includes(LEAVE));
  });

  it('has a button for a refund of a part, which leaves the payment paid, and lists it', async (t) => {
    const { begin, sandbox, phase, show } = await openShop(t);
    const { payment } = await begin();
    const { press } = await pageOf(sandbox.url, payment.tid);
    for (const name of ['Pay', 'Confirm']) await press(name);
    await phase(payment, 'paid');
    const { buttons, card } = await pageOf(sandbox.url, payment.tid);
    assert.deepEqual(buttons, ['Mark invalid', 'Refund', 'Refund half']);
    assert.doesNotMatch(card, /Refunded/);
    await press('Refund half');
    await sandbox.webhooks.sent;
    assert.equal((await show(payment)).phase, 'paid');
    const refunded = await pageOf(sandbox.url, payment.tid);
    assert.match(refunded.card, /Refunded<\/dt>\s*<dd><code>0\.00020795 BTC</);
    assert.deepEqual(refunded.buttons, ['Mark invalid']);
  });

  it('has no button for a refund where no money has arrived', async (t) => {
    const { begin, sandbox } = await openShop(t);
    const { payment } = await begin();
    await (await pageOf(sandbox.url, payment.tid)).press('Mark settled');
    assert.deepEqual((await pageOf(sandbox.url, payment.tid)).buttons, ['Mark invalid']);
  });
});

describe('a purchase with BTCPay Server', () => {
  it('is paid exactly', async (t) => {
    const { begin, invoices, phase, paid, changes, sandbox } = await openShop(t);
    const { status, payment } = await begin();
    assert.deepEqual([status, payment.cryptoAmountExpected, payment.phase], [201, WHOLE, 'awaiting']);
    const invoice = invoices.all.get(payment.tid)!;
    assert.equal(payment.address, invoice.destination);
    assert.equal(Date.parse(payment.expiresAt), invoice.expiration * 1000);
    invoices.pay(payment.tid, WHOLE);
    await phase(payment, 'detected');
    invoices.confirm(payment.tid);
    await phase(payment, 'paid');
    await sandbox.webhooks.sent;
    await until(() => changes.length === 2, 'two changes');
    assert.deepEqual([paid, changes], [['1001'], ['awaiting -> detected', 'detected -> paid']]);
    assert.equal(invoices.all.size, 1);
  });

  it('is never asked for more by an own verification that decides later', async (t) => {
    let verdict: 'later' | true = 'later';
    const { begin, invoices, phase, show, checkout, paid } = await openShop(t, {}, { verifyPayment: () => verdict });
    const { payment } = await begin();
    // Marked by hand: the server says that it is settled, without money.
    invoices.mark(payment.tid, 'Settled');
    await phase(payment, 'confirming');
    const [{ paymentRef } = fail()] = await checkout.payments.ofOrder('1001');
    await checkout.payments.refresh(paymentRef);
    assert.equal((await show(payment)).phase, 'confirming');
    verdict = true;
    await checkout.payments.refresh(paymentRef);
    await until(() => paid.length === 1, 'onPaid');
    assert.equal((await show(payment)).phase, 'paid');
  });

  it('is paid in two parts: the rest that the server names is shown', async (t) => {
    const { begin, invoices, phase, show, paid } = await openShop(t);
    const { payment } = await begin();
    invoices.pay(payment.tid, '0.0002');
    await phase(payment, 'underpaid');
    const { cryptoAmountReceived, cryptoAmountDue: due } = await show(payment);
    assert.deepEqual([cryptoAmountReceived, due], ['0.0002', '0.00021987']);
    invoices.pay(payment.tid, '0.00021987');
    await phase(payment, 'detected');
    // It is more than the price, with the fee of the second transaction, and nothing is due.
    const { cryptoAmountReceived: all, cryptoAmountDue: nothing } = await show(payment);
    assert.deepEqual([all, nothing], ['0.00041987', '0']);
    invoices.confirm(payment.tid);
    await phase(payment, 'paid');
    assert.deepEqual(paid, ['1001']);
  });

  it('is paid with less, within the tolerance of the store', async (t) => {
    const { begin, invoices, phase, paid } = await openShop(t, { store: { paymentTolerance: 2 } });
    const { payment } = await begin();
    invoices.pay(payment.tid, '0.000408');
    await phase(payment, 'detected');
    invoices.confirm(payment.tid);
    await phase(payment, 'paid');
    assert.deepEqual(paid, ['1001']);
  });

  it('expires with too little', async (t) => {
    const { begin, invoices, phase, paid } = await openShop(t);
    const { payment } = await begin();
    invoices.pay(payment.tid, '0.0002', { isSettled: true });
    await phase(payment, 'underpaid');
    invoices.expire(payment.tid);
    await phase(payment, 'expired');
    assert.deepEqual(paid, []);
  });

  it('is paid too late, and settled by hand', async (t) => {
    const { begin, invoices, phase, paid } = await openShop(t);
    const { payment } = await begin();
    invoices.expire(payment.tid);
    await phase(payment, 'expired');
    invoices.pay(payment.tid, WHOLE, { isSettled: true });
    await phase(payment, 'late');
    assert.deepEqual(paid, []);
    invoices.mark(payment.tid, 'Settled');
    await phase(payment, 'paid');
    assert.deepEqual(paid, ['1001']);
  });

  it('shows the payer the earlier end: that of the invoice, or that of the offer', async (t) => {
    for (const [minutes, isOfInvoice] of [
      [20, true],
      [5, false],
    ] as const) {
      const expiresAt = new Date(Date.now() + minutes * 60_000).toISOString();
      const order = async () => ({ amount: '24.90', currency: 'EUR', expiresAt });
      const { begin, invoices, show } = await openShop(t, {}, { order });
      const { payment } = await begin();
      const { expiration } = invoices.all.get(payment.tid)!;
      const shown = await show(payment);
      assert.equal(Date.parse(String(shown['expiresAt'])), isOfInvoice ? expiration * 1000 : Date.parse(expiresAt));
    }
  });

  it('cannot begin while the server is not reachable, and the shop is told so', async (t) => {
    const { checkout, sandbox } = await openShop(t);
    sandbox.setFault('no-answer');
    const made = await checkout.payments.create(
      { orderRef: '1001', method: 'crypto', coin: 'BTC' },
      { visitor: 'ann' },
    );
    assert.deepEqual(made, { ok: false, code: 'service-unavailable' });
  });

  it('is paid too much', async (t) => {
    const { begin, invoices, phase, paid } = await openShop(t);
    const { payment } = await begin();
    invoices.pay(payment.tid, '0.0005');
    await phase(payment, 'detected');
    invoices.confirm(payment.tid);
    await phase(payment, 'overpaid');
    assert.deepEqual(paid, ['1001']);
  });

  it('is marked by hand without money: settled, or invalid', async (t) => {
    const settled = await openShop(t);
    const first = (await settled.begin()).payment;
    settled.invoices.mark(first.tid, 'Settled');
    await settled.phase(first, 'paid');
    assert.deepEqual(settled.paid, ['1001']);
    const invalid = await openShop(t);
    const second = (await invalid.begin()).payment;
    invalid.invoices.mark(second.tid, 'Invalid');
    await invalid.phase(second, 'cancelled');
    assert.deepEqual(invalid.paid, []);
  });

  it('is refunded', async (t) => {
    const { begin, invoices, phase } = await openShop(t);
    const { payment } = await begin();
    invoices.pay(payment.tid, WHOLE, { isSettled: true });
    await phase(payment, 'paid');
    invoices.refund(payment.tid, WHOLE, 'BTC');
    await phase(payment, 'refunded');
  });

  it('is paid once when each webhook is sent twice', async (t) => {
    const { begin, invoices, phase, paid, webhook, bodies, sandbox } = await openShop(t);
    const { payment } = await begin();
    invoices.pay(payment.tid, WHOLE, { isSettled: true });
    await phase(payment, 'paid');
    await sandbox.webhooks.sent;
    for (const body of [...bodies])
      assert.equal((await fetch(webhook, { method: 'POST', headers: sandbox.webhooks.sign(body), body })).status, 200);
    await phase(payment, 'paid');
    assert.deepEqual(paid, ['1001']);
  });

  it('ignores forged webhooks', async (t) => {
    const { begin, show, webhook, bodies, sandbox, types, exchanges } = await openShop(t);
    const { payment } = await begin();
    await sandbox.webhooks.sent;
    const [body = ''] = bodies;
    const forged = body.replace('InvoiceCreated', 'InvoiceSettled');
    const before = exchanges.length;
    for (const headers of [{}, sandbox.webhooks.sign(body)]) {
      const response = await fetch(webhook, { method: 'POST', headers, body: forged });
      assert.equal(response.status, 404);
    }
    assert.equal(exchanges.length, before);
    assert.equal((await show(payment)).phase, 'awaiting');
    assert.equal(types().filter((type) => type === 'webhook-rejected').length, 2);
  });

  for (const [how, settle] of [
    ['paid', (invoices, id) => invoices.pay(id, WHOLE, { isSettled: true })],
    [
      'paid with less, within the tolerance of the store',
      (invoices, id) => invoices.pay(id, '0.000408', { isSettled: true }),
    ],
    ['marked by hand, without money', (invoices, id) => invoices.mark(id, 'Settled')],
  ] satisfies [string, (invoices: Invoices, id: string) => unknown][])
    it(`is paid once when the webhook Settled arrives before the answer to the creation: ${how}`, async (t) => {
      const { begin, invoices, phase, paid, changes, sandbox, types } = await openShop(t, {
        store: { paymentTolerance: 2 },
      });
      const answer = holdAnswers(sandbox, isCreation);
      const beginning = begin();
      await answer.reached;
      const [id = ''] = invoices.all.keys();
      settle(invoices, id);
      await sandbox.webhooks.sent;
      assert.deepEqual(paid, []);
      answer.release();
      const { status, payment } = await beginning;
      assert.deepEqual([status, payment.tid, payment.phase], [201, id, 'paid']);
      await until(() => paid.length > 0, 'onPaid');
      await phase(payment, 'paid');
      assert.deepEqual([paid, changes], [['1001'], ['awaiting -> confirming', 'confirming -> paid']]);
      assert.equal(invoices.all.size, 1);
      assert.ok(!types().includes('paid-amount-low'));
    });

  it('is paid while its invoice is searched, because the answer to the creation was lost', async (t) => {
    const { begin, invoices, phase, paid, sandbox } = await openShop(t);
    sandbox.setFault('lost-answer');
    const beginning = begin();
    await until(() => invoices.all.size === 1, 'an invoice');
    sandbox.setFault(undefined);
    const [id = ''] = invoices.all.keys();
    invoices.pay(id, WHOLE, { isSettled: true });
    await sandbox.webhooks.sent;
    const { payment } = await beginning;
    assert.equal(payment.tid, id);
    await phase(payment, 'paid');
    assert.deepEqual(paid, ['1001']);
    assert.equal(invoices.all.size, 1);
  });

  it('heals by reading when a webhook is lost', async (t) => {
    const { begin, invoices, phase, paid, sandbox, checkout, show } = await openShop(t);
    const { payment } = await begin();
    await sandbox.webhooks.sent;
    sandbox.webhooks.isLost = () => true;
    invoices.pay(payment.tid, WHOLE);
    assert.equal((await show(payment)).phase, 'awaiting');
    const [{ paymentRef } = fail()] = await checkout.payments.ofOrder('1001');
    await checkout.payments.refresh(paymentRef);
    await phase(payment, 'detected');
    invoices.confirm(payment.tid);
    await checkout.payments.refresh(paymentRef);
    await phase(payment, 'paid');
    await until(() => paid.length === 1, 'onPaid');
  });

  it('is in time by the state of its invoice, when the shop learns of the money after its own deadline', async (t) => {
    const expiresAt = new Date(Date.now() + 20 * 60_000).toISOString();
    const order = () => ({ amount: '24.90', currency: 'EUR', expiresAt });
    const { begin, invoices, phase, paid, sandbox, checkout, turn } = await openShop(
      t,
      {},
      { order, afterExpiry: 'late' },
    );
    const { payment } = await begin();
    await sandbox.webhooks.sent;
    sandbox.webhooks.isLost = () => true;
    invoices.pay(payment.tid, WHOLE);
    turn(21 * 60_000);
    const [{ paymentRef } = fail()] = await checkout.payments.ofOrder('1001');
    await checkout.payments.refresh(paymentRef);
    await phase(payment, 'detected');
    invoices.confirm(payment.tid);
    await checkout.payments.refresh(paymentRef);
    await phase(payment, 'paid');
    await until(() => paid.length === 1, 'onPaid');
  });

  for (const [what, states] of [
    ['overpaid in time', ['overpaid']],
    ['accepted by hand after it was late', ['late', 'paid']],
  ] as const)
    it(`pays the order when it was ${what}, also after the own deadline of the shop`, async (t) => {
      const expiresAt = new Date(Date.now() + 20 * 60_000).toISOString();
      const order = () => ({ amount: '24.90', currency: 'EUR', expiresAt });
      const shop = await openShop(t, {}, { order, afterExpiry: 'late' });
      const { invoices, sandbox, checkout } = shop;
      const { payment } = await shop.begin();
      await sandbox.webhooks.sent;
      sandbox.webhooks.isLost = () => true;
      if (states[0] === 'late') invoices.expire(payment.tid);
      invoices.pay(payment.tid, states[0] === 'late' ? WHOLE : '0.0005', { isSettled: true });
      shop.turn(21 * 60_000);
      const [{ paymentRef } = fail()] = await checkout.payments.ofOrder('1001');
      for (const state of states) {
        await checkout.payments.refresh(paymentRef);
        await shop.phase(payment, state);
        if (state === 'late') invoices.mark(payment.tid, 'Settled');
      }
      await until(() => shop.paid.length === 1, 'onPaid');
    });

  it('waits for money again when its transaction was replaced', async (t) => {
    const { begin, invoices, phase, sandbox, checkout, types } = await openShop(t);
    const { payment } = await begin();
    invoices.pay(payment.tid, WHOLE);
    await phase(payment, 'detected');
    await sandbox.webhooks.sent;
    invoices.replace(payment.tid); // the server sends no webhook
    const [{ paymentRef } = fail()] = await checkout.payments.ofOrder('1001');
    await checkout.payments.refresh(paymentRef);
    await phase(payment, 'awaiting');
    assert.ok(types().includes('money-gone'));
    invoices.pay(payment.tid, WHOLE, { isSettled: true });
    await phase(payment, 'paid');
  });

  it('waits for money again when the transaction of its only part was replaced', async (t) => {
    const { begin, invoices, phase, show, sandbox, checkout } = await openShop(t);
    const { payment } = await begin();
    invoices.pay(payment.tid, '0.0001');
    await phase(payment, 'underpaid');
    await sandbox.webhooks.sent;
    invoices.replace(payment.tid);
    const [{ paymentRef } = fail()] = await checkout.payments.ofOrder('1001');
    await checkout.payments.refresh(paymentRef);
    await phase(payment, 'awaiting');
    assert.equal(((await show(payment)) as { moneyGone?: boolean }).moneyGone, true);
  });

  it('gets another invoice when the order has changed', async (t) => {
    const { begin, invoices, phase, paid, setAmount } = await openShop(t);
    const first = (await begin()).payment;
    setAmount('30.00');
    const second = (await begin()).payment;
    assert.notEqual(second.tid, first.tid);
    assert.notEqual(second.address, first.address);
    invoices.pay(first.tid, WHOLE, { isSettled: true });
    await phase(first, 'paid');
    assert.deepEqual(paid, []);
  });

  it('is sent again by the server when the shop fails', async (t) => {
    const { begin, invoices, phase, sandbox, types } = await openShop(t);
    const { payment } = await begin();
    await sandbox.webhooks.sent;
    sandbox.setFault('proxy-error'); // the invoice cannot be read
    invoices.pay(payment.tid, WHOLE, { isSettled: true });
    await until(() => types().includes('internal-error'), 'a failure');
    sandbox.setFault(undefined);
    await phase(payment, 'paid');
  });
});
