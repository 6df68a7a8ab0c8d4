import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { createCheckout, memoryStore } from '../../../src/server/index.ts';
import { eventText } from '../../../src/server/observability/console-log.ts';
import { SECRET, withShopAndSandbox } from '../shop.ts';

const LISTED = 'https://www.shop.example';
const PAYMENT_REQUEST = { order: '1001', method: 'wallet' };

/** With headers that `fetch` does not let a program write. */
async function request(url: string, method: string, headers: Record<string, string>, body = '') {
  const requested = httpRequest(url, {
    method,
    headers: { 'content-length': Buffer.byteLength(body), ...headers },
  }).end(body);
  const [answer] = (await once(requested, 'response')) as [IncomingMessage];
  return { status: answer.statusCode!, headers: answer.headers, text: await text(answer) };
}

describe('the origins that may create payments', () => {
  const create = (url: string, headers: Record<string, string>) =>
    request(
      `${url}/payments`,
      'POST',
      { 'content-type': 'application/json', ...headers },
      JSON.stringify(PAYMENT_REQUEST),
    );

  it("is the shop's own page, by Sec-Fetch-Site, by publicUrl or by the Host header, and a program", () =>
    withShopAndSandbox({}, async ({ url }) => {
      const { origin } = new URL(url);
      for (const headers of [
        {},
        { origin },
        { origin, 'sec-fetch-site': 'same-origin' },
        // A shop under another name than publicUrl's.
        { origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' },
        { origin: 'https://shop.example', host: 'shop.example' },
        { 'sec-fetch-site': 'none' },
      ] as Record<string, string>[]) {
        const { status } = await create(url, headers);
        assert.ok(status === 201 || status === 200, `${JSON.stringify(headers)}: ${status}`);
      }
    }));

  it("is no other site's page, whatever it is called", () =>
    withShopAndSandbox({ allowedOrigins: [LISTED] }, async ({ url, sandbox }) => {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        { origin: 'null' },
        { origin: '' },
        { origin: 'null', 'sec-fetch-site': 'cross-site' },
        { origin: `${LISTED}.evil.example` },
        { origin: `${LISTED}:8443` },
        { origin: `${LISTED}/` },
        { origin: 'http://www.shop.example' },
        { origin: 'https://WWW.shop.example' },
        { origin: 'https://evilwww.shop.example' },
        { origin: 'https://shop.example' },
        { origin: `${LISTED}, https://evil.example` },
        { origin: 'https://evil.example', host: 'evil.example', 'sec-fetch-site': 'same-site' },
        { origin: '*' },
      ] as Record<string, string>[]) {
        const { status, text, headers: result } = await create(url, headers);
        const expected = [403, '{"error":{"code":"invalid-request","field":"origin"}}'];
        assert.deepEqual([status, text], expected, JSON.stringify(headers));
        assert.equal(result['access-control-allow-origin'], undefined, JSON.stringify(headers));
      }
      assert.equal(sandbox.control.payments().length, 0);
    }));

  it('is a listed page, which may read the answer, and sends no cookies', () =>
    withShopAndSandbox({ allowedOrigins: ['https://other.example', LISTED] }, async ({ url }) => {
      const { status, headers } = await create(url, { origin: LISTED, 'sec-fetch-site': 'cross-site' });
      assert.equal(status, 201);
      assert.equal(headers['access-control-allow-origin'], LISTED);
      assert.equal(headers['vary'], 'Origin');
      assert.equal(headers['access-control-expose-headers'], 'date, retry-after');
      assert.equal(headers['access-control-allow-credentials'], undefined);
    }));

  it('has the content type of JSON, which a form of another site cannot send', () =>
    withShopAndSandbox({}, async ({ url, sandbox }) => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/jsonp',
        'text/plain; application/json',
        'application/json, text/plain',
        '',
      ]) {
        const { status, text } = await create(url, { 'content-type': type });
        const expected = [415, '{"error":{"code":"invalid-request","field":"content-type"}}'];
        assert.deepEqual([status, text], expected, type);
      }
      assert.equal(sandbox.control.payments().length, 0);
      for (const type of ['application/json', 'Application/JSON; charset=utf-8'])
        assert.ok((await create(url, { 'content-type': type })).status < 300, type);
    }));
});

