import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { profiles, type Profile } from 'pay-elements/sandbox';
import type { Page } from 'puppeteer-core';
import { chooseCoin, waitForPhase } from '../support/chromium.ts';
import { startDemo } from '../support/demo.ts';
import { buy, useDemo } from '../support/demo-fixture.ts';

/** What goes wrong between the shop and the service, with the sandbox outside the shop's process. */
for (const profile of Object.keys(profiles) as Profile[])
  describe(`a payment, ${profile}`, { timeout: 180_000 }, () => {
    const demo = useDemo({ profile });
    let page: Page;

    beforeEach(async () => {
      page = await demo.browser.newPage();
      await page.setViewport({ width: 1200, height: 1000 });
    });
    afterEach(() => page.close());

    const begin = async (name = 'Bitcoin', shop = demo.shop) => {
      await buy(page, shop);
      await chooseCoin(page, name);
    };

    it('survives a kill of the shop while the payer is paying: nothing is lost', async () => {
      await begin();
      await waitForPhase(page, 'pay-crypto', 'awaiting');
      const id = demo.newest().id;
      await demo.shop.kill();
      demo.sandbox.control.pay(id); // its webhooks find nobody
      await demo.sandbox.control.settled();
      await demo.restart();
      await demo.sandbox.control.advance(10 * 60_000);
      // A service that sends each webhook only once is asked to send again what the shop missed.
      for (const { number, state } of demo.sandbox.control.deliveries(id))
        if (state === 'given up') await demo.sandbox.control.repeat(number);
      await page.$eval('pay-checkout', (tag) => (tag as HTMLElement & { refresh(): void }).refresh());
      await waitForPhase(page, 'pay-crypto', 'paid');
      await page.reload();
      await waitForPhase(page, 'pay-crypto', 'paid');
    });

    it('is paid when the webhook comes before the answer to its creation', async () => {
      demo.sandbox.control.beforeNextAnswer('PAID');
      await begin('Litecoin');
      await waitForPhase(page, 'pay-crypto', 'paid');
    });

    it('ends at paid when webhooks come twice and out of order', async () => {
      await begin('Ethereum');
      await waitForPhase(page, 'pay-crypto', 'awaiting');
      const id = demo.newest().id;
      for (const status of ['CONFIRMING', 'PAID', 'CONFIRMING', 'PAID', 'NEW', 'EXPIRED']) {
        const { state, attempts } = await demo.sandbox.control.webhook(id, { status });
        assert.equal(state, 'delivered', JSON.stringify(attempts));
      }
      await waitForPhase(page, 'pay-crypto', 'paid');
      for (const { number } of demo.sandbox.control.deliveries(id)) await demo.sandbox.control.repeat(number);
      await page.reload();
      await waitForPhase(page, 'pay-crypto', 'paid');
    });

    it('is neither paid nor failed after an unknown status word, and continues', async () => {
      await begin('Solana');
      await waitForPhase(page, 'pay-crypto', 'awaiting');
      const id = demo.newest().id;
      await demo.sandbox.control.webhook(id, { status: 'FROBNICATED' });
      await waitForPhase(page, 'pay-crypto', 'unknown');
      demo.sandbox.control.pay(id);
      await waitForPhase(page, 'pay-crypto', 'paid');
    });

    it('survives a kill of shop and sandbox together, in the same browser tab', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'pay-elements-demo-'));
      try {
        let own = await startDemo({ DEMO_DATA: folder });
        await begin('Dogecoin', own);
        await waitForPhase(page, 'pay-crypto', 'awaiting');
        await own.kill();
        own = await startDemo({ DEMO_DATA: folder });
        const { payments } = (await (await fetch(new URL('/_control/payments', own.panelUrl))).json()) as {
          payments: { id: string }[];
        };
        await fetch(new URL(`/_control/payments/${payments[0]!.id}/pay`, own.panelUrl), { method: 'POST' });
        await waitForPhase(page, 'pay-crypto', 'paid');
        await own.stop();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
