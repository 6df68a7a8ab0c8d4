import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, mock, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { esplora, evmRpc } from '../../src/server/chain/index.ts';
import { btcpay } from '../../src/server/providers/btcpay/index.ts';
import { startBtcpaySandboxWith } from '../../src/sandbox/btcpay/start-btcpay-sandbox.ts';
import { freePort } from '../support/free-port.ts';
import { createCheckout, memoryStore } from '../../src/server/index.ts';
import { openShop, ORDER, SECRET } from './shop.ts';

const SECRETS = {
  user: 'chain-user-name',
  password: 'chain-pass-word',
  path: 'key-in-the-path',
  query: 'key-in-the-query',
  header: 'key-in-a-header',
};

/** A server that fails, and repeats in its answer all that it was sent. */
async function startEcho(t: TestContext, status: number): Promise<string> {
  const server = createServer((request: IncomingMessage, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const message = `${request.url} ${JSON.stringify(request.headers)} ${body}`;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 'generic-error', message, error: { code: -1, message } }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => (server.closeAllConnections(), server.close()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const written = (value: unknown) => inspect(value, { depth: 12, showHidden: true }) + JSON.stringify(value);

/** Collects all lines that the checkout prints. */
function captureConsole(t: TestContext): () => string {
  const lines: string[] = [];
  for (const level of ['debug', 'info', 'warn', 'error'] as const)
    mock.method(console, level, (...args: unknown[]) => void lines.push(args.map(written).join(' ')));
  t.after(() => mock.restoreAll());
  return () => lines.join('\n');
}

describe('keys and secrets of BTCPay Server and of chain sources', () => {
  for (const status of [200, 400, 401, 403, 422, 500])
    it(`stay secret when every server answers ${status} with all that it was sent`, async (t) => {
      const echo = await startEcho(t, status);
      const sandbox = await startBtcpaySandboxWith();
      t.after(() => sandbox.close());
      const { url, storeId, apiKey, webhookSecret } = sandbox;
      // The shop is opened with a server that answers, which then is replaced by one that does not.
      let isBroken = false;
      const real = globalThis.fetch;
      mock.method(globalThis, 'fetch', ((input: string, init?: RequestInit) =>
        real(isBroken ? String(input).replace(url, echo) : input, init)) as typeof fetch);
      const printed = captureConsole(t);
      const provider = btcpay({ url, storeId, apiKey, webhookSecret });
      const { user, password, path, query, header } = SECRETS;
      const address = `${echo.replace('//', `//${user}:${password}@`)}/${path}`;
      const sources = [
        esplora({ coin: 'BTC', url: address, headers: { 'x-api-key': header } }),
        evmRpc({ coin: 'ETH', url: `${address}?key=${query}` }),
        esplora({ coin: 'BTC', url: `http://${user}:${password}@127.0.0.1:${await freePort()}/${path}`, name: 'down' }),
      ];
      let time = Date.now();
      const shop = await openShop(provider, {
        order: async () => ({ amount: '24.90', currency: 'EUR' }),
        chain: { sources },
        log: 'debug',
        sweepInterval: 2 ** 30,
        now: () => time,
      });
      t.after(() => shop.close());
      const answers = [await shop.pay({ order: '1001', method: 'crypto', coin: 'BTC' })];
      assert.equal(answers[0]!.status, 201);
      isBroken = true;
      time += 60_000;
      await shop.checkout.sweep();
      const [payment] = await shop.checkout.payments.ofOrder('1001');
      const refreshed = await shop.checkout.payments.refresh(payment!.paymentRef);
      answers.push(await shop.pay({ order: '1002', method: 'crypto', coin: 'BTC' }));
      const body = JSON.stringify({ type: 'InvoiceSettled', storeId, invoiceId: 'another' });
      const webhook = `${shop.url}/webhook/btcpay`;
      for (const signature of [sandbox.webhooks.sign(body)['btcpay-sig'], 'sha256=00', webhookSecret])
        answers.push(await shop.get(webhook, { method: 'POST', body, headers: { 'btcpay-sig': signature } }));
      const errors = await Promise.all([
        ...sources.map((source) => {
          const call = { timeout: 1_000, signal: new AbortController().signal };
          return source.check(source.coins[0]!, call).catch((error: unknown) => error);
        }),
        provider.offers!({ timeout: 1_000, signal: new AbortController().signal }).catch((error: unknown) => error),
        provider.check!({ publicUrl: shop.url, timeout: 1_000, signal: new AbortController().signal }),
      ]);

      assert.ok(errors.slice(0, 4).every((error) => error instanceof Error));
      assert.ok(shop.received.some(({ type }) => type === 'read-failed'));
      assert.ok(shop.received.some(({ type }) => type === 'chain-unreachable'));
      assert.match(printed(), /chain-unreachable/);
      const output = [
        printed(),
        written([shop.received, errors, refreshed, await shop.checkout.health()]),
        written([provider, sources, shop.checkout, shop.checkout.payments]),
        ...answers.map(({ text, headers }) => text + written([...headers])),
      ].join('\n');
      for (const secret of [apiKey, webhookSecret, ...Object.values(SECRETS), btoa(`${user}:${password}`)])
        assert.ok(!output.includes(secret), `${secret} in ${at(output, secret)}`);
    });
});

describe('the configuration of a checkout', () => {
  const inner = { secret: SECRET, publicUrl: 'http://127.0.0.1/pay', order: () => ORDER, log: false } as const;
  const key = 'key-of-the-service';
  const service = { baseUrl: 'http://127.0.0.1:9', apiKey: key };
  const btcpayKey = 'key-of-btcpay-server';
  const webhookSecret = 'secret-of-the-webhook';
  const provider = btcpay({ url: 'http://127.0.0.1:9', storeId: 'store', apiKey: btcpayKey, webhookSecret });
  const checkouts = {
    'the service': () => createCheckout({ ...inner, store: memoryStore(), service }),
    'a provider': () => createCheckout({ ...inner, store: memoryStore(), provider }),
    'options that are read at the first request': () =>
      createCheckout(() => ({ ...inner, store: memoryStore(), service })),
    'options that cannot be used yet': () =>
      createCheckout(() => ({ ...inner, store: memoryStore(), service: undefined! })),
  };

  for (const [name, create] of Object.entries(checkouts))
    it(`is in neither JSON nor inspect of one with ${name}`, async (t) => {
      const checkout = create();
      t.after(() => checkout.close());
      const output = written(checkout) + inspect(checkout, { depth: 12, showHidden: true, getters: true });
      for (const secret of [SECRET, key, btcpayKey, webhookSecret])
        assert.ok(!output.includes(secret), `${secret} in ${at(output, secret)}`);
    });

  it('is not in JSON or inspect of the client of the service', (t) => {
    const checkout = checkouts['the service']();
    t.after(() => checkout.close());
    const output = written(checkout.client);
    for (const secret of [SECRET, key]) assert.ok(!output.includes(secret), `${secret} in ${at(output, secret)}`);
  });
});

const at = (text: string, part: string) => text.slice(Math.max(0, text.indexOf(part) - 200), text.indexOf(part) + 100);
