/**
 * Nothing on the page jumps from the first paint of a tag to its code, by the browser's own measure (Cumulative Layout
 * Shift, https://web.dev/articles/cls): not the shop's text below it, and nothing inside.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { openBrowser } from '../support/chromium.ts';
import { servePage, type ServedPage } from './serve.ts';
import type { Opened } from './shift-page.ts';

/** All of the longest card, with the shop's text below it in sight: what is out of the window is not counted. CSS pixels. */
const HEIGHT = 1400;
const WINDOWS = {
  'a phone': { width: 360, touch: true },
  'a narrow window': { width: 360, touch: false },
  'a larger phone': { width: 390, touch: true },
  'a tablet': { width: 800, touch: true },
  'a window of 800 px': { width: 800, touch: false },
  'a desk': { width: 1280, touch: false },
};
/** Columns of a phone of 360 and of 392, and a card of its greatest width. CSS pixels. */
const COLUMNS = [
  [328, true],
  [360, true],
  [620, false],
] as const;
/** Chromium counts no smaller move (https://wicg.github.io/layout-instability/). CSS pixels. */
const LEAST_MOVE = 3;
/** For so long after it a click excuses what moves. ms */
const EXCUSED_MS = 500;

const tags = ['pay-crypto', 'pay-wallet', 'pay-localcode', 'pay-checkout'] as const;

describe('nothing jumps', () => {
  let served: ServedPage;
  let browser: Browser;
  let page: Page;
  before(async () => {
    served = await servePage('shift-page.ts');
    browser = await openBrowser();
    page = await browser.newPage();
  });
  after(async () => {
    await browser.close();
    await served.close();
  });

  async function visit(width: number, touch: boolean) {
    await page.setViewport({ width, height: HEIGHT, hasTouch: touch });
    await page.goto(served.url);
    await page.evaluate(() => {
      document.querySelector('main')!.style.cssText = 'display: block; width: auto; padding: 16px';
    });
  }

  /** Chooses the first coin, as a payer does, and waits until the clicks excuse nothing any more. */
  async function choose() {
    for (let step = 0; step < 2; step++) {
      await page.locator('pay-checkout >>> .choice').click();
      await page.evaluate(() => window.shift.seen());
    }
    const clicked = await page.evaluate(() => performance.now());
    await page.waitForFunction((since, rest) => performance.now() > since + rest, {}, clicked, EXCUSED_MS);
    await page.evaluate(() => window.shift.answer());
  }

  /** From the first paint over a slow answer to the code. Gives what jumped. */
  async function play(opened: Opened) {
    await page.evaluate((what) => {
      window.shift.open(what);
      return window.shift.seen();
    }, opened);
    await page.evaluate(() => window.shift.loaded());
    await page.evaluate(() => window.shift.answer());
    if (opened.tag === 'pay-checkout') await choose();
    await page.evaluate(() => window.shift.drawn());
    return page.evaluate(() => window.shift.jumped());
  }

  for (const [where, { width, touch }] of Object.entries(WINDOWS))
    for (const tag of tags)
      for (const inside of [false, true])
        it(`below or inside ${tag} on ${where}, ${inside ? 'with content of the shop inside' : 'empty before'}`, async () => {
          await visit(width, touch);
          assert.deepEqual(await play({ tag, inside }), { score: 0, what: [] });
        });

  for (const [what, attributes] of [
    ['in one column', { layout: 'stack' }],
    ['without a code', { qr: 'none' }],
  ] as const)
    it(`where it is ${what} on a desk`, async () => {
      for (const tag of ['pay-crypto', 'pay-localcode'] as const) {
        await visit(WINDOWS['a desk'].width, false);
        assert.deepEqual(await play({ tag, attributes }), { score: 0, what: [] }, tag);
      }
    });

  it('where it is written from right to left', async () => {
    for (const tag of tags) {
      await visit(WINDOWS['a phone'].width, true);
      assert.deepEqual(await play({ tag, lang: 'ar' }), { score: 0, what: [] }, tag);
    }
  });

  for (const [column, touch] of COLUMNS)
    it(`in any language, in a column of ${column} px`, async () => {
      await visit(Math.max(column, WINDOWS['a phone'].width), touch);
      const more = await page.evaluate((width) => window.shift.outgrown(width), column);
      const faults = Object.entries(more).filter(([, px]) => px >= LEAST_MOVE);
      assert.deepEqual(faults, []);
    });

  it('which would be seen, if it did', async () => {
    await visit(WINDOWS['a desk'].width, false);
    await page.evaluate(() => {
      window.shift.open({ tag: 'pay-wallet' });
      return window.shift.seen();
    });
    await page.evaluate(() => {
      document.querySelector('main')!.style.paddingBlockStart = '90px';
      return window.shift.seen();
    });
    const { score, what } = await page.evaluate(() => window.shift.jumped());
    assert.ok(score > 0 && what.length > 0);
  });
});
