import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { after, before, describe, it } from 'node:test';
import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api';
import { memoryStore, type PaymentStore } from '../../../../src/server/index.ts';
import { openTelemetry } from '../../../../src/server/observability/opentelemetry/index.ts';
import { BTC_ADDRESS, EVM_ADDRESS, openShopAndSandbox, SECRET, sendWebhook, until, webhookOf } from '../../shop.ts';
import { instruments } from './instruments.ts';

/** What a registered SDK does in a shop: the active span follows the code. */
const active = new AsyncLocalStorage<Context>();

async function withShop(
  play: (parts: Awaited<ReturnType<typeof openShopAndSandbox>> & ReturnType<typeof instruments>) => Promise<void>,
  store: PaymentStore = memoryStore(),
) {
  const sdk = instruments();
  const shop = await openShopAndSandbox({ store, onEvent: openTelemetry({ ...sdk.providers, store }) });
  try {
    await play({ ...sdk, ...shop });
  } finally {
    await shop.close();
    await sdk.end();
  }
}

describe('the spans of openTelemetry()', () => {
  before(() =>
    context.setGlobalContextManager({
      active: () => active.getStore() ?? ROOT_CONTEXT,
      with: (to, run, self, ...args) => active.run(to, () => run.call(self as never, ...args)),
      bind: (_to, target) => target,
      enable() {
        return this;
      },
      disable() {
        return this;
      },
    }),
  );
  after(() => context.disable());

  it('are created for each call of the service, as children of the active span, with the names of the semantic conventions', () =>
    withShop(async ({ checkout, sandbox, spans, providers }) => {
      const request = providers.tracerProvider.getTracer('shop').startSpan('GET /shop');
      await context.with(trace.setSpan(context.active(), request), () => checkout.client.currentUser());
      const [span, ...more] = spans();
      assert.equal(more.length, 0);
      assert.deepEqual([span!.name, span!.kind], ['GET /v2/user/me', SpanKind.CLIENT]);
      assert.equal(span!.parentSpanContext?.spanId, request.spanContext().spanId);
      assert.deepEqual(span!.attributes, {
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'url.template': '/v2/user/me',
        'url.scheme': 'http',
        'server.address': '127.0.0.1',
        'server.port': Number(new URL(sandbox.url).port),
        'pay_elements.service.call': 'currentUser',
      });
      assert.equal(span!.status.code, SpanStatusCode.UNSET);
    }));

  it('record errors, and each attempt that failed', async () => {
    const sdk = instruments();
    const shop = await openShopAndSandbox({ onEvent: openTelemetry(sdk.providers) }, { requestsPerMinute: 1 });
    await shop.checkout.client.currentUser();
    await assert.rejects(shop.checkout.client.currentUser(), { name: 'ServiceError', code: 'rate-limited' });
    await shop.close();
    const span = sdk.spans().at(-1)!;
    assert.deepEqual([span.status.code, span.status.message], [SpanStatusCode.ERROR, 'rate-limited']);
    assert.equal(span.attributes['http.response.status_code'], 429);
    assert.equal(span.attributes['error.type'], 'rate-limited');
    assert.deepEqual(
      span.events.map(({ name, attributes }) => [name, attributes?.['error.type']]),
      [
        ['attempt failed', 'rate-limited'],
        ['attempt failed', 'busy'],
      ],
    );
    await sdk.end();
  });
});

