import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'puppeteer-core';
import { changeMethod, chooseCoin, waitForPhase } from '../support/chromium.ts';
import { buy, useDemo } from '../support/demo-fixture.ts';
import { until } from '../support/until.ts';

/** One order has one payment, however many were begun, in whichever tab or device, and whichever is paid. */
describe('one order in the checkout', { timeout: 180_000 }, () => {
  const demo = useDemo();
  let device: BrowserContext;
  let page: Page;

  beforeEach(async () => {
    device = await demo.browser.createBrowserContext();
    page = await open();
    await buy(page, demo.shop);
    await choices();
  });
  afterEach(() => device.close());

  async function open(url?: string) {
    const tab = await device.newPage();
    await tab.setViewport({ width: 1200, height: 1000 });
    tab.setDefaultTimeout(20_000);
    if (url) await tab.goto(url);
    return tab;
  }
  const choices = (tab = page) => tab.waitForSelector('pay-checkout >>> [part=choice]', { visible: true });

  /** Begins a payment and gives its identifier. */
  async function begin(coin: string, tab = page): Promise<string> {
    const before = demo.sandbox.control.payments().length;
    await chooseCoin(tab, coin);
    await waitForPhase(tab, 'pay-checkout', 'awaiting');
    await shows(tab, coin);
    assert.equal(demo.sandbox.control.payments().length, before + 1);
    return demo.newest().id;
  }
  /** Waits until the payment of this coin is the one that is shown. */
  const shows = (tab: Page, coin: string) => tab.waitForSelector(`pay-checkout >>> .chosen .name ::-p-text(${coin})`);
  const untilText = (tab: Page, text: string) => tab.waitForSelector(`pay-checkout >>> p ::-p-text(${text})`);

  const tags = (tab: Page) =>
    tab.$eval(
      'pay-checkout',
      (tag) => tag.shadowRoot!.querySelectorAll('pay-crypto, pay-wallet, pay-localcode').length,
    );

  it('shows the first payment when it is paid after the payer has begun a second one', async () => {
    const first = await begin('Litecoin');
    await changeMethod(page);
    await begin('Dogecoin');
    demo.sandbox.control.pay(first);
    await waitForPhase(page, 'pay-checkout', 'paid');
    await shows(page, 'Litecoin');
    assert.equal(await tags(page), 1);
    await untilText(page, 'A payment for this order was seen. It is shown here now.');
  });

  it('shows the first payment as soon as money is seen for it', async () => {
    const first = await begin('Litecoin');
    await changeMethod(page);
    await begin('Dogecoin');
    await demo.sandbox.control.webhook(first, { status: 'DETECTED' });
    await waitForPhase(page, 'pay-checkout', 'detected');
    await shows(page, 'Litecoin');
    assert.equal(await page.$('pay-checkout >>> [part=change-button]'), null);
    demo.sandbox.control.pay(first);
    await waitForPhase(page, 'pay-checkout', 'paid');
  });

  it('shows the first payment while the payer chooses a second one', async () => {
    const first = await begin('Litecoin');
    await changeMethod(page);
    demo.sandbox.control.pay(first);
    await waitForPhase(page, 'pay-checkout', 'paid');
    await shows(page, 'Litecoin');
  });

  it('shows in both tabs a payment that was paid in one of them', async () => {
    const other = await open(page.url());
    await choices(other);
    await page.bringToFront();
    const first = await begin('Litecoin');
    await other.bringToFront();
    await shows(other, 'Litecoin');
    await changeMethod(other);
    await begin('Dogecoin', other);
    demo.sandbox.control.pay(first);
    await waitForPhase(other, 'pay-checkout', 'paid');
    await shows(other, 'Litecoin');
    await page.bringToFront();
    await waitForPhase(page, 'pay-checkout', 'paid');
    await shows(page, 'Litecoin');
  });

  it('shows the payment in progress after a reload, when the payer comes back, in a second tab and on another device', async () => {
    const id = await begin('Litecoin');
    const url = page.url();
    const made = demo.sandbox.control.payments().length;
    const inProgress = async (tab: Page) => {
      await waitForPhase(tab, 'pay-checkout', 'awaiting');
      await shows(tab, 'Litecoin');
      await tab.waitForSelector('pay-checkout >>> [role=status] ::-p-text(Your payment in progress)');
      await tab.waitForSelector('pay-checkout >>> [part=change-button]');
    };
    await page.reload();
    await inProgress(page);
    await page.goto(demo.shop.shopUrl);
    await page.goBack();
    await waitForPhase(page, 'pay-checkout', 'awaiting');
    await shows(page, 'Litecoin');
    await inProgress(await open(url));
    const phone = await demo.browser.createBrowserContext();
    const elsewhere = await phone.newPage();
    await elsewhere.goto(url);
    await inProgress(elsewhere);
    await phone.close();
    assert.deepEqual([demo.newest().id, demo.sandbox.control.payments().length], [id, made]);
  });

  it('shows the payment that the payer went back to, also after a reload', async () => {
    await begin('Litecoin');
    await changeMethod(page);
    await begin('Dogecoin');
    await changeMethod(page);
    await chooseCoin(page, 'Litecoin');
    await shows(page, 'Litecoin');
    await page.reload();
    await shows(page, 'Litecoin');
  });

  it('shows a payer who has paid both payments what to do', async () => {
    const first = await begin('Litecoin');
    await changeMethod(page);
    const second = await begin('Dogecoin');
    demo.sandbox.control.pay(first);
    await waitForPhase(page, 'pay-checkout', 'paid');
    const away = await open(demo.shop.shopUrl);
    await away.bringToFront();
    demo.sandbox.control.pay(second);
    const output = 'This order was paid twice. Contact the shop about the second payment.';
    const answer = page.url().replace('/checkout/', '/pay/orders/');
    await until(async () => (await (await fetch(answer)).text()).includes('duplicatePayments'), 'both are paid');
    await page.bringToFront();
    await untilText(page, output);
    await page.reload();
    await untilText(page, output);
    await page.waitForSelector(`pay-checkout >>> [part=order-note] ::-p-text(${second})`);
    await waitForPhase(page, 'pay-checkout', 'paid');
    await shows(page, 'Litecoin');
  });
});
