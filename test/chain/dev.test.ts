import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'puppeteer-core';
import { openBrowser } from '../support/chromium.ts';
import { startDemo, type Demo } from '../support/demo.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What `npm run dev` starts, in a copy of the project, because a source is changed. */
describe('the demo shop with the tags from their sources', { timeout: 120_000 }, () => {
  // Below the project, where the copy finds its dependencies.
  const copy = mkdtempSync(join(root, 'test/.dev-'));
  let shop: Demo;
  let browser: Browser;

  before(async () => {
    for (const name of ['src', 'demo', 'dist', 'scripts', 'package.json', 'tsconfig.json', 'vite.config.ts'])
      cpSync(join(root, name), join(copy, name), { recursive: true, filter: (path) => !path.includes('.data') });
    const env = { DEMO_DATA: join(copy, 'data'), PORT: '0', SANDBOX_PORT: '0' };
    [shop, browser] = await Promise.all([startDemo(env, { project: copy, args: ['--dev'] }), openBrowser()]);
  });
  after(async () => {
    await browser.close();
    await shop.stop();
    rmSync(copy, { recursive: true, force: true });
  });

  it('reloads an open checkout when a text of the tags changes', async () => {
    const order = await fetch(`${shop.shopUrl}/orders`, { method: 'POST', body: new URLSearchParams('highland=1') });
    const page = await browser.newPage();
    const faults: unknown[] = [];
    page.on('pageerror', (error) => faults.push(error));
    const shows = (text: string) =>
      page.waitForFunction(
        (part) => document.querySelector('pay-checkout')?.shadowRoot?.textContent.includes(part),
        {},
        text,
      );
    await page.goto(order.url);
    await shows('Choose how to pay');

    const file = join(copy, 'src/i18n/messages.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Choose how to pay', 'Choose how to pay now'));
    await shows('Choose how to pay now');
    assert.deepEqual(faults, []);
  });
});
