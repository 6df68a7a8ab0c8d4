import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { profiles, type Profile } from 'pay-elements/sandbox';
import type { Page } from 'puppeteer-core';
import { changeMethod, chooseCoin, press, shadowText, waitForPhase } from '../support/chromium.ts';
import { buy, useDemo } from '../support/demo-fixture.ts';

/** One choice of a payer, however it is made, is one payment in the shop's store and at the service. */
for (const profile of Object.keys(profiles) as Profile[])
  describe(`one choice in the checkout, ${profile}`, { timeout: 180_000 }, () => {
    const demo = useDemo({ profile });
    let page: Page;
    let orderRef: string;

    beforeEach(async () => {
      page = await demo.browser.newPage();
      await page.setViewport({ width: 1200, height: 1000 });
      page.setDefaultTimeout(15_000);
      await buy(page, demo.shop);
      orderRef = page.url().split('/').at(-1)!;
      await choices();
    });
    afterEach(() => page.close());

    const choices = () => page.waitForSelector('pay-checkout >>> [part=choice]', { visible: true });
    const untilText = (text: string) => page.waitForSelector(`pay-checkout >>> h2 ::-p-text(${text})`);
    const addressOf = () => shadowText(page, 'pay-crypto', '[part~=address]');

    const inDatabase = <T>(use: (db: DatabaseSync) => T): T => {
      const db = new DatabaseSync(join(demo.data, 'shop.db'));
      try {
        return use(db);
      } finally {
        db.close();
      }
    };

    /** What was made for the order: in the store, and at the service. */
    function made() {
      const kept = inDatabase((db) =>
        db
          .prepare('select method, coin, service_id as id from pay_payments where order_ref = ? order by created')
          .all(orderRef),
      );
      const ids = new Set(kept.map(({ id }) => id));
      return {
        store: kept.map(({ method, coin }) => coin || method),
        service: demo.sandbox.control.payments().filter(({ id }) => ids.has(id)).length,
      };
    }

    it('is one payment after a double click on everything', async () => {
      await press(page, 'Cryptocurrency', 2);
      await untilText('Choose a coin'); // and the second click chose no coin
      await press(page, 'Litecoin', 2);
      await waitForPhase(page, 'pay-checkout', 'awaiting');
      assert.deepEqual(made(), { store: ['LTC'], service: 1 });
    });

    it('is one payment when the page is reloaded while it is made, and after', async () => {
      await press(page, 'Online wallet');
      await page.reload();
      // A payment that was created before is shown as soon as the shop returns it.
      await page.waitForSelector('pay-checkout >>> [part=choice], pay-checkout >>> pay-wallet');
      if (!(await page.$('pay-checkout >>> pay-wallet'))) await press(page, 'Online wallet');
      await waitForPhase(page, 'pay-wallet', 'awaiting');
      await page.reload();
      await waitForPhase(page, 'pay-wallet', 'awaiting');
      assert.deepEqual(made(), { store: ['wallet'], service: 1 });
    });

    it('is one payment when the payer goes away and back', async () => {
      await chooseCoin(page, 'Bitcoin');
      await waitForPhase(page, 'pay-checkout', 'awaiting');
      const address = await addressOf();
      await page.goto(demo.shop.shopUrl);
      await page.goBack();
      await waitForPhase(page, 'pay-checkout', 'awaiting');
      assert.equal(await addressOf(), address);
      assert.deepEqual(made(), { store: ['BTC'], service: 1 });
    });

    it('is one payment in two tabs, and both go to paid', async () => {
      const other = await demo.browser.newPage();
      await other.goto(page.url());
      const both = [page, other];
      for (const tab of both) {
        await tab.bringToFront();
        await press(tab, 'Cryptocurrency');
      }
      await Promise.all(
        both.map((tab) =>
          tab.$eval('pay-checkout', (tag) =>
            [...tag.shadowRoot!.querySelectorAll('button')]
              .find((one) => one.textContent.includes('Dogecoin'))!
              .click(),
          ),
        ),
      );
      for (const tab of both) await waitForPhase(tab, 'pay-checkout', 'awaiting');
      assert.deepEqual(made(), { store: ['DOGE'], service: 1 });
      demo.sandbox.control.pay(demo.newest().id);
      for (const tab of both) {
        await tab.bringToFront();
        await waitForPhase(tab, 'pay-checkout', 'paid');
      }
      await other.close();
    });

    it('is found again when the payer chooses another coin and then returns', async () => {
      await chooseCoin(page, 'Bitcoin');
      await waitForPhase(page, 'pay-checkout', 'awaiting');
      const first = await addressOf();
      await changeMethod(page);
      await chooseCoin(page, 'Tether USD');
      await waitForPhase(page, 'pay-checkout', 'awaiting');
      assert.notEqual(await addressOf(), first);
      await changeMethod(page);
      await chooseCoin(page, 'Bitcoin');
      await waitForPhase(page, 'pay-checkout', 'awaiting');
      assert.equal(await addressOf(), first);
      assert.deepEqual(made(), { store: ['BTC', 'ERC20/USDT'], service: 2 });
    });

    it('is one payment when the answer to its creation is lost', async () => {
      const wire = await page.createCDPSession();
      await wire.send('Fetch.enable', { patterns: [{ urlPattern: '*/pay/payments', requestStage: 'Response' }] });
      wire.on('Fetch.requestPaused', ({ requestId }) => {
        void wire.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
      });
      await press(page, 'Payment code');
      await waitForPhase(page, 'pay-localcode', 'awaiting');
      assert.deepEqual(made(), { store: ['localcode'], service: 1 });
    });

    it('waits as long as Retry-After of a busy shop, continues without interaction, and creates one payment', async () => {
      const requests: number[] = [];
      await page.setRequestInterception(true);
      page.on('request', (request) => {
        if (request.method() !== 'POST') return void request.continue();
        const busy = requests.push(Date.now()) === 1;
        void (busy ? request.respond({ status: 429, headers: { 'retry-after': '1' } }) : request.continue());
      });
      await press(page, 'Online wallet');
      await untilText('One moment, please');
      await waitForPhase(page, 'pay-wallet', 'awaiting');
      assert.ok(requests[1]! - requests[0]! >= 1_000, 'not sooner than told');
      assert.deepEqual(made(), { store: ['wallet'], service: 1 });
    });

    it('survives a shop that is down, and is never called failed', async () => {
      await demo.shop.kill();
      await press(page, 'Online wallet');
      await untilText('Can’t reach the shop');
      await demo.restart();
      // The choice goes on by itself.
      await waitForPhase(page, 'pay-wallet', 'awaiting');
      assert.deepEqual(made(), { store: ['wallet'], service: 1 });
    });

    it('gives way to the payment that paid the order in another tab, without a press', async () => {
      const other = await demo.browser.newPage();
      await other.goto(page.url());
      await chooseCoin(other, 'Ethereum');
      await waitForPhase(other, 'pay-checkout', 'awaiting');
      demo.sandbox.control.pay(demo.newest().id);
      await waitForPhase(other, 'pay-checkout', 'paid');
      await other.close();
      await waitForPhase(page, 'pay-crypto', 'paid');
      assert.deepEqual(made(), { store: ['ETH'], service: 1 });
    });

    it('is met by an order that is sold out, and makes nothing', async () => {
      inDatabase((db) => db.prepare("update orders set state = 'sold-out' where id = ?").run(orderRef));
      await press(page, 'Online wallet');
      await untilText('No longer available');
      await page.reload();
      await untilText('No longer available');
      assert.deepEqual(made(), { store: [], service: 0 });
    });
  });
