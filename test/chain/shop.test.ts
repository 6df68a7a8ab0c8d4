import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { chooseCoin, follow, openBrowser, press, shadowText, waitForPhase } from '../support/chromium.ts';
import { startDemo, type Demo } from '../support/demo.ts';
import { buy } from '../support/demo-fixture.ts';

/** The whole way in a real browser: tag, shop's handler, client, sandbox, webhook, store, status address, tag. */
describe('a visitor of the demo shop', { timeout: 180_000 }, () => {
  const data = mkdtempSync(join(tmpdir(), 'pay-elements-demo-'));
  let demo: Demo;
  let browser: Browser;
  let page: Page;
  let faults: string[];

  before(async () => {
    [demo, browser] = await Promise.all([startDemo({ DEMO_DATA: data, PORT: '0', SANDBOX_PORT: '0' }), openBrowser()]);
  });
  after(async () => {
    await browser.close();
    assert.equal(await demo.stop(), 0);
    rmSync(data, { recursive: true, force: true });
  });

  beforeEach(async () => {
    page = await browser.newPage();
    await page.setViewport({ width: 1200, height: 1000 });
    faults = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
  });
  afterEach(async () => {
    await page.close();
    assert.deepEqual(faults, []);
  });

  const play = async (id: string, does: string, body: object = {}) => {
    const answer = await fetch(new URL(`/_control/payments/${id}/${does}`, demo.panelUrl), {
      method: 'POST',
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 200, await answer.clone().text());
  };

  const newestPayment = async () => {
    const answer = await fetch(new URL('/_control/payments', demo.panelUrl));
    const { payments } = (await answer.json()) as { payments: Record<string, string>[] };
    return payments.sort((a, b) => Number(b.createdAt) - Number(a.createdAt))[0]!;
  };

  const openCheckout = async () => {
    await buy(page, demo, 2);
    await page.waitForSelector('pay-checkout >>> [part=choice]', { visible: true });
  };

  const begin = async (name: string) => {
    await chooseCoin(page, name);
    await waitForPhase(page, 'pay-crypto', 'awaiting');
  };

  const statusOf = async (tag: string) => (await shadowText(page, tag, '[part~=status]')) ?? '';

  // `profiles.test.ts` pays with every coin.
  for (const [symbol, name] of [
    ['BTC', 'Bitcoin'],
    ['ERC20/USDT', 'Tether USD'],
  ] as const)
    it(`pays with ${symbol}`, async () => {
      await openCheckout();
      await begin(name);
      const payment = await newestPayment();
      assert.equal(await shadowText(page, 'pay-crypto', '[part~=address]'), payment.address);
      assert.match(
        (await shadowText(page, 'pay-crypto', '[part~=coin-amount]')) ?? '',
        new RegExp(`\\b${payment.expected!.replace('.', '\\.')}\\b`),
      );
      await play(payment.id!, 'pay');
      await waitForPhase(page, 'pay-crypto', 'paid');
      assert.equal(await shadowText(page, 'pay-crypto', '[part~=address]'), undefined);
      await page.reload();
      await waitForPhase(page, 'pay-crypto', 'paid');
    });

  it("is paid by clicks in the sandbox's panel, and the tag changes to paid without a reload", async () => {
    await openCheckout();
    await begin('Bitcoin Cash');
    const panel = await browser.newPage();
    await panel.goto(demo.panelUrl);
    await panel.locator('button ::-p-text(Pay exactly)').click(); // the youngest payment comes first
    await page.bringToFront();
    await waitForPhase(page, 'pay-crypto', 'paid');
    const link = await page.waitForSelector('pay-checkout >>> pay-crypto >>> [part~=transaction-link]');
    const transaction = await link!.evaluate((element) => (element as HTMLAnchorElement).href);
    assert.equal(transaction.replace(/[\da-f]{64}$/, ''), `${demo.panelUrl}#`);
    await panel.close();
    await page.goto(transaction);
    assert.match(await page.$eval(':target', ({ textContent }) => textContent), /2 confirmations/);
  });

  it('pays by online wallet, with the note unchanged', async () => {
    await openCheckout();
    await press(page, 'Online wallet');
    await waitForPhase(page, 'pay-wallet', 'awaiting');
    const payment = await newestPayment();
    const note = await shadowText(page, 'pay-wallet', '[part~=note] code');
    assert.equal(note, payment.note);
    await play(payment.id!, 'note', { note });
    await waitForPhase(page, 'pay-wallet', 'paid');
  });

  it('shows that the note of the transfer was wrong', async () => {
    await openCheckout();
    await press(page, 'Online wallet');
    await waitForPhase(page, 'pay-wallet', 'awaiting');
    await play((await newestPayment()).id!, 'note', { note: 'thanks for the coffee' });
    await waitForPhase(page, 'pay-wallet', 'unmatched');
  });

  it('pays by local mobile code, on the hosted page, after a wrong try', async () => {
    await openCheckout();
    await press(page, 'Payment code');
    await waitForPhase(page, 'pay-localcode', 'awaiting');
    const payment = await newestPayment();
    const hosted = await browser.newPage();
    const { hostedUrl } = payment.data as unknown as { hostedUrl: string };
    await hosted.goto(hostedUrl);
    for (const code of ['000000', payment.code!]) {
      await hosted.type('input[name=code]', code);
      await follow(hosted, 'form button');
    }
    await hosted.close();
    await waitForPhase(page, 'pay-localcode', 'paid');
  });

  it("has a main button of a test payment, which opens the sandbox's page and no wallet", async () => {
    await openCheckout();
    await begin('Bitcoin');
    const link = (await page.waitForSelector('pay-checkout >>> pay-crypto >>> .body a.main'))!;
    const { data } = await newestPayment();
    assert.equal(
      await link.evaluate((a) => a.getAttribute('href')),
      (data as unknown as { hostedUrl: string }).hostedUrl,
    );
    assert.equal(await page.$('pay-checkout >>> pay-crypto >>> [href^="bitcoin:"]'), null);
  });

  it('finds the cart as it was when it goes back, and empty once the order is paid', async () => {
    await openCheckout();
    assert.equal(await page.$eval('pay-checkout', (tag) => tag.contact), 'mailto:hello@northwind.example');

    assert.equal(await page.$eval('pay-checkout [slot=header]', (name) => name.textContent), 'Northwind Coffee');
    const checkoutUrl = page.url();
    await page.goBack();
    const count = () => page.$eval('.product:nth-child(2) input', (input) => input.value);
    assert.equal(await count(), '1');
    await page.goto(checkoutUrl);
    await page.waitForSelector('pay-checkout >>> [part=choice]', { visible: true });
    await begin('Bitcoin');
    await play((await newestPayment()).id!, 'pay');
    await waitForPhase(page, 'pay-crypto', 'paid');
    await page.locator('pay-checkout >>> pay-crypto >>> [part=home-link]').click();
    await page.waitForSelector('.products');
    assert.equal(await count(), '0');
  });

  it('underpays, is shown the missing amount, and completes the payment', async () => {
    await openCheckout();
    await begin('Litecoin');
    const { id, expected } = await newestPayment();
    await play(id!, 'under');
    await waitForPhase(page, 'pay-crypto', 'underpaid');
    const rest = await shadowText(page, 'pay-crypto', '[part~=coin-amount]');
    assert.ok(rest && !rest.includes(expected!), rest);
    await play(id!, 'pay');
    await waitForPhase(page, 'pay-crypto', 'paid');
  });

  it('reloads in the middle and finds the same payment', async () => {
    await openCheckout();
    await begin('Dogecoin');
    const address = await shadowText(page, 'pay-crypto', '[part~=address]');
    await page.reload();
    await waitForPhase(page, 'pay-crypto', 'awaiting');
    assert.equal(await shadowText(page, 'pay-crypto', '[part~=address]'), address);
    const { id } = await newestPayment();
    await play(id!, 'pay');
    await waitForPhase(page, 'pay-crypto', 'paid');
  });

  it('shows no change after a payment below the minimum, for which no webhook is sent (contract 3)', async () => {
    await openCheckout();
    await begin('TRON');
    const { id } = await newestPayment();
    await play(id!, 'below-minimum');
    const deliveries = await fetch(new URL(`/_control/deliveries?payment=${id}`, demo.panelUrl));
    assert.deepEqual(await deliveries.json(), { deliveries: [] });
    assert.equal(await page.$eval('pay-checkout', (tag) => tag.getAttribute('phase')), 'awaiting');
    assert.match(await statusOf('pay-crypto'), /waiting/i);
  });

  it('shows that the offer has expired, and that late money is still accepted', async () => {
    await openCheckout();
    await begin('Bitcoin');
    const { id } = await newestPayment();
    await play(id!, 'expire');
    await waitForPhase(page, 'pay-crypto', 'expired');
    await play(id!, 'webhook', { status: 'LATE' });
    await page.$eval('pay-checkout', (tag) => (tag as HTMLElement & { refresh(): void }).refresh());
    await waitForPhase(page, 'pay-crypto', 'late');
  });

  it('gets the languages of the tags', async () => {
    const response = await fetch(new URL('/assets/locales/de.js', demo.shopUrl));
    assert.match(response.headers.get('content-type') ?? '', /^text\/javascript/);
    assert.match(await response.text(), /"paid":"[^"]+"/);
  });

  it('is led from localhost to the address of the shop, which the status addresses have, too', async () => {
    await page.goto(`${demo.shopUrl.replace('127.0.0.1', 'localhost')}?empty`);
    assert.equal(page.url().split('?')[0]!.replace(/\/$/, ''), demo.shopUrl);
  });

  it('is helped when the cart is empty or the address is wrong', async () => {
    await page.goto(new URL('/?empty', demo.shopUrl).href);
    assert.equal(await page.$eval('.cart .primary', (button) => (button as HTMLButtonElement).disabled), true);
    const answer = await fetch(new URL('/checkout/NW-NOTHERE', demo.shopUrl));
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /Back to the shop/);
  });
});
