import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import puppeteer, { type Browser } from 'puppeteer-core';
import { chromiumArgs, findChromium } from '../../scripts/browsers.mjs';
import { crypto } from '../support/payments.ts';
import { bundlePage } from './bundle.ts';

const PAGES: readonly (readonly [title: string, file: string, folder?: string, jsx?: string])[] = [
  ['React 19, by pay-elements/react', 'react-wrapper.tsx', '.', 'react'],
  ['React 19, the tags themselves', 'react-tags.tsx', '.', 'react'],
  ['React 18, by pay-elements/react', 'react-wrapper.tsx', 'react18', 'react'],
  ['Vue 3, by pay-elements/vue', 'vue-wrapper.ts'],
  ['Vue 3, the tags themselves', 'vue-tags.ts'],
  ['Svelte 5', 'svelte.ts'],
  ['Preact', 'preact.tsx', '.', 'preact'],
  ['Solid', 'solid.jsx'],
];

/** What every page must have seen of a tag. */
const expected = (qr: string) => ({
  mounted: {
    payment: 'object',
    statusUrl: '/status/1',
    qr,
    layout: 'row',
    lang: 'de',
    header: 'Shop',
    footer: '',
    phase: 'awaiting',
  },
  updated: {
    payment: 'string',
    statusUrl: '/status/2',
    qr,
    layout: 'stack',
    lang: 'en',
    header: 'Another shop',
    footer: 'Terms',
    phase: 'confirming',
  },
  sameTag: true,
  unset: { qr: '', footer: '' },
  heard: [['awaiting'], ['confirming']],
  left: { nodes: 0, open: 0, asked: 0 },
});

describe('in real pages of other people’s frameworks', () => {
  const profile = mkdtempSync(join(tmpdir(), 'pay-elements-frameworks-'));
  let modules = new Map<string, string>();
  let browser: Browser;
  let server: Server;
  let address: string;

  before(async () => {
    server = createServer((request, response) => {
      const code = modules.get(request.url!.slice(1));
      response.setHeader('content-type', code === undefined ? 'text/html' : 'text/javascript');
      response.end(
        code ??
          '<!doctype html><html lang="en"><link rel="icon" href="data:,"><body><script type="module" src="/entry.js"></script>',
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await puppeteer.launch({ executablePath: findChromium(), args: chromiumArgs, userDataDir: profile });
  });

  after(async () => {
    await browser?.close();
    server?.close();
    rmSync(profile, { recursive: true, force: true });
  });

  /** Opens a page of those modules; what it leaves in `window.seen`, and what it or its framework complains of. */
  async function visit(bundled: Map<string, string>): Promise<{ seen: unknown; said: string[] }> {
    modules = bundled;
    const page = await browser.newPage();
    const said: string[] = [];
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) said.push(message.text());
    });
    await page.goto(address);
    const seen = await page.evaluate(() => (window as unknown as { seen?: Promise<object> }).seen);
    await page.close();
    return { seen, said };
  }

  for (const [title, file, folder = '.', jsx] of PAGES)
    it(`${title}: each tag takes payment, attributes, events and slots, changes in place and leaves nothing`, async () => {
      assert.deepEqual(await visit(await bundlePage(file, folder, jsx)), {
        said: [],
        seen: { 'pay-crypto': expected('none'), 'pay-wallet': expected(''), 'pay-localcode': expected('none') },
      });
    });

  for (const [folder, version] of [
    ['.', 19],
    ['react18', 18],
  ] as const)
    it(`React ${version} takes over the tag that its server rendered`, async () => {
      const markup = '<pay-crypto status-url="/status/1" layout="row" qr="none" class="card"></pay-crypto>';
      const program = (page: string) =>
        `import { hydrate } from ${page}; window.seen = hydrate(${JSON.stringify(markup)}, ${JSON.stringify(crypto())});`;
      assert.deepEqual(await visit(await bundlePage('react-hydrate.tsx', folder, 'react', program)), {
        said: [],
        seen: { phase: 'awaiting', same: true, className: 'card', statusUrl: '/status/1', layout: 'row' },
      });
    });
});
