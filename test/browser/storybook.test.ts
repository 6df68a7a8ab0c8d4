import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'puppeteer-core';
import { openBrowser } from '../support/chromium.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Milliseconds: building and drawing on two busy cores. */
const PATIENCE_MS = 20_000;

/** What `npm run build-storybook` writes, served as any host of plain files would. */
describe('the built Storybook', { timeout: 170_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-storybook-'));
  let server: Server;
  let browser: Browser;
  let page: Page;
  let origin: string;
  let abroad: string[];
  let faults: string[];

  before(async () => {
    await promisify(execFile)('npm', ['run', 'build-storybook', '--', '--output-dir', folder], { cwd: root });
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const file = join(folder, pathname === '/' ? 'index.html' : decodeURIComponent(pathname));
      const found = existsSync(file) && extname(file) !== '';
      response.writeHead(found ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      response.end(found ? readFileSync(file) : '');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await openBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    abroad = [];
    faults = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) abroad.push(url);
    });
    page.on('pageerror', (error) => faults.push(String(error)));
  });

  after(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('plays the whole chain, in the page alone', async () => {
    await page.goto(`${origin}/iframe.html?id=the-whole-chain--pays-with-a-coin&viewMode=story`);
    await page.waitForFunction(
      () =>
        document.querySelector('chain-shop')?.shadowRoot?.querySelector('pay-crypto')?.getAttribute('phase') === 'paid',
    );
  });

  it('has controls that work, and shows the events', async () => {
    await page.setViewport({ width: 1400, height: 1000 });
    await page.goto(`${origin}/?path=/story/tags-pay-crypto--paid`);
    await page.waitForSelector('[id="control-layout"]');
    await page.select('[id="control-layout"]', 'stack');
    const frame = (await (await page.waitForSelector('#storybook-preview-iframe'))!.contentFrame())!;
    await frame.waitForSelector('pay-crypto[layout="stack"][phase="paid"]');
    await page.locator('[id$="tab-storybook/actions/panel"]').click();
    await page.waitForFunction(() => document.body.innerText.includes('onPayPaid'));
    await page.locator('[id$="tab-addon-controls"]').click();
  });

  it('has a control for every attribute and slot of each tag, and no other', async () => {
    const common = [
      'src',
      'status-url',
      'layout',
      'pay-notify',
      'page-url',
      'contact',
      'home',
      'lang',
      'header',
      'footer',
      'paid',
      'help',
      'retry',
    ];
    for (const [tag, id, own, qr] of [
      ['pay-crypto', '7f3k92qx', ['qr', 'sent'], ['uri', 'address', 'image', 'none']],
      ['pay-wallet', 'w81', ['sent'], []],
      ['pay-localcode', 'b77', ['qr', 'code'], ['none']],
    ] as const) {
      await page.evaluate(open, `tags-${tag}--paid`);
      await page.waitForFunction((id) => document.body.innerText.includes(id), {}, id); // the payment, as an object
      const ids = await page.$$eval('[id^="set-"], [id^="control-"]', (all) => all.map(({ id }) => id));
      assert.deepEqual(ids.map((id) => id.replace(/^(?:set|control)-/, '')).sort(), [...common, ...own].sort(), tag);
      const values = await page.$$eval('[id="control-qr"] option', (all) => all.map(({ value }) => value));
      assert.deepEqual(values.slice(2), qr, tag); // 'Choose option...' and none come first
    }
  });

  it('turns dark, right to left and as narrow as a phone by the toolbar', async () => {
    const globals = 'theme:dark;direction:rtl;viewport.value:phone';
    await page.goto(`${origin}/?path=/story/tags-pay-wallet--awaiting&globals=${globals}`);
    const preview = (await page.waitForSelector('#storybook-preview-iframe'))!;
    await page.waitForFunction((frame) => frame.getBoundingClientRect().width === 360, {}, preview);
    const frame = (await preview.contentFrame())!;
    await frame.waitForSelector('.surface[dir="rtl"] pay-wallet[phase="awaiting"]');
    assert.equal(await frame.$eval('.surface', (page) => getComputedStyle(page).colorScheme), 'dark');
  });

  it('writes the manual from the manifest', async () => {
    await page.goto(`${origin}/iframe.html?id=tags-pay-localcode--api&viewMode=docs`);
    await page.waitForFunction(() => document.body.innerText.includes(':state(refunded)'));
    const output = await page.evaluate(() => document.body.innerText);
    // An attribute and a part of one name, a slot and a part of one name: each has its own words.
    for (const message of [
      'Takes a payment by a local mobile code',
      'none hides the QR code.',
      '::part(qr)',
      'The QR code.',
      'Replaces the help text.',
      '::part(help)',
      '--pay-accent',
      'pay-problem',
    ])
      assert.ok(output.includes(message), message);
  });

  it('keeps the looks and the wallets of one story from the others on their page', async () => {
    await page.goto(`${origin}/iframe.html?id=theming--api&viewMode=docs`);
    const frames = await page.waitForFunction(() => {
      const all = [...document.querySelectorAll<HTMLIFrameElement>('.sbdocs iframe')];
      return all.length > 6 && all.map(({ src }) => src);
    });
    const sources = (await frames.jsonValue()) || [];
    assert.ok(sources.every((src) => src.includes('id=theming--')));
    assert.equal(await page.$('.sbdocs pay-crypto'), null, 'no story stands in the page itself');
    await page.goto(`${origin}/iframe.html?id=wallets-in-the-browser--api&viewMode=docs`);
    const frame = await (await page.waitForSelector('.sbdocs iframe'))!.contentFrame();
    const list = (await frame.waitForSelector('pay-crypto >>> pay-evm-wallets [part=wallets] button'))!;
    const count = await list.evaluate((button) => button.closest('[part=wallets]')!.querySelectorAll('button').length);
    assert.equal(count, 2, 'each wallet once');
  });

  it('opens the page of pay-checkout on the choice', async () => {
    await page.goto(`${origin}/iframe.html?id=tags-pay-checkout--api&viewMode=docs`);
    await page.waitForFunction(() => document.querySelector('pay-checkout')?.matches(':state(choosing)'));
  });

  it("plays every story to its end, and the accessibility addon's panel stays empty", async () => {
    const { entries } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as {
      entries: Record<string, { id: string; type: string }>;
    };
    const stories = Object.values(entries).flatMap(({ id, type }) => (type === 'story' ? [id] : []));
    assert.ok(stories.length > 80);
    // Storybook waits for animations to end before it calls a story done.
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await page.goto(`${origin}/iframe.html?id=tags-pay-wallet--api&viewMode=docs`);
    await page.waitForFunction(() => document.body.innerText.includes('pay-problem'));
    for (const id of stories)
      assert.deepEqual(await page.evaluate(finish, id, PATIENCE_MS), { status: 'success', axe: [] }, id);
  });

  it('sent no request to another host, and logged no error', () => {
    assert.deepEqual(abroad, []);
    assert.deepEqual(faults, []);
  });
});

