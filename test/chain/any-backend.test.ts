import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { startSandbox, type RunningSandbox } from 'pay-elements/sandbox';
import type { Browser, Page } from 'puppeteer-core';
import { languages, startBackend, type AnyBackend } from '../support/any-backend.ts';
import { chooseCoin, openBrowser, press, shadowText, waitForPhase } from '../support/chromium.ts';

const TAGS = readFileSync(new URL('../../dist/cdn/pay-elements.js', import.meta.url), 'utf8');

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>> & { readonly error?: { readonly code: string } };
}

for (const [language, program] of languages)
  describe(`the backend in ${language}`, { timeout: 180_000 }, () => {
    const data = mkdtempSync(join(tmpdir(), 'pay-elements-any-'));
    let sandbox: RunningSandbox;
    let backend: AnyBackend;
    let base: string;
    let order = 1000;

    before(async () => {
      sandbox = await startSandbox({
        requestsPerMinute: 1000,
        notShown: { confirmations: { required: 2, everyMs: 20 }, quoteDecimals: { ETH: 18 } },
      });
      backend = await startBackend(language, program, {
        SERVICE_URL: sandbox.url,
        SERVICE_KEY: sandbox.apiKey,
        PAY_SECRET: 'a secret of at least thirty-two characters',
        DATABASE: join(data, 'payments.db'),
        A_MINUTE: '1000',
      });
      base = `${backend.origin}/pay`;
    });
    after(async () => {
      await backend.stop();
      await sandbox.close();
      rmSync(data, { recursive: true });
    });

    async function get(url: string, init?: RequestInit): Promise<Answer> {
      const response = await fetch(url, init);
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: JSON.parse(text) as Answer['json'] };
    }
    const post = (url: string, body: string, type = 'application/json', headers: Record<string, string> = {}) =>
      get(url, { method: 'POST', headers: { 'content-type': type, ...headers }, body });
    const wish = (fields: object) => post(`${base}/payments`, JSON.stringify(fields));
    const made = async (method: string, coin?: string) => {
      const ref = String(++order);
      const { status, json, text } = await wish({ order: ref, method, coin });
      assert.equal(status, 201, text);
      const id = String(json['tid'] ?? json['pid'] ?? json['bid']);
      return { ref, id, json, hook: String(sandbox.control.payment(id).data['webhookUrl']) };
    };
    const statusOf = async (json: Answer['json']) => (await get(String(json['statusUrl']))).json;
    const phaseOf = async (json: Answer['json']) => (await statusOf(json))['phase'];

    describe('with the tags, in a browser', () => {
      let browser: Browser;
      let page: Page;
      let ref: string;
      let faults: string[];

      before(async () => void (browser = await openBrowser()));
      after(() => browser.close());
      beforeEach(async () => {
        ref = String(++order);
        faults = [];
        page = await browser.newPage();
        page.on('pageerror', (error) => faults.push(String(error)));
        page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
        // The shop's own page and script, on the backend's origin; all else goes to the backend.
        await page.setRequestInterception(true);
        page.on('request', (request) => {
          const { pathname } = new URL(request.url());
          const body = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><script type="module" src="/tags.js"></script>
            <pay-checkout src="/pay/orders/${ref}"></pay-checkout>`;
          if (pathname === '/') void request.respond({ contentType: 'text/html; charset=utf-8', body });
          else if (pathname === '/tags.js') void request.respond({ contentType: 'text/javascript', body: TAGS });
          else void request.continue();
        });
        await page.goto(backend.origin);
        await page.waitForSelector('pay-checkout >>> [part=choice]');
      });
      afterEach(async () => {
        await page.close();
        assert.deepEqual(faults, []);
      });

      /** What the service made for the order. */
      const ofOrder = () =>
        sandbox.control.payments().filter(({ data: { meta } }) => (meta as { order: string }).order === ref);

      it('is paid in a coin', async () => {
        await chooseCoin(page, 'Ethereum');
        await waitForPhase(page, 'pay-crypto', 'awaiting');
        const [payment] = ofOrder();
        assert.equal(await shadowText(page, 'pay-crypto', '[part~=address]'), payment!.address);
        assert.ok((await shadowText(page, 'pay-crypto', '[part~=coin-amount]'))!.includes(payment!.expected!));
        sandbox.control.pay(payment!.id);
        await waitForPhase(page, 'pay-crypto', 'paid');
      });

      it('is paid by an online wallet', async () => {
        await press(page, 'Online wallet');
        await waitForPhase(page, 'pay-wallet', 'awaiting');
        const note = await shadowText(page, 'pay-wallet', '[part~=note] code');
        sandbox.control.note(ofOrder()[0]!.id, note!);
        await waitForPhase(page, 'pay-wallet', 'paid');
      });

      it('is paid by a mobile code, whose creation is a GET with a body (contract 4.5)', async () => {
        await press(page, 'Mobile code');
        await waitForPhase(page, 'pay-localcode', 'awaiting');
        const { id, code } = ofOrder()[0]!;
        sandbox.control.code(id, code!);
        await waitForPhase(page, 'pay-localcode', 'paid');
      });

      it('makes one payment of a double click and a reload, and knows what paid the order', async () => {
        await press(page, 'Online wallet', 2);
        await waitForPhase(page, 'pay-wallet', 'awaiting');
        await page.reload();
        await press(page, 'Online wallet');
        await waitForPhase(page, 'pay-wallet', 'awaiting');
        assert.equal(ofOrder().length, 1);
        sandbox.control.pay(ofOrder()[0]!.id);
        await waitForPhase(page, 'pay-wallet', 'paid');
        await page.reload();
        await waitForPhase(page, 'pay-wallet', 'paid');
      });
    });

    it('hands on every digit, and nothing that is private', async () => {
      const { ref, id, json } = await made('crypto', 'ETH');
      const { expected, data: secret } = sandbox.control.payment(id);
      assert.match(expected!, /\.\d{15,18}$/);
      assert.equal(json['cryptoAmountExpected'], expected);
      const crawled = await Promise.all([
        wish({ order: ref, method: 'crypto', coin: 'ETH' }),
        get(`${base}/orders/${ref}`),
        get(`${base}/payments/${String(json['statusUrl']).split('/').at(-1)}`),
        get(String(json['statusUrl'])),
      ]);
      const key = String(secret['webhookUrl']).split('/').at(-1)!;
      for (const { status, text, headers } of crawled) {
        assert.equal(status, 200);
        assert.equal(headers.get('cache-control'), 'no-store');
        for (const hidden of [key, 'webhook', 'meta', 'nonce', 'payout', 'till@', 'Addresses'])
          assert.ok(!text.includes(hidden), `${hidden} in ${text}`);
      }
    });

    it('makes one payment of choices that race', async () => {
      const ref = String(++order);
      const answers = await Promise.all(Array.from({ length: 6 }, () => wish({ order: ref, method: 'wallet' })));
      const ids = new Set(answers.flatMap(({ json }) => json['pid'] ?? []));
      assert.equal(ids.size, 1);
      assert.deepEqual(
        answers.map(({ status }) => status).filter((one) => ![200, 201, 503].includes(one)),
        [],
      );
      for (const { headers } of answers.filter(({ status }) => status === 503)) assert.ok(headers.get('retry-after'));
    });

    it('hears webhooks late, twice and out of order, and no payment goes back', async () => {
      const { id, json, hook } = await made('wallet');
      const hear = async (status: string) => (await post(hook, JSON.stringify({ pid: id, status }))).status;
      assert.equal(await hear('EXPIRED'), 200);
      assert.equal(await phaseOf(json), 'expired');
      assert.equal(await hear('CONFIRMING'), 200);
      assert.equal(await phaseOf(json), 'expired');
      for (const word of ['PAID', 'PAID', 'NEW', 'FAILED', 'EXPIRED', 'SOMETHING']) assert.equal(await hear(word), 200);
      const { phase, version, after: again } = await statusOf(json);
      assert.deepEqual([phase, version, again], ['paid', 3, undefined]);
    });

    it('counts confirmations up and never down, and shows a word that nobody knows as neither end', async () => {
      const { id, json, hook } = await made('crypto', 'BTC');
      const hear = (body: object) => post(hook, JSON.stringify({ data: { tid: id, ...body } }));
      const figures = { cryptoAmountReceived: 0.123456789012345678, confirmationsRequired: 3 };
      await hear({ status: 'CONFIRMING', confirmations: 2, ...figures });
      await hear({ status: 'CONFIRMING', confirmations: 1 });
      const { confirmations, confirmationsRequired } = await statusOf(json);
      assert.deepEqual([confirmations, confirmationsRequired], [2, 3]);
      await hear({ status: 'ON_HOLD' });
      const { status, phase } = await statusOf(json);
      assert.deepEqual([status, phase], ['ON_HOLD', 'unknown']);
      await post(hook, `tid=${id}&status=PAID`, 'application/x-www-form-urlencoded');
      assert.equal(await phaseOf(json), 'paid');
    });

    it('believes no webhook at a guessed address, nor one of another payment', async () => {
      const { json, hook } = await made('wallet');
      const other = await made('wallet');
      const paid = JSON.stringify({ status: 'PAID' });
      const [, ref, signature] = /webhook\/([^/]+)\/(.+)$/.exec(hook)!;
      for (const address of [
        `${base}/webhook/${ref}/${'0'.repeat(signature!.length)}`,
        `${base}/webhook/${ref}/${signature!.slice(1)}`,
        `${base}/webhook/${ref}/%C3%A9`,
        other.hook.replace(/[^/]+$/, signature!),
        `${base}/webhook/${ref}`,
      ])
        assert.equal((await post(address, paid)).status, 404, address);
      assert.equal((await post(hook, JSON.stringify({ pid: other.id, status: 'PAID' }))).status, 202);
      for (const body of ['', '[]', '{', '{"status":{}}', '[['.repeat(20_000), '\xff'])
        assert.equal((await post(hook, body)).status, 202, body.slice(0, 20));
      assert.equal((await post(hook, 'x'.repeat(65 * 1024))).status, 413);
      assert.equal(await phaseOf(json), 'awaiting');
      assert.equal(await phaseOf(other.json), 'awaiting');
    });

    it('takes a webhook that is faster than the answer to the creation', async () => {
      sandbox.control.beforeNextAnswer('PAID');
      const { ref, json } = await made('wallet');
      assert.equal(json['phase'], 'paid');
      const { status, json: refused } = await wish({ order: ref, method: 'crypto', coin: 'BTC' });
      assert.deepEqual([status, refused.error?.code], [409, 'already-paid']);
      assert.equal((refused['payment'] as { pid: string }).pid, json['pid']);
    });

    for (const [what, ask, expected] of [
      ['an address that is none', () => get(`${base}/nothing`), [404, 'not-found']],
      ['a token that nobody has', () => get(`${base}/status/AAAA`), [404, 'unknown-payment']],
      ['an order that is none', () => get(`${base}/orders/x`), [404, 'unknown-order']],
      ['to sell an order that is none', () => wish({ order: '2', method: 'wallet' }), [404, 'unknown-order']],
      ['a method that is none', () => wish({ order: '1999', method: 'cash' }), [400, 'invalid-request']],
      [
        'a coin that is not offered',
        () => wish({ order: '1999', method: 'crypto', coin: 'DOGE' }),
        [400, 'invalid-request'],
      ],
      [
        'a coin where none belongs',
        () => wish({ order: '1999', method: 'wallet', coin: 'X' }),
        [400, 'invalid-request'],
      ],
      ['what is no word', () => wish({ order: '1999', method: ['wallet'] }), [400, 'invalid-request']],
      ['what is no JSON', () => post(`${base}/payments`, '{'), [400, 'invalid-request']],
      ['what is no object', () => post(`${base}/payments`, '[7]'), [400, 'invalid-request']],
      ['a form', () => post(`${base}/payments`, 'a=b', 'application/x-www-form-urlencoded'), [415, 'invalid-request']],
      ['a body that is too long', () => post(`${base}/payments`, 'x'.repeat(17 * 1024)), [413, 'invalid-request']],
      [
        "another site's page",
        () => post(`${base}/payments`, '{}', undefined, { 'sec-fetch-site': 'cross-site' }),
        [403, 'invalid-request'],
      ],
    ] as const)
      it(`refuses ${what}, and keeps the answer out of caches`, async () => {
        const { status, json, headers } = await ask();
        assert.deepEqual([status, json.error?.code], expected);
        assert.equal(headers.get('cache-control'), 'no-store');
      });

    it('has every payment after a power cut, and lets a visitor begin so many in a minute', async () => {
      const { ref, id, json } = await made('wallet');
      await backend.restart({ A_MINUTE: '1' });
      assert.equal((await wish({ order: ref, method: 'wallet' })).json['pid'], id);
      const { status, headers } = await wish({ order: ref, method: 'localcode' });
      assert.deepEqual([status, headers.get('retry-after')], [429, '60']);
      await sandbox.control.webhook(id, { status: 'PAID' });
      assert.equal(await phaseOf(json), 'paid');
      await backend.restart();
    });

    it('says when to come back while the service is down, and sells when it is there again', async () => {
      const ref = String(++order);
      await backend.restart({ SERVICE_URL: 'http://127.0.0.1:1' });
      const { status, json } = await wish({ order: ref, method: 'localcode' });
      assert.deepEqual([status, json.error?.code], [503, 'service-unavailable']);
      await backend.restart();
      assert.equal((await wish({ order: ref, method: 'localcode' })).status, 201);
    });
  });
