import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { build } from 'vite';
import { chromiumArgs, findChromium } from '../../scripts/browsers.mjs';
import { crypto, localcode, wallet, toAttribute } from '../support/payments.ts';
import { STRICT_POLICY } from '../support/strict-policy.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Listens before anything else runs. */
const LISTENER = `window.violations = [];
document.addEventListener('securitypolicyviolation', (e) => violations.push(e.violatedDirective + ' ' + e.blockedURI + ' ' + e.sample));
window.received = [];
for (const type of ['pay-status', 'pay-paid', 'pay-problem', 'pay-copy'])
  document.addEventListener(type, (e) => received.push(type + ' ' + (e.phase ?? e.code ?? e.what ?? '')));`;

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Shop</title><script src="/listen.js"></script><script type="module" src="/pay-elements.js"></script>
<pay-crypto status-url="/status" payment="${toAttribute(crypto())}"></pay-crypto>
<pay-crypto qr="image" payment="${toAttribute(crypto())}"></pay-crypto>
<pay-wallet payment="${toAttribute(wallet())}"></pay-wallet>
<pay-localcode payment="${toAttribute(localcode())}"></pay-localcode>
<pay-wallet payment="{"></pay-wallet>
<pay-checkout src="/orders/1001"></pay-checkout>`;

/** What the checkout asks for. */
const ORDER = {
  order: '1001',
  amount: '32.00',
  currency: 'EUR',
  methods: [{ method: 'crypto', coins: [{ symbol: 'BTC' }] }, { method: 'wallet' }],
  payments: [],
};

describe('in a real page of a strict shop', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-csp-'));
  let status = 'NEW';
  let server: Server;
  let browser: Browser;
  let address: string;

  before(async () => {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: folder,
        minify: 'oxc',
        target: 'es2022',
        lib: { entry: join(root, 'src/cdn.ts'), formats: ['es'], fileName: () => 'pay-elements.js' },
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
    const script = readFileSync(join(folder, 'pay-elements.js'), 'utf8');
    const files: Record<string, () => [string, string]> = {
      '/': () => ['text/html', PAGE],
      '/listen.js': () => ['text/javascript', LISTENER],
      '/pay-elements.js': () => ['text/javascript', script],
      '/orders/1001': () => ['application/json', JSON.stringify(ORDER)],
      '/payments': () => ['application/json', JSON.stringify({ ...wallet(), statusUrl: '/status' })],
      '/status': () => ['application/json', JSON.stringify({ status, after: 1000 })],
    };
    server = createServer((request, response) => {
      const [type, body] = files[request.url ?? '']?.() ?? ['text/plain', ''];
      response.writeHead(body ? 200 : 404, { 'content-type': type, 'content-security-policy': STRICT_POLICY });
      response.end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await puppeteer.launch({ executablePath: findChromium(), args: chromiumArgs });
  });

  after(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(prepare: (page: Page) => Promise<unknown> = async () => {}): Promise<Page> {
    status = 'NEW';
    const page = await browser.newPage();
    await prepare(page);
    await page.goto(address);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[payment]')].every((tag) => tag.shadowRoot?.querySelector('[role=status]')),
    );
    // On a phone it is folded away, and drawn when it is asked for.
    await page.waitForFunction(() =>
      document
        .querySelector('pay-localcode')!
        .shadowRoot!.querySelector(matchMedia('(pointer: coarse)').matches ? '.fold' : '[part=qr]'),
    );
    return page;
  }

  it('breaks neither its Content-Security-Policy nor Trusted Types, from the first view to paid', async () => {
    const page = await open();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    const card = await page.waitForSelector('pay-crypto');
    await (await card!.waitForSelector('>>> [part=qr-switch] button:last-child'))!.click();
    await (await card!.waitForSelector('>>> [part=copy-button]'))!.click();
    await (await card!.waitForSelector('>>> [part=help-button]'))!.click();
    await card!.waitForSelector('>>> #help.placed');
    const checkout = await page.waitForSelector('pay-checkout');
    // The open help scrolls away with its card: it must not stay over the checkout and take its clicks.
    await checkout!.evaluate((tag) => tag.scrollIntoView({ block: 'center' }));
    await page.waitForFunction(
      () =>
        document.querySelector('pay-crypto')!.shadowRoot!.querySelector('#help')!.getBoundingClientRect().bottom < 0,
    );
    await (await checkout!.waitForSelector('>>> button ::-p-text(wallet)'))!.click();
    await checkout!.waitForSelector('>>> pay-wallet >>> [part=note]');
    status = 'PAID';
    await page.waitForFunction(() => document.querySelector('pay-crypto')!.getAttribute('phase') === 'paid');
    await page.waitForFunction(() => document.querySelector('pay-checkout')!.getAttribute('phase') === 'paid');
    const { violations, received } = await page.evaluate(() => {
      const { violations, received } = window as unknown as Record<'violations' | 'received', string[]>;
      return { violations, received };
    });
    assert.deepEqual(violations, []);
    assert.deepEqual(errors, []);
    assert.ok(received.includes('pay-paid '));
    assert.ok(received.includes('pay-problem unreadable-payment'));
    await page.close();
  });

  it('saves the code as an image and prints a separate sheet under that policy', async () => {
    const page = await open();
    const folder = mkdtempSync(join(tmpdir(), 'pay-elements-saved-'));
    const session = await page.createCDPSession();
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder, eventsEnabled: true });
    const saved = new Promise<void>((done) =>
      session.on('Browser.downloadProgress', ({ state }) => state === 'completed' && done()),
    );
    const card = await page.waitForSelector('pay-crypto');
    const choose = async (text: string) => {
      await (await card!.waitForSelector('>>> [part=menu-button]'))!.click();
      await (await card!.waitForSelector(`>>> .menu ::-p-text(${text})`))!.click();
    };
    await choose('Save QR code');
    await saved;
    const { width, height } = PNG.sync.read(readFileSync(join(folder, '0.00071342-BTC.png')));
    assert.ok(width >= 1024 && width === height, `${width} x ${height}`);
    rmSync(folder, { recursive: true });
    await choose('Print');
    const frame = await (await card!.waitForSelector('>>> iframe'))!.contentFrame();
    await frame.waitForSelector('dd');
    const sheet = await frame.evaluate(() => [document.body.innerText, getComputedStyle(document.body).fontSize]);
    assert.match(sheet[0]!, /0\.00071342 BTC/);
    assert.equal(sheet[1], '16px', 'its own style is there: 12 pt');
    const violations = await page.evaluate(() => (window as unknown as { violations: string[] }).violations);
    assert.deepEqual(violations, []);
    await page.close();
  });

  it('is styled under that policy', async () => {
    const page = await open();
    const display = await page.$eval(
      'pay-crypto',
      (tag) => getComputedStyle(tag.shadowRoot!.querySelector('.card')!).display,
    );
    assert.equal(display, 'grid');
    await page.close();
  });

  it('collapses the code on a phone, where the wallet is on the same device, until the payer opens it', async () => {
    const page = await open((page) => page.setViewport({ width: 360, height: 800, hasTouch: true, isMobile: true }));
    const look = () =>
      page.$eval('pay-crypto', (tag) => {
        const find = (selector: string) => tag.shadowRoot!.querySelector<HTMLElement>(selector)!;
        const { bottom } = find('[part=wallet-link]').getBoundingClientRect();
        return {
          code: find('.tile').offsetHeight > 0,
          drawn: tag.shadowRoot!.querySelector('[part=qr]') !== null,
          expanded: find('.fold').getAttribute('aria-expanded'),
          walletFirst: bottom < find('.fold').getBoundingClientRect().top,
        };
      });
    assert.deepEqual(await look(), { code: false, drawn: false, expanded: 'false', walletFirst: true });
    await page.$eval('pay-crypto', (tag) => tag.shadowRoot!.querySelector<HTMLElement>('.fold')!.click());
    await page.waitForFunction(() => document.querySelector('pay-crypto')!.shadowRoot!.querySelector('[part=qr]'));
    assert.deepEqual(await look(), { code: true, drawn: true, expanded: 'true', walletFirst: true });
    await page.close();
  });

  it('moves nothing with prefers-reduced-motion, and keeps its code dark on white in forced colours', async () => {
    const page = await open();
    await (
      await page.createCDPSession()
    ).send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-reduced-motion', value: 'reduce' },
        { name: 'forced-colors', value: 'active' },
        { name: 'prefers-color-scheme', value: 'dark' },
      ],
    });
    const look = await page.$eval('pay-localcode', (tag) => {
      const style = (selector: string) => getComputedStyle(tag.shadowRoot!.querySelector(selector)!);
      return {
        motion: style('.dot').animationName,
        forced: matchMedia('(forced-colors: active)').matches,
        tile: style('.tile').backgroundColor,
      };
    });
    assert.deepEqual(look, { motion: 'none', forced: true, tile: 'rgb(255, 255, 255)' });
    await page.close();
  });

  it('does not overflow with long words and text twice as large at 280 px', async () => {
    for (const style of ['', 'pay-crypto, pay-wallet, pay-localcode { --pay-font-size: 30px }']) {
      const page = await open((page) => page.setViewport({ width: 280, height: 700 }));
      const wide = await page.evaluate(
        async (style, long) => {
          // A constructed sheet: the policy allows no inline style.
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(style);
          document.adoptedStyleSheets = [sheet];
          const tags = [...document.querySelectorAll<HTMLElement & { payment: object }>('[payment]')].slice(0, 4);
          const before = getComputedStyle(tags[0]!.shadowRoot!.querySelector('.label')!).fontSize;
          const [coin, , wallet] = tags;
          const [inCoin, inWallet] = [coin, wallet].map((tag) => JSON.parse(tag!.getAttribute('payment')!) as object);
          coin!.payment = {
            ...inCoin,
            tid: long,
            cryptoCoin: long,
            status: long,
            cryptoAmountExpected: '1'.repeat(60),
          };
          wallet!.payment = { ...inWallet, pid: long, note: long, status: 'UNMATCHED' };
          const shop = document.createElement('span');
          shop.slot = 'header';
          shop.textContent = long;
          coin!.append(shop);
          const isShown = (tag: Element) => tag.shadowRoot!.textContent.toLowerCase().includes(long.toLowerCase());
          while (![coin!, wallet!].every(isShown)) await new Promise(requestAnimationFrame);
          const cards = tags.map((tag) => tag.shadowRoot!.querySelector('.card')!);
          return [before, ...cards.map((card) => card.scrollWidth <= card.clientWidth)];
        },
        style,
        'Donaudampfschiffahrtselektrizitätenhauptbetriebswerk'.repeat(3),
      );
      assert.deepEqual(wide, [style ? '26.01px' : '13.005px', true, true, true, true]);
      await page.close();
    }
  });

  it('needs no sideways scrolling at 280 px, and every target is at least 24 px', async () => {
    for (const size of [
      { width: 280, height: 700 },
      { width: 720, height: 900 },
    ]) {
      const page = await open((page) => page.setViewport(size));
      const found = await page.evaluate(() => {
        const tags = [...document.querySelectorAll('[payment]')];
        const targets = tags.flatMap((tag) => [...tag.shadowRoot!.querySelectorAll<HTMLElement>('button, a')]);
        const small = targets
          .map((node) => [node.className, node.offsetWidth, node.offsetHeight] as const)
          .filter(([, width, height]) => height > 0 && (width < 24 || height < 24));
        const wide = tags.some((tag) => tag.shadowRoot!.querySelector('.card')!.scrollWidth > tag.clientWidth);
        return { small, wide, page: document.documentElement.scrollWidth };
      });
      assert.deepEqual(found, { small: [], wide: false, page: size.width });
      await page.close();
    }
  });
});

describe('on a server', () => {
  it('the classes can be imported, which registers nothing', async () => {
    const { PayCryptoElement } = await import('../../src/elements/index.ts');
    assert.equal(PayCryptoElement.name, 'PayCryptoElement');
    assert.equal(globalThis.customElements?.get('pay-crypto'), undefined);
    await import('../../src/elements/define.ts');
  });

  it('autoload does nothing', async () => {
    const { autoload } = await import('../../src/elements/autoload.ts');
    autoload(undefined as unknown as Document)();
  });
});
