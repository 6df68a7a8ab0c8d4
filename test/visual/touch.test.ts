/** What a finger presses is at least 44 px wide and high in every view, and nothing of it lies over another thing to press. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { engines, openCamera, type Camera } from './camera.ts';
import type {} from './overflow-page.ts';
import { servePage, type ServedPage } from './serve.ts';

/** Columns: the narrowest phone, most phones, and a tablet. CSS pixels. */
const WIDTHS = [320, 360, 660];
const COLUMNS = 8;
const HEIGHT = 1000;
/** WCAG 2.5.5. CSS pixels. */
const LEAST = 44;

const chromium = engines.find(([name]) => name === 'chromium')!;

describe('under a finger', () => {
  let page: ServedPage;
  let camera: Camera;
  before(async () => {
    page = await servePage('overflow-page.ts');
    camera = await openCamera(chromium, { touch: true });
  });
  after(async () => {
    await camera.close();
    await page.close();
  });

  for (const width of WIDTHS)
    it(`everything to press is large enough in a column of ${width} px`, async () => {
      await camera.setViewport({ width: width * COLUMNS, height: HEIGHT });
      await camera.goto(page.url);
      assert.equal(await camera.evaluate(() => matchMedia('(pointer: coarse)').matches), true);
      await camera.evaluate((...args) => window.overflow.prepare(...args), width, COLUMNS);
      const faults = await camera.evaluate((px) => window.overflow.checkTargets(px), LEAST);
      assert.deepEqual(faults, []);
    });
});
