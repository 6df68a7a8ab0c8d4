import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { build, type Rolldown } from 'vite';
import { openBrowser } from '../support/chromium.ts';
import { crypto, localcode } from '../support/payments.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const attribute = (payment: object) => JSON.stringify(payment).replace(/&/g, '&amp;').replace(/"/g, '&quot;');
const PAGE = (tag: string, payment: object) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Shop</title>
<script type="module" src="/define.js"></script><${tag} payment="${attribute(payment)}"></${tag}>`;

describe('in a page whose bundler splits what is loaded on demand', () => {
  const files = new Map<string, string>();
  /** What registers the tags: all that is loaded before one is made. */
  const first = new Set<string>();
  let encoderPath = '';
  let asked: string[] = [];
  let down = false;
  let server: Server;
  let browser: Browser;
  let address: string;

  before(async () => {
    const { output } = (await build({
      root,
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        write: false,
        target: 'es2022',
        modulePreload: false,
        rolldownOptions: {
          input: fileURLToPath(new URL('../../src/elements/define.ts', import.meta.url)),
          output: { entryFileNames: 'define.js', chunkFileNames: '[name].js' },
        },
      },
    })) as Rolldown.RolldownOutput;
    const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
    for (const [name, { code, moduleIds }] of chunks) {
      files.set(`/${name}`, code);
      if (moduleIds.some((id) => /qrcode/.test(id))) encoderPath = `/${name}`;
    }
    const load = (name: string): void => {
      if (first.has(`/${name}`)) return;
      first.add(`/${name}`);
      chunks.get(name)!.imports.forEach(load);
    };
    load('define.js');
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://shop');
      asked.push(pathname);
      const script = files.get(pathname);
      if (script === undefined) {
        response.setHeader('content-type', 'text/html');
        response.end(pathname === '/code' ? PAGE('pay-localcode', localcode()) : PAGE('pay-crypto', crypto()));
        return;
      }
      response.writeHead(down && !first.has(pathname) ? 503 : 200, {
        'content-type': 'text/javascript',
        'cache-control': 'no-store',
      });
      response.end(script);
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
    asked = [];
    const page = await browser.newPage();
    if (phone) await page.setViewport({ width: 360, height: 800, hasTouch: true, isMobile: true });
    await page.goto(address + path);
    return page;
  };
  const encoder = () => asked.filter((path) => path === encoderPath).length;

  it('says so when the card does not come, and gets it when the payer tries again', async () => {
    down = true;
    const page = await open('/');
    const again = await page.waitForSelector('>>> [part=try-now]');
    down = false;
    await again!.click();
    await page.waitForSelector('>>> [part=address]');
    await page.close();
  });

  it('loads no encoder for a code that is folded away on a phone, until the payer asks for it', async () => {
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
