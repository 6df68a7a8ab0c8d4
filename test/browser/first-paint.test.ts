/**
 * What the first frames of a page show, and in which order a tag starts its work: `pay-elements/define/pay-crypto`, as a
 * shop's bundler splits it.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { renderPayment } from '../../src/html/index.ts';
import { SPACING_MS } from '../../src/model/poll-interval.ts';
import { openBrowser } from '../support/chromium.ts';
import { bundle, type Bundle } from '../support/bundle.ts';
import { BTC, crypto, toAttribute } from '../support/payments.ts';
import { qrModules } from '../support/qr-modules.ts';

const payment = crypto({
  qr: qrModules(`bitcoin:${BTC}?amount=0.00071342`),
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
  /** The tag shows a placeholder. */
  readonly skeleton: boolean;
}

const page = (tag: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<script>
  window.written = [];
  /** How many frames with the QR code had been painted when the page requested the status for the first time. */
  window.framesBeforePoll = undefined;
  const fetchOf = window.fetch;
  window.fetch = (url, init) => {
    if (String(url).includes('/status/')) window.framesBeforePoll ??= recorded.filter(({ card }) => card).length;
    return fetchOf(url, init);
  };
  navigator.clipboard.writeText = async (text) => void written.push(text);
  addEventListener('pay-problem', ({ code }) => (document.title += ' ' + code));
  window.recorded = [];
  requestAnimationFrame(function look() {
    const root = document.querySelector('pay-crypto')?.shadowRoot;
    const text = (part) => root?.querySelector('[part~=' + part + ']')?.textContent.trim();
    const [price, rate] = [text('amount'), text('rate')];
    const fallback = document.querySelector('.pay-payment')?.checkVisibility();
    const card = !!root?.querySelector('[part=qr]');
    const skeleton = !!root?.querySelector('.skeleton-fields');
    recorded.push({ defined: !!root, fallback, card, price, rate, skeleton, height: root?.host.offsetHeight });
    if (card && recorded.filter(({ card }) => card).length === 1) window.atFirstFrame?.(root);
    requestAnimationFrame(look);
  });
</script>
<script type="module" src="/entry.js"></script>${tag}`;

const PAGES: Readonly<Record<string, string>> = {
  '/': page(`<pay-crypto payment="${toAttribute(payment)}"></pay-crypto>`),
  '/rate': page(`<pay-crypto payment="${toAttribute({ ...payment, rate: '67500.25' })}"></pay-crypto>`),
  '/server': page(`<pay-crypto payment="${toAttribute(payment)}">${renderPayment(payment)}</pay-crypto>`),
  '/src': page('<pay-crypto src="/payment"></pay-crypto>'),
  '/raw': page(
    `<pay-crypto payment="${toAttribute({ message: 'created', data: { ...payment, meta: {} } })}"></pay-crypto>`,
  ),
  '/raw-src': page('<pay-crypto src="/raw-payment"></pay-crypto>'),
  '/none': page('<pay-crypto payment="{}"></pay-crypto>'),
  '/paid': page(`<pay-crypto payment="${toAttribute({ ...payment, status: 'PAID' })}"></pay-crypto>`),
};

describe('the first frames of a tag', () => {
  let files: Bundle['files'];
  /** All that loads without an `import()`. */
  let first: Bundle['first'];
  let server: Server;
  let browser: Browser;
  let address: string;
  let tab: Page;
  let requested: string[] = [];
  /** Whether the files that load on use are refused. */
  let isRefused = false;

  before(async () => {
    ({ files, first } = await bundle('pay-elements/define/pay-crypto'));
    const send = (response: ServerResponse, type: string, body: string) =>
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    server = createServer((request, response) => {
      const { pathname, search } = new URL(request.url ?? '/', 'http://shop');
      requested.push(pathname + search);
      const script = files.get(pathname)?.code;
      if (script !== undefined) {
        if (first.has(pathname) || !isRefused) send(response, 'text/javascript', script);
        else response.writeHead(503).end();
      } else if (pathname === '/payment') send(response, 'application/json', JSON.stringify(payment));
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
    isRefused = false;
  });

  afterEach(() => tab.close());

  after(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
  });

  /** Opens a page. `atFirstFrame` runs in the page, in the first frame with the QR code. */
  const open = async (path: string, atFirstFrame?: (root: ShadowRoot) => void) => {
    tab = await browser.newPage();
    if (atFirstFrame) await tab.evaluateOnNewDocument(`window.atFirstFrame = ${String(atFirstFrame)}`);
    await tab.goto(address + path, { waitUntil: 'domcontentloaded' });
  };
  const untilRequested = async (url: string) => {
    while (!requested.includes(url)) await once(server, 'request');
  };
  const scripts = () => requested.filter((path) => files.has(path));
  const recorded = () => tab.evaluate(() => (window as unknown as { recorded: Frame[] }).recorded);
  const written = () => tab.evaluate(() => (window as unknown as { written: string[] }).written);
  const untilWritten = () => tab.waitForFunction(() => (window as unknown as { written: string[] }).written.length);

  it('need one file, and the status is requested after the QR code was painted', async () => {
    await open('/');
    await untilRequested('/status/1?since=1');
    assert.deepEqual([...first], ['/entry.js']);
    assert.equal(scripts()[0], '/entry.js');
    assert.ok(
      scripts().every((path) => path === '/entry.js' || path === '/coin-marks.js'),
      scripts().join(),
    );
    const frames = await tab.evaluate(() => (window as unknown as { framesBeforePoll: number }).framesBeforePoll);
    assert.ok(frames >= 1, `${frames} frames with the QR code`);
  });

  it('show the QR code first and the prices after it, and nothing moves', async () => {
    await open('/rate');
    await tab.waitForSelector('>>> [part=amount]');
    await untilRequested('/status/1?since=1');
    const frames = (await recorded()).filter(({ card }) => card);
    assert.deepEqual([frames[0]!.price, frames[0]!.rate], [undefined, '']);
    assert.deepEqual([frames.at(-1)!.price, frames.at(-1)!.rate], ['$48.20', '1 BTC = \u2068$67,500.25\u2069']);
    assert.equal(new Set(frames.map(({ height }) => height)).size, 1);
  });

  it('show content from the server before the card takes its place, which then has its prices', async () => {
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
    await untilRequested('/status/1?since=1');
    assert.equal(await tab.title(), 'Shop shown', 'one card, and one event');
    const frames = (await recorded()).filter(({ defined }) => defined);
    const [before, after] = [frames[0]!, frames.find(({ card }) => card)!];
    assert.deepEqual([before.card, before.fallback, after.fallback, after.price], [false, true, false, '$48.20']);
    assert.equal(after.height, before.height);
  });

  it('take a click: what is copied right after the first frame is the exact text', async () => {
    await open('/', (root) => {
      document.addEventListener('pay-copy', () => (document.title += ' copied'));
      root.querySelector<HTMLElement>('[part~=copy-button]')!.click();
    });
    await untilWritten();
    assert.deepEqual(await written(), ['0.00071342']);
    await tab.waitForFunction(() => document.title === 'Shop copied');
  });

  it('copy and open nothing that was changed in them', async () => {
    await open('/', (root) => {
      document.addEventListener('pay-open', () => (document.title += ' opened'));
      root.querySelector('.addr .end')!.textContent = 'thief';
      for (const part of ['copy-button', 'wallet-link']) root.querySelector<HTMLElement>(`[part~=${part}]`)!.click();
    });
    await tab.waitForSelector('>>> [role=alert]');
    assert.deepEqual(await written(), []);
    assert.equal(await tab.title(), 'Shop tampered');
  });

  it('need none of the files that load on use: without them the payer copies, and the payment is followed', async () => {
    isRefused = true;
    await open('/');
    await untilRequested('/status/1?since=1');
    await (await tab.waitForSelector('>>> [part~=copy-button]'))!.click();
    await untilWritten();
    assert.deepEqual(await written(), ['0.00071342']);
    assert.ok(await tab.$('>>> [part=address]'), 'still there');
    assert.ok(scripts().length > 1, 'the files were requested');
  });

  it('follow a payment from src at once when it has come, with one request for it', async () => {
    tab = await browser.newPage();
    // The longest timer that has ended before the first request of the status, in milliseconds.
    await tab.evaluateOnNewDocument(() => {
      let longest = 0;
      const [setTimer, fetchOf] = [window.setTimeout, window.fetch];
      const timed = (run: () => void, ms = 0) => setTimer(() => ((longest = Math.max(longest, ms)), run()), ms);
      const fetchTimed: typeof fetch = (url, init) => {
        if ((url as string).includes('/status/')) (window as unknown as { waited?: number }).waited ??= longest;
        return fetchOf(url, init);
      };
      Object.assign(window, { setTimeout: timed, fetch: fetchTimed });
    });
    await tab.goto(`${address}/src`, { waitUntil: 'domcontentloaded' });
    await untilRequested('/status/1?since=1');
    const waited = await tab.evaluate(() => (window as unknown as { waited: number }).waited);
    assert.ok(waited < SPACING_MS, `without the rest between two requests, not after a timer of ${waited} ms`);
    await tab.waitForSelector('>>> [part=amount]');
    assert.equal(requested.filter((path) => path === '/payment').length, 1);
  });

  it('show an outcome at once, without a placeholder', async () => {
    await open('/paid');
    await tab.waitForSelector('>>> [part=outcome]');
    const frames = await recorded();
    assert.deepEqual(
      frames.filter(({ skeleton }) => skeleton),
      [],
    );
  });

  it('show a payment in the format of the service at once, also from src', async () => {
    for (const path of ['/raw', '/raw-src']) {
      await open(path);
      await tab.waitForSelector('>>> [part=qr]');
      await untilRequested('/status/1?since=1');
      assert.equal(await tab.title(), 'Shop', 'no problem');
      assert.equal(requested.filter((url) => url === '/raw-payment').length, path === '/raw' ? 0 : 1);
      await tab.close();
      requested = [];
    }
    await open('/none');
    await tab.waitForFunction(() => document.title === 'Shop unreadable-payment');
  });
});
