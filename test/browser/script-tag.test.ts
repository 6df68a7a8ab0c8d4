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
import { crypto, localcode, wallet, toAttribute } from '../support/payments.ts';
import { until } from '../support/until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const file = readFileSync(join(root, 'dist/cdn/pay-elements.js'), 'utf8');

/** The same file as a later release would send it. */
const LATER = '9.9.9';
const laterFile = file.replaceAll(version, LATER);

const TAGS = `<pay-crypto status-url="/status" payment="${toAttribute(crypto())}"></pay-crypto>
<pay-wallet status-url="/status" payment="${toAttribute(wallet())}"></pay-wallet>
<pay-localcode status-url="/status" payment="${toAttribute(localcode())}"></pay-localcode>`;

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

describe('the folder of the script tag', () => {
  const names = readdirSync(join(root, 'dist/cdn'), { recursive: true, encoding: 'utf8' });

  it('has a script for all tags and one for each tag of a payment, and everything that they load later is data', () => {
    const scripts = names.filter((name) => /\.[cm]?js$/.test(name) && !/^locales\b/.test(name));
    assert.deepEqual(scripts.sort(), ['pay-crypto.js', 'pay-elements.js', 'pay-localcode.js', 'pay-wallet.js']);
    for (const name of scripts) {
      const script = readFileSync(join(root, 'dist/cdn', name), 'utf8');
      assert.doesNotMatch(script, /\bimport\s*\(/, name);
      assert.doesNotMatch(script, /^\s*(import|export)\b[^;]*\bfrom\b/m, name);
      assert.doesNotMatch(script, /importScripts|new (Shared)?Worker|serviceWorker/, name);
    }
  });

  it('lists the hash of each locale in a file whose hash is in the script', () => {
    const list = readFileSync(join(root, 'dist/cdn/locales/integrity.json'), 'utf8');
    assert.ok(file.includes(integrityOf(list, 'sha256')));
    const hashes = JSON.parse(list) as Record<string, string>;
    const locales = names.filter((name) => /^locales.[^/\\]+\.js$/.test(name));
    assert.equal(locales.length, 56);
    for (const name of locales) {
      const text = readFileSync(join(root, 'dist/cdn', name), 'utf8');
      assert.equal(hashes[name.slice('locales/'.length, -'.js'.length)], integrityOf(text, 'sha256'), name);
    }
    assert.equal(Object.keys(hashes).length, locales.length);
  });
});

describe('the script tag, from another origin', () => {
  let status = 'NEW';
  let shown: { scripts: readonly Script[]; allowed: readonly string[]; lang: string; connect: string };
  /** What the script's origin serves, by path. */
  const files: Record<string, string> = {};
  let browser: Browser;
  let cdn: { server: Server; origin: string };
  let shop: { server: Server; origin: string };

  before(async () => {
    files[ours.path] = file;
    files[again.path] = file;
    files[later.path] = laterFile;
    files['/changed/pay-elements.js'] = `${file}\ndocument.title = 'robbed';`;
    for (const name of readdirSync(join(root, 'dist/cdn/locales')))
      files[`/locales/${name}`] = readFileSync(join(root, 'dist/cdn/locales', name), 'utf8');
    cdn = await listen((path) => ({
      status: files[path] ? 200 : 404,
      headers: {
        'content-type': path.endsWith('.json') ? 'application/json' : 'text/javascript',
        'access-control-allow-origin': '*',
        'cache-control': 'no-store',
      },
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
        `script-src ${shown.allowed.map((allowed) => `'${allowed}'`).join(' ')}`,
        `connect-src 'self' ${shown.connect}`,
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

  /** Opens the shop with these scripts, and records everything that the browser logs. */
  async function open(
    scripts: readonly Script[],
    allowed = scripts.map(({ integrity }) => integrity),
    { lang = 'en', connect = '' } = {},
  ) {
    status = 'NEW';
    shown = { scripts, allowed: [...new Set(allowed)], lang, connect };
    const page = await browser.newPage();
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    page.on('pageerror', (error) => logged.push(String(error)));
    await page.evaluateOnNewDocument(() => {
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`violation of ${event.violatedDirective}`),
      );
    });
    await page.goto(shop.origin, { waitUntil: 'load' });
    return { page, logged };
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
    const { page, logged } = await open([ours]);
    await pay(page);
    assert.deepEqual(logged, []);
    assert.equal(await versionOf(page, 'pay-crypto'), version);
    await page.close();
  });

  it('lets in no style sheet of a stranger, which could show another address: the policy needs no style-src', async () => {
    const { page, logged } = await open([ours]);
    await page.waitForSelector('pay-crypto >>> [part~=address]');
    const content = await page.evaluate(() => {
      const style = document.createElement('style');
      style.textContent = `pay-crypto::part(address)::after { content: 'another address' }`;
      document.head.append(style);
      const address = document.querySelector('pay-crypto')!.shadowRoot!.querySelector('[part~=address]')!;
      return getComputedStyle(address, '::after').content;
    });
    assert.equal(content, 'none');
    await until(() => logged.some((line) => line.includes('style-src')), 'a violation of style-src');
    await page.close();
  });

  it('shows the language of the page where connect-src lists the folder of locales', async () => {
    const { page, logged } = await open([ours], [ours.integrity], { lang: 'ar', connect: `${cdn.origin}/locales/` });
    await page.waitForSelector('pay-crypto >>> .card[dir=rtl][lang=ar]');
    await pay(page);
    assert.deepEqual(logged, []);
    await page.close();
  });

  it('stays English, and takes payments, where connect-src does not list the folder', async () => {
    const { page, logged } = await open([ours], [ours.integrity], { lang: 'ar' });
    await pay(page);
    assert.ok(logged.some((line) => line.includes("messages for 'ar' could not be loaded")));
    assert.equal(await page.$('pay-crypto >>> .card[lang=ar]'), null);
    await page.close();
  });

  for (const [name, path, tamper] of [
    ['another message', '/locales/ar.js', (text: string) => text.replace(/"[^"]+"}$/, '"x"}')],
    ['one more space', '/locales/ar.js', (text: string) => `${text} `],
    ['a script in its place', '/locales/ar.js', () => "document.title = 'robbed'"],
    ['an empty file in its place', '/locales/ar.js', () => ''],
    [
      'other hashes in the list of hashes',
      '/locales/integrity.json',
      (text: string) => text.replace(/sha256-./g, 'sha256-A'),
    ],
  ] as const)
    it(`refuses a locale that was tampered with, and stays English: ${name}`, async () => {
      const genuine = files[path]!;
      assert.notEqual(tamper(genuine), genuine);
      files[path] = tamper(genuine);
      try {
        const { page, logged } = await open([ours], [ours.integrity], {
          lang: 'ar',
          connect: `${cdn.origin}/locales/`,
        });
        await pay(page);
        assert.ok(
          logged.some((line) => line.includes("messages for 'ar' could not be loaded")),
          logged.join('\n'),
        );
        assert.equal(await page.$('pay-crypto >>> .card[lang=ar]'), null);
        assert.equal(await page.title(), 'Shop');
        await page.close();
      } finally {
        files[path] = genuine;
      }
    });

  it('does not run with the hash of another file, nor when a letter was changed in transit', async () => {
    for (const [script, allowed] of [
      [ours, later.integrity],
      [{ path: '/changed/pay-elements.js', integrity: ours.integrity }, ours.integrity],
    ] as const) {
      const { page, logged } = await open([script], [allowed]);
      assert.equal(await versionOf(page, 'pay-crypto'), undefined);
      assert.equal(await page.title(), 'Shop');
      assert.ok(logged.length > 0);
      await page.close();
    }
  });

  it('loaded twice: the first stays, the second prints one warning, and nothing breaks', async () => {
    const { page, logged } = await open([ours, again]);
    await pay(page);
    assert.equal(logged.length, 1, logged.join('\n'));
    assert.ok(logged[0]!.startsWith(`pay-elements ${version}: version ${version} has defined <pay-crypto>`), logged[0]);
    await page.close();
  });

  for (const [name, scripts, first, second] of [
    ['an older and a later', [ours, later], version, LATER],
    ['a later and an older', [later, ours], LATER, version],
  ] as const)
    it(`in two versions, ${name}: the first stays for every tag, and one line names both`, async () => {
      const { page, logged } = await open(scripts);
      await pay(page);
      for (const tag of ['pay-crypto', 'pay-wallet', 'pay-localcode']) assert.equal(await versionOf(page, tag), first);
      assert.equal(logged.length, 1, logged.join('\n'));
      const text = `pay-elements ${second}: version ${first} has defined <pay-crypto>.`;
      assert.ok(logged[0]!.startsWith(text), logged[0]);
      await page.close();
    });
});
