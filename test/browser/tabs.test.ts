import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { openBrowser } from '../support/chromium.ts';
import { bundle } from '../support/bundle.ts';
import { crypto, toAttribute } from '../support/payments.ts';

const attribute = toAttribute(crypto());

/** A page whose address is its name; the browser says it as the referrer of every question. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<script type="module" crossorigin src="/pay-elements.js"></script>
<pay-crypto status-url="/status" payment="${attribute}"></pay-crypto>`;

/** The same in a frame that may run scripts and nothing else: locks are refused there. */
const FRAMED = '<!doctype html><title>Frame</title><iframe sandbox="allow-scripts" src="/framed"></iframe>';

describe('several tabs of one browser', () => {
  let server: Server;
  let browser: Browser;
  let context: BrowserContext;
  let address: string;
  let status: object;
  /** Holds questions open, as a shop may. */
  let holding: boolean;
  let held: ServerResponse[] = [];
  let polls: string[] = [];
  const received: (() => void)[] = [];

  before(async () => {
    const { files } = await bundle('cdn.ts', { split: false });
    const [script] = [...files.values()].map(({ code }) => code);
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://shop');
      // For the frame, whose origin is nobody's.
      response.setHeader('access-control-allow-origin', '*');
      if (pathname === '/pay-elements.js') {
        response.setHeader('content-type', 'text/javascript');
        response.end(script);
      } else if (pathname === '/status') {
        polls.push(new URL(request.headers.referer ?? 'http://shop/?').pathname);
        if (holding) held.push(response);
        else response.end(JSON.stringify(status));
        for (const run of received.splice(0)) run();
      } else {
        response.setHeader('content-type', 'text/html');
        response.end(pathname === '/frame' ? FRAMED : PAGE);
      }
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await openBrowser();
  });

  beforeEach(async () => {
    status = { status: 'NEW', after: 500 };
    holding = false;
    polls = [];
    held = [];
    context = await browser.createBrowserContext();
  });

  afterEach(() => context.close());

  after(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
  });

  /** In a window of its own, where it can be seen beside the others; or as one more tab, which hides them. */
  const open = async (name: string, type: 'window' | 'tab' = 'window'): Promise<Page> => {
    const page = await context.newPage({ type });
    await page.goto(address + name);
    return page;
  };

  /** Who asks the next questions, as many as wanted. */
  const next = async (count: number): Promise<string[]> => {
    const from = polls.length;
    while (polls.length < from + count) await new Promise<void>((run) => received.push(run));
    return polls.slice(from, from + count);
  };

  const release = () => {
    holding = false;
    for (const response of held.splice(0)) response.end(JSON.stringify(status));
  };

  const untilPolled = async (name: string) => {
    while (!polls.includes(name)) await next(1);
  };

  /** Pages that are not seen draw no frames, so what is waited for is the attribute itself. */
  const phase = (page: Page, wanted: string) =>
    page.waitForSelector(`pay-crypto[phase=${wanted}]`, { timeout: 20_000 });
  const locksOf = (page: Page) =>
    page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [held.length, pending.length];
    });

  it('let one of them poll, receive its updates, and go on when it is closed or crashes', async () => {
    const pages = [await open('/a'), await open('/b'), await open('/c')];
    await untilPolled('/c');
    assert.deepEqual(await next(3), Array(3).fill('/a'));
    assert.deepEqual(await locksOf(pages[1]!), [1, 2]);

    await pages[0]!.close();
    assert.deepEqual(await next(2), Array(2).fill('/b'));

    holding = true;
    assert.deepEqual(await next(1), ['/b']);
    holding = false; // for the questions to come: this one stays open
    await pages[1]!.goto('chrome://crash').catch(() => {});
    assert.deepEqual(await next(2), Array(2).fill('/c'));

    pages.push(await open('/d'), await open('/e'));
    await untilPolled('/e');
    await next(2);
    const before = polls.length;
    status = { status: 'PAID' };
    for (const page of pages.slice(2)) await phase(page, 'paid');
    assert.deepEqual(polls.slice(before), ['/c'], 'one request updated all three');
    assert.deepEqual(await locksOf(pages[2]!), [0, 0]);
  });

  it('let the visible one poll and send its updates to the hidden ones', async () => {
    const a = await open('/a', 'tab');
    await untilPolled('/a');
    const b = await open('/b', 'tab');
    await untilPolled('/b');
    assert.deepEqual(await next(2), Array(2).fill('/b'));
    await a.bringToFront();
    assert.equal(await b.evaluate(() => document.visibilityState), 'hidden');
    await next(1);
    assert.deepEqual(await next(2), Array(2).fill('/a'));
    status = { status: 'PAID' };
    await phase(b, 'paid');
    await phase(a, 'paid');
  });

  it('keep their place in the back/forward cache, with no lock and no request, and poll at once when they are restored', async () => {
    const a = await open('/a');
    await untilPolled('/a');
    holding = true;
    await next(1);
    await a.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => (document.title = `persisted ${persisted}`));
    });
    const left = once(held[0]!, 'close');
    await a.goto(`${address}/frame`);
    await left;
    const b = await open('/b');
    await untilPolled('/b');
    assert.deepEqual(await locksOf(b), [1, 0]);
    release();
    const polled = next(1);
    await a.goBack();
    assert.equal(await a.title(), 'persisted true');
    await polled;
    status = { status: 'PAID' };
    await phase(a, 'paid');
  });

  it('poll on their own in a frame without the Web Locks API', async () => {
    const page = await open('/frame');
    const frame = await page.waitForFrame((each) => each.url().endsWith('/framed'));
    const refused = await frame.evaluate(() =>
      navigator.locks.request('x', () => {}).catch((error: Error) => error.name),
    );
    assert.equal(refused, 'SecurityError');
    await next(3);
    status = { status: 'PAID' };
    await frame.waitForSelector('pay-crypto[phase=paid]');
  });
});
