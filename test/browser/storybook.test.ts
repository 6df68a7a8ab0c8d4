import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'puppeteer-core';
import { openBrowser } from '../support/chromium.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Milliseconds: building and drawing on two busy cores. */
const PATIENCE_MS = 20_000;

/** What `npm run build-storybook` writes, served as any host of plain files would. */
describe('the built Storybook', { timeout: 170_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-storybook-'));
  let server: Server;
  let browser: Browser;
  let page: Page;
  let origin: string;
  let abroad: string[];
  let faults: string[];

  before(async () => {
    await promisify(execFile)(process.execPath, ['scripts/storybook.mjs', 'build', '--output-dir', folder], {
      cwd: root,
    });
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const file = join(folder, pathname === '/' ? 'index.html' : decodeURIComponent(pathname));
      const found = existsSync(file) && extname(file) !== '';
      response.writeHead(found ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      response.end(found ? readFileSync(file) : '');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await openBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    abroad = [];
    faults = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) abroad.push(url);
    });
    page.on('pageerror', (error) => faults.push(String(error)));
  });

  after(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('plays the whole chain, in the page alone', async () => {
    await page.goto(`${origin}/iframe.html?id=the-whole-chain--pays-with-a-coin&viewMode=story`);
    await page.waitForFunction(
      () =>
        document.querySelector('chain-shop')?.shadowRoot?.querySelector('pay-crypto')?.getAttribute('phase') === 'paid',
    );
  });

  it('has a control for every attribute, which works, and shows the events', async () => {
    await page.setViewport({ width: 1400, height: 1000 });
    await page.goto(`${origin}/?path=/story/tags-pay-crypto--paid`);
    for (const id of ['set-src', 'set-status-url', 'control-qr', 'control-layout', 'control-lang', 'set-header'])
      await page.waitForSelector(`[id="${id}"]`);
    await page.waitForFunction(() => document.body.innerText.includes('7f3k92qx')); // the payment, as an object
    assert.deepEqual(
      await page.$$('[id^="set---pay"], [id="set-pay-status"], [id="set-card"]'),
      [],
      'nothing else is set',
    );
    await page.select('[id="control-layout"]', 'stack');
    const frame = (await (await page.waitForSelector('#storybook-preview-iframe'))!.contentFrame())!;
    await frame.waitForSelector('pay-crypto[layout="stack"][phase="paid"]');
    await page.locator('[id$="tab-storybook/actions/panel"]').click();
    await page.waitForFunction(() => document.body.innerText.includes('onPayPaid'));
  });

  it('turns dark, right to left and as narrow as a phone by the toolbar', async () => {
    const globals = 'theme:dark;direction:rtl;viewport.value:phone';
    await page.goto(`${origin}/?path=/story/tags-pay-wallet--awaiting&globals=${globals}`);
    const preview = (await page.waitForSelector('#storybook-preview-iframe'))!;
    await page.waitForFunction((frame) => frame.getBoundingClientRect().width === 360, {}, preview);
    const frame = (await preview.contentFrame())!;
    await frame.waitForSelector('.surface[dir="rtl"] pay-wallet[phase="awaiting"]');
    assert.equal(await frame.$eval('.surface', (page) => getComputedStyle(page).colorScheme), 'dark');
  });

  it('writes the manual from the manifest', async () => {
    await page.goto(`${origin}/iframe.html?id=tags-pay-wallet--api&viewMode=docs`);
    const said = await page.waitForFunction(() => {
      const text = document.body.innerText;
      return text.includes('--pay-accent') && text.includes('copy-button') && text.includes('pay-problem')
        ? text
        : false;
    });
    assert.match(String(await said.jsonValue()), /Takes a payment from an online wallet/);
  });

  it('asked nobody else, and nothing went wrong', () => {
    assert.deepEqual(abroad, []);
    assert.deepEqual(faults, []);
  });
});
