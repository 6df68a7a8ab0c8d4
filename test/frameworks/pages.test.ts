import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { chromiumArgs, findChromium } from '../../scripts/browsers.mjs';
import { readTags } from '../../scripts/derive/tags.mjs';
import { trackOpenResources, type Left } from '../support/open-resources.ts';
import { bundle, type Framework } from './bundle.ts';
import { eventsOf } from './expectations/events.ts';
import { expectationsOf, type PageName } from './expectations/index.ts';
import { TAGS, type Row } from './expectations/tags.ts';

interface Tried extends Framework {
  readonly title: string;
  readonly pages: readonly PageName[];
  /** What the framework itself leaves in a page for good. */
  readonly own?: Left;
}

const REACT = { jsx: 'react', own: { listeners: ['document selectionchange'] } };

const FRAMEWORKS: readonly Tried[] = [
  { title: 'React 19', folder: '.', ...REACT, pages: ['react-wrapper.tsx', 'react-hydrate.tsx', 'react-tags.tsx'] },
  { title: 'React 18', folder: 'react18', ...REACT, pages: ['react-wrapper.tsx', 'react-hydrate.tsx'] },
  { title: 'Vue 3', folder: '.', pages: ['vue-wrapper.ts', 'vue-tags.ts'] },
  { title: 'Svelte 5', folder: '.', pages: ['svelte.ts'] },
  { title: 'Preact', folder: '.', jsx: 'preact', pages: ['preact.tsx'] },
  { title: 'Solid', folder: '.', pages: ['solid.jsx'] },
];

/** Of a tag in the manifest, what a row has to have. */
interface Manifest {
  readonly name: string;
  readonly attributes: readonly { readonly field?: string }[];
  readonly events: readonly { readonly name: string }[];
  readonly slots: readonly { readonly name: string }[];
}

const rows = Object.entries(TAGS) as [string, Row][];

/** The program of a framework's bundle: its pages, each made for every tag. */
function program({ pages }: Tried): string {
  const modules = pages.flatMap((page) => rows.map(([tag]) => `${page}?${tag}`));
  const mounts = pages.map((page) => {
    const tags = rows.map(([tag]) => `'${tag}': m${modules.indexOf(`${page}?${tag}`)}.mount`);
    return `'${page}': { ${tags.join()} }`;
  });
  return `
    import { player } from './expectations/index.ts';
    ${modules.map((module, at) => `import * as m${at} from '${module}';`).join('\n')}
    window.play = player({ ${mounts.join()} }, window.resources);`;
}

/** In the page: plays one sentence of it. */
const play = (...sentence: unknown[]) =>
  (window as unknown as { play: (...sentence: unknown[]) => Promise<void> }).play(...sentence);

const EMPTY =
  '<!doctype html><html lang="en"><link rel="icon" href="data:,"><script type="module" src="/entry.js"></script><body>';

describe('in real pages of other people’s frameworks', () => {
  const profile = mkdtempSync(join(tmpdir(), 'pay-elements-frameworks-'));
  let modules = new Map<string, string>();
  let browser: Browser;
  let server: Server;
  let address: string;

  before(async () => {
    server = createServer((request, response) => {
      const [, kind, status, body] = request.url!.split('?')[0]!.split('/');
      if (kind === 'held') return;
      if (kind === 'answer') {
        response.writeHead(Number(status), { 'content-type': 'application/json' }).end(decodeURIComponent(body!));
        return;
      }
      const code = modules.get(kind!);
      response.setHeader('content-type', code === undefined ? 'text/html' : 'text/javascript');
      response.end(code ?? EMPTY);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await puppeteer.launch({ executablePath: findChromium(), args: chromiumArgs, userDataDir: profile });
    await browser.defaultBrowserContext().overridePermissions(address, ['clipboard-sanitized-write']);
  });

  after(async () => {
    await browser?.close();
    server?.close();
    rmSync(profile, { recursive: true, force: true });
  });

  it('has a row for every tag, with every property, event and slot that the manifest names', () => {
    const manifest = readTags(fileURLToPath(new URL('../../custom-elements.json', import.meta.url))) as Manifest[];
    const named = manifest.map(({ name, attributes, events, slots }) => [
      name,
      attributes.flatMap(({ field }) => field ?? []).sort(),
      events.map((event) => event.name).sort(),
      // What is in no slot is tried of every tag.
      slots.flatMap((slot) => slot.name || []).sort(),
    ]);
    const there = rows.map(([name, row]) => [
      name,
      [...row.properties].sort(),
      eventsOf(row).sort(),
      Object.keys(row.slots).sort(),
    ]);
    assert.deepEqual(there.sort(), named.sort());
  });

  for (const framework of FRAMEWORKS)
    describe(framework.title, () => {
      let page: Page;

      before(async () => {
        modules = await bundle(framework, program(framework));
        page = await browser.newPage();
        await page.evaluateOnNewDocument(`window.resources = (${String(trackOpenResources)})();`);
        await page.goto(address);
        await page.bringToFront();
      });

      after(() => page?.close());

      for (const file of framework.pages)
        for (const [tag, row] of rows)
          describe(`${file}: <${tag}>`, () => {
            for (const sentence of Object.keys(expectationsOf(file, row)))
              it(sentence, () => page.evaluate(play, file, tag, sentence, framework.own ?? {}));
          });
    });

  for (const [title, program, warnings] of [
    [
      'React',
      `import { createElement as h } from 'react';
       import { createRoot } from 'react-dom/client';
       import { PayCrypto } from 'pay-elements/react';
       const given = { payment: {}, onPayStatus() {}, onPaid() {}, onpaystatus() {}, onClick() {} };
       createRoot(document.body).render(h(PayCrypto, given));`,
      [
        'PayCrypto: nothing calls onPaid. Did you mean onPayPaid?',
        'PayCrypto: nothing calls onpaystatus. Did you mean onPayStatus?',
      ],
    ],
    [
      'Vue',
      `import { createApp, h } from 'vue';
       import { PayCrypto } from 'pay-elements/vue';
       const given = { payment: {}, onPayStatus() {}, onPaid() {}, onOnPayPaid() {}, onPayPayed() {}, onClick() {} };
       const slots = { header: () => 'Shop', hedaer: () => 'Shop', default: () => 'More' };
       createApp({ render: () => h(PayCrypto, given, slots) }).mount(document.body);`,
      [
        'PayCrypto: nothing calls @paid. Did you mean @pay-paid?',
        'PayCrypto: nothing calls @on-pay-paid. Did you mean @pay-paid?',
        'PayCrypto: nothing calls @pay-payed. Use one of: @pay-copy, @pay-open, @pay-status, @pay-paid, @pay-problem',
        'PayCrypto: unknown slot hedaer. Use one of: sent, header, footer, paid, help, retry',
      ],
    ],
  ] as const)
    it(`${title}: the console names a handler that nothing calls, and a slot that no tag has`, async () => {
      modules = await bundle({ folder: '.' }, program);
      const page = await browser.newPage();
      const logged: string[] = [];
      page.on('console', (message) => logged.push(message.text()));
      await page.goto(address);
      await page.waitForFunction(() => document.querySelector('pay-crypto')?.matches(':state(problem)'));
      assert.deepEqual(
        logged.filter((text) => text.startsWith('PayCrypto:')),
        warnings,
      );
      await page.close();
    });
});
