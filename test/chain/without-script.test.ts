import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { profiles, type Profile } from 'pay-elements/sandbox';
import type { Page } from 'puppeteer-core';
import { follow } from '../support/chromium.ts';
import { useDemo } from '../support/demo-fixture.ts';

/** A payer whose browser runs no script buys in the demo shop, from the catalogue to 'Paid'. */
for (const profile of Object.keys(profiles) as Profile[])
  describe(`without JavaScript, ${profile}`, { timeout: 180_000 }, () => {
    const demo = useDemo({ profile });
    let page: Page;

    beforeEach(async () => {
      page = await demo.browser.newPage();
      await page.setJavaScriptEnabled(false);
      await page.setViewport({ width: 360, height: 740 });
      page.setDefaultTimeout(15_000);
      await page.goto(demo.shop.shopUrl);
      await page.type('.product:nth-child(1) input', '1');
      await follow(page, '.cart .primary');
    });
    afterEach(() => page.close());

    const textOf = (selector: string) => page.$eval(selector, (node) => node.textContent.trim());
    const choose = async (choice: string) => {
      if (choice.startsWith('crypto:')) await page.click('.pay-way > summary');
      await follow(page, `button[value="${choice}"]`);
    };

    /** Checks again, as a payer would, until the page says so. */
    async function checkUntil(title: string): Promise<void> {
      do {
        await demo.sandbox.control.settled();
        await follow(page, '.pay-check');
      } while ((await textOf('.pay-payment h2')) !== title);
    }

    it('a coin is paid: in two parts, and the second is shown exactly', async () => {
      await choose('crypto:BTC');
      const { id, address } = demo.newest() as { id: string; address: string };
      assert.equal(await textOf('.pay-address'), address);
      assert.equal(await page.$eval('.pay-qr', (node) => node.getBoundingClientRect().width > 150), true);
      assert.equal(await textOf('.pay-test'), 'This is a test payment. Don’t send real money.');
      const whole = await textOf('.pay-amount');
      demo.sandbox.control.under(id);
      await checkUntil('Partly paid');
      assert.notEqual(await textOf('.pay-amount'), whole);
      assert.equal(await page.$('.inside .other'), null, 'the shop has a part of the money: no other way to pay');
      const shown = page.url();
      await page.goto(shown.replace(/\?.*/, ''));
      assert.equal(await textOf('.pay-payment h2'), 'Partly paid', 'whichever address of the order is opened');
      await page.goto(shown);
      demo.sandbox.control.pay(id);
      await checkUntil('Paid');
      assert.equal(await page.$('.pay-address'), null);
    });

    it('a wallet payment is paid with the exact note', async () => {
      await choose('wallet');
      demo.sandbox.control.note(demo.newest().id, await textOf('.pay-note'));
      await checkUntil('Paid');
    });

    it('a code is entered on the hosted page, which the page leads to', async () => {
      await choose('localcode');
      // By phone alone no page is named.
      const leads = (await page.$('.pay-main[href^="http"]')) !== null;
      assert.equal(leads, profiles[profile].codeEntry !== 'phone');
      demo.sandbox.control.pay(demo.newest().id);
      await checkUntil('Paid');
    });

    it('a choice made twice is one payment, and another choice is another', async () => {
      await choose('crypto:LTC');
      const before = demo.sandbox.control.payments().length;
      await follow(page, '.inside a.other');
      await choose('crypto:LTC');
      assert.equal(demo.sandbox.control.payments().length, before);
      await page.goBack();
      await choose('wallet');
      assert.equal(demo.sandbox.control.payments().length, before + 1);
    });

    it('a form of another site makes no payment', async () => {
      const before = demo.sandbox.control.payments().length;
      const post = (headers: Record<string, string>) =>
        fetch(page.url(), {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
          body: 'choice=wallet',
          redirect: 'manual',
        });
      for (const headers of [
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'null', 'sec-fetch-site': 'cross-site' },
      ])
        assert.equal((await post(headers)).status, 403, JSON.stringify(headers));
      assert.equal(demo.sandbox.control.payments().length, before);
      const own = await post({ origin: new URL(page.url()).origin, 'sec-fetch-site': 'same-origin' });
      assert.deepEqual([own.status, own.headers.get('location')?.includes('with=wallet')], [303, true]);
      assert.equal(demo.sandbox.control.payments().length, before + 1);
    });

    it('a payment that cannot be created is reported, with the choices still there', async () => {
      const refused = await fetch(page.url(), {
        method: 'POST',
        body: new URLSearchParams({ choice: 'crypto:NOPE' }),
        redirect: 'manual',
      });
      await page.goto(new URL(refused.headers.get('location')!, page.url()).href);
      assert.match(await textOf('.pay-warning'), /couldn’t be prepared/);
      assert.ok(await page.$('button[value="wallet"]'));
    });
  });
