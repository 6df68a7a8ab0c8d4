import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startSandbox, type RunningSandbox } from 'pay-elements/sandbox';
import { runtime, serve, type Served } from './serve.ts';
import { openShop, type Seen } from './shop.ts';

/**
 * The web-standard part of the built package, over real HTTP, against the sandbox. Every runtime runs this file and
 * serves the shop itself; for workerd, which runs no tests, Node runs it and workerd serves the shop.
 */
const inWorkerd = process.env.RUNTIME === 'workerd';
const name = inWorkerd ? 'workerd' : runtime;

/** workerd drops the body of a GET, so contract 4.5 cannot be called there. */
const canSendBodyOfGet = !inWorkerd;

/** workerd on its own tells a Worker nothing of a client that left: there a question ends with its time. */
const hearsOfLeaving = !inWorkerd;

/** Longer than any test waits where leaving is heard of. Milliseconds. */
const MAX_WAIT = hearsOfLeaving ? 20_000 : 1_000;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>> & {
    readonly error?: { readonly code: string; readonly field?: string };
  };
}

async function get(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: (text ? JSON.parse(text) : {}) as Answer['json'],
  };
}

/** Between two checks of a condition. Milliseconds. */
const POLL_INTERVAL_MS = 10;

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

describe(`the web-standard part on ${name}`, () => {
  let sandbox: RunningSandbox;
  let shop: Served;
  let base: string;
  let order = 1000;

  before(async () => {
    sandbox = await startSandbox({
      requestsPerMinute: 1000,
      contractGaps: { confirmations: { required: 2, everyMs: 20 } },
    });
    const { url: serviceUrl, apiKey } = sandbox;
    if (inWorkerd) {
      const { serveWorkerd } = await import('./workerd.ts');
      shop = await serveWorkerd({ SERVICE_URL: serviceUrl, API_KEY: apiKey, MAX_WAIT: String(MAX_WAIT) });
    } else {
      const place: { shop?: ReturnType<typeof openShop> } = {};
      const served = await serve((request, context) => place.shop!.fetch(request, context));
      place.shop = openShop({ serviceUrl, apiKey, origin: served.origin, longPollTimeout: MAX_WAIT });
      shop = { ...served, close: async () => (await place.shop!.close(), served.close()) };
    }
    base = `${shop.origin}/pay`;
  });
  after(async () => {
    await shop.close();
    await sandbox.close();
  });

  const seen = async () => (await get(`${shop.origin}/seen`)).json as unknown as Seen;
  const newRequest = (fields: object, headers?: Record<string, string>) =>
    get(`${base}/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(fields),
    });
  const statusOf = async (url: unknown) => (await get(String(url))).json;
  /** A new order's payment, as the browser got it, and its webhook's address, as the service did. */
  async function made(method: string, coin?: string) {
    const paymentRef = String(++order);
    const { status, json } = await newRequest({ order: paymentRef, method, coin });
    assert.equal(status, 201);
    const id = String(json['tid'] ?? json['pid'] ?? json['bid']);
    return { paymentRef, id, json, webhookUrl: String(sandbox.control.payment(id).data['webhookUrl']) };
  }
  const post = (url: string, body: string, type = 'application/json') =>
    get(url, { method: 'POST', headers: { 'content-type': type }, body });

  it('returns the payment methods of an order', async () => {
    const { status, json } = await get(`${base}/orders/7`);
    assert.deepEqual(
      [status, json['amount'], (json['methods'] as { method: string }[]).map(({ method }) => method)],
      [200, '19.99', ['crypto', 'wallet', 'localcode']],
    );
    assert.equal((await get(`${base}/orders/nobody`)).status, 404);
  });

  it('requests the account from the service', async () => {
    assert.equal(
      (await get(`${shop.origin}/account`)).json['id'],
      (sandbox.control.account().user as { id: string }).id,
    );
  });

  it('makes a cryptocurrency payment, the same one for the same choice, and shows nothing that is private', async () => {
    const { paymentRef, json } = await made('crypto', 'BTC');
    assert.match(String(json['address']), /^\w{26,}$/);
    assert.match(String(json['cryptoAmountExpected']), /^\d+\.?\d*$/);
    assert.equal(json['phase'], 'awaiting');
    assert.ok((json['qr'] as { size: number }).size >= 21);
    const again = await newRequest({ order: paymentRef, method: 'crypto', coin: 'BTC' });
    assert.deepEqual([again.status, again.json['tid']], [200, json['tid']]);
    const shown = await get(`${base}/payments/${String(json['statusUrl']).split('/').at(-1)}`);
    for (const text of [JSON.stringify(json), again.text, shown.text])
      assert.doesNotMatch(text, /webhook|margin|payout|till@|secret/i);
  });

  it('makes a wallet payment, with the note that the payer must copy', async () => {
    const { json, id } = await made('wallet');
    assert.equal(json['note'], sandbox.control.payment(id).note);
  });

  if (canSendBodyOfGet)
    it('makes a local code payment, whose creation is a GET with a body (contract 4.5)', async () => {
      const { json, id } = await made('localcode');
      assert.equal(json['hostedUrl'], sandbox.control.payment(id).hostedUrl);
      sandbox.control.code(id, sandbox.control.payment(id).code!);
      await until(async () => (await statusOf(json['statusUrl']))['phase'] === 'paid', 'paid by a code');
    });
  else
    it('reports that a GET with a body cannot be sent (contract 4.5), and sends nothing', async () => {
      const before = sandbox.control.account();
      const { status, json } = await newRequest({ order: '2000', method: 'localcode' });
      assert.deepEqual([status, json.error?.code], [500, 'internal']);
      const event = (await seen()).events.find(({ type }) => type === 'creation-failed');
      assert.ok(event?.type === 'creation-failed');
      assert.deepEqual([event.orderRef, event.code, event.sent], ['2000', 'unsupported', false]);
      assert.deepEqual(sandbox.control.account(), before, 'and no request was spent');
    });

  it('receives the webhooks of a payment to its end, reports each change to the shop, and sells once', async () => {
    const { paymentRef, id, json } = await made('crypto', 'ETH');
    sandbox.control.pay(id);
    await until(async () => (await statusOf(json['statusUrl']))['phase'] === 'paid', 'paid');
    const ofOrder = async () => (await seen()).delivered.filter((line) => line.startsWith(`${paymentRef} `));
    await until(async () => (await ofOrder()).length >= 2, 'the shop was told');
    assert.deepEqual(await ofOrder(), [`${paymentRef} awaiting -> confirming`, `${paymentRef} confirming -> paid`]);
    const again = await newRequest({ order: paymentRef, method: 'wallet' });
    assert.deepEqual([again.status, again.json.error?.code], [409, 'already-paid']);
  });

  it('rejects a webhook at an address with another signature, and applies none twice', async () => {
    const { id, json, webhookUrl } = await made('wallet');
    const paid = JSON.stringify({ pid: id, status: 'PAID' });
    const forged = webhookUrl.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'));
    assert.equal((await post(forged, paid)).status, 404);
    assert.equal((await statusOf(json['statusUrl']))['phase'], 'awaiting');
    assert.equal((await post(webhookUrl, paid)).status, 200);
    assert.equal((await post(webhookUrl, JSON.stringify({ pid: id, status: 'NEW' }))).status, 200);
    const { phase, version } = await statusOf(json['statusUrl']);
    assert.deepEqual([phase, version], ['paid', 2]);
  });

  it('reads a webhook that comes as a form, and takes none that is too long', async () => {
    const { id, json, webhookUrl } = await made('wallet');
    assert.equal((await post(webhookUrl, 'x'.repeat(65 * 1024))).status, 413);
    assert.equal((await post(webhookUrl, `pid=${id}&status=PAID`, 'application/x-www-form-urlencoded')).status, 200);
    assert.equal((await statusOf(json['statusUrl']))['phase'], 'paid');
  });

  it('keeps a status request open until a webhook changes the payment', async () => {
    const { id, json, webhookUrl } = await made('wallet');
    const longPoll = get(`${String(json['statusUrl'])}?since=1`);
    await until(async () => (await seen()).longPolls === 1, 'held');
    assert.equal((await post(webhookUrl, JSON.stringify({ pid: id, status: 'PAID' }))).status, 200);
    const { status, json: update } = await longPoll;
    assert.deepEqual([status, update['phase'], update['version']], [200, 'paid', 2]);
    assert.equal((await seen()).longPolls, 0);
  });

  it(`lets go of a question when the payer leaves${hearsOfLeaving ? '' : ', with its time'}`, async () => {
    const { json } = await made('wallet');
    const leaving = new AbortController();
    const longPoll = get(`${String(json['statusUrl'])}?since=1`, { signal: leaving.signal }).catch(() => 'left');
    await until(async () => (await seen()).longPolls === 1, 'held');
    leaving.abort();
    assert.equal(await longPoll, 'left');
    await until(async () => (await seen()).longPolls === 0, 'let go');
  });

  for (const [what, ask, expected] of [
    ['an address that is none', () => get(`${base}/nothing`), [404, 'not-found', undefined]],
    [
      'a token that nobody has',
      () => get(`${base}/status/AAAAAAAAAAAAAAAAAAAAAA`),
      [404, 'unknown-payment', undefined],
    ],
    ['another method', () => get(`${base}/payments/x`, { method: 'DELETE' }), [405, 'invalid-request', 'method']],
    ['an order that is none', () => newRequest({ order: 'x', method: 'wallet' }), [404, 'unknown-order', undefined]],
    ['a method that is none', () => newRequest({ order: '1', method: 'cash' }), [400, 'invalid-request', 'method']],
    ['a form', () => newRequest({}, { 'content-type': 'text/plain' }), [415, 'invalid-request', 'content-type']],
    ['what is no JSON', () => post(`${base}/payments`, '{'), [400, 'invalid-request', 'body']],
    [
      'a body that is too long',
      () => post(`${base}/payments`, `"${'x'.repeat(17 * 1024)}"`),
      [413, 'invalid-request', 'body'],
    ],
  ] as const)
    it(`refuses ${what} by a code, and keeps the answer out of caches`, async () => {
      const { status, json, headers } = await ask();
      assert.deepEqual([status, json.error?.code, json.error?.field], expected);
      assert.equal(headers.get('cache-control'), 'no-store');
    });

  it('answers HEAD and OPTIONS without a body', async () => {
    const head = await get(`${base}/orders/7`, { method: 'HEAD' });
    assert.deepEqual([head.status, head.text], [200, '']);
    const options = await get(`${base}/orders/7`, { method: 'OPTIONS' });
    assert.deepEqual([options.status, options.text, options.headers.get('allow')], [204, '', 'GET, HEAD, OPTIONS']);
  });
});
