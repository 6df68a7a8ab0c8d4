import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));
const nodes = [...new Set([process.execPath, process.env.MACHINE_NODE ?? process.execPath])];

/** Runs a module in a Node of its own, in the folder whose frameworks it gets; nothing may be said on the way. */
async function answer(node: string, folder: string, program: string): Promise<string> {
  const checked = `${program}
    for (const name of ['window', 'document', 'HTMLElement'])
      if (name in globalThis) throw new Error('there is a ' + name);`;
  const { stdout, stderr } = await run(node, ['--input-type=module', '-e', checked], {
    cwd: join(here, folder),
    env: { ...process.env, NODE_ENV: 'development' },
  });
  assert.equal(stderr, '');
  return stdout.trim();
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
        const html = await answer(node, folder, REACT);
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
      const html = await answer(node, '.', VUE);
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
  }
});
