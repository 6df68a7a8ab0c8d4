import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../support/free-port.ts';
import { startServer, wanted, call, type TestServer } from './server.ts';

const path = (inProject: string) => fileURLToPath(new URL(`../../../../${inProject}`, import.meta.url));

/** A server that nobody of us wrote, made from the server's documents. It checks each request against them. */
async function startPrism() {
  const port = String(await freePort());
  const args = ['mock', '--host', '127.0.0.1', '--port', port, path('test/server/providers/btcpay/openapi.json')];
  const child = spawn(process.execPath, [path('node_modules/@stoplight/prism-cli/dist/index.js'), ...args]);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const onMessage = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Prism is listening')) resolve();
    };
    child.stdout.on('data', onMessage);
    child.stderr.on('data', onMessage);
    child.on('exit', () => reject(new Error(`Prism did not start: ${output}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** The requests of a purchase, a read and a refund. */
async function sendAll({ provider, sandbox }: TestServer): Promise<void> {
  const { id } = await provider.create(wanted, call());
  await provider.offers!(call());
  await provider.read!({ ...wanted, id, created: 0 }, call());
  sandbox.invoices.pay(id, '0.0004159', { isSettled: true });
  const pullPaymentId = sandbox.invoices.refund(id, '24.90', 'EUR');
  const event = { type: 'InvoiceRefund', storeId: sandbox.storeId, invoiceId: id, pullPaymentId };
  const body = JSON.stringify(event);
  const headers = new Headers(sandbox.webhooks.sign(body));
  await provider.readAccountWebhook!({ body: new TextEncoder().encode(body), headers }, call());
}

test('a server made from the documents accepts each request that is sent', async (t) => {
  const prism = await startPrism();
  t.after(() => prism.close());
  const old = await startServer(t, { version: '2.3.9' });
  await sendAll(old);
  const { exchanges } = old;
  const forms = new Set<string>();
  for (const { method, path, body } of exchanges) {
    const headers = { 'content-type': 'application/json', authorization: 'token any' };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(prism.url + path, { method, headers, ...init });
    assert.equal(response.status, 200, `${method} ${path}: ${await response.text()}`);
    forms.add(`${method} ${path.replace(/\?.*/, '').replace(/[0-9a-f]{22,}/g, '{}')}`);
  }
  assert.deepEqual([...forms].sort(), [
    'GET /api/v1/pull-payments/{}',
    'GET /api/v1/stores/{}/invoices',
    'GET /api/v1/stores/{}/invoices/{}',
    'GET /api/v1/stores/{}/invoices/{}/payment-methods',
    'GET /api/v1/stores/{}/payment-methods',
    'POST /api/v1/stores/{}/invoices',
  ]);
});

test('a request with a wrong field is refused by it', async (t) => {
  const prism = await startPrism();
  t.after(() => prism.close());
  const response = await fetch(`${prism.url}/api/v1/stores/s/invoices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'token any' },
    body: JSON.stringify({ amount: 24.9, currency: 'EUR', expiry: 1 }),
  });
  assert.equal(response.status, 400);
});