describe('cross-origin answers', () => {
  const preflight = (url: string, origin: string, method: string) =>
    request(url, 'OPTIONS', {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type',
    });

  it('are disabled: other origins can read only the routes with a token', () =>
    withShopAndSandbox({}, async ({ url, pay }) => {
      const { json } = await pay(PAYMENT_REQUEST);
      const token = String(json['statusUrl']).split('/').at(-1);
      for (const path of ['payments', 'orders/1001', `webhook/${'A'.repeat(22)}/${'A'.repeat(43)}`]) {
        for (const answer of [
          await preflight(`${url}/${path}`, LISTED, 'POST'),
          await request(`${url}/${path}`, 'GET', { origin: LISTED }),
        ]) {
          const messages = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
          const vary = path.startsWith('webhook') ? undefined : 'Origin';
          assert.deepEqual([messages, answer.headers['vary']], [[], vary], path);
        }
      }
      for (const path of [`status/${token}`, `payments/${token}`]) {
        const { status, headers } = await request(`${url}/${path}`, 'GET', { origin: 'https://anyone.example' });
        assert.deepEqual([status, headers['access-control-allow-origin']], [200, '*']);
        assert.equal(headers['access-control-allow-credentials'], undefined);
        const before = await preflight(`${url}/${path}`, 'https://anyone.example', 'GET');
        assert.deepEqual([before.status, before.headers['access-control-allow-methods']], [204, 'GET, HEAD']);
        assert.equal(before.headers['access-control-allow-origin'], '*');
      }
    }));

  it('are given to a page of the origin of publicUrl, which reaches the shop by another name', () =>
    withShopAndSandbox({}, async ({ url }) => {
      const { origin } = new URL(url);
      const { status, headers } = await request(`${url}/orders/1001`, 'GET', {
        origin,
        'sec-fetch-site': 'cross-site',
      });
      assert.deepEqual([status, headers['access-control-allow-origin'], headers['vary']], [200, origin, 'Origin']);
      const post = await preflight(`${url}/payments`, origin, 'POST');
      assert.deepEqual([post.status, post.headers['access-control-allow-origin']], [204, origin]);
    }));

  it('are given to each origin of the list, by its own name, for orders and payments', () =>
    withShopAndSandbox({ allowedOrigins: [LISTED, 'http://localhost:5173'] }, async ({ url }) => {
      for (const origin of [LISTED, 'http://localhost:5173']) {
        const post = await preflight(`${url}/payments`, origin, 'POST');
        assert.equal(post.status, 204);
        assert.deepEqual(
          ['allow-origin', 'allow-methods', 'allow-headers', 'max-age', 'allow-credentials'].map(
            (name) => post.headers[`access-control-${name}`],
          ),
          [origin, 'POST', 'content-type', '7200', undefined],
        );
        assert.equal(post.headers['vary'], 'Origin');
        const order = await request(`${url}/orders/1001`, 'GET', { origin });
        assert.deepEqual([order.headers['access-control-allow-origin'], order.headers['vary']], [origin, 'Origin']);
        const unknown = await request(`${url}/orders/none`, 'GET', { origin });
        assert.deepEqual([unknown.status, unknown.headers['access-control-allow-origin']], [404, origin]);
        const nowhere = await request(`${url}/order/1001`, 'GET', { origin });
        assert.deepEqual([nowhere.status, nowhere.headers['access-control-allow-origin']], [404, origin]);
      }
    }));

  it('are kept from everyone else, and no cache may mix them up', () =>
    withShopAndSandbox({ allowedOrigins: [LISTED] }, async ({ url }) => {
      for (const origin of ['https://evil.example', `${LISTED}.evil.example`, 'null', '']) {
        for (const { headers } of [
          await preflight(`${url}/payments`, origin, 'POST'),
          await request(`${url}/orders/1001`, 'GET', { origin }),
        ]) {
          const messages = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
          assert.deepEqual([messages, headers['vary']], [[], 'Origin'], origin);
        }
      }
      assert.equal((await request(`${url}/orders/1001`, 'GET', {})).headers['vary'], 'Origin');
    }));
});

it('an origin that is not listed is named once, and at most ten are', () =>
  withShopAndSandbox({ allowedOrigins: [LISTED] }, async ({ url, events }) => {
    const { origin } = new URL(url);
    for (const from of [undefined, origin, LISTED, 'null', 'https://other.example', 'https://other.example'])
      await request(`${url}/orders/1001`, 'GET', from === undefined ? {} : { origin: from });
    assert.deepEqual(events.map(eventText), [
      'pay-elements: a page of https://other.example requested an order or a payment, and allowedOrigins does not list that ' +
        "origin. If the page is yours: allowedOrigins: ['https://other.example']. Anyone can send such a request (origin-refused)",
    ]);
    for (let port = 1000; port < 1020; port += 1)
      await request(`${url}/payments`, 'OPTIONS', { origin: `https://other.example:${port}` });
    assert.equal(events.length, 10);
  }));

describe('the option allowedOrigins', () => {
  it('is answered by a file router that is handed OPTIONS too', async () => {
    const { OPTIONS, close } = createCheckout({
      service: { baseUrl: 'https://service.example', apiKey: 'key' },
      secret: SECRET,
      publicUrl: 'https://shop.example/pay',
      store: memoryStore(),
      order: async () => undefined,
      allowedOrigins: [LISTED],
    });
    const headers = { origin: LISTED, 'access-control-request-method': 'POST' };
    const answer = await OPTIONS(new Request('https://shop.example/pay/payments', { method: 'OPTIONS', headers }));
    assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [204, LISTED]);
    await close();
  });
});
