import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { integrityOf } from '../../scripts/integrity.mjs';
import { openBrowser } from '../support/chromium.ts';
import { crypto, localcode, wallet } from '../support/payments.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const file = readFileSync(join(root, 'dist/cdn/pay-elements.js'), 'utf8');

/** The same file as a later release would send it. */
const LATER = '9.9.9';
const laterFile = file.replaceAll(version, LATER);

const attribute = (payment: object) => JSON.stringify(payment).replace(/&/g, '&amp;').replace(/"/g, '&quot;');

const TAGS = `<pay-crypto status-url="/status" payment="${attribute(crypto())}"></pay-crypto>
<pay-wallet payment="${attribute(wallet())}"></pay-wallet>
<pay-localcode payment="${attribute(localcode())}"></pay-localcode>`;

interface Script {
  readonly path: string;
  readonly integrity: string;
}

const ours: Script = { path: '/pay-elements.js', integrity: integrityOf(file) };
const again: Script = { path: '/copy/pay-elements.js', integrity: integrityOf(file) };
const later: Script = { path: '/later/pay-elements.js', integrity: integrityOf(laterFile) };

async function listen(answer: (path: string) => { status?: number; headers: Record<string, string>; body: string }) {
  const server = createServer((request, response) => {
    const { status = 200, headers, body } = answer(request.url ?? '/');
    response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('the script tag, from another origin', () => {
  let status = 'NEW';
  let shown: { scripts: readonly Script[]; allowed: readonly string[]; lang: string };
  let browser: Browser;
  let cdn: { server: Server; origin: string };
  let shop: { server: Server; origin: string };

  before(async () => {
    const files: Record<string, string> = {
      [ours.path]: file,
      [again.path]: file,
      [later.path]: laterFile,
      '/changed/pay-elements.js': `${file}\ndocument.title = 'robbed';`,
    };
    for (const name of readdirSync(join(root, 'dist/cdn/locales')))
      files[`/locales/${name}`] = readFileSync(join(root, 'dist/cdn/locales', name), 'utf8');
    cdn = await listen((path) => ({
      status: files[path] ? 200 : 404,
      headers: { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' },
      body: files[path] ?? '',
    }));
    shop = await listen((path) => {
      if (path !== '/')
        return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ status, after: 500 }) };
      const scripts = shown.scripts.map(
        ({ path, integrity }) =>
          `<script type="module" src="${cdn.origin}${path}" integrity="${integrity}" crossorigin="anonymous"></script>`,
      );
      const policy = [
        "default-src 'none'",
        `script-src ${shown.allowed.map((allowed) => (allowed.startsWith('http') ? allowed : `'${allowed}'`)).join(' ')}`,
        "connect-src 'self'",
        'img-src data:',
        "require-trusted-types-for 'script'",
        'trusted-types lit-html',
      ].join('; ');
      return {
        headers: { 'content-type': 'text/html', 'content-security-policy': policy },
        body: `<!doctype html><html lang="${shown.lang}"><title>Shop</title><link rel="icon" href="data:,">${scripts.join('')}${TAGS}`,
      };
    });
    browser = await openBrowser();
  });

  after(async () => {
    await browser?.close();
    cdn?.server.close();
    shop?.server.close();
  });

  /** Opens the shop with these scripts, and hears all that the browser complains about. */
  async function open(scripts: readonly Script[], allowed = scripts.map(({ integrity }) => integrity), lang = 'en') {
    status = 'NEW';
    shown = { scripts, allowed: [...new Set(allowed)], lang };
    const page = await browser.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    await page.evaluateOnNewDocument(() => {
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`violation of ${event.violatedDirective}`),
      );
    });
    await page.goto(shop.origin, { waitUntil: 'load' });
    return { page, said };
  }

  /** Every tag shows its payment, draws its code, opens its help and follows the payment to its end. */
  async function pay(page: Page) {
    for (const tag of ['pay-crypto', 'pay-wallet', 'pay-localcode'])
      await page.waitForSelector(`${tag} >>> [part=status]`);
    await page.waitForSelector('pay-crypto >>> [part=qr]');
    await (await page.waitForSelector('pay-crypto >>> [part=help-button]'))!.click();
    await page.waitForSelector('pay-crypto >>> #help.placed');
    status = 'PAID';
    await page.waitForSelector('pay-crypto[phase=paid]');
  }

  const versionOf = (page: Page, tag: string) =>
    page.evaluate(
      (name) =>
        (customElements.get(name) as (CustomElementConstructor & Record<symbol, unknown>) | undefined)?.[
          Symbol.for('pay-elements.version')
        ],
      tag,
    );

  it('works under a policy that allows nothing but its hash', async () => {
    const { page, said } = await open([ours]);
    await pay(page);
    assert.deepEqual(said, []);
    assert.equal(await versionOf(page, 'pay-crypto'), version);
    await page.close();
  });

  it('speaks the language of the page where its policy lets the folder of languages in', async () => {
    const { page, said } = await open([ours], [ours.integrity, `${cdn.origin}/locales/`], 'ar');
    await page.waitForSelector('pay-crypto >>> .card[dir=rtl][lang=ar]');
    await pay(page);
    assert.deepEqual(said, []);
    await page.close();
  });

  it('stays with English, and takes payments, where its policy keeps languages out', async () => {
    const { page, said } = await open([ours], [ours.integrity], 'ar');
    await pay(page);
    assert.ok(said.some((line) => line.includes("words for 'ar' could not be loaded")));
    await page.close();
  });

  it('does not run under the hash of another file, nor with a letter changed on its way', async () => {
    for (const [script, allowed] of [
      [ours, later.integrity],
      [{ path: '/changed/pay-elements.js', integrity: ours.integrity }, ours.integrity],
    ] as const) {
      const { page, said } = await open([script], [allowed]);
      assert.equal(await versionOf(page, 'pay-crypto'), undefined);
      assert.equal(await page.title(), 'Shop');
      assert.ok(said.length > 0);
      await page.close();
    }
  });

  it('loaded twice: the first stays, the second says so in one line, and nothing breaks', async () => {
    const { page, said } = await open([ours, again]);
    await pay(page);
    assert.equal(said.length, 1, said.join('\n'));
    assert.match(
      said[0]!,
      new RegExp(`^pay-elements ${version}: already on this page: <pay-crypto> \\(by pay-elements ${version}\\)`),
    );
    await page.close();
  });

  for (const [name, scripts, first, second] of [
    ['an older and a later', [ours, later], version, LATER],
    ['a later and an older', [later, ours], LATER, version],
  ] as const)
    it(`in two versions, ${name}: the first stays for every tag, and one line names both`, async () => {
      const { page, said } = await open(scripts);
      await pay(page);
      for (const tag of ['pay-crypto', 'pay-wallet', 'pay-localcode']) assert.equal(await versionOf(page, tag), first);
      assert.equal(said.length, 1, said.join('\n'));
      assert.ok(said[0]!.startsWith(`pay-elements ${second}: already`), said[0]);
      assert.ok(said[0]!.includes(`<pay-localcode> (by pay-elements ${first})`), said[0]);
      await page.close();
    });
});
