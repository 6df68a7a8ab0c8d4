import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { parseEnv } from 'node:util';
import { createCheckout, memoryStore } from '../../src/server/index.ts';
import { nodeHandler } from '../../src/server/http/node/index.ts';
import { btcpay } from '../../src/server/providers/btcpay/index.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { cli, NONE, runCli } from './run.ts';

describe('pay-elements sandbox --provider btcpay', () => {
  /** Starts it, and returns the variables that it prints. */
  async function start(t: TestContext, ...args: readonly string[]) {
    const child = spawn(process.execPath, [cli, 'sandbox', '--provider', 'btcpay', ...args], {
      env: { ...process.env, ...NONE },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const end = async () => {
      if (child.exitCode === null && child.kill()) await once(child, 'close');
    };
    t.after(end);
    let out = '';
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    await until(() => out.includes('Press Ctrl-C'), 'the sandbox to start');
    return { env: parseEnv(out) as Readonly<Record<string, string>>, end };
  }

  it('pays a shop at --pay-url, and goes on with its invoices and keys with --data', async (t) => {
    const data = mkdtempSync(join(tmpdir(), 'pay-elements-btcpay-'));
    t.after(() => rmSync(data, { recursive: true }));
    const port = await freePort();
    const payUrl = `http://127.0.0.1:${port}/pay`;
    const options = ['--port', String(await freePort()), '--pay-url', payUrl, '--data', data];
    const first = await start(t, ...options);
    const { BTCPAY_URL: url, BTCPAY_STORE_ID, BTCPAY_API_KEY, BTCPAY_WEBHOOK_SECRET, PAY_SECRET, PAY_URL } = first.env;
    assert.equal(PAY_URL, payUrl);
    const paid: string[] = [];
    const checkout = createCheckout({
      provider: btcpay({
        url,
        storeId: BTCPAY_STORE_ID,
        apiKey: BTCPAY_API_KEY,
        webhookSecret: BTCPAY_WEBHOOK_SECRET,
      }),
      secret: PAY_SECRET!,
      publicUrl: payUrl,
      store: memoryStore(),
      allowTestPayments: true,
      order: () => ({ amount: '24.90', currency: 'EUR' }),
      onPaid: ({ orderRef }) => void paid.push(orderRef),
    });
    const server = createServer(nodeHandler(checkout)).listen(port, '127.0.0.1');
    t.after(async () => {
      await checkout.close();
      server.close();
    });
    const made = await checkout.payments.create(
      { orderRef: '1001', method: 'crypto', coin: 'BTC' },
      { visitor: 'ann' },
    );
    assert.ok(made.ok);
    await first.end();

    const second = await start(t, ...options);
    assert.deepEqual(second.env, first.env);
    for (const action of ['Pay', 'Confirm'])
      await fetch(url!, { method: 'POST', body: new URLSearchParams({ invoice: made.payment.id!, do: action }) });
    await until(() => paid.length > 0, 'the webhook');
    assert.deepEqual(paid, ['1001']);
  });

  it('refuses what is for the other sandbox, and addresses that its webhooks cannot reach', async () => {
    const refused: readonly (readonly [readonly string[], RegExp])[] = [
      [
        ['--provider', 'btcpya'],
        /^There is no provider 'btcpya'\. Did you mean 'btcpay'\? Use one of service, btcpay\.\n/,
      ],
      [['--provider', 'btcpay', '--seed', 'a'], /^--seed is for --provider service\.\n/],
      [
        ['--pay-url', 'https://shop.example/pay'],
        /^--pay-url is 'https:\/\/shop\.example\/pay': it is not on this machine/,
      ],
      [
        ['--provider', 'btcpay', '--pay-url', 'https://shop.example/pay'],
        /^--pay-url is 'https:\/\/shop\.example\/pay': it is not on this machine/,
      ],
      [['--provider', 'btcpay', '--pay-url', 'localhost:8080/pay'], /missing\. Write http:\/\/localhost:8080\/pay\.\n/],
    ];
    for (const [args, message] of refused) {
      const { code, err } = await runCli(['sandbox', ...args]);
      assert.deepEqual([code, message.test(err)], [2, true], err);
    }
  });

  it('answers no other site', async (t) => {
    const { env } = await start(t, '--port', '0');
    const url = env['BTCPAY_URL']!;
    const headers = { 'sec-fetch-site': 'cross-site' };
    assert.equal((await fetch(url, { method: 'POST', headers, body: 'action=Pay' })).status, 403);
    const { status } = await fetch(url);
    assert.equal(status, 200);
  });
});
