import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { AnyShop, examples, languages, startBackend } from '../support/any-backend.ts';
import { chooseCoin, openBrowser, press, shadowText, waitForPhase } from '../support/chromium.ts';
import { until } from '../support/until.ts';

const TAGS = readFileSync(new URL('../../dist/cdn/pay-elements.js', import.meta.url), 'utf8');

/** True when no other program has the database open: only its last connection can leave the WAL mode. */
function isOnlyConnection(database: DatabaseSync): boolean {
  try {
    return database.prepare('PRAGMA journal_mode = DELETE').get()!['journal_mode'] === 'delete';
  } catch (error) {
    if (/database is locked/.test(String(error))) return false;
    throw error;
  }
}

for (const [language, program] of languages)
  describe(`the backend in ${language}`, { timeout: 180_000 }, () => {
    let shop: AnyShop;

    before(async () => void (shop = await AnyShop.open(language, program)));
    after(() => shop.close());

    describe('with the tags, in a browser', () => {
      let browser: Browser;
      let page: Page;
      let ref: string;
      let errors: string[];

      before(async () => void (browser = await openBrowser()));
      after(() => browser.close());
      beforeEach(async () => {
        ref = shop.order();
        errors = [];
        page = await browser.newPage();
        page.on('pageerror', (error) => errors.push(String(error)));
        page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
        // The shop's own page and script have the backend's origin; every other request goes to the backend.
        await page.setRequestInterception(true);
        page.on('request', (request) => {
          const { pathname } = new URL(request.url());
          const body = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><script type="module" src="/tags.js"></script>
            <pay-checkout src="/pay/orders/${ref}"></pay-checkout>`;
          if (pathname === '/') void request.respond({ contentType: 'text/html; charset=utf-8', body });
          else if (pathname === '/tags.js') void request.respond({ contentType: 'text/javascript', body: TAGS });
          else void request.continue({ headers: { ...request.headers(), ...shop.newVisitor() } });
        });
        await page.goto(shop.backend.origin);
        await page.waitForSelector('pay-checkout >>> [part=choice]', { visible: true });
      });
      afterEach(async () => {
        await page.close();
        assert.deepEqual(errors, []);
      });

      /** The payments that the service created for the order. */
      const ofOrder = () =>
        shop.sandbox.control
          .payments()
          .filter(({ data: { meta } }) => (meta as { order: string }).order === String(shop.orderRow(ref).number));

      it('is paid in a coin', async () => {
        await chooseCoin(page, 'Ethereum');
        await waitForPhase(page, 'pay-crypto', 'awaiting');
        const [payment] = ofOrder();
        assert.equal(await shadowText(page, 'pay-crypto', '[part~=address]'), payment!.address);
        assert.ok((await shadowText(page, 'pay-crypto', '[part~=coin-amount]'))!.includes(payment!.expected!));
        shop.sandbox.control.pay(payment!.id);
        await waitForPhase(page, 'pay-crypto', 'paid');
      });

      it('is paid by an online wallet', async () => {
        await press(page, 'Online wallet');
        await waitForPhase(page, 'pay-wallet', 'awaiting');
        const note = await shadowText(page, 'pay-wallet', '[part~=note] code');
        shop.sandbox.control.note(ofOrder()[0]!.id, note!);
        await waitForPhase(page, 'pay-wallet', 'paid');
      });

      it('is paid by a mobile code, which is created by a GET with a body (contract 4.5)', async () => {
        await press(page, 'Payment code');
        await waitForPhase(page, 'pay-localcode', 'awaiting');
        const { id, code } = ofOrder()[0]!;
        shop.sandbox.control.code(id, code!);
        await waitForPhase(page, 'pay-localcode', 'paid');
      });

      it('creates one payment for a double click and a reload, and remembers what paid the order', async () => {
        await press(page, 'Online wallet', 2);
        await waitForPhase(page, 'pay-wallet', 'awaiting');
        await page.reload(); // and what was begun before is shown
        await waitForPhase(page, 'pay-wallet', 'awaiting');
        assert.equal(ofOrder().length, 1);
        shop.sandbox.control.pay(ofOrder()[0]!.id);
        await waitForPhase(page, 'pay-wallet', 'paid');
        await page.reload();
        await waitForPhase(page, 'pay-wallet', 'paid');
      });
    });

    it('passes on every digit, and nothing that is private', async () => {
      const { order, id, json } = await shop.create('crypto', 'ETH');
      const { expected, data: secret } = shop.sandbox.control.payment(id);
      assert.match(expected!, /\.\d{15,18}$/);
      assert.equal(json['cryptoAmountExpected'], expected);
      const answers = await Promise.all([
        shop.requestPayment({ order, method: 'crypto', coin: 'ETH' }),
        shop.getOrder(order),
        shop.get(`${shop.base}/payments/${String(json['statusUrl']).split('/').at(-1)}`),
        shop.get(String(json['statusUrl'])),
      ]);
      const key = String(secret['webhookUrl']).split('/').at(-1)!;
      for (const { status, text, headers } of answers) {
        assert.equal(status, 200);
        assert.equal(headers.get('cache-control'), 'no-store');
        for (const hidden of [key, 'webhook', 'meta', 'nonce', 'payout', 'till@', 'Addresses'])
          assert.ok(!text.includes(hidden), `${hidden} in ${text}`);
      }
    });

    it('tells the tags the number of the order, and when the whole amount had arrived, for the receipt', async () => {
      const payment = await shop.create('crypto', 'BTC');
      const { number } = shop.orderRow(payment.order);
      const source = `${shop.base}/payments/${String(payment.json['statusUrl']).split('/').at(-1)}`;
      const answers = async () => {
        const { payments, paid = (payments as unknown[])[0] } = (await shop.getOrder(payment.order)).json;
        return [paid, (await shop.get(source)).json] as { orderRef?: string; paidAt?: string }[];
      };
      for (const { orderRef, paidAt } of [payment.json, ...(await answers())])
        assert.deepEqual([orderRef, paidAt], [String(number), undefined]);

      await shop.webhook(payment, 'DETECTED', { cryptoAmountReceived: String(payment.json['cryptoAmountExpected']) });
      assert.equal((await shop.status(payment))['paidAt'], undefined);
      shop.passMinutes(2);
      const arrived = Date.now() - 2 * 60_000;
      await shop.webhook(payment, 'PAID');
      const { paidAt } = await shop.status(payment);
      assert.ok(Math.abs(Date.parse(String(paidAt)) - arrived) < 30_000, String(paidAt));
      for (const answer of await answers())
        assert.deepEqual([answer.orderRef, answer.paidAt], [String(number), paidAt]);
    });

    it('creates one payment when the same choice arrives six times at once', async () => {
      const order = shop.order();
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => shop.requestPayment({ order, method: 'wallet' })),
      );
      const ids = new Set(answers.flatMap(({ json }) => json['pid'] ?? []));
      assert.equal(ids.size, 1);
      assert.deepEqual(
        answers.map(({ status }) => status).filter((one) => ![200, 201, 503].includes(one)),
        [],
      );
      for (const { headers } of answers.filter(({ status }) => status === 503)) assert.ok(headers.get('retry-after'));
    });

    it('receives webhooks late, twice and out of order, and no payment goes back', async () => {
      const payment = await shop.create('wallet');
      await shop.webhook(payment, 'EXPIRED');
      assert.equal(await shop.phase(payment), 'expired');
      await shop.webhook(payment, 'CONFIRMING');
      assert.equal(await shop.phase(payment), 'expired');
      for (const status of ['PAID', 'PAID', 'NEW', 'FAILED', 'EXPIRED', 'SOMETHING'])
        await shop.webhook(payment, status);
      const { phase, version, after: again } = await shop.status(payment);
      assert.deepEqual([phase, version, again], ['paid', 3, undefined]);
    });

    it('counts confirmations up and never down, and shows an unknown status as neither success nor failure', async () => {
      const payment = await shop.create('crypto', 'BTC');
      const { id, webhookUrl } = payment;
      const send = (body: object) => shop.post(webhookUrl, JSON.stringify({ data: { tid: id, ...body } }));
      const figures = { cryptoAmountReceived: 0.123456789012345678, confirmationsRequired: 3 };
      await send({ status: 'CONFIRMING', confirmations: 2, ...figures });
      await send({ status: 'CONFIRMING', confirmations: 1 });
      const { confirmations, confirmationsRequired } = await shop.status(payment);
      assert.deepEqual([confirmations, confirmationsRequired], [2, 3]);
      await send({ status: 'ON_HOLD' });
      const { status, phase } = await shop.status(payment);
      assert.deepEqual([status, phase], ['ON_HOLD', 'unknown']);
      await shop.post(webhookUrl, `tid=${id}&status=REFUNDED`, 'application/x-www-form-urlencoded');
      assert.equal(await shop.phase(payment), 'refunded');
    });

    it('reads the status of the payment, not that of the request around it', async () => {
      const payment = await shop.create('wallet');
      const send = async (body: object) => (await shop.post(payment.webhookUrl, JSON.stringify(body))).status;
      assert.equal(await send({ status: 'success', data: { pid: payment.id } }), 202);
      assert.equal(await shop.phase(payment), 'awaiting');
      assert.equal(await send({ status: 'success', data: { pid: payment.id, status: 'DETECTED' } }), 200);
      assert.equal(await shop.phase(payment), 'detected');
      assert.equal(await send({ pid: payment.id, status: 'PAID', data: { status: 1 } }), 200);
      assert.equal(await shop.phase(payment), 'paid');
    });

    it('accepts no webhook at a guessed address, nor one for another payment', async () => {
      const payment = await shop.create('wallet');
      const other = await shop.create('wallet');
      const paid = JSON.stringify({ status: 'PAID' });
      const [, ref, signature] = /webhook\/([^/]+)\/(.+)$/.exec(payment.webhookUrl)!;
      for (const address of [
        `${shop.base}/webhook/${ref}/${'0'.repeat(signature!.length)}`,
        `${shop.base}/webhook/${ref}/${signature!.slice(1)}`,
        `${shop.base}/webhook/${ref}/%C3%A9`,
        other.webhookUrl.replace(/[^/]+$/, signature!),
        `${shop.base}/webhook/${ref}`,
      ])
        assert.equal((await shop.post(address, paid)).status, 404, address);
      const send = async (body: string) => (await shop.post(payment.webhookUrl, body)).status;
      assert.equal(await send(JSON.stringify({ pid: other.id, status: 'PAID' })), 202);
      for (const body of ['', '[]', '{', '{"status":{}}', String.raw`{"status":"\ud800"}`, '[['.repeat(20_000), '\xff'])
        assert.equal(await send(body), 202, body.slice(0, 20));
      assert.equal(await send('x'.repeat(65 * 1024)), 413);
      assert.equal(await shop.phase(payment), 'awaiting');
      assert.equal(await shop.phase(other), 'awaiting');
    });

    it('logs what the shop needs, but never the address of a webhook', async () => {
      const payment = await shop.create('wallet');
      await shop.webhook(payment, 'ON_HOLD');
      await shop.post(payment.webhookUrl.replace(/.$/, 'x'), '{}');
      const log = shop.backend.log();
      for (const part of ['webhook', ...payment.webhookUrl.split('/').slice(-2)]) assert.ok(!log.includes(part), part);
      assert.match(shop.logOf(payment).join(), /ON_HOLD.* is not known/);
    });

    it('returns the last payment that has ended, as long as the order has no other one', async () => {
      const first = await shop.create('wallet');
      await shop.webhook(first, 'EXPIRED');
      const shown = async () =>
        ((await shop.getOrder(first.order)).json['payments'] as { pid: string; phase: string }[]).map(
          ({ pid, phase }) => [pid, phase],
        );
      assert.deepEqual(await shown(), [[first.id, 'expired']]);
      const second = await shop.create('wallet', undefined, first.order);
      assert.deepEqual(await shown(), [[second.id, 'awaiting']]);
      await shop.webhook(second, 'FAILED');
      assert.deepEqual(await shown(), [[second.id, 'failed']]);
    });

    it('shows a long status word that is not in ASCII, up to 200 characters of it', async () => {
      const payment = await shop.create('wallet');
      for (const word of ['€'.repeat(150), '€'.repeat(250), '😀'.repeat(250)]) {
        await shop.webhook(payment, word);
        const { status, json } = await shop.getOrder(payment.order);
        const [shown] = json['payments'] as { status: string; phase: string }[];
        const start = [...word].slice(0, 200).join('');
        assert.deepEqual([status, shown?.status, shown?.phase], [200, start, 'unknown']);
      }
      await shop.post(payment.webhookUrl, 'status=%FF', 'application/x-www-form-urlencoded');
      assert.equal((await shop.getOrder(payment.order)).status, 200);
    });

    it('accepts a webhook that arrives before the answer to the creation', async () => {
      shop.sandbox.control.beforeNextAnswer('PAID');
      const { order, id, json } = await shop.create('wallet');
      assert.equal(json['phase'], 'paid');
      const { status, json: refused } = await shop.requestPayment({ order, method: 'crypto', coin: 'BTC' });
      assert.deepEqual([status, refused.error?.code], [409, 'already-paid']);
      assert.equal((refused['payment'] as { pid: string }).pid, id);
    });

    const form = 'application/x-www-form-urlencoded';
    for (const [what, request, expected] of [
      ['an unknown address', () => shop.get(`${shop.base}/nothing`), [404, 'not-found']],
      ['an unknown token', () => shop.get(`${shop.base}/status/AAAA`), [404, 'unknown-payment']],
      ['an unknown order', () => shop.getOrder('x'), [404, 'unknown-order']],
      ['to sell an unknown order', () => shop.requestPayment({ order: '2', method: 'wallet' }), [404, 'unknown-order']],
      [
        'an unknown method',
        () => shop.requestPayment({ order: shop.order(), method: 'cash' }),
        [400, 'invalid-request', 'method'],
      ],
      [
        'a coin that is not offered',
        () => shop.requestPayment({ order: shop.order(), method: 'crypto', coin: 'DOGE' }),
        [400, 'invalid-request', 'coin'],
      ],
      [
        'a coin with a method that has none',
        () => shop.requestPayment({ order: shop.order(), method: 'wallet', coin: 'X' }),
        [400, 'invalid-request', 'coin'],
      ],
      [
        'a method that is no text',
        () => shop.requestPayment({ order: shop.order(), method: ['wallet'] }),
        [400, 'invalid-request', 'method'],
      ],
      ['a body that is no JSON', () => shop.post(`${shop.base}/payments`, '{'), [400, 'invalid-request', 'body']],
      ['a body that is no object', () => shop.post(`${shop.base}/payments`, '[7]'), [400, 'invalid-request', 'body']],
      [
        'half a character',
        () => shop.post(`${shop.base}/payments`, String.raw`{"order":"\ud800","method":"wallet"}`),
        [400, 'invalid-request', language === 'php' ? 'body' : 'order'], // PHP's JSON has no such character
      ],
      ['a form', () => shop.post(`${shop.base}/payments`, 'a=b', form), [415, 'invalid-request', 'content-type']],
      [
        'a long body',
        () => shop.post(`${shop.base}/payments`, 'x'.repeat(17 * 1024)),
        [413, 'invalid-request', 'body'],
      ],
      [
        "another site's page",
        () => shop.post(`${shop.base}/payments`, '{}', undefined, { 'sec-fetch-site': 'cross-site' }),
        [403, 'invalid-request', 'origin'],
      ],
    ] as const)
      it(`refuses ${what}, and keeps the answer out of caches`, async () => {
        const { status, json, headers } = await request();
        const { code, field } = json.error!;
        assert.deepEqual([status, code, ...(field === undefined ? [] : [field])], expected);
        assert.equal(headers.get('cache-control'), 'no-store');
      });

    it('shows an order only to a visitor with its unguessable name', async () => {
      const ref = shop.order();
      const { number } = shop.orderRow(ref);
      assert.equal((await shop.getOrder(ref)).status, 200);
      const altered = ref.slice(0, -1) + (ref.endsWith('0') ? '1' : '0');
      for (const guess of [String(number), '1001', altered, ref.slice(0, -1), ref.toUpperCase() + ' ', '%', '']) {
        const { status, json } = await shop.getOrder(encodeURIComponent(guess));
        assert.deepEqual([status, json.error?.code], [404, 'unknown-order'], guess);
        assert.equal((await shop.requestPayment({ order: guess, method: 'wallet' })).status, 404, guess);
      }
    });

    it('sells an order that the command for trying has written', async () => {
      const tag = shop.backend.run(language === 'php' ? 'new_order.php' : 'new_order.py', '7.50', 'EUR');
      const [, address] = /<pay-checkout src="(.+)"><\/pay-checkout>/.exec(tag)!;
      const { json } = await shop.get(address!);
      assert.deepEqual([json['amount'], json['currency']], ['7.50', 'EUR']);
      await shop.create('wallet', undefined, String(json['order']));
    });

    // PHP is given whole requests by its web server.
    if (language === 'python')
      it('ends a request that is not complete after 15 s, and holds nothing for it', { timeout: 60_000 }, async () => {
        const payment = await shop.create('wallet');
        const { port, pathname } = new URL(payment.webhookUrl);
        const head = (path: string) =>
          `POST ${path} HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 16000\r\n\r\n`;
        const started = performance.now();
        let slowBytes = 0;
        const slow = Promise.all(
          ['POST /pay', head('/pay/payments'), head(pathname)].map(async (start) => {
            const socket = connect(Number(port), '127.0.0.1');
            await once(socket, 'connect');
            socket.write(start);
            const more = setInterval(() => socket.write(' ', () => (slowBytes += 1)), 3_000);
            const begin = performance.now();
            const answer = await text(socket).finally(() => clearInterval(more));
            return { answer, seconds: (performance.now() - begin) / 1000 };
          }),
        );
        await until(() => slowBytes >= 3, 'each slow request goes on');
        await shop.webhook(payment, 'PAID');
        // The connection of that webhook is closed after its answer.
        await until(() => isOnlyConnection(shop.database), 'no other connection to the database');
        assert.ok(performance.now() - started < 14_000, 'the incomplete requests hold no connection');
        const ends = await slow;
        for (const { seconds } of ends) assert.ok(seconds > 14 && seconds < 19, String(seconds));
        assert.deepEqual(
          ends.map(({ answer }) => /^HTTP\/1.1 (\d+)/.exec(answer)?.[1]),
          [undefined, '408', '408'],
        );
        assert.equal(await shop.phase(payment), 'paid');
      });

    it('still has every payment after a power cut', async () => {
      const payment = await shop.create('wallet');
      await shop.backend.restart();
      assert.equal((await shop.requestPayment({ order: payment.order, method: 'wallet' })).json['pid'], payment.id);
      await shop.webhook(payment, 'PAID');
      assert.equal(await shop.phase(payment), 'paid');
    });

    it('sends Retry-After while the service is down, and creates payments when it works again', async () => {
      const order = shop.order();
      await shop.backend.restart({ SERVICE_URL: 'http://127.0.0.1:1' });
      const { status, json } = await shop.requestPayment({ order, method: 'localcode' });
      assert.deepEqual([status, json.error?.code], [503, 'service-unavailable']);
      await shop.backend.restart();
      const made = await shop.requestPayment({ order, method: 'localcode' });
      assert.deepEqual([made.status, made.json.currency], [201, 'USD'], 'the currency of the order');
    });

    describe('its database', () => {
      const env = {
        ...{ SERVICE_URL: 'http://127.0.0.1:1', SERVICE_KEY: 'key', PAY_SECRET: 'x'.repeat(32), DATABASE: '' },
        PAYOUT_WALLET: 'till@shop.example',
      };
      let folder: string;
      // A copy, because the database is written beside the program.
      beforeEach(() => {
        folder = mkdtempSync(join(tmpdir(), 'pay-elements-any-'));
        cpSync(join(examples, language), folder, { recursive: true });
      });
      afterEach(() => rmSync(folder, { recursive: true }));

      it('cannot be downloaded', async () => {
        const backend = await startBackend(language, program, env, folder);
        try {
          assert.ok(existsSync(join(folder, 'payments.db')));
          for (const path of ['payments.db', 'payments.db-wal', '../payments.db', '%2e%2e/payments.db', 'pay.php'])
            assert.equal((await fetch(`${backend.origin}/${path}`)).status, 404, path);
        } finally {
          await backend.stop();
        }
      });

      it('has the file and the line of an exception in the log', async () => {
        const file = language === 'php' ? 'orders.php' : 'pay/orders.py';
        const source = readFileSync(join(folder, file), 'utf8');
        const [start, broken] =
          language === 'php'
            ? [/(function find_order\([^]*?\n\{\n)/, "    throw new \\RuntimeException('no answer');\n"]
            : [/(def find_order\(.*\n)/, "    raise RuntimeError('no answer')\n"];
        writeFileSync(join(folder, file), source.replace(start, `$1${broken}`));
        const backend = await startBackend(language, program, env, folder);
        try {
          assert.equal((await fetch(`${backend.origin}/pay/orders/1`)).status, 500);
          const line = language === 'php' ? /no answer in .*orders\.php:\d+/ : /orders\.py", line \d+[^]*no answer/;
          // The log may arrive after the answer to the request.
          await until(() => line.test(backend.log()), 'the file and the line');
        } finally {
          await backend.stop();
        }
      });

      if (language === 'php')
        it('is refused inside the document root, with an error that explains what to do', async () => {
          for (const DATABASE of ['public/payments.db', `${folder}/public/../public/payments.db`]) {
            const backend = await startBackend(language, program, { ...env, DATABASE }, folder);
            try {
              assert.equal((await fetch(`${backend.origin}/pay/orders/1`)).status, 500);
              assert.match(backend.log(), /pay: DATABASE: .*payments\.db is inside the document root .*public/);
              assert.throws(() => backend.run('new_order.php', '1', 'USD'), /DATABASE: .*is inside the document root/);
              assert.equal((await fetch(`${backend.origin}/payments.db`)).status, 404);
              assert.ok(!existsSync(join(folder, 'public/payments.db')));
            } finally {
              await backend.stop();
            }
          }
        });
    });
  });
