import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SpanKind } from '@opentelemetry/api';
import type { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { openShopAndSandbox, sendWebhook, until, webhookOf } from '../../shop.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const docs = readFileSync(join(root, 'docs/operations.md'), 'utf8');

/** The instrumentation as docs/operations.md shows it. */
async function documented(): Promise<HttpInstrumentation> {
  const [, program = ''] = /^```js\n(\/\/ instrumentation\.mjs\n[\s\S]*?)^```/m.exec(docs) ?? [];
  const folder = mkdtempSync(join(root, 'test/.docs-')); // below our package.json, so that packages are found
  try {
    const file = join(folder, 'instrumentation.mjs');
    writeFileSync(file, program);
    return ((await import(pathToFileURL(file).href)) as { http: HttpInstrumentation }).http;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const instrumentation = await documented();
const exporter = new InMemorySpanExporter();
instrumentation.setTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
createRequire(import.meta.url)('node:http'); // the instrumentation patches the module when it is required

/** Makes a payment, reads it and sends its webhook: the spans of the requests that the shop received, and its credentials. */
async function trade() {
  exporter.reset();
  const shop = await openShopAndSandbox();
  const received = () =>
    exporter.getFinishedSpans().filter(({ kind, attributes }) => {
      const isShop = attributes['server.port'] === Number(new URL(shop.url).port);
      return kind === SpanKind.SERVER && isShop;
    });
  try {
    const { json } = await shop.pay({ order: '1001', method: 'wallet' });
    const statusUrl = String(json['statusUrl']);
    assert.equal((await shop.get(`${statusUrl}?since=0`)).status, 200);
    assert.equal((await shop.get(statusUrl.replace('/status/', '/payments/'))).status, 200);
    const webhookUrl = webhookOf(shop.sandbox);
    assert.equal((await sendWebhook(webhookUrl, { pid: json['pid'], status: 'PAID' })).status, 200);
    await until(() => received().length === 4, 'four spans');
    const spans = received().map(({ name, attributes, events, status }) => ({ name, attributes, events, status }));
    const [signature, paymentRef] = webhookUrl.split('/').reverse();
    return { spans, credentials: [signature!, paymentRef!, statusUrl.split('/').at(-1)!] };
  } finally {
    await shop.close();
  }
}

test('spans of HTTP hold the paths of webhooks and of status addresses, but not with what docs/operations.md shows', async () => {
  const shown = instrumentation.getConfig();
  instrumentation.setConfig({});
  const plain = await trade();
  for (const credential of plain.credentials) assert.ok(JSON.stringify(plain.spans).includes(credential));

  instrumentation.setConfig(shown);
  const { spans, credentials } = await trade();
  for (const credential of credentials) assert.ok(!JSON.stringify(spans).includes(credential));
  assert.deepEqual(
    spans.map(({ attributes }) => attributes['url.path']),
    ['/pay/payments', '/pay/status/redacted', '/pay/payments/redacted', '/pay/webhook/redacted'],
  );
});