interface Finished {
  readonly storyId: string;
  readonly status: string;
  readonly reporters: readonly { type: string; result: { violations?: readonly { id: string }[] } }[];
}

interface WithChannel {
  readonly __STORYBOOK_ADDONS_CHANNEL__: {
    on(event: string, listener: (payload: Finished) => void): void;
    off(event: string, listener: (payload: Finished) => void): void;
    emit(event: string, payload: object): void;
  };
}

/** Runs in the manager: goes to a story as its own links do, without loading the page again. */
function open(id: string): void {
  history.pushState({}, '', `?path=/story/${id}`);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** Runs in the preview: shows a story and gives what Storybook's panels are told at its end. */
function finish(id: string, patience: number): Promise<{ status: string; axe: unknown }> {
  const { __STORYBOOK_ADDONS_CHANNEL__: channel } = window as unknown as WithChannel;
  return new Promise((done) => {
    const onMessage = ({ storyId, status, reporters }: Finished) => {
      if (storyId !== id) return;
      channel.off('storyFinished', onMessage);
      const reported = reporters.find(({ type }) => type === 'a11y')?.result;
      done({ status, axe: reported?.violations?.map(({ id }) => id) ?? 'axe did not end' });
    };
    channel.on('storyFinished', onMessage);
    AbortSignal.timeout(patience).onabort = () => done({ status: 'did not end', axe: '' });
    channel.emit('setCurrentStory', { storyId: id, viewMode: 'story' });
  });
}
