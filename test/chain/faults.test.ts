import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { profiles, startSandbox, type Profile } from 'pay-elements/sandbox';
import type { Browser, Page } from 'puppeteer-core';
import { chooseCoin, openBrowser, waitForPhase } from '../support/chromium.ts';
import { startDemo, type Demo } from '../support/demo.ts';

/** What goes wrong between the shop and the service, with the sandbox outside the shop's process. */
for (const profile of Object.keys(profiles) as Profile[])
  describe(`a payment, ${profile}`, { timeout: 180_000 }, () => {
    const data = mkdtempSync(join(tmpdir(), 'pay-elements-demo-'));
    let sandbox: Awaited<ReturnType<typeof startSandbox>>;
    let shop: Demo;
    let browser: Browser;
    let page: Page;

    const startShop = () => startDemo({ DEMO_DATA: data, SANDBOX_URL: sandbox.url, SANDBOX_KEY: sandbox.apiKey });

    before(async () => {
      sandbox = await startSandbox({ port: 0, profile });
      [shop, browser] = await Promise.all([startShop(), openBrowser()]);
    });
    after(async () => {
      await browser.close();
      await shop.stop();
      await sandbox.close();
      rmSync(data, { recursive: true, force: true });
    });
    beforeEach(async () => {
      page = await browser.newPage();
      await page.setViewport({ width: 1200, height: 1000 });
    });
    afterEach(() => page.close());

    const begin = async (name = 'Bitcoin') => {
      await page.goto(shop.shopUrl);
      await page.click('.product:nth-child(1) [data-step="1"]');
      await Promise.all([page.waitForNavigation(), page.click('.cart .primary')]);
      await chooseCoin(page, name);
    };
    const newestId = () => sandbox.control.payments().sort((a, b) => b.createdAt - a.createdAt)[0]!.id;

    it('survives a kill of the shop while the payer is paying: nothing is lost', async () => {
      await begin();
      await waitForPhase(page, 'pay-crypto', 'awaiting');
      const id = newestId();
      await shop.kill();
      sandbox.control.pay(id); // its webhooks find nobody and are sent again later
      await sandbox.control.settled();
      shop = await startShop();
      await sandbox.control.advance(10 * 60_000);
      await page.$eval('pay-checkout', (tag) => (tag as HTMLElement & { refresh(): void }).refresh());
      await waitForPhase(page, 'pay-crypto', 'paid');
      await page.reload();
      await waitForPhase(page, 'pay-crypto', 'paid');
    });

    it('is paid when the webhook comes before the answer to its creation', async () => {
      sandbox.control.beforeNextAnswer('PAID');
      await begin('Litecoin');
      await waitForPhase(page, 'pay-crypto', 'paid');
    });

    it('ends at paid when webhooks come twice and out of order', async () => {
      await begin('Ethereum');
      await waitForPhase(page, 'pay-crypto', 'awaiting');
      const id = newestId();
      for (const status of ['CONFIRMING', 'PAID', 'CONFIRMING', 'PAID', 'NEW', 'EXPIRED']) {
        const { state, attempts } = await sandbox.control.webhook(id, { status });
        assert.equal(state, 'delivered', JSON.stringify(attempts));
      }
      await waitForPhase(page, 'pay-crypto', 'paid');
      for (const { number } of sandbox.control.deliveries(id)) await sandbox.control.repeat(number);
      await page.reload();
      await waitForPhase(page, 'pay-crypto', 'paid');
    });

    it('is neither paid nor failed by a word nobody knows, and goes on', async () => {
      await begin('Solana');
      await waitForPhase(page, 'pay-crypto', 'awaiting');
      const id = newestId();
      await sandbox.control.webhook(id, { status: 'FROBNICATED' });
      await waitForPhase(page, 'pay-crypto', 'unknown');
      sandbox.control.pay(id);
      await waitForPhase(page, 'pay-crypto', 'paid');
    });

    it('survives a kill of shop and sandbox together, in the same browser tab', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'pay-elements-demo-'));
      const outside = shop;
      try {
        shop = await startDemo({ DEMO_DATA: folder });
        await begin('Dogecoin');
        await waitForPhase(page, 'pay-crypto', 'awaiting');
        await shop.kill();
        shop = await startDemo({ DEMO_DATA: folder });
        const { payments } = (await (await fetch(new URL('/_control/payments', shop.panelUrl))).json()) as {
          payments: { id: string }[];
        };
        await fetch(new URL(`/_control/payments/${payments[0]!.id}/pay`, shop.panelUrl), { method: 'POST' });
        await waitForPhase(page, 'pay-crypto', 'paid');
        await shop.stop();
      } finally {
        shop = outside;
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
