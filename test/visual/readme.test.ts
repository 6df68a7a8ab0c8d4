/** The picture of the README shows the tags as they are. `npm run visual -- --update` takes it anew. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { PNG } from 'pngjs';
import { openBrowser } from '../support/chromium.ts';
import { difference, smallPng } from './pictures.ts';
import type {} from './readme-page.ts';
import { servePage } from './serve.ts';

const PICTURE = 'docs/tags.png';

const order = {
  order: '1001',
  amount: '48.20',
  currency: 'USD',
  methods: [
    { method: 'crypto', coins: [{ symbol: 'BTC' }, { symbol: 'ETH' }, { symbol: 'ERC20/USDT' }] },
    { method: 'wallet' },
    { method: 'localcode' },
  ],
  payments: [],
};

/** The four tags in a row, at two device pixels a CSS pixel. */
async function takePicture(): Promise<PNG> {
  const served = await servePage('readme-page.ts');
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: 'light' },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await page.setViewport({ width: 1530, height: 900, deviceScaleFactor: 2 });
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (request.url().endsWith('/pay/orders/1001'))
        void request.respond({ contentType: 'application/json', body: JSON.stringify(order) });
      else void request.continue();
    });
    await page.goto(served.url);
    await page.waitForFunction(() => window.areDrawn?.());
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const main = await page.waitForSelector('main');
    return PNG.sync.read(Buffer.from(await main!.screenshot()));
  } finally {
    await browser.close();
    await served.close();
  }
}

it('the README shows the four tags as they are', { skip: process.platform !== 'linux' }, async () => {
  const taken = await takePicture();
  const read = () => PNG.sync.read(readFileSync(PICTURE));
  if (process.env.UPDATE_PICTURES === '1' && difference(read(), taken)) writeFileSync(PICTURE, smallPng(taken));
  assert.equal(difference(read(), taken), undefined, `${PICTURE} is outdated: npm run visual -- --update`);
});
