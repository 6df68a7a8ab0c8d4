/** A payment that the server rendered is taken over by its tag, and nothing on the page moves. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { renderPayment } from '../../src/html/index.ts';
import { bundle, type Bundle } from '../support/bundle.ts';
import { openBrowser } from '../support/chromium.ts';
import { crypto, localcode, toAttribute, wallet } from '../support/payments.ts';

const STYLES = readFileSync(new URL('../../examples/shared/shop.css', import.meta.url), 'utf8');
/** Widths of the window. CSS pixels. */
const WIDTHS = [360, 390, 800, 1280];

const PAYMENTS = {
  'pay-crypto': crypto(),
  'pay-wallet': wallet(),
  'pay-localcode': localcode(),
};

const page = (tag: string, payment: object) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Shop</title>
<style>${STYLES}</style><script type="module" src="/entry.js"></script>
<${tag} payment="${toAttribute(payment)}">${renderPayment(payment)}</${tag}>
<p id="below">What the shop says below.</p>`;

describe('a payment that the server rendered', { timeout: 120_000 }, () => {
  let files: Bundle['files'];
  let server: Server;
  let browser: Browser;
  let address: string;
  /** The request for the script of the page, which is answered when the content of the server was measured. */
  let script: ServerResponse | undefined;

  before(async () => {
    ({ files } = await bundle('pay-elements/define'));
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://shop');
      const payment = Object.entries(PAYMENTS).find(([tag]) => pathname === `/${tag}`);
      if (pathname === '/entry.js') script = response;
      else if (payment) response.writeHead(200, { 'content-type': 'text/html' }).end(page(...payment));
      else if (files.has(pathname)) sendScript(response, pathname);
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await openBrowser();
  });

  after(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
  });

  const sendScript = (response: ServerResponse, path: string) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(files.get(path)!.code);

  for (const tag of Object.keys(PAYMENTS))
    for (const width of WIDTHS)
      it(`is taken over by ${tag} without moving anything, ${width} px wide`, async () => {
        const tab = await browser.newPage();
        await tab.setViewport({ width, height: 1_400 });
        script = undefined;
        void tab.goto(`${address}/${tag}`);
        while (!script) await once(server, 'request');
        const below = await tab.waitForSelector('#below');
        const top = () => below!.evaluate((node) => node.getBoundingClientRect().top);
        const frames = () =>
          tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await frames();
        const before = await top();
        assert.ok(before > 100, `${before} px`);
        sendScript(script, '/entry.js');
        await tab.waitForSelector(`${tag} >>> [part~=amount]`);
        // The prices and what depends on them follow in the next frames.
        await tab.waitForFunction(
          (name) => document.querySelector<HTMLElement & { phase?: string }>(name)?.phase,
          {},
          tag,
        );
        await frames();
        await frames();
        assert.equal((await top()) - before, 0);
        await tab.close();
      });
});
