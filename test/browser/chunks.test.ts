import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { openBrowser } from '../support/chromium.ts';
import { bundle, type Bundle } from '../support/bundle.ts';
import { crypto, localcode, toAttribute } from '../support/payments.ts';

const PAGE = (tag: string, payment: object) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Shop</title>
<script type="module" src="/entry.js"></script><${tag} payment="${toAttribute(payment)}"></${tag}>`;

const ORDER = {
  order: '1001',
  amount: '48.20',
  currency: 'USD',
  methods: [
    {
      method: 'crypto',
      coins: ['BTC', 'LTC'].map((symbol) => ({ symbol, name: symbol, network: symbol, ticker: symbol })),
    },
  ],
  payments: [],
};
const DATA: Readonly<Record<string, object>> = {
  '/orders/1001': ORDER,
  '/payments': crypto(),
  '/status': { status: 'NEW' },
};
const CHECKOUT = PAGE('pay-checkout', {}).replace(/payment="[^"]*"/, 'src="/orders/1001"');

describe('in a page whose bundler splits what is loaded on demand', () => {
  let files: Bundle['files'];
  /** What loads without an `import()`. */
  let first: Bundle['first'];
  /** The files of a page that imports `<pay-checkout>` alone, in the folder `/alone/`. */
  let alone: Bundle;
  let encoderPath = '';
  let sentPath = '';
  let requests: string[] = [];
  let down = false;
  /** The view after 'I have sent it' is answered when this is settled. */
  let held: Promise<void> | undefined;
  let server: Server;
  let browser: Browser;
  let address: string;

  before(async () => {
    ({ files, first } = await bundle('elements/define.ts'));
    const pathOf = (module: RegExp) =>
      [...files].find(([, { moduleIds }]) => moduleIds.some((id) => module.test(id)))![0];
    encoderPath = pathOf(/lean-qr/);
    sentPath = pathOf(/sent\/sent-template\./);
    alone = await bundle('elements/define/pay-checkout.ts');
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://shop');
      requests.push(pathname);
      const { files: from, first: needed } = pathname.startsWith('/alone/') ? alone : { files, first };
      const path = pathname.replace('/alone', '');
      const script = from.get(path)?.code;
      const data = DATA[pathname];
      if (data) {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(data));
        return;
      }
      if (script === undefined) {
        response.setHeader('content-type', 'text/html');
        if (pathname === '/checkout') response.end(CHECKOUT);
        else if (pathname === '/checkout-alone') response.end(CHECKOUT.replace('/entry.js', '/alone/entry.js'));
        else response.end(pathname === '/code' ? PAGE('pay-localcode', localcode()) : PAGE('pay-crypto', crypto()));
        return;
      }
      const isFirst = needed.has(path);
      const answer = () => {
        response.writeHead(down && !isFirst ? 503 : 200, {
          'content-type': 'text/javascript',
          'cache-control': 'no-store',
        });
        response.end(script);
      };
      if (held && pathname === sentPath) void held.then(answer);
      else answer();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await openBrowser();
  });

  after(async () => {
    await browser?.close();
    server?.close();
  });

  const open = async (path: string, phone = false): Promise<Page> => {
    requests = [];
    const page = await browser.newPage();
    if (phone) await page.setViewport({ width: 360, height: 800, hasTouch: true, isMobile: true });
    await page.goto(address + path);
    return page;
  };
  const encoder = () => requests.filter((path) => path === encoderPath).length;

  it('shows an error when the tags of payments do not load, and loads them at the next attempt of the payer', async () => {
    down = true;
    const page = await open('/checkout-alone');
    await (await page.waitForSelector('>>> .coins [part=choice]'))!.click();
    const again = await page.waitForSelector('>>> [part=try-now]');
    down = false;
    await again!.click();
    await page.waitForSelector('pay-checkout >>> pay-crypto >>> [part=address]');
    await page.close();
  });

  it("shows the next step after 'I have sent it' when its view arrives after the click", async () => {
    let release = () => {};
    held = new Promise((resolve) => (release = resolve));
    const page = await open('/');
    const button = await page.waitForSelector('>>> [part=sent-button]');
    await button!.click();
    assert.ok(await page.$('>>> [part=address]'), 'the payment stays until then');
    release();
    await page.waitForSelector('>>> [part=sent]');
    held = undefined;
    await page.close();
  });

  it("shows an error when the view after 'I have sent it' does not load, and shows the view after the next click", async () => {
    const page = await open('/');
    const button = await page.waitForSelector('>>> [part=sent-button]');
    await page.waitForNetworkIdle();
    down = true;
    await button!.evaluate((node) => (node as HTMLElement).click());
    await page.waitForSelector('>>> [part=try-now]');
    down = false;
    await button!.evaluate((node) => (node as HTMLElement).click());
    await page.waitForSelector('>>> [part=sent]');
    await page.close();
  });

  it('shows an error when the enlarged QR code does not load, and shows it after the next click', async () => {
    const page = await open('/');
    await page.waitForSelector('>>> .badge svg');
    await page.waitForNetworkIdle();
    down = true;
    const press = async () =>
      (await page.waitForSelector('>>> [part=qr-enlarge]'))!.evaluate((node) => (node as HTMLElement).click());
    await press();
    await page.waitForSelector('>>> [part=try-now]');
    down = false;
    await press();
    await page.waitForSelector('>>> dialog[open]');
    await page.close();
  });

  it('offers the coins of an order, with their messages, before a payment exists', async () => {
    const page = await open('/checkout');
    await page.waitForSelector('>>> .coins [part=choice]');
    const title = await page.waitForSelector('>>> h2');
    assert.match(await title!.evaluate((node) => node.textContent ?? ''), /^\s*Choose a coin\s*$/);
    await page.close();
  });

  it('loads no encoder for a code that is collapsed on a phone, until the payer opens it', async () => {
    assert.notEqual(encoderPath, '');
    const page = await open('/code', true);
    const fold = await page.waitForSelector('>>> .fold');
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.equal(encoder(), 0);
    await fold!.click();
    await page.waitForSelector('>>> [part=qr]');
    assert.equal(encoder(), 1);
    await page.close();
    const desk = await open('/code');
    await desk.waitForSelector('>>> [part=qr]');
    await desk.close();
  });
});
