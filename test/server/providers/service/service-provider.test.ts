import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSandbox } from '../../../../src/sandbox/index.ts';
import {
  createCheckout,
  ServiceClient,
  serviceProvider,
  type PaymentProvider,
  type Transport,
} from '../../../../src/server/index.ts';
import { nodeTransport } from '../../../../src/server/http/node/index.ts';
import { ORDER, SECRET } from '../../shop.ts';
import { describeProvider } from '../contract.ts';
import { clientWith, DATA, failure, ok, playedTransport } from './support.ts';

describeProvider('of the service (contract 4)', async () => {
  const sandbox = await startSandbox();
  const { url: baseUrl, apiKey } = sandbox;
  let requests = 0;
  const send = nodeTransport();
  const transport: Transport = (request) => {
    if (request.body !== undefined) requests += 1;
    return send(request);
  };
  return {
    provider: serviceProvider(new ServiceClient({ baseUrl, apiKey, transport })),
    unreachable: serviceProvider(new ServiceClient({ baseUrl: 'http://127.0.0.1:1', apiKey, limit: { maxWait: 0 } })),
    methods: ['crypto', 'wallet', 'localcode'],
    words: { awaiting: 'NEW', confirming: 'CONFIRMING', paid: 'PAID', overpaid: 'OVERPAID', refunded: 'REFUNDED' },
    webhookBody: ({ id }, status) => JSON.stringify({ tid: id, status }),
    refuseNext: () => sandbox.control.addFault({ fault: 'status', status: 400 }),
    requests: () => requests,
    close: () => sandbox.close(),
  };
});

describe('the provider of the service', () => {
  it('sends the fields that the checkout has validated, without validating them again', async () => {
    const { requests, transport } = playedTransport(ok(DATA.crypto));
    const client = clientWith({ transport });
    const payout = { payout_address: 'not an address' };
    const price = { amount: '19.99', currency: 'USD' };
    const { code } = await failure(client.createCrypto({ ...price, crypto_coin: 'BTC', ...payout }));
    assert.deepEqual([code, requests.length], ['invalid-request', 0]);
    const webhookUrl = 'http://127.0.0.1/pay/webhook/r/s';
    const created = await serviceProvider(client).create(
      { ...price, method: 'crypto', coin: 'BTC', payout, paymentRef: 'r', orderRef: '1', webhookUrl, meta: undefined },
      { timeout: 1_000, signal: AbortSignal.timeout(10_000) },
    );
    assert.equal(created.id, 't-1');
    const body = '{"amount":19.99,"currency":"USD","crypto_coin":"BTC","payout_address":"not an address",';
    assert.equal(requests[0]?.body, `${body}"webhook_url":"${webhookUrl}"}`);
  });

  for (const [own, given, used] of [
    [300, 15_000, 300],
    [20_000, 15_000, 15_000],
  ] as const)
    it(`creates in ${used} ms, the shorter of the client's ${own} and the checkout's ${given}`, async () => {
      const { requests, transport } = playedTransport(ok(DATA.wallet));
      const client = clientWith({ transport, timeout: own });
      const request = { amount: '19.99', currency: 'USD', method: 'wallet', payoutEmail: 'till@shop.example' } as const;
      const beside = { paymentRef: 'r', orderRef: '1', webhookUrl: 'http://127.0.0.1/w', meta: undefined };
      await serviceProvider(client).create(
        { ...request, ...beside, additionalInformation: undefined },
        { timeout: given, signal: AbortSignal.timeout(10_000) },
      );
      assert.equal(requests[0]?.timeout, used);
    });
});

describe('a checkout with a custom provider', () => {
  /** A server with words, identifiers and webhooks of its own, in a few lines. */
  const sent: string[] = [];
  const provider: PaymentProvider = {
    name: 'offen',
    create: async ({ webhookUrl }) => {
      sent.push(webhookUrl);
      const id = `invoice-${sent.length}`;
      return { id, status: 'offen', note: 'N-1' };
    },
    readWebhook: (body) => {
      const [id, status] = body.split(' ');
      return id === undefined || status === undefined ? undefined : { id, status };
    },
    phaseOf: (status) => (status === 'offen' ? 'awaiting' : status === 'bezahlt' ? 'paid' : 'unknown'),
  };
  const base = { secret: SECRET, publicUrl: 'http://127.0.0.1/pay', order: () => ORDER };
  const post = (url: string, body: string, type = 'application/json') =>
    new Request(url, { method: 'POST', body, headers: { 'content-type': type } });

  it('creates its payments, reads its webhooks and maps its status words', async () => {
    const paid: string[] = [];
    const checkout = createCheckout({ ...base, provider, onPaid: ({ id = '' }) => void paid.push(id) });
    const made = await checkout.fetch(post(`${base.publicUrl}/payments`, '{"order":"1","method":"wallet"}'));
    const payment = (await made.json()) as Record<string, unknown>;
    assert.deepEqual([made.status, payment['pid'], payment['phase']], [201, 'invoice-1', 'awaiting']);
    const hook = sent[0]!;
    assert.equal((await checkout.fetch(post(hook, 'invoice-1 bezahlt', 'text/plain'))).status, 200);
    await checkout.sweep();
    assert.deepEqual(paid, ['invoice-1']);
    assert.deepEqual((await checkout.health()).service.quota, []);
    assert.throws(() => checkout.client, /checkout\.client.*provider/);
    await checkout.close();
  });

  it("uses the shop's own statusMap and readWebhook first", async () => {
    const paid: string[] = [];
    const checkout = createCheckout({
      ...base,
      provider,
      statusMap: { gezahlt: 'paid' },
      readWebhook: (body) => ({ status: body }),
      onPaid: ({ status }) => void paid.push(status),
    });
    await checkout.payments.create({ orderRef: '2', method: 'wallet' }, { visitor: 'ann' });
    await checkout.fetch(post(sent.at(-1)!, 'gezahlt', 'text/plain'));
    await checkout.sweep();
    assert.deepEqual(paid, ['gezahlt']);
    await checkout.close();
  });

  for (const [given, message] of [
    [{ provider: {} }, /^provider\.create: a function is needed/],
    [{ provider: { ...provider, usage: 7 } }, /^provider\.usage: a function is needed/],
    [{ provider: 'btcpay' }, /^provider: an object/],
    [
      { provider, service: { baseUrl: 'http://127.0.0.1:1', apiKey: 'key' } },
      /^provider: give either service or provider/,
    ],
  ] as const)
    it(`is refused when it cannot be used: ${String(message)}`, () => {
      assert.throws(() => createCheckout({ ...base, ...given } as never), { name: 'ConfigurationError', message });
    });
});
