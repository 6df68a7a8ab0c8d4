import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { openShopAndSandbox, ORDER } from '../server/checkout/shop.ts';
import { openBrowser, waitForPhase } from '../support/chromium.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const script = readFileSync(join(root, 'dist/cdn/pay-elements.js'), 'utf8');

/** A site that shows an order of the shop's. Its name is another site than the shop's, as browsers see it. */
async function openSite(src: () => string): Promise<{ server: Server; origin: string }> {
  const server = createServer(({ url }, response) => {
    if (url === '/pay-elements.js') return void response.setHeader('content-type', 'text/javascript').end(script);
    if (url !== '/') return void response.writeHead(204).end();
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><html lang="en"><title>A site</title>
      <script type="module" src="/pay-elements.js"></script><pay-checkout src="${src()}"></pay-checkout>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}

/** The backend on one origin, pages on others: what the lists of origins mean to a real browser. */
describe('a page of another origin', { timeout: 120_000 }, () => {
  let shop: Awaited<ReturnType<typeof openShopAndSandbox>>;
  let listed: Awaited<ReturnType<typeof openSite>>;
  let strange: Awaited<ReturnType<typeof openSite>>;
  let browser: Browser;
  let page: Page;

  before(async () => {
    const src = () => `${shop.url}/orders/1001`;
    [listed, strange, browser] = await Promise.all([openSite(src), openSite(src), openBrowser()]);
    shop = await openShopAndSandbox({
      order: async () => ({ ...ORDER, methods: ['wallet'] }),
      allowedOrigins: [listed.origin],
    });
    page = await browser.newPage();
  });
  after(async () => {
    await browser.close();
    listed.server.close();
    strange.server.close();
    await shop.close();
  });

  /** What the page's own script gets by `fetch`: the status, or `refused` by the browser. */
  const request = (path: string, init: RequestInit) =>
    page.evaluate(
      (url, options) =>
        fetch(url, options).then(
          ({ status, type }) => `${status} ${type}`,
          () => 'refused',
        ),
      `${shop.url}/${path}`,
      init,
    );
  const newRequest = (orderRef: string, more: RequestInit = {}): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order: orderRef, method: 'wallet' }),
    ...more,
  });

  it('that is not listed reads no order and makes no payment, by no kind of request', async () => {
    await page.goto(strange.origin);
    await page.waitForFunction(() => document.querySelector('pay-checkout')?.shadowRoot);
    assert.equal(await request('orders/1001', {}), 'refused');
    assert.equal(await request('payments', newRequest('2')), 'refused');
    assert.equal(await request('payments', newRequest('2', { credentials: 'include' })), 'refused');
    // What a browser sends without asking first, the server refuses.
    const plain = { headers: { 'content-type': 'text/plain' } };
    assert.equal(await request('payments', newRequest('2', { mode: 'no-cors', ...plain })), '0 opaque');
    assert.equal(await request('payments', newRequest('2', plain)), 'refused');
    assert.equal(shop.sandbox.control.payments().length, 0);
  });

  it('that is listed has the order paid to its end', async () => {
    await page.goto(listed.origin);
    await waitForPhase(page, 'pay-wallet', 'awaiting');
    const [payment] = shop.sandbox.control.payments();
    shop.sandbox.control.note(payment!.id, String(payment!.data['note']));
    await waitForPhase(page, 'pay-wallet', 'paid');
    assert.equal(shop.sandbox.control.payments().length, 1);
  });

  it('that is listed reads when to come back, and sends no cookies', async () => {
    assert.equal(await request('payments', newRequest('3')), '201 cors');
    assert.equal(await request('payments', newRequest('4', { credentials: 'include' })), 'refused');
    const seen = await page.evaluate(async (url) => {
      const { headers } = await fetch(url);
      return [headers.get('date') !== null, headers.get('content-security-policy')];
    }, `${shop.url}/orders/1001`);
    assert.deepEqual(seen, [true, null]);
  });
});
