import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));
const nodes = [...new Set([process.execPath, process.env.MACHINE_NODE ?? process.execPath])];

/** Runs a module in a Node of its own, in the folder whose frameworks it gets; nothing may be said on the way. */
async function answer(node: string, folder: string, program: string, ...options: string[]): Promise<string> {
  const { stdout, stderr } = await run(node, [...options, '--input-type=module', '-e', program], {
    cwd: join(here, folder),
    env: { ...process.env, NODE_ENV: 'development' },
  });
  assert.equal(stderr, '');
  return stdout.trim();
}

const NO_PAGE = `
  for (const name of ['window', 'document', 'HTMLElement'])
    if (name in globalThis) throw new Error('there is a ' + name);`;

interface Touched {
  /** What only a page has, and the packages whose code read or wrote it. */
  readonly touched: Readonly<Record<string, readonly string[]>>;
  /** Globals that were not there before. */
  readonly left: readonly string[];
}

/** Runs a module with a trap for all that only a page has. */
async function touchedBy(node: string, folder: string, program: string): Promise<Touched> {
  const output = await answer(node, folder, program, '--import', join(here, 'touched.mjs'));
  return JSON.parse(output.split('\n').at(-1)!) as Touched;
}

/**
 * What Lit does by itself as it loads in Node: it asks whether there is a `document`, and puts a registry of its own
 * where no `customElements` is. Our tags stay out of that one.
 */
const LIT = { document: ['lit-html'], customElements: ['@lit/reactive-element'] };
const LIT_LEAVES = /^(?:lit[A-Z]\w*|reactiveElementVersions)$/;

/** Vue notes on the global object which copies of it there are. */
const VUE_LEAVES = /^__VUE_\w+__$/;

/** Every module that package.json offers; for `./x/*` all that it stands for, together. */
function entries(): [name: string, modules: string[]][] {
  const placed = join(here, 'node_modules/pay-elements');
  const { exports } = JSON.parse(readFileSync(join(placed, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { default: string }>;
  };
  return Object.entries(exports).flatMap(([key, target]): [string, string[]][] => {
    if (typeof target === 'string') return [];
    const name = key.replace('.', 'pay-elements');
    const [folder = '', ending] = target.default.split('*');
    if (ending === undefined) return [[name, [name]]];
    const files = readdirSync(join(placed, folder)).filter((file) => file.endsWith(ending));
    return [[name, files.map((file) => name.replace('*', file.slice(0, -ending.length)))]];
  });
}

const REACT = `
  import { createElement as h, createRef } from 'react';
  import { renderToString } from 'react-dom/server';
  import { PayCrypto, PayWallet } from 'pay-elements/react';
  console.log(renderToString(h('main', null,
    h(PayCrypto, { ref: createRef(), src: '/pay/1', statusUrl: '/status/1', layout: 'row', className: 'card', id: 'it', onPayStatus: () => {} },
      h('b', { slot: 'header' }, 'Shop')),
    h(PayWallet, { payment: { pid: '1' }, lang: 'de', 'data-order': '7' }))));`;

const VUE = `
  import { createSSRApp, h } from 'vue';
  import { renderToString } from 'vue/server-renderer';
  import { PayCrypto, PayWallet } from 'pay-elements/vue';
  console.log(await renderToString(createSSRApp({ render: () => h('main', [
    h(PayCrypto, { src: '/pay/1', statusUrl: '/status/1', layout: 'row', class: 'card', id: 'it', onPayStatus: () => {} },
      { header: () => 'Shop' }),
    h(PayWallet, { payment: { pid: '1' }, lang: 'de', 'data-order': '7' })]) })));`;

describe('on a server, in plain Node', () => {
  for (const [at, node] of nodes.entries()) {
    const which = at === 0 ? 'this one' : "the machine's own";
    for (const folder of ['.', 'react18'])
      it(`React ${folder === '.' ? 19 : 18} renders tags that can begin before it does (${which})`, async () => {
        const html = await answer(node, folder, REACT + NO_PAGE);
        const [, crypto = '', inside, wallet = ''] =
          /^<main><pay-crypto ([^>]*)>(.*)<\/pay-crypto><pay-wallet ([^>]*)><\/pay-wallet><\/main>$/.exec(html) ?? [];
        assert.deepEqual(crypto.split(' ').sort(), [
          'class="card"',
          'id="it"',
          'layout="row"',
          'src="/pay/1"',
          'status-url="/status/1"',
        ]);
        assert.equal(inside, '<b slot="header">Shop</b>');
        assert.deepEqual(wallet.split(' ').sort(), ['data-order="7"', 'lang="de"']);
      });

    it(`Vue renders tags that can begin before it does (${which})`, async () => {
      const html = await answer(node, '.', VUE + NO_PAGE);
      const [, crypto = '', inside = '', wallet = ''] =
        /^<main><pay-crypto ([^>]*)>(.*)<\/pay-crypto><pay-wallet ([^>]*)>.*<\/pay-wallet><\/main>$/.exec(html) ?? [];
      assert.deepEqual(crypto.split(' ').sort(), [
        'class="card"',
        'id="it"',
        'layout="row"',
        'src="/pay/1"',
        'status-url="/status/1"',
      ]);
      assert.match(inside, /<div slot="header">.*Shop.*<\/div>/);
      assert.deepEqual(wallet.split(' ').sort(), ['data-order="7"', 'lang="de"']);
    });

    it(`no entry needs a DOM at import (${which})`, async () => {
      assert.ok(entries().some(([name]) => name === 'pay-elements/cdn'));
      for (const [name, modules] of entries()) {
        const imports = modules.map((module) => `await import('${module}');`).join('\n');
        const { touched, left } = await touchedBy(node, '.', imports);
        const vue = name === 'pay-elements/vue';
        const tags = vue || /^pay-elements(?:\/(?:define.*|cdn|react|wallets\/.*))?$/.test(name);
        const others = Object.entries(touched).map(
          ([global, by]) => [global, by.filter((one) => !(vue && /^@?vue\b/.test(one)))] as const,
        );
        assert.deepEqual(Object.fromEntries(others.filter(([, by]) => by.length)), tags ? LIT : {}, name);
        const known = (global: string) => (tags && LIT_LEAVES.test(global)) || (vue && VUE_LEAVES.test(global));
        assert.deepEqual(
          left.filter((global) => !known(global)),
          [],
          name,
        );
      }
    });

    it(`a server component of React that registers a tag is told where to do it (${which})`, async () => {
      for (const name of ['define', 'define/pay-crypto', 'autoload'])
        await assert.rejects(
          answer(node, '.', `import 'pay-elements/${name}';`, '--conditions=react-server'),
          /Import pay-elements\/define in a file that begins with 'use client'/,
        );
    });

    for (const [what, folder, program] of [
      ['React 19', '.', REACT],
      ['React 18', 'react18', REACT],
      ['Vue', '.', VUE],
    ] as const)
      it(`nothing of ours looks for a page while ${what} renders (${which})`, async () => {
        const { touched } = await touchedBy(node, folder, program);
        assert.deepEqual(touched.customElements, LIT.customElements);
        for (const [name, by] of Object.entries(touched)) assert.ok(!by.includes('pay-elements'), name);
      });
  }
});
