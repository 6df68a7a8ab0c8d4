/** What a page does before everything of a tag is loaded: `pay-elements/define/pay-crypto`, as a shop's bundler splits it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { create } from 'qrcode';
import { renderPayment } from '../../src/html/index.ts';
import { openBrowser } from '../support/chromium.ts';
import { bundle, type Bundle } from '../support/bundle.ts';
import { BTC, crypto, toAttribute } from '../support/payments.ts';

/** The code as the helper draws it. */
function drawn(text: string) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const bytes = Buffer.alloc(Math.ceil(data.length / 8));
  data.forEach((dark: number, at: number) => (bytes[at >> 3]! |= dark << (7 - (at & 7))));
  return { size, bits: bytes.toString('base64') };
}

const payment = crypto({
  qr: drawn(`bitcoin:${BTC}?amount=0.00071342`),
  version: 1,
  statusUrl: '/status/1',
});
/** A frame of the page: what it shows, the price, the price of one coin, and the height of the tag. */
interface Frame {
  readonly defined: boolean;
  readonly fallback: boolean | undefined;
  readonly card: boolean;
  readonly price: string | undefined;
  readonly rate: string | undefined;
  readonly height: number;
}

/** Longer than the later modules wait for the payment. Milliseconds. */
const SLOW_MS = 1_200;

