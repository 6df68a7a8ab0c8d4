import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'puppeteer-core';
import { changeMethod, chooseCoin, follow, press, waitForPhase } from '../support/chromium.ts';
import { useDemo } from '../support/demo-fixture.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const THEMES = ['plain', 'bank', 'playful', 'brutalist'];

/** The looks of the demo's checkout, in a real browser, from choosing to 'Paid'. */
describe('the themes of the demo shop', { timeout: 180_000 }, () => {
  const demo = useDemo();
  let page: Page;

  /** In light and dark: WCAG 2.2 AA as far as axe can tell, and no second scroll bar. */
  async function look(name: string) {
    for (const value of ['light', 'dark']) {
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      await page.evaluate(axe);
      const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
      const messages = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
      assert.deepEqual(messages, [], `${name}, ${value}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name}: ${wide} px too wide`);
      const folder = process.env.PHOTOGRAPHS;
      if (folder) await page.screenshot({ path: join(folder, `${name}-${value}.png`), fullPage: true });
    }
  }

  for (const theme of THEMES)
    it(`${theme}: chosen by its button, kept by the shop, and fit to read`, async () => {
      page = await demo.browser.newPage();
      page.setDefaultTimeout(15_000);
      await page.setViewport({ width: 360, height: 740 });
      await page.goto(demo.shop.shopUrl);
      await page.type('.product:nth-child(1) input', '1');
      await follow(page, '.cart .primary');
      await follow(page, `.themes [value=${theme}]`);
      await page.goto(page.url().split('?')[0]!);
      await page.waitForSelector('pay-checkout >>> .choice', { visible: true });
      await look(`${theme}-choosing`);
      await chooseCoin(page, 'Bitcoin');
      await waitForPhase(page, 'pay-crypto', 'awaiting');
      await look(`${theme}-crypto`);
      await page.setViewport({ width: 1280, height: 800 });
      await look(`${theme}-desk`);
      await changeMethod(page);
      await press(page, 'Online wallet');
      await waitForPhase(page, 'pay-wallet', 'awaiting');
      await look(`${theme}-wallet`);
      await page.close();
    });
});
