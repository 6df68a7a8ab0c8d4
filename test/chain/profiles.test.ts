import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { coins } from 'pay-elements/core';
import { profiles, type Profile } from 'pay-elements/sandbox';
import type { Page } from 'puppeteer-core';
import { chooseCoin, follow, press, shadowText, waitForPhase } from '../support/chromium.ts';
import { startDemo } from '../support/demo.ts';
import { buy, useDemo } from '../support/demo-fixture.ts';

/** The whole way in a real browser, whatever the service does where the contract is silent. */
describe('a visitor of the demo shop', { timeout: 180_000 }, () => {
  it('meets the profile that SANDBOX_PROFILE names, and again after a restart that names none', async () => {
    const data = mkdtempSync(join(tmpdir(), 'pay-elements-demo-'));
    try {
      for (const named of [{ SANDBOX_PROFILE: 'weird' }, {}]) {
        const demo = await startDemo({ DEMO_DATA: data, PORT: '0', SANDBOX_PORT: '0', ...named });
        const answer = await fetch(new URL('/_control/profile', demo.panelUrl));
        assert.equal(((await answer.json()) as { profile: string }).profile, 'weird');
        assert.equal(await demo.stop(), 0);
      }
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  });

  for (const profile of Object.keys(profiles) as Profile[])
    describe(`at the service, ${profile}`, () => {
      // Confirmations come when the clock is advanced, and not while a slow machine still looks for the first.
      const demo = useDemo({ profile, contractGaps: { confirmations: { required: 2, everyMs: 600_000 } } });
      let page: Page;
      const faults: string[] = [];

      beforeEach(async () => {
        page = await demo.browser.newPage();
        await page.setViewport({ width: 1200, height: 1000 });
        page.on('pageerror', (error) => faults.push(String(error)));
        page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
        await buy(page, demo.shop, 2);
        await page.waitForSelector('pay-checkout >>> [part=choice]', { visible: true });
      });
      afterEach(async () => {
        await page.close();
        assert.deepEqual(faults, []);
      });

      // Each coin is bought with once, and three of them on every profile.
      const isBought = (symbol: string) => profile === 'strict' || ['BTC', 'ETH', 'ERC20/USDT'].includes(symbol);
      for (const { symbol, name } of coins.filter(({ symbol }) => isBought(symbol)))
        it(`pays with ${symbol}, and shows the confirmation in progress`, async () => {
          await chooseCoin(page, name);
          await waitForPhase(page, 'pay-crypto', 'awaiting');
          const { id, address, expected } = demo.newest();
          assert.equal(await shadowText(page, 'pay-crypto', '[part~=address]'), address);
          const shown = (await shadowText(page, 'pay-crypto', '[part~=coin-amount]')) ?? '';
          assert.ok(shown.includes(expected!), `${shown}: not ${expected}`);
          // The status word of the weird profile is unknown.
          demo.sandbox.control.pay(id);
          await waitForPhase(page, 'pay-crypto', profile === 'weird' ? 'unknown' : 'confirming');
          await demo.sandbox.control.advance(3_600_000);
          await waitForPhase(page, 'pay-crypto', 'paid');
        });

      it('pays by online wallet, with the note unchanged', async () => {
        await press(page, 'Online wallet');
        await waitForPhase(page, 'pay-wallet', 'awaiting');
        const { id, note } = demo.newest();
        assert.equal(await shadowText(page, 'pay-wallet', '[part~=note] code'), note);
        demo.sandbox.control.note(id, note!);
        await waitForPhase(page, 'pay-wallet', 'paid');
      });

      it('pays by local mobile code, wherever it is entered', async () => {
        await press(page, 'Payment code');
        await waitForPhase(page, 'pay-localcode', 'awaiting');
        const { id, code, hostedUrl } = demo.newest();
        if (profile === 'weird')
          demo.sandbox.control.code(id, code!); // by phone alone: no page is named, none has a form
        else {
          const hosted = await demo.browser.newPage();
          await hosted.goto(hostedUrl);
          await hosted.type('input[name=code]', code!);
          await follow(hosted, 'form button');
          await hosted.close();
        }
        await waitForPhase(page, 'pay-localcode', 'paid');
      });
    });
});