const page = (tag: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<script>
  window.written = [];
  navigator.clipboard.writeText = async (text) => void written.push(text);
  addEventListener('pay-problem', ({ code }) => (document.title += ' ' + code));
  window.recorded = [];
  requestAnimationFrame(function look() {
    const root = document.querySelector('pay-crypto')?.shadowRoot;
    const text = (part) => root?.querySelector('[part~=' + part + ']')?.textContent.trim();
    const [price, rate] = [text('amount'), text('rate')];
    const fallback = document.querySelector('.pay-payment')?.checkVisibility();
    const card = !!root?.querySelector('[part=qr]');
    recorded.push({ defined: !!root, fallback, card, price, rate, height: root?.host.offsetHeight });
    requestAnimationFrame(look);
  });
</script>
<script type="module" src="/entry.js"></script>${tag}`;

const PAGES: Readonly<Record<string, string>> = {
  '/': page(`<pay-crypto payment="${toAttribute(payment)}"></pay-crypto>`),
  '/rate': page(`<pay-crypto payment="${toAttribute({ ...payment, rate: '67500.25' })}"></pay-crypto>`),
  '/server': page(`<pay-crypto payment="${toAttribute(payment)}">${renderPayment(payment)}</pay-crypto>`),
  '/src': page('<pay-crypto src="/payment"></pay-crypto>'),
  '/slow-src': page('<pay-crypto src="/slow-payment"></pay-crypto>'),
  '/raw': page(
    `<pay-crypto payment="${toAttribute({ message: 'created', data: { ...payment, meta: {} } })}"></pay-crypto>`,
  ),
  '/raw-src': page('<pay-crypto src="/raw-payment"></pay-crypto>'),
  '/none': page('<pay-crypto payment="{}"></pay-crypto>'),
  '/paid': page(`<pay-crypto payment="${toAttribute({ ...payment, status: 'PAID' })}"></pay-crypto>`),
};

describe('before everything of a tag is loaded', () => {
  let files: Bundle['files'];
  /** All that loads without an `import()`. */
  let first: Bundle['first'];
  let server: Server;
  let browser: Browser;
  let address: string;
  let tab: Page;
  let requested: string[] = [];
  /** What is done with scripts that are loaded later. */
  let later: 'sent' | 'held' | 'refused' = 'sent';
  let held: (() => void)[] = [];

  before(async () => {
    ({ files, first } = await bundle('pay-elements/define/pay-crypto'));
    const send = (response: ServerResponse, type: string, body: string) =>
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    server = createServer((request, response) => {
      const { pathname, search } = new URL(request.url ?? '/', 'http://shop');
      requested.push(pathname + search);
      const script = files.get(pathname)?.code;
      if (script !== undefined) {
        if (first.has(pathname) || later === 'sent') send(response, 'text/javascript', script);
        else if (later === 'refused') response.writeHead(503).end();
        else held.push(() => send(response, 'text/javascript', script));
      } else if (pathname === '/payment') send(response, 'application/json', JSON.stringify(payment));
      else if (pathname === '/slow-payment')
        setTimeout(() => send(response, 'application/json', JSON.stringify(payment)), SLOW_MS);
      else if (pathname === '/raw-payment') send(response, 'application/json', JSON.stringify({ data: payment }));
      else if (pathname !== '/status/1') send(response, 'text/html', PAGES[pathname] ?? '');
      // The status is held, as a shop may.
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await openBrowser();
  });

  beforeEach(() => {
    requested = [];
    held = [];
    later = 'held';
  });

  afterEach(() => tab.close());

  after(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
  });

  const open = async (path: string) => {
    tab = await browser.newPage();
    await tab.goto(address + path, { waitUntil: 'domcontentloaded' });
  };
  const release = () => {
    later = 'sent';
    for (const send of held.splice(0)) send();
  };
  const untilHeld = async () => {
    while (!held.length) await once(server, 'request');
  };
  const untilRequested = async (url: string) => {
    while (!requested.includes(url)) await once(server, 'request');
  };
  const scripts = () => requested.filter((path) => files.has(path));
  const click = (part: string) =>
    tab.evaluate((name) => {
      document.querySelector('pay-crypto')!.shadowRoot!.querySelector<HTMLElement>(`[part~=${name}]`)!.click();
    }, part);
  const recorded = () => tab.evaluate(() => (window as unknown as { recorded: Frame[] }).recorded);
  const written = () => tab.evaluate(() => (window as unknown as { written: string[] }).written);

  it('the code is shown, from at most two files and no import() on the way', async () => {
    await open('/');
    await tab.waitForSelector('>>> [part=qr]');
    await untilHeld();
    assert.ok(first.size <= 2, [...first].join());
    assert.deepEqual(new Set(scripts().slice(0, first.size)), first);
    assert.equal(requested.filter((path) => path.startsWith('/status')).length, 0);
    release();
    await untilRequested('/status/1?since=1');
  });

  it('prices follow in the next frames, without the later modules, and nothing moves', async () => {
    await open('/rate');
    await untilHeld();
    await tab.waitForSelector('>>> [part=amount]');
    const frames = (await recorded()).filter(({ card }) => card);
    assert.deepEqual([frames[0]!.price, frames[0]!.rate], [undefined, '']);
    assert.deepEqual([frames.at(-1)!.price, frames.at(-1)!.rate], ['$48.20', '1 BTC = \u2068$67,500.25\u2069']);
    assert.equal(new Set(frames.map(({ height }) => height)).size, 1);
    assert.equal(held.length, 1);
  });

  it('the price is shown also when the payment comes after the later modules have failed', async () => {
    later = 'refused';
    await open('/slow-src');
    await tab.waitForSelector('>>> [part=amount]');
    assert.equal(await tab.title(), 'Shop contact-lost');
  });

  it('content from the server is painted before the card takes its place, which then has its prices', async () => {
    tab = await browser.newPage();
    // The scripts of this page run before its first paint.
    await tab.evaluateOnNewDocument(() => {
      performance.getEntriesByName = () => [];
      window.addEventListener('pay-status', () => (document.title += ' shown'));
      void customElements.whenDefined('pay-crypto').then(() => {
        const tag = document.querySelector<HTMLElement & { refresh(): void }>('pay-crypto')!;
        document.body.append(tag); // it is connected twice while it waits
        tag.refresh();
      });
    });
    await tab.goto(`${address}/server`, { waitUntil: 'domcontentloaded' });
    release();
    await untilRequested('/status/1?since=1');
    assert.equal(await tab.title(), 'Shop shown', 'one card, and one event');
    const frames = (await recorded()).filter(({ defined }) => defined);
    const [before, after] = [frames[0]!, frames.find(({ card }) => card)!];
    assert.deepEqual([before.card, before.fallback, after.fallback, after.price], [false, true, false, '$48.20']);
    assert.equal(after.height, before.height);
  });

  it('a click that copies waits for the integrity check, and then copies', async () => {
    await open('/');
    await tab.waitForSelector('>>> [part~=copy-button]');
    await click('copy-button');
    await untilHeld();
    assert.deepEqual(await written(), []);
    release();
    await tab.waitForFunction(() => (window as unknown as { written: string[] }).written.length);
    assert.deepEqual(await written(), ['0.00071342']);
  });

  it('copies and opens nothing that was changed meanwhile', async () => {
    await open('/');
    await tab.waitForSelector('>>> [part=address]');
    await tab.evaluate(() => {
      const root = document.querySelector('pay-crypto')!.shadowRoot!;
      root.querySelector('.addr .end')!.textContent = 'thief';
      document.addEventListener('pay-open', () => (document.title += ' opened'));
    });
    await click('copy-button');
    await click('wallet-link');
    await untilHeld();
    release();
    await tab.waitForSelector('>>> [role=alert]');
    assert.deepEqual(await written(), []);
    assert.equal(await tab.title(), 'Shop tampered');
  });

  it('shows that there is no contact where the rest cannot be loaded, keeps its view, and tries again at a click', async () => {
    later = 'refused';
    await open('/');
    const again = await tab.waitForSelector('>>> [part=try-now]');
    assert.ok(await tab.$('>>> [part=address]'), 'still there');
    assert.equal(await tab.title(), 'Shop contact-lost');
    const before = scripts().length;
    await click('copy-button');
    while (scripts().length === before) await once(server, 'request');
    assert.deepEqual(await written(), [], 'nothing that was not checked');
    later = 'sent';
    await again!.click();
    await untilRequested('/status/1?since=1');
    await tab.waitForFunction(() => !document.querySelector('pay-crypto')!.shadowRoot!.querySelector('[part=try-now]'));
    await click('copy-button');
    await tab.waitForFunction(() => (window as unknown as { written: string[] }).written.length);
  });

  it('a payment from src is shown as soon as it comes, and is followed at once then', async () => {
    await open('/src');
    await tab.waitForSelector('>>> [part=qr]');
    await untilHeld();
    const started = performance.now();
    release();
    await untilRequested('/status/1?since=1');
    assert.ok(performance.now() - started < 2_000, 'without the rest between two requests');
    assert.equal(requested.filter((path) => path === '/payment').length, 1);
  });

  it('an outcome waits for its view behind the shape of the card', async () => {
    await open('/paid');
    await untilHeld();
    assert.ok(await tab.waitForSelector('>>> .skeleton-fields'));
    release();
    await tab.waitForSelector('>>> [part=outcome]');
  });

  it('a payment that is written in another way is read by what loads later, at once, also from src', async () => {
    for (const path of ['/raw', '/raw-src']) {
      await open(path);
      assert.ok(await tab.waitForSelector('>>> .skeleton-fields'));
      await untilHeld();
      assert.equal(await tab.title(), 'Shop', 'no problem');
      release();
      await tab.waitForSelector('>>> [part=qr]');
      await untilRequested('/status/1?since=1');
      assert.equal(requested.filter((url) => url === '/raw-payment').length, path === '/raw' ? 0 : 1);
      await tab.close();
      requested = [];
      later = 'held';
    }
    await open('/none');
    await untilHeld();
    release();
    await tab.waitForFunction(() => document.title === 'Shop unreadable-payment');
  });
});
