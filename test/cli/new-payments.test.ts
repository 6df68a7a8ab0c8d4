import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { parseEnv } from 'node:util';
import { createCheckout, memoryStore } from '../../src/server/index.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { cli, NONE } from './run.ts';

/** Prints its environment, and then waits. */
const SHOP = `
  for (const [name, value] of Object.entries(process.env)) if (/^[A-Z_]+$/.test(name)) console.log(name + '=' + value);
  console.log('ready');
  setInterval(() => {}, 1000);`;

/** Starts a command in a folder of its own. */
async function start(t: TestContext, args: readonly string[], ready: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-payments-'));
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    env: { ...process.env, ...NONE },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'close');
    rmSync(folder, { recursive: true });
  });
  const result = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (result.out += String(chunk)));
  child.stderr.on('data', (chunk) => (result.err += String(chunk)));
  await until(() => result.out.includes(ready), 'the command to start');
  return { result, env: parseEnv(result.out) as Readonly<Record<string, string>> };
}

function shopOf({ env, publicUrl }: { readonly env: Readonly<Record<string, string>>; readonly publicUrl: string }) {
  const payout = {
    wallet: 'till@shop.example',
    crypto: { BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' },
    localcode: {
      payoutCryptoCoin: 'BTC',
      payoutAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      currency: 'USD',
    },
  } as const;
  return createCheckout({
    service: { baseUrl: env['SERVICE_URL']!, apiKey: env['SERVICE_KEY']! },
    secret: env['PAY_SECRET']!,
    publicUrl,
    store: memoryStore(),
    allowTestPayments: true,
    onEvent: () => {},
    order: () => ({ amount: '1999', currency: 'USD', payout }),
  });
}

describe('the terminal of a sandbox', () => {
  const program = ['--', process.execPath, '-e', SHOP];
  for (const [command, ready, ...rest] of [
    ['dev', 'ready', ...program],
    ['sandbox', 'Press Ctrl-C'],
  ] as const)
    it(`${command} prints each payment with its amount, and once that an address gets no webhook`, async (t) => {
      const payUrl = `http://127.0.0.1:${await freePort()}/pay`;
      const port = String(await freePort());
      const { result, env } = await start(t, [command, '--port', port, '--pay-url', payUrl, ...rest], ready);
      const shop = shopOf({ env, publicUrl: 'https://shop.example/pay' });
      t.after(() => shop.close());
      const visitor = { visitor: 'ann' };
      await shop.payments.create({ orderRef: '1001', method: 'crypto', coin: 'BTC' }, visitor);
      await shop.payments.create({ orderRef: '1002', method: 'wallet' }, visitor);
      await shop.payments.create({ orderRef: '1003', method: 'localcode' }, visitor);
      await until(() => result.err.includes(', local code'), 'the payments');
      const printed = result.err.slice(result.err.indexOf('New payment')).replaceAll(/(?<=payment )\w{20}/g, 'ID');
      assert.equal(
        printed,
        `New payment ID: 1999 USD, BTC

No webhook is sent to https://shop.example: the sandbox sends webhooks only to this machine, so no payment becomes paid.
  Set publicUrl of createCheckout to the variable PAY_URL, which is ${payUrl} here, and create a new payment.
New payment ID: 1999 USD, online wallet
New payment ID: 1999, local code
`,
      );
    });
});
