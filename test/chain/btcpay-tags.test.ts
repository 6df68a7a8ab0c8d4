import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser } from 'puppeteer-core';
import type { BtcpaySandboxInternals } from '../../src/sandbox/btcpay/start-btcpay-sandbox.ts';
import { holdAnswers, isCreation, openBtcpayShop } from '../support/btcpay-shop.ts';
import { openBrowser, press, shadowText, waitForPhase } from '../support/chromium.ts';
import { until } from '../support/until.ts';

const WHOLE = '0.0004159';

/** Between two sweeps, and a step of the shop's clock after which a payment is read again. Milliseconds. */
const SWEEP_MS = 100;
const MINUTE = 60_000;

/** A shop, a sandbox of BTCPay Server, the real tags and Chromium. */
describe('the tags with BTCPay Server show a purchase that', { timeout: 180_000 }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  /** The page of an order whose payer has not chosen a coin yet. */
  async function open(t: TestContext, server?: BtcpaySandboxInternals) {
    const shop = await openBtcpayShop(t, server, {}, { sweepInterval: SWEEP_MS });
    const page = await browser.newPage();
    t.after(() => page.close());
    page.setDefaultTimeout(20_000);
    await page.goto(shop.origin);
    await page.waitForSelector('pay-checkout >>> [part=choice]', { visible: true });
    const sees = (phase: string) => waitForPhase(page, 'pay-checkout', phase);
    /** The shop was told so often, and nothing else comes. */
    const told = async (times: 0 | 1) => {
      await shop.sandbox.webhooks.sent;
      await until(() => shop.paid.length >= times, 'onPaid');
      await shop.checkout.sweep();
      assert.deepEqual(shop.paid, times === 0 ? [] : ['1001']);
      assert.equal(shop.invoices.all.size, 1);
    };
    return { ...shop, page, sees, told };
  }

  /** The page of a payment that waits for its money. */
  async function begin(t: TestContext, server?: BtcpaySandboxInternals) {
    const shop = await open(t, server);
    await press(shop.page, 'Bitcoin');
    await shop.sees('awaiting');
    const [id = ''] = shop.invoices.all.keys();
    await shop.sandbox.webhooks.sent;
    return { ...shop, id };
  }

  it('is paid exactly', async (t) => {
    const { invoices, id, sees, told } = await begin(t);
    invoices.pay(id, WHOLE);
    await sees('detected');
    invoices.confirm(id);
    await sees('paid');
    await told(1);
  });

  it('is paid in two parts: the rest that the server says is asked for', async (t) => {
    const { invoices, id, page, sees, told } = await begin(t);
    invoices.pay(id, '0.0002');
    await sees('underpaid');
    assert.match((await shadowText(page, 'pay-crypto', '[part=card]')) ?? '', /0\.00021987/);
    invoices.pay(id, '0.00021987');
    await sees('detected');
    invoices.confirm(id);
    await sees('paid');
    await told(1);
  });

  it('is paid with too little, and expires', async (t) => {
    const { invoices, id, sees, told } = await begin(t);
    invoices.pay(id, '0.0002', { isSettled: true });
    await sees('underpaid');
    invoices.expire(id);
    await sees('expired');
    await told(0);
  });

  it('is paid too late, and then marked by hand', async (t) => {
    const { invoices, id, sees, told } = await begin(t);
    invoices.expire(id);
    await sees('expired');
    invoices.pay(id, WHOLE, { isSettled: true });
    await sees('late');
    await told(0);
    invoices.mark(id, 'Settled');
    await sees('paid');
    await told(1);
  });

  it('is paid with too much', async (t) => {
    const { invoices, id, sees, told } = await begin(t);
    invoices.pay(id, '0.0005', { isSettled: true });
    await sees('overpaid');
    await told(1);
  });

  it('is marked as settled by hand, without money', async (t) => {
    const { invoices, id, sees, told } = await begin(t);
    invoices.mark(id, 'Settled');
    await sees('paid');
    await told(1);
  });

  it('is marked as invalid by hand', async (t) => {
    const { invoices, id, sees, told } = await begin(t);
    invoices.mark(id, 'Invalid');
    await sees('cancelled');
    await told(0);
  });

  it('is paid although its webhooks were lost', async (t) => {
    const { invoices, id, sandbox, turn, sees, told } = await begin(t);
    sandbox.webhooks.isLost = () => true;
    invoices.pay(id, WHOLE);
    turn(MINUTE);
    await sees('detected');
    invoices.confirm(id);
    turn(MINUTE);
    await sees('paid');
    await told(1);
  });

  it('is paid once although each webhook came twice', async (t) => {
    const { invoices, id, sandbox, bodies, webhook, sees, told } = await begin(t);
    const sent = bodies.length;
    const resend = async () => {
      await sandbox.webhooks.sent;
      for (const body of bodies.slice(sent))
        assert.equal(
          (await fetch(webhook, { method: 'POST', headers: sandbox.webhooks.sign(body), body })).status,
          200,
        );
    };
    invoices.pay(id, WHOLE);
    await sees('detected');
    await resend();
    invoices.confirm(id);
    await sees('paid');
    await resend();
    await sees('paid');
    await told(1);
  });

  it('is not paid by a forged webhook, and is by its money', async (t) => {
    const { invoices, id, sandbox, bodies, webhook, types, page, sees, told } = await begin(t);
    const forged = bodies[0]!.replace('InvoiceCreated', 'InvoiceSettled');
    const headers = sandbox.webhooks.sign(bodies[0]!);
    assert.equal((await fetch(webhook, { method: 'POST', headers, body: forged })).status, 404);
    // With the right signature it is a signal only: the invoice says that nothing was paid.
    const signed = await fetch(webhook, { method: 'POST', headers: sandbox.webhooks.sign(forged), body: forged });
    assert.equal(signed.status, 200);
    assert.ok(types().includes('webhook-rejected'));
    await page.reload();
    await sees('awaiting');
    await told(0);
    invoices.pay(id, WHOLE, { isSettled: true });
    await sees('paid');
    await told(1);
  });

  it('is paid before the answer to its creation', async (t) => {
    const { invoices, sandbox, page, sees, told } = await open(t);
    const answer = holdAnswers(sandbox, isCreation);
    await press(page, 'Bitcoin');
    await answer.reached;
    const [id = ''] = invoices.all.keys();
    invoices.pay(id, WHOLE, { isSettled: true });
    await sandbox.webhooks.sent;
    answer.release();
    await sees('paid');
    await told(1);
  });
});