describe('the counters of openTelemetry()', () => {
  it('count payments, phases, webhooks and problems with few attribute values, and time the calls', () =>
    withShop(async ({ pay, get, sandbox, points }) => {
      await pay({ order: '1001', method: 'wallet' });
      const wallet = webhookOf(sandbox);
      await sendWebhook(wallet, { status: 'PAID' });
      await sendWebhook(wallet, { status: 'PAID' });
      await sendWebhook(wallet, 'no object');
      await sendWebhook(`${wallet.slice(0, -2)}xx`, {});
      await pay({ order: '1001', method: 'wallet' });
      assert.deepEqual(await points('payments.created'), [
        { attributes: { 'pay_elements.payment.method': 'wallet' }, value: 1 },
      ]);
      assert.deepEqual(await points('payments.phases'), [
        { attributes: { 'pay_elements.payment.phase': 'paid', 'pay_elements.payment.method': 'wallet' }, value: 1 },
      ]);
      assert.deepEqual(
        (await points('webhooks')).map(({ attributes, value }) => [attributes['pay_elements.webhook.outcome'], value]),
        [
          ['changed', 1],
          ['unchanged', 1],
          ['unreadable', 1],
          ['refused', 1],
        ],
      );
      assert.deepEqual(await points('problems'), [
        { attributes: { 'pay_elements.problem.code': 'webhook-unreadable' }, value: 1 },
      ]);
      const [duration] = await points('service.call.duration');
      assert.equal(duration!.attributes['url.template'], '/v1/wallet/payments');
      assert.equal((duration!.value as { count: number }).count, 1);
      assert.equal((await get('orders/1001')).status, 200);
    }));

  it('count a webhook with invalid content, and one of a payment that is not here', async () => {
    const sdk = instruments();
    const onEvent = openTelemetry(sdk.providers);
    const of = { paymentRef: 'p1', orderRef: '1001' };
    onEvent({ type: 'webhook-content-invalid', level: 'error', field: 'status', reason: 'no text', ...of });
    onEvent({ type: 'webhook-unmatched', level: 'debug', id: 't9' });
    const outcomes = (await sdk.points('webhooks')).map(({ attributes }) => attributes['pay_elements.webhook.outcome']);
    assert.deepEqual(outcomes, ['invalid', 'unmatched']);
    await sdk.end();
  });

  it('count the open long polls', () =>
    withShop(async ({ pay, get, checkout, sandbox, points }) => {
      const { json } = await pay({ order: '1001', method: 'wallet' });
      const pending = get(`${String(json['statusUrl'])}?since=1`);
      await until(async () => (await checkout.health()).longPolls.open === 1, 'a long poll');
      assert.deepEqual(await points('long_polls.open'), [{ attributes: {}, value: 1 }]);
      await sendWebhook(webhookOf(sandbox), { status: 'PAID' });
      await pending;
      assert.deepEqual(await points('long_polls.open'), [{ attributes: {}, value: 0 }]);
    }));

  it('name the code when the service made no payment', async () => {
    const sdk = instruments();
    const shop = await openShopAndSandbox({ onEvent: openTelemetry(sdk.providers) }, { quota: 0 });
    assert.equal((await shop.pay({ order: '1001', method: 'wallet' })).status, 503);
    const attributes = { 'pay_elements.problem.code': 'creation-failed', 'error.type': 'quota-exhausted' };
    assert.deepEqual((await sdk.points('problems'))[0], { attributes, value: 1 });
    await shop.close();
    await sdk.end();
  });

  it('query the open payments of the store at each collection, until the checkout is closed', async () => {
    const sdk = instruments();
    const kept = memoryStore();
    let looks = 0;
    const store = { ...kept, countOpen: () => ((looks += 1), kept.countOpen()) };
    const shop = await openShopAndSandbox({ store, onEvent: openTelemetry({ ...sdk.providers, store }) });
    assert.equal(looks, 0);
    assert.deepEqual(await sdk.points('payments.open'), [{ attributes: {}, value: 0 }]);
    await shop.pay({ order: '1001', method: 'wallet' });
    assert.deepEqual(await sdk.points('payments.open'), [{ attributes: {}, value: 1 }]);
    await sendWebhook(webhookOf(shop.sandbox), { status: 'PAID' });
    assert.deepEqual(await sdk.points('payments.open'), [{ attributes: {}, value: 0 }]);
    await shop.close();
    await sdk.points('payments.open');
    assert.equal(looks, 3);
    await sdk.end();
  });

  it('leave a gap while the store does not answer', async () => {
    const store = { ...memoryStore(), countOpen: () => Promise.reject(new Error('the database is down')) };
    await withShop(async ({ points }) => assert.deepEqual(await points('payments.open'), []), store);
  });
});

it('openTelemetry() names an option that it cannot use', () => {
  for (const [options, message] of [
    ['x', /^openTelemetry: an object such as \{ store \} is needed, not text$/],
    [{ stor: memoryStore() }, /^openTelemetry\.stor: no such option; did you mean store\?$/],
    [{ store: {} }, /^openTelemetry\.store: the store of the checkout is needed$/],
    [{ store: 5 }, /^openTelemetry\.store: /],
    [{ meterProvider: {} }, /^openTelemetry\.meterProvider: a MeterProvider of @opentelemetry\/api is needed$/],
    [{ tracerProvider: 'x' }, /^openTelemetry\.tracerProvider: a TracerProvider of @opentelemetry\/api is needed$/],
  ] as const)
    assert.throws(() => openTelemetry(options as never), { name: 'ConfigurationError', message });
});

it('openTelemetry() lets nothing private out', () =>
  withShop(async ({ pay, sandbox, all }) => {
    const made = await pay({ order: '1001', method: 'crypto', coin: 'BTC' });
    await pay({ order: '1001', method: 'wallet' });
    await sendWebhook(webhookOf(sandbox), { status: 'ODD-WORD' });
    const left = await all();
    assert.ok(left.includes('/v1/payments') && left.includes('status-unknown'));
    const payment = made.json as Record<string, string>;
    const refs = sandbox.control.payments().map(({ data }) => String(data['webhookUrl']).split('/').at(-2)!);
    const privates = [sandbox.apiKey, sandbox.storeApiKey, SECRET, BTC_ADDRESS, EVM_ADDRESS, 'till@shop.example'];
    const payers = [payment['address']!, payment['tid']!, payment['statusUrl']!.split('/').at(-1)!, 'ODD-WORD'];
    for (const secret of [...privates, ...payers, ...refs, '/webhook/', '19.99', '"1001"'])
      assert.ok(!left.includes(secret), secret);
  }));
