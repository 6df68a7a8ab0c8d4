import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startSandbox } from 'pay-elements/sandbox';
import { createCheckout, memoryStore } from 'pay-elements/server';
import { walletPage } from '../../src/wallets/evm/apps.ts';
import { EVM } from '../support/payments.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(join(root, 'docs/wallets.md'), 'utf8');
const programs = [...text.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, program]) => program!);

/** Runs a program below our package.json, so that the package finds itself, and gives what it exports. */
async function run(program: string): Promise<object> {
  const folder = mkdtempSync(join(root, 'test/.readme-'));
  const file = join(folder, 'program.mjs');
  writeFileSync(file, program);
  try {
    return (await import(file)) as object;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('docs/wallets.md', () => {
  it('shows programs that are taken as they stand', async () => {
    assert.equal(programs.length, 6);
    for (const program of programs) await run(program);
  });

  it('shows a page that opens a payment without cookies, by its token and by nothing else', async () => {
    const { openPage } = (await run(programs.find((program) => program.includes('openPage'))!)) as {
      openPage: (pathname: string) => Response;
    };
    const [, template] = /walletPage: '([^']+)'/.exec(text)!;
    const sandbox = await startSandbox({ port: 0 });
    const checkout = createCheckout({
      service: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
      secret: 'a secret of thirty-two characters',
      publicUrl: 'https://shop.example/pay',
      store: memoryStore(),
      // An order is shown to its customer alone.
      order: (_ref, request) =>
        request && request.header('cookie') !== 'customer=ann'
          ? undefined
          : { amount: '48.20', currency: 'USD', payout: { crypto: { ETH: EVM } } },
      allowTestPayments: true,
      log: false,
    });
    const request = (path: string, init: RequestInit = {}) => {
      const request = new Request(new URL(path, 'https://shop.example'), init);
      return request.method === 'POST' ? checkout.POST(request) : checkout.GET(request);
    };
    try {
      const headers = { 'content-type': 'application/json', cookie: 'customer=ann', origin: 'https://shop.example' };
      const body = JSON.stringify({ order: '1001', method: 'crypto', coin: 'ETH' });
      const made = await request('/pay/payments', { method: 'POST', headers, body });
      const { statusUrl, address } = (await made.json()) as { statusUrl: string; address: string };
      const page = walletPage(template, statusUrl, 'https://shop.example/checkout/1001')!;

      assert.equal((await request('/pay/orders/1001')).status, 404); // not without the cookie
      const opened = openPage(page.pathname);
      assert.equal(opened.status, 200);
      const [, src] = /<pay-crypto src="([^"]+)">/.exec(await opened.text())!;
      const shown = await request(src!);
      assert.equal(shown.status, 200);
      assert.equal(((await shown.json()) as { address: string }).address, address);

      for (const guess of [
        '/pay/open/1001',
        '/pay/open/',
        '/pay/open/"><script>alert(1)</script>',
        '/pay/open/../orders',
      ])
        assert.equal(openPage(guess).status, 404, guess);
      assert.equal((await request(`/pay/payments/${'A'.repeat(32)}`)).status, 404);
    } finally {
      await checkout.close();
      await sandbox.close();
    }
  });
});
