import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openTelemetry } from '../../../../src/server/observability/opentelemetry/index.ts';
import { openShop } from '../../shop.ts';
import { instruments } from '../../observability/opentelemetry/instruments.ts';
import { call, startServer } from './server.ts';

const order = async () => ({ amount: '24.90', currency: 'EUR' });

async function openBtcpayShop(t: TestContext) {
  const { sandbox, provider } = await startServer(t);
  const sdk = instruments();
  let time = Date.now();
  const shop = await openShop(provider, {
    order,
    now: () => time,
    sweepInterval: 2 ** 30,
    onEvent: openTelemetry(sdk.providers),
  });
  t.after(async () => {
    await shop.close();
    await sdk.end();
  });
  const pay = () => shop.pay({ order: '1001', method: 'crypto', coin: 'BTC' });
  return { ...shop, sandbox, provider, sdk, pay, wait: (ms: number) => (time += ms) };
}

test('each request to BTCPay Server has a span and a duration, with the paths of its documents', async (t) => {
  const { pay, sdk, sandbox } = await openBtcpayShop(t);
  assert.equal((await pay()).status, 201);
  const spans = sdk.spans();
  assert.ok(spans.some(({ name }) => name === 'GET /api/v1/stores/{storeId}/payment-methods'));
  const created = spans.find(({ name }) => name === 'POST /api/v1/stores/{storeId}/invoices')!;
  assert.deepEqual(created.attributes, {
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'url.template': '/api/v1/stores/{storeId}/invoices',
    'url.scheme': 'http',
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(sandbox.url).port),
    'pay_elements.service.call': 'createInvoice',
  });
  const durations = await sdk.points('service.call.duration');
  assert.equal(durations.length, new Set(spans.map(({ name }) => name)).size);
  const [invoice] = sandbox.invoices.all.values();
  const left = await sdk.all();
  for (const secret of [sandbox.apiKey, sandbox.webhookSecret, sandbox.storeId, invoice!.id, '"1001"'])
    assert.ok(!left.includes(secret), secret);
});

test('health knows when the server last answered and failed, and warns while it fails', async (t) => {
  const { pay, sandbox, checkout, sdk, wait } = await openBtcpayShop(t);
  assert.deepEqual((await checkout.health()).service, { quota: [] });
  await pay();
  wait(2_000);
  const sound = await checkout.health();
  assert.deepEqual([sound.warnings, typeof sound.service.reachedAt], [[], 'string']);
  for (const [fault, code, status] of [
    ['proxy-error', 'service-error', 502],
    ['no-answer', 'network', undefined],
    ['not-json', 'bad-answer', 200],
  ] as const) {
    sandbox.setFault(fault);
    const [payment] = await checkout.payments.ofOrder('1001');
    await checkout.payments.refresh(payment!.paymentRef);
    wait(2_000);
    const { ok, warnings, service } = await checkout.health();
    assert.deepEqual([ok, warnings, service.failure?.code], [true, ['service-failing'], code]);
    const span = sdk.spans().at(-1)!;
    assert.deepEqual([span.attributes['error.type'], span.attributes['http.response.status_code']], [code, status]);
  }
  sandbox.setFault(undefined);
  const [payment] = await checkout.payments.ofOrder('1001');
  await checkout.payments.refresh(payment!.paymentRef);
  wait(2_000);
  assert.deepEqual((await checkout.health()).warnings, []);
});

test('a request that was not sent is reported as such, and a listener that throws changes nothing', async (t) => {
  const { provider, sandbox } = await startServer(t);
  const events: unknown[] = [];
  provider.subscribe!(() => {
    throw new Error('the log is full');
  });
  const end = provider.subscribe!((event) => events.push(event));
  await assert.rejects(provider.offers!({ timeout: 1_000, signal: AbortSignal.abort() }), { code: 'aborted' });
  const [started, attempted, completed, ...more] = events as Readonly<Record<string, unknown>>[];
  assert.deepEqual(more, []);
  assert.equal(started!['url'], `${sandbox.url}/api/v1/stores/{storeId}/payment-methods`);
  assert.deepEqual([attempted!['sent'], attempted!['code'], completed!['code']], [false, 'aborted', 'aborted']);
  assert.equal(new Set([started!['id'], attempted!['id'], completed!['id']]).size, 1);
  end();
  await provider.offers!(call());
  assert.equal(events.length, 3);
});
