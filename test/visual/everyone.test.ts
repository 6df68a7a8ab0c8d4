/** What WCAG 2.2 AA asks that rules for markup cannot see: sizes, zoom, keys and the system's own colours. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'puppeteer-core';
import { openBrowser } from '../support/chromium.ts';
import type {} from './everyone-page.ts';
import { servePage, type ServedPage } from './serve.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** The page around the cards is no shop's. */
const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** 1280 x 1024 at 400 %. CSS pixels. */
const ZOOMED = { width: 320, height: 256 };
/** WCAG 2.2, 2.5.8. CSS pixels. */
const LEAST = 24;
/** No view has as many things to press. */
const MOST_TABS = 20;

describe('for everyone', () => {
  let served: ServedPage;
  let browser: Browser;
  let page: Page;
  before(async () => {
    served = await servePage('everyone-page.ts');
    browser = await openBrowser();
    page = await browser.newPage();
  });
  after(async () => {
    await browser.close();
    await served.close();
  });

  /** All views below each other, in a window of 400 % zoom. */
  async function open({ touch = false } = {}) {
    await page.setViewport({ ...ZOOMED, hasTouch: touch });
    await page.goto(served.url);
    await page.evaluate(({ width }) => window.everyone.showAll(width, 1), ZOOMED);
  }

  for (const touch of [false, true])
    it(`everything to press is ${LEAST} px high and wide, ${touch ? 'by finger' : 'by mouse'}`, async () => {
      await open({ touch });
      assert.deepEqual(await page.evaluate((least) => window.everyone.small(least), LEAST), []);
    });

  it('nothing is lost at 400 % zoom, and what opens stays in the window', async () => {
    await open();
    assert.deepEqual(await page.evaluate(() => window.everyone.misfits()), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), ZOOMED.width);
    assert.deepEqual(await page.evaluate(() => window.everyone.outOfSight()), []);
  });

  it('nothing is lost where the reader has made text twice as large', async () => {
    await open();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      document.body.style.setProperty('--pay-font-size', '1rem');
      return window.everyone.settled();
    });
    assert.deepEqual(await page.evaluate(() => window.everyone.misfits()), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), ZOOMED.width);
  });

  it('every button has an edge in the colours of the system', async () => {
    const session = await page.createCDPSession();
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
    await open();
    assert.equal(await page.evaluate(() => matchMedia('(forced-colors: active)').matches), true);
    assert.deepEqual(await page.evaluate(() => window.everyone.unbordered()), []);
    await session.detach();
  });

  for (const [name, ...features] of [
    ['in light', 'prefers-color-scheme', 'light'],
    ['in the dark', 'prefers-color-scheme', 'dark'],
    ['in the colours of the system', 'forced-colors', 'active'],
    ['in the dark colours of the system', 'prefers-color-scheme', 'dark', 'forced-colors', 'active'],
  ] as const)
    it(`axe finds nothing in any view of any tag, ${name}`, async () => {
      const [first, value, second, active] = features;
      const session = await page.createCDPSession();
      const set = [{ name: first, value }, ...(second ? [{ name: second, value: active! }] : [])];
      await session.send('Emulation.setEmulatedMedia', { features: set });
      await open();
      await page.evaluate((dark) => {
        document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
      }, value === 'dark');
      await page.evaluate(() => window.everyone.settled());
      for (const { name, value } of set)
        assert.ok(await page.evaluate((query) => matchMedia(query).matches, `(${name}: ${value})`));
      await page.evaluate(axe);
      const { violations, passes } = (await page.evaluate(`axe.run(${JSON.stringify(RULES)})`)) as AxeResults;
      const messages = violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => [id, target, html]));
      assert.deepEqual(messages, []);
      assert.ok(passes.some(({ id }) => id === 'color-contrast'));
      await session.detach();
    });

  it('the keyboard reaches everything in order, in sight, and leaves again', async () => {
    await open();
    const names = await page.evaluate(() => window.everyone.names);
    for (const name of names) {
      const expected = await page.evaluate((view) => window.everyone.alone(view), name);
      const walked: string[] = [];
      for (let tabs = 0; tabs < MOST_TABS; tabs++) {
        await page.keyboard.press('Tab');
        const at = await page.evaluate(() => window.everyone.focused());
        if (!at) break;
        assert.ok(at.seen, `${name}: the focus is not to be seen on ${at.name}`);
        walked.push(at.name);
      }
      assert.deepEqual(walked, expected, name);
      assert.equal(await page.evaluate(() => document.activeElement!.textContent), 'after', name);
    }
  });
});
