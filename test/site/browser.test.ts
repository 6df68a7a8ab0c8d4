import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'puppeteer-core';
import { CARRIED, LOCAL, storyId, storyLink } from '../../site/storybook.mjs';
import { tagNames } from '../../site/reference/tags.mjs';
import { phases } from '../../src/core/payments/phases.ts';
import { openBrowser, press, waitForPhase } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const folder = join(root, 'site/dist', version);
const AXE = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** What a page may load before its first example is shown, compressed. Bytes. */
const WEIGHT_MAX = 100_000;
/** Below it, a page counts as one that does not move (Web Vitals). */
const SHIFT_MAX = 0.1;

interface Served {
  readonly url: string;
  readonly close: () => Promise<void>;
}

execFileSync(process.execPath, ['site/build.mjs', '--storybook'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const html = globSync('*.html', { cwd: folder }).sort();

describe('the documentation site', () => {
  let browser: Browser;
  let page: Page;
  let served: Served;
  let problems: string[] = [];

  before(async () => {
    const { serve } = await import('../../site/serve.mjs');
    served = await serve(folder);
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await served?.close();
  });

  /** A fresh page whose console, failed requests and policy violations are collected. */
  async function open(name: string, { width = 1280, scripts = true, scheme = 'light', height = 900 } = {}) {
    // Without scripts, nothing follows after the page is loaded.
    const waitUntil = scripts ? 'networkidle0' : 'load';
    problems = [];
    page = await browser.newPage();
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => {
      if (!/^(data:|blob:)/.test(request.url()) && !request.url().startsWith(served.url)) problems.push(request.url());
    });
    page.on('response', (response) => {
      if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
    });
    await page.setJavaScriptEnabled(scripts);
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await observe();
    await page.goto(served.url + name, { waitUntil });
    return page;
  }
  /** Collects what the page moves and which policy violations it has, from its beginning. */
  const observe = () =>
    page.evaluateOnNewDocument(() => {
      const seen = { shift: 0, violations: [] as string[] };
      Object.assign(globalThis, { seen });
      addEventListener('securitypolicyviolation', (event) => seen.violations.push(event.violatedDirective));
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) seen.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
  /** Answers with what another address answers. */
  async function pass(address: URL, response: ServerResponse) {
    const file = await fetch(address);
    response.writeHead(file.status, { 'content-type': file.headers.get('content-type')! });
    response.end(Buffer.from(await file.arrayBuffer()));
  }
  const seen = () =>
    page.evaluate(() => (globalThis as unknown as { seen: { shift: number; violations: string[] } }).seen);

  /**
   * What axe finds. It is run by the developer tools, which the policy of the page does not bind.
   *
   * @param rules - The rules to check instead of all.
   */
  async function violations(rules?: readonly string[]): Promise<string[]> {
    await page.evaluate(AXE);
    return page.evaluate(async (runOnly) => {
      const { axe } = globalThis as unknown as {
        axe: {
          run: (options: {
            runOnly?: readonly string[];
          }) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
        };
      };
      return (await axe.run(runOnly ? { runOnly } : {})).violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
      );
    }, rules);
  }

  /** The rules of axe whose result depends on the colours or on the width. */
  const OF_THE_LOOK = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

  for (const name of html)
    it(`shows ${name} without a complaint of the console, the policy or axe, and without a jump`, async () => {
      for (const [scheme, width, rules] of [
        ['light', 1280, undefined],
        ['dark', 360, OF_THE_LOOK],
      ] as const) {
        await open(name, { scheme, width });
        const { shift, violations: refused } = await seen();
        assert.deepEqual(problems, []);
        assert.deepEqual(refused, []);
        assert.ok(shift < SHIFT_MAX, `${width} px: moved by ${shift}`);
        const scrolls = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.equal(scrolls, width);
        assert.deepEqual(await violations(rules), []);
        await page.close();
      }
    });

  it('shows every column of its tables on a phone, and breaks no tag name in one', async () => {
    for (const width of [360, 1280]) {
      await open('tags.html', { width });
      const faults = await page.$$eval('table', (tables) =>
        tables.flatMap((table) => {
          const { scrollWidth, clientWidth } = table.parentElement!;
          const names = [...table.querySelectorAll('td:first-child code')];
          const torn = names.filter((code) => code.getClientRects().length > 1).map((code) => code.textContent);
          return scrollWidth > clientWidth ? [`cut: ${table.textContent.trim().slice(0, 40)}`, ...torn] : torn;
        }),
      );
      assert.deepEqual(faults, [], `${width} px`);
      const session = await page.createCDPSession();
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      await session.detach();
      const count = (role: string) => nodes.filter((node) => !node.ignored && node.role?.value === role).length;
      const tables = await page.$$eval('table', (all) => [all.length, document.querySelectorAll('th').length]);
      assert.deepEqual(
        [count('table'), count('columnheader')],
        tables,
        `${width} px: still tables for a screen reader`,
      );
      await page.close();
    }
  });

  it('does not move when the end of a page arrives after the beginning was shown', async (t) => {
    const text = readFileSync(join(folder, 'testing.html'), 'utf8');
    const end = text.indexOf('<nav class="toc"');
    assert.ok(end > 0, 'the page has a table of contents');
    const server = createServer();
    const begun = new Promise<ServerResponse>((resolve) => {
      server.on('request', ({ url }, response) => {
        if (url !== '/testing.html') {
          void pass(new URL(url!, served.url), response);
          return;
        }
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(text.slice(0, end));
        resolve(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      server.close();
      server.closeAllConnections();
    });
    page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    await observe();
    const { port } = server.address() as AddressInfo;
    const loaded = page.goto(`http://127.0.0.1:${port}/testing.html`);
    const response = await begun;
    await page.waitForSelector('article pre');
    const painted = () => performance.getEntriesByName('first-contentful-paint').length > 0;
    await page.waitForFunction(painted);
    response.end(text.slice(end));
    await loaded;
    await page.waitForSelector('.toc');
    const { shift } = await seen();
    assert.ok(shift < SHIFT_MAX, `moved by ${shift}`);
    await page.close();
  });

  it('switches to the same page of another version, or to its first page', async (t) => {
    const { serve } = await import('../../site/serve.mjs');
    const all = await serve(join(root, 'site/dist'));
    t.after(() => all.close());
    const built = JSON.parse(readFileSync(join(folder, '../versions.json'), 'utf8')) as readonly object[];
    page = await browser.newPage();
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (!request.url().endsWith('/versions.json')) return void request.continue();
      const older = { version: '0.1.0', pages: ['index.html', 'tags.html'] };
      return void request.respond({ contentType: 'application/json', body: JSON.stringify([...built, older]) });
    });
    const links = () =>
      page.$$eval('.version a', (found) => found.map((link) => [link.textContent, new URL(link.href).pathname]));
    for (const [name, inOlder] of [
      ['tags.html', 'tags.html'],
      ['testing.html', 'index.html'],
    ] as const) {
      await page.goto(`${all.url}${version}/${name}`);
      assert.deepEqual(await links(), [['All versions', '/index.html']]);
      await page.click('.version summary');
      await page.waitForSelector('.version [aria-current]');
      assert.deepEqual(await links(), [
        [version, `/${version}/${name}`],
        ['0.1.0', `/0.1.0/${inOlder}`],
      ]);
      await page.keyboard.press('Escape');
      assert.equal(await page.$eval('.version', (menu) => (menu as HTMLDetailsElement).open), false);
    }
    await page.close();
  });

  it('can be read without JavaScript, the examples too', async () => {
    for (const name of html) {
      await open(name, { scripts: false, width: 360 });
      const [links, text, wide] = await page.evaluate(() => [
        document.querySelectorAll('.menu a').length,
        document.querySelector('main')!.innerText.length,
        document.documentElement.scrollWidth,
      ]);
      assert.ok(links! >= html.length - 2, name);
      assert.ok(text! > (name === 'search.html' ? 50 : 300), `${name}: ${text} characters`);
      assert.equal(wide, 360, name);
      const cut = await page.$$eval(
        '.stage',
        (all) => all.filter((stage) => stage.scrollWidth > stage.clientWidth).length,
      );
      assert.equal(cut, 0, `${name}: an example is cut off`);
      await page.close();
    }
    await open('pay-crypto.html', { scripts: false });
    const shown = await page.$eval('pay-crypto', (tag) => (tag as HTMLElement).innerText);
    assert.match(shown, /Send exactly[\s\S]*0\.00071342/);
    await page.close();
  });

  it(`loads less than ${WEIGHT_MAX / 1000} kB before the first example is shown`, async () => {
    for (const name of ['index.html', 'pay-checkout.html', 'pay-crypto.html', 'theming.html', 'try.html']) {
      const files = new Set<string>();
      page = await browser.newPage();
      page.on('request', (request) => files.add(new URL(request.url()).pathname.slice(1)));
      await page.goto(served.url + name);
      await page.waitForSelector('pay-crypto >>> [part~=qr] path, pay-checkout >>> [part~=choices]');
      const bytes = [...files].map((file) => brotliCompressSync(readFileSync(join(folder, file))).length);
      const sum = bytes.reduce((total, size) => total + size, 0);
      assert.ok(sum < WEIGHT_MAX, `${name}: ${sum} bytes in ${files.size} files`);
      await page.close();
    }
  });

  it('shows every phase of a payment, in other languages and colours, with its source', async () => {
    for (const tag of ['pay-crypto', 'pay-wallet', 'pay-localcode']) {
      await open(`${tag}.html`);
      const options = await page.$$eval('[name=phase] option', (all) => all.map((option) => option.value));
      assert.deepEqual(options, [...phases]);
      for (const phase of phases) {
        await page.select('[name=phase]', phase);
        await page.waitForSelector(`${tag}[phase=${phase}]`);
        const source = await page.$eval('.live .source code', (code) => code.textContent);
        assert.ok(source.startsWith(`<${tag}`) && source.includes(`"phase": "${phase}"`));
      }
      await page.select('[name=phase]', 'awaiting');
      await page.select('[name=lang]', 'ar');
      await page.waitForSelector(`${tag} >>> [part~=card][dir=rtl], ${tag} >>> [dir=rtl]`);
      await page.select('[name=scheme]', 'dark');
      assert.equal(await page.$eval(tag, (element) => getComputedStyle(element).colorScheme), 'dark');
      assert.deepEqual(problems, []);
      await page.close();
    }
  });

  it('takes a payment in the page, from the choice to the outcome', async () => {
    await open('try.html');
    await press(page, 'Online wallet');
    await waitForPhase(page, 'pay-wallet', 'awaiting');
    await page.locator('.buttons button ::-p-text(Send with the note)').click();
    await waitForPhase(page, 'pay-wallet', 'paid');
    await until(async () => (await page.$$('.webhooks li')).length > 0, 'a webhook in the list');
    await page.locator('[name=restart]').click();
    await page.waitForSelector('pay-checkout >>> [part~=choices]');
    assert.deepEqual(problems, []);
    assert.deepEqual((await seen()).violations, []);
    await page.close();
  });

  it('writes the style sheet of a theme that it shows', async () => {
    await open('theming.html');
    await page.$eval('[name="--pay-accent"]', (input) => {
      (input as HTMLInputElement).value = '#7a1fa2';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    const css = await page.$eval('.live .source code', (code) => code.textContent);
    assert.match(css, /^pay-checkout,\npay-crypto,[\s\S]*\{\n {2}--pay-accent: #7a1fa2;\n\}$/);
    const accent = await page.$eval('pay-crypto', (tag) => getComputedStyle(tag).getPropertyValue('--pay-accent'));
    assert.equal(accent.trim(), '#7a1fa2');
    await page.locator('[name=restore]').click();
    await until(
      async () => !(await page.$eval('.live .source code', (code) => code.textContent)).includes('--pay-'),
      'an empty style sheet',
    );
    await page.close();
  });

  it('finds sections by their text', async () => {
    await open('index.html');
    await page.type('#find', 'statusMap');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    await page.waitForSelector('.results a');
    const links = await page.$$eval('.results a', (all) => all.map((link) => link.getAttribute('href')!));
    assert.ok(links.includes('options.html#statusmap'), links.join(' '));
    assert.ok(existsSync(join(folder, links[0]!.split('#')[0]!)));
    await page.close();
  });

  it('has a text of each page for programs, and a list of them', () => {
    const list = readFileSync(join(folder, 'llms.txt'), 'utf8');
    for (const name of html.filter((file) => !['index.html', 'search.html'].includes(file))) {
      const text = name.replace(/html$/, 'md');
      assert.ok(list.includes(`](${text}): `), text);
      assert.ok(statSync(join(folder, text)).size > 200, text);
    }
    assert.doesNotMatch(list, /: $/m, 'a page without a description');
  });

  it('has Storybook beside the pages, and the page of each tag links to its stories there', async () => {
    for (const tag of tagNames) {
      await open(`${tag}.html`);
      const link = await page.waitForSelector(`article a[href="${storyLink(tag, CARRIED)}"]`);
      await Promise.all([page.waitForNavigation(), link!.click()]);
      const frame = await (await page.waitForSelector('#storybook-preview-iframe'))!.contentFrame();
      await frame!.waitForFunction((tag) => document.querySelector(`#storybook-docs ${tag}`), {}, tag);
      assert.equal(await frame!.$eval('#storybook-docs h1', (heading) => heading.textContent), tag);
      await page.close();
    }
  });

  it('leads from a section of the contract that a page cites to that section', async () => {
    await open('backend.html');
    const href = await page.$$eval('article a', (all) => all.find((link) => link.textContent === 'contract 4.5')!.href);
    assert.match(href, /service-interface\.html#45-/);
    await page.goto(href);
    assert.match(await page.$eval(':target', (heading) => heading.textContent), /^4\.5 /);
    await page.close();
  });

  it('shows the four tags on the first page, and takes a payment there', async () => {
    await open('index.html');
    for (const tag of ['pay-crypto', 'pay-wallet', 'pay-localcode'])
      await page.waitForSelector(`${tag} >>> [part~=card] [role=status]`);
    await press(page, 'Online wallet');
    await page.locator('.buttons button ::-p-text(Send with the note)').click();
    await waitForPhase(page, 'pay-checkout >>> pay-wallet', 'paid');
    await page.close();
  });

  it('has no broken link, in pages and in their texts', () => {
    const index = JSON.parse(readFileSync(join(folder, 'storybook/index.json'), 'utf8')) as {
      entries: Record<string, { type: string }>;
    };
    let stories = 0;
    const ids = new Map<string, Set<string>>();
    for (const name of html) {
      const all = readFileSync(join(folder, name), 'utf8').matchAll(/ id="([^"]+)"/g);
      ids.set(name, new Set([...all].map(([, id]) => id!)));
    }
    let checked = 0;
    const check = (from: string, href: string) => {
      assert.ok(!href.startsWith(LOCAL), `${from}: ${href} is in the site itself`);
      if (/^(https?:|data:)/.test(href)) return;
      const [, story] = /^storybook\/index\.html\?path=\/docs\/([\w-]+)$/.exec(href) ?? [];
      if (story) {
        assert.equal(index.entries[story]?.type, 'docs', `${from}: ${href}`);
        stories++;
        return;
      }
      const [path, hash] = href.split('#') as [string, string?];
      const target = path || from;
      assert.ok(existsSync(join(folder, target)), `${from}: ${href}`);
      const known = ids.get(basename(target).replace(/\.md$/, '.html'));
      if (hash && known) assert.ok(known.has(hash), `${from}: ${href}`);
      checked++;
    };
    for (const name of html)
      for (const [, href] of readFileSync(join(folder, name), 'utf8')
        .replace(/<pre[\s\S]*?<\/pre>/g, '')
        .matchAll(/ (?:href|src)="([^"]+)"/g))
        if (href !== '../index.html') check(name, href!.replaceAll('&amp;', '&'));
    for (const name of globSync('*.md', { cwd: folder })) {
      const prose = readFileSync(join(folder, name), 'utf8').replace(/^```[\s\S]*?^```$|`[^`\n]+`/gm, '');
      for (const [, href] of prose.matchAll(/\]\(([^)\s]+)\)/g)) check(name, href!);
    }
    assert.ok(checked > 1000);
    assert.equal(stories, 2 * tagNames.length, 'in the page and in the text of each tag');
    assert.ok(existsSync(join(folder, '../index.html')));
  });
});

/** Last, because it builds the site again: without Storybook. */
describe('npm run docs', () => {
  it('serves the site until it is ended, with links to the address of npm run storybook', async () => {
    const port = await freePort();
    const child = spawn(process.execPath, ['site/build.mjs', '--serve', '--port', String(port)], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    let printed = '';
    child.stdout.on('data', (chunk) => (printed += String(chunk)));
    const url = `http://127.0.0.1:${port}/${version}/`;
    try {
      await until(() => printed.includes(url) || child.exitCode !== null, 'the address of the site');
      const answer = await fetch(`${url}pay-crypto.html`);
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
      const text = await answer.text();
      assert.match(text, /<h1>.*pay-crypto/);
      assert.ok(text.includes(`href="${storyLink('pay-crypto', LOCAL)}"`));
      assert.match(text, /<code>npm run storybook<\/code>/);
      assert.equal((await fetch(`${url}none.html`)).status, 404);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
    await assert.rejects(fetch(url), 'the server has ended');
  });

  it('links to the address where npm run storybook listens', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const { hostname, port } = new URL(storyLink('pay-crypto', LOCAL));
    assert.ok(scripts['storybook']!.includes(`--host ${hostname} -p ${port} `));
    assert.equal(storyId('pay-crypto'), 'tags-pay-crypto--api');
  });
});
