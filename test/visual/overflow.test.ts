/**
 * Every language in every view, in a column of a phone of 320 CSS pixels: nothing is cut off, nothing lies over another
 * thing, nothing asks for a second scroll bar. The one font there is has no letters for some scripts; their boxes are as
 * wide as letters.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LOCALES } from '../../src/i18n/locales.ts';
import { engines, openCamera, type Camera } from './camera.ts';
import type {} from './overflow-page.ts';
import { servePage, type ServedPage } from './serve.ts';

/** The phone, and cells beside each other. CSS pixels. */
const WIDTH = 320;
const COLUMNS = 8;
/** A sidebar of a shop. CSS pixels. */
const NARROW = [232, 264];
const HEIGHT = 1000;

const chromium = engines.find(([name]) => name === 'chromium')!;

describe(`at ${WIDTH} px`, () => {
  let page: ServedPage;
  let camera: Camera;
  before(async () => {
    page = await servePage('overflow-page.ts');
    camera = await openCamera(chromium, {});
    await camera.setViewport({ width: WIDTH * COLUMNS, height: HEIGHT });
    await camera.goto(page.url);
    await camera.evaluate((...args) => window.overflow.prepare(...args), WIDTH, COLUMNS);
  });
  after(async () => {
    await camera.close();
    await page.close();
  });

  for (const lang of ['en', ...Object.keys(LOCALES)])
    it(`all views fit in ${lang}`, async () => {
      assert.deepEqual(await camera.evaluate((name) => window.overflow.check(name), lang), []);
    });

  for (const width of NARROW)
    it(`a card goes by its own width, and fits ${width} px of a wide window`, async () => {
      await camera.evaluate(
        (px, columns) => {
          document.querySelector('main')!.style.grid = `auto-flow / repeat(${columns}, ${px}px)`;
        },
        width,
        COLUMNS,
      );
      const faults = await camera.evaluate(() => window.overflow.check('en'));
      // So narrow that words may break.
      assert.deepEqual(
        faults.filter((fault) => !fault.includes(' breaks ')),
        [],
      );
    });
});
