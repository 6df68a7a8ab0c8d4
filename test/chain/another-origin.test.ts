import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { openShopAndSandbox, ORDER } from '../server/shop.ts';
import { openBrowser, waitForPhase } from '../support/chromium.ts';
import { openSite } from '../support/site.ts';
import { readSnippets } from '../support/snippets.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

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

describe('an order that belongs to a session, on a page of another origin', { timeout: 120_000 }, () => {
  const { code } = readSnippets(root).find(
    (snippet) => snippet.place.startsWith('docs/backend.md') && snippet.code.startsWith('// order-link.mjs\n'),
  )!;
  const folder = mkdtempSync(join(root, 'test/.another-origin-'));
  writeFileSync(join(folder, 'order-link.mjs'), code);
  process.env['ORDER_LINK_SECRET'] = 'a secret of thirty-two characters';
  let browser: Browser;
  before(async () => (browser = await openBrowser()));
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  for (const [host, relation] of [
    ['127.0.0.1', 'of the same site'],
    ['localhost', 'of another site'],
  ] as const)
    it(`is paid with the token in src, as the page on the backend shows it: ${relation}`, async () => {
      const { linkToOrder, isOrderLink } = (await import(pathToFileURL(join(folder, 'order-link.mjs')).href)) as {
        linkToOrder: (shop: string, orderRef: string) => string;
        isOrderLink: (orderRef: string, url: string) => boolean;
      };
      let src = '';
      const site = await openSite(() => src, host);
      const shop = await openShopAndSandbox({
        order: async (orderRef, request) =>
          request && !isOrderLink(orderRef, request.url) ? undefined : { ...ORDER, methods: ['wallet'] },
        allowedOrigins: [site.origin],
      });
      const page = await browser.newPage();
      const cookies: string[] = [];
      page.on('request', (request) => {
        if (request.url().startsWith(shop.url) && request.headers()['cookie']) cookies.push(request.url());
      });
      try {
        src = linkToOrder(shop.url, '1001');
        await browser.setCookie({ name: 'customer', value: 'ann', domain: '127.0.0.1' });
        await page.goto(site.origin);
        await waitForPhase(page, 'pay-wallet', 'awaiting');
        const [payment] = shop.sandbox.control.payments();
        shop.sandbox.control.note(payment!.id, String(payment!.data['note']));
        await waitForPhase(page, 'pay-wallet', 'paid');
        assert.deepEqual([shop.sandbox.control.payments().length, cookies], [1, []]);

        for (const wrong of [`${shop.url}/orders/1001`, src.replace('1001', '1002'), `${src.slice(0, -1)}_`]) {
          assert.equal((await fetch(wrong)).status, 404, wrong);
          const body = JSON.stringify({ order: /orders\/(\d+)/.exec(wrong)![1], method: 'wallet' });
          const headers = { 'content-type': 'application/json' };
          const { search } = new URL(wrong);
          assert.equal((await fetch(`${shop.url}/payments${search}`, { method: 'POST', headers, body })).status, 404);
        }
      } finally {
        await page.close();
        await shop.close();
        site.server.close();
      }
    });
});
