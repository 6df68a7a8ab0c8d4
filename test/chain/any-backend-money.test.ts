import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { AnyShop, callEach, languages, startBackend, type CreatedPayment } from '../support/any-backend.ts';
import { MONEY_CASES } from '../support/money-cases/cases.ts';
import { until } from '../support/until.ts';

/** Status words that can mean 'seen' or 'the call succeeded' as well as 'paid'. */
const AMBIGUOUS =
  'SUCCESS SUCCESSFUL SUCCEEDED CONFIRMED COMPLETE COMPLETED DONE FINISHED OK ACCEPTED APPROVED RECEIVED PROCESSING'.split(
    ' ',
  );

/** One unit less or more in the last of 18 decimals: a difference that no float shows. */
const oneUnit = (amount: string, by: 1n | -1n) => {
  const [whole, decimals = ''] = amount.split('.');
  const units = (BigInt(whole + decimals.padEnd(18, '0')) + by).toString().padStart(19, '0');
  return `${units.slice(0, -18)}.${units.slice(-18)}`;
};

/** The statements of the page with which a shop accepts late money. */
const [, ACCEPT_LATE = ''] = /```sql\n([^`]*phase = 'late'[^`]*)```/.exec(
  readFileSync(new URL('../../docs/any-backend.md', import.meta.url), 'utf8'),
)!;

const timesSent = (output: string, ref: string) => output.split(`ship order ${ref}\n`).length - 1;

/** An amount of a case: `all`, `all+1`, `all-1` or decimal text. */
function amountOf(received = '', whole: string): string {
  if (!received.startsWith('all')) return received;
  const units = BigInt(Math.round(Number(whole) * 1e8)) + BigInt(received.slice(3) || 0); // a Number holds 1e8 coins exactly
  const digits = units.toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

/** A service that sends its webhook before it responds to a creation, and responds as configured, or not at all. */
async function startFastService() {
  let created = 0;
  const service = {
    /** Sent in this order. */
    updates: [] as { status: string; cryptoAmountReceived?: number }[],
    answers: true,
    /** Put into the answer's `data`. */
    answer: {} as Record<string, unknown>,
    url: '',
    close: async () => void (server.close(), await once(server, 'close')),
  };
  async function create(request: IncomingMessage, response: ServerResponse) {
    const { webhook_url, amount, currency } = (await json(request)) as Record<string, string>;
    const tid = `tid-${++created}`;
    for (const update of service.updates) {
      const { status } = await fetch(webhook_url!, { method: 'POST', body: JSON.stringify({ tid, ...update }) });
      assert.equal(status, 200);
    }
    if (!service.answers) return response.destroy();
    const coin = { address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', cryptoCoin: 'btc', cryptoAmountExpected: 1 };
    const data = { tid, pid: tid, bid: tid, amount, currency, ...coin, status: 'NEW', ...service.answer };
    return response.end(JSON.stringify({ data }));
  }
  const server = createServer((request, response) => void create(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

for (const [language, program] of languages)
  describe(`money in the backend in ${language}`, { timeout: 600_000 }, () => {
    let shop: AnyShop;

    before(async () => void (shop = await AnyShop.open(language, program)));
    after(() => shop.close());

    const expected = ({ id }: CreatedPayment) => shop.sandbox.control.payment(id).expected!;
    const order = async (ref: string) => (await shop.getOrder(ref)).json;
    /** The payment that the goods were sent for. */
    const paidBy = (ref: string) => shop.orderRow(ref).paid_by;
    const idOf = (payment: unknown) => (payment as { tid?: string } | undefined)?.tid;

    describe('a payment settles an order only if it has the amount and currency that the order has now', () => {
      for (const [what, amount, currency] of [
        ['a smaller amount', '5000.00', 'USD'],
        ['a larger amount', '4.99', 'USD'],
        ['another currency', '5.00', 'EUR'],
      ] as const)
        it(`not a paid payment for ${what}`, async () => {
          const ref = shop.order('5.00', 'USD');
          const old = await shop.create('crypto', 'BTC', ref);
          shop.changeOrder(ref, amount, currency);
          shop.sandbox.control.pay(old.id);
          await until(async () => (await shop.phase(old)) === 'paid', 'the old payment is paid');

          const { paid, payments, mismatchedPayments } = await order(ref);
          assert.deepEqual([paid, payments], [undefined, []]);
          assert.deepEqual(mismatchedPayments, [{ id: old.id, amount: '5.00', currency: 'USD', phase: 'paid' }]);
          assert.equal(paidBy(ref), null);
          const [line, ...more] = shop.logOf(old).filter((text) => text.includes('paid'));
          assert.ok(line!.includes('5.00 USD') && line!.includes(`${amount} ${currency}`), line);
          assert.equal(more.length, 0);

          const next = await shop.create('crypto', 'BTC', ref);
          assert.notEqual(next.id, old.id);
          await shop.webhook(next, 'PAID', { cryptoAmountReceived: expected(next) });
          const after = await order(ref);
          assert.equal(idOf(after['paid']), next.id);
          assert.deepEqual(after['mismatchedPayments'], mismatchedPayments);
          assert.equal(paidBy(ref), next.id);
        });

      it('but the same amount written in another way is the same amount', async () => {
        const ref = shop.order('5', 'USD');
        const payment = await shop.create('wallet', undefined, ref);
        shop.changeOrder(ref, '5.00', 'usd');
        assert.equal((await shop.requestPayment({ order: ref, method: 'wallet' })).json['pid'], payment.id);
        await shop.webhook(payment, 'PAID');
        const { paid, mismatchedPayments } = await order(ref);
        assert.equal((paid as { pid: string }).pid, payment.id);
        assert.equal(mismatchedPayments, undefined);
        assert.equal(paidBy(ref), payment.id);
      });

      it('and logs when it settles an order whose paid_by stays empty', async () => {
        const ref = shop.order('20', 'USD');
        const payment = await shop.create('crypto', 'BTC', ref);
        shop.changeOrder(ref, '25');
        await shop.webhook(payment, 'PAID');
        assert.equal((await order(ref))['paid'], undefined);
        const before = shop.logOf(payment).length;
        shop.changeOrder(ref, '20.00');
        assert.equal(idOf((await order(ref))['paid']), payment.id);
        assert.equal(paidBy(ref), null, 'the shop may have refunded it meanwhile: that is for a person to decide');
        const [line, ...more] = shop.logOf(payment).slice(before);
        assert.match(line!, /paid_by is empty/);
        assert.equal(more.length, 0);
        shop.database.prepare('UPDATE orders SET paid_by = ? WHERE ref = ?').run(payment.id, ref);
        assert.equal((await shop.requestPayment({ order: ref, method: 'wallet' })).status, 409);
        assert.equal(shop.logOf(payment).length, before + 1);
      });

      it('sends the goods once, and reports a second payment for the same order', async () => {
        const ref = shop.order();
        const first = await shop.create('crypto', 'BTC', ref);
        const second = await shop.create('crypto', 'ETH', ref);
        for (const payment of [first, second]) await shop.webhook(payment, 'PAID');
        assert.equal(paidBy(ref), first.id);
        assert.deepEqual(shop.logOf(first), []);
        assert.match(shop.logOf(second).join(), /paid already/);
        const { paid, duplicatePayments } = await order(ref);
        assert.equal(idOf(paid), first.id);
        assert.deepEqual(duplicatePayments, [{ id: second.id, amount: '19.99', currency: 'USD', phase: 'paid' }]);
      });

      it('sends the goods for the payment that comes after a refund', async () => {
        const ref = shop.order();
        const [first, second, third] = [
          await shop.create('crypto', 'BTC', ref),
          await shop.create('crypto', 'ETH', ref),
          await shop.create('wallet', undefined, ref),
        ];
        await shop.webhook(first, 'PAID');
        await shop.webhook(first, 'REFUNDED');
        await shop.webhook(second, 'PAID');
        assert.equal(paidBy(ref), second.id);
        assert.deepEqual(shop.logOf(second), []);
        shop.database.prepare('UPDATE orders SET sent_at = 1 WHERE ref = ?').run(ref);
        await shop.webhook(second, 'REFUNDED');
        const sent = await order(ref);
        assert.partialDeepStrictEqual(sent, { paid: true, payments: [{ tid: second.id, status: 'REFUNDED' }] });
        const refused = await shop.requestPayment({ order: ref, method: 'crypto', coin: 'BTC' });
        assert.deepEqual([refused.status, refused.json], [409, { error: { code: 'already-paid' } }]);
        await shop.webhook(third, 'PAID');
        assert.equal(paidBy(ref), second.id, 'the goods have been sent');
        assert.match(shop.logOf(third).join(), /refund this payment/);
      });

      it('sends the goods for the second payment when the first is refunded after both have paid', async () => {
        const ref = shop.order();
        const first = await shop.create('crypto', 'BTC', ref);
        const second = await shop.create('crypto', 'ETH', ref);
        for (const payment of [first, second]) await shop.webhook(payment, 'PAID');
        await shop.webhook(first, 'REFUNDED');
        assert.equal(timesSent(shop.backend.ship().output + shop.backend.ship().output, ref), 1);
        assert.equal(paidBy(ref), second.id);
      });

      it('not with an amount that cannot be read', async () => {
        for (const amount of ['0x10', ' 5 ', '.1', '1e-100', '9'.repeat(500), -1, false, ['1'], {}]) {
          const payment = await shop.create('crypto', 'BTC');
          for (const body of [
            { tid: payment.id, status: 'PAID', cryptoAmountReceived: amount },
            { tid: payment.id, cryptoAmountReceived: amount, data: { status: 'PAID' } },
          ]) {
            assert.equal((await shop.post(payment.webhookUrl, JSON.stringify(body))).status, 200);
            assert.equal(await shop.phase(payment), 'confirming', JSON.stringify(body));
          }
          assert.match(shop.logOf(payment).join(), /cannot be read/);
        }
      });

      it('and no test payment, unless those are allowed', async () => {
        await shop.backend.restart({ ALLOW_TEST_PAYMENTS: '', PAYOUT_WALLET: 'till@shop.example' });
        try {
          const payment = await shop.create('wallet');
          assert.equal(payment.json['test'], true);
          await shop.webhook(payment, 'PAID');
          assert.equal(await shop.phase(payment), 'awaiting');
          assert.equal((await order(payment.order))['paid'], undefined);
          assert.equal(paidBy(payment.order), null);
          assert.match(shop.logOf(payment).join(), /test payment.*ALLOW_TEST_PAYMENTS/);

          shop.sandbox.control.beforeNextAnswer('PAID');
          const early = await shop.create('wallet');
          assert.notEqual(await shop.phase(early), 'paid');
          assert.equal(paidBy(early.order), null);
        } finally {
          await shop.backend.restart();
        }
      });

      it('in one function, which compares exact decimals', () => {
        const paid = { phase: 'paid', amount: '19.99', currency: 'USD', test: 0 };
        const now = { amount: '19.99', currency: 'USD' };
        const cases = [
          [paid, now, false, true],
          [{ ...paid, phase: 'overpaid' }, now, false, true],
          ...['awaiting', 'confirming', 'underpaid', 'late', 'refunded', 'unknown'].map((phase) => [
            { ...paid, phase },
            now,
            false,
            false,
          ]),
          [{ ...paid, amount: '19.990' }, now, false, true],
          [{ ...paid, amount: '1.999e1' }, now, false, true],
          [paid, { ...now, currency: 'usd' }, false, true],
          [paid, { ...now, currency: 'EUR' }, false, false],
          [paid, { ...now, amount: '19.98' }, false, false],
          [paid, { ...now, amount: '199.9' }, false, false],
          [{ ...paid, amount: '19.990000000000000001' }, now, false, false],
          [{ ...paid, amount: '9007199254740993' }, { ...now, amount: '9007199254740992' }, false, false],
          [{ ...paid, amount: 'x' }, { ...now, amount: 'x' }, false, false],
          [{ ...paid, amount: '-1' }, { ...now, amount: '-1' }, false, false],
          [{ ...paid, amount: null }, { ...now, amount: null }, false, false],
          [paid, null, false, false],
          [{ ...paid, test: 1 }, now, false, false],
          [{ ...paid, test: 1 }, now, true, true],
          [{ ...paid, test: 1, amount: '1' }, now, true, false],
        ] as const;
        const results = callEach(
          language,
          program,
          'money.settles_order',
          cases.map((one) => one.slice(0, 3)),
        );
        assert.deepEqual(
          results.map((settles, index) => [...cases[index]!.slice(0, 3), settles]),
          cases.map((one) => [...one]),
        );
      });
    });

    describe("'paid' needs the money", () => {
      it('less than expected is underpaid, until the rest has arrived', async () => {
        const payment = await shop.create('crypto', 'ETH');
        await shop.webhook(payment, 'PAID', { cryptoAmountReceived: oneUnit(expected(payment), -1n) });
        assert.equal(await shop.phase(payment), 'underpaid');
        assert.equal((await order(payment.order))['paid'], undefined);
        assert.match(shop.logOf(payment).join(), /PAID.*received/);
        await shop.webhook(payment, 'PAID');
        assert.equal(await shop.phase(payment), 'underpaid', 'the amount of the last webhook still counts');
        await shop.webhook(payment, 'PAID', { cryptoAmountReceived: '0' });
        assert.equal(await shop.phase(payment), 'underpaid');
        assert.equal(paidBy(payment.order), null);
        await shop.webhook(payment, 'PAID', { cryptoAmountReceived: expected(payment) });
        assert.equal(await shop.phase(payment), 'paid');
        assert.equal(paidBy(payment.order), payment.id);
      });

      it('nothing received is not paid', async () => {
        const payment = await shop.create('crypto', 'BTC');
        await shop.webhook(payment, 'PAID', { cryptoAmountReceived: '0' });
        assert.equal(await shop.phase(payment), 'underpaid');
      });

      it('an amount that came with another status counts', async () => {
        const payment = await shop.create('crypto', 'BTC');
        await shop.webhook(payment, 'CONFIRMING', { cryptoAmountReceived: '0.00002' });
        await shop.webhook(payment, 'PAID');
        assert.equal(await shop.phase(payment), 'underpaid');
        await shop.webhook(payment, 'CONFIRMING', { cryptoAmountReceived: expected(payment) });
        await shop.webhook(payment, 'PAID');
        assert.equal(await shop.phase(payment), 'paid');
      });

      it('more than expected is overpaid', async () => {
        const payment = await shop.create('crypto', 'ETH');
        await shop.webhook(payment, 'PAID', { cryptoAmountReceived: oneUnit(expected(payment), 1n) });
        assert.equal(await shop.phase(payment), 'overpaid');
        assert.equal(idOf((await order(payment.order))['paid']), payment.id);
      });

      it('a webhook that arrives before the creation response is judged once the response has arrived', async () => {
        const service = await startFastService();
        await shop.backend.restart({ SERVICE_URL: service.url });
        try {
          service.updates = [{ status: 'PAID', cryptoAmountReceived: 0.5 }];
          const answered = shop.order();
          const { status, json } = await shop.requestPayment({ order: answered, method: 'crypto', coin: 'BTC' });
          assert.deepEqual([status, json['phase'], json['cryptoAmountReceived']], [201, 'underpaid', '0.5']);
          assert.equal(paidBy(answered), null);

          service.answers = false;
          const lost = shop.order();
          assert.equal((await shop.requestPayment({ order: lost, method: 'crypto', coin: 'BTC' })).status, 503);
          const { paid, payments } = await order(lost);
          assert.deepEqual([paid, payments], [undefined, []]);
          assert.equal(paidBy(lost), null);
          assert.match(shop.logOf({ id: 'tid-2' }).join(), /PAID before the service has answered the creation/);
        } finally {
          await shop.backend.restart();
          await service.close();
        }
      });

      it('a webhook that arrives before the creation response is not lost when another follows it', async () => {
        const service = await startFastService();
        await shop.backend.restart({ SERVICE_URL: service.url });
        try {
          for (const status of ['CONFIRMING', 'ON_HOLD', 'NEW', 'EXPIRED', 'FAILED', 'PAID']) {
            service.updates = [{ status: 'PAID', cryptoAmountReceived: 1 }, { status }];
            const ref = shop.order();
            const { json } = await shop.requestPayment({ order: ref, method: 'crypto', coin: 'BTC' });
            assert.deepEqual([json['status'], json['phase']], ['PAID', 'paid'], status);
            assert.equal(paidBy(ref), idOf(json), status);
          }
          service.updates = [{ status: 'OVERPAID', cryptoAmountReceived: 0.5 }, { status: 'CONFIRMING' }];
          const { json } = await shop.requestPayment({ order: shop.order(), method: 'crypto', coin: 'BTC' });
          assert.equal(json['phase'], 'underpaid', 'it is judged by the amount that the answer expects');
        } finally {
          await shop.backend.restart();
          await service.close();
        }
      });

      it('money that could not be matched does not expire, because the payer must not pay again', async () => {
        const payment = await shop.create('wallet');
        for (const status of ['UNMATCHED', 'EXPIRED']) {
          await shop.webhook(payment, status);
          assert.equal(await shop.phase(payment), 'unmatched', status);
        }
        await shop.webhook(payment, 'PAID');
        assert.equal(await shop.phase(payment), 'paid');
      });

      it('an amount received with an unknown status counts as money that was seen', async () => {
        const payment = await shop.create('crypto', 'BTC');
        await shop.webhook(payment, 'CONFIRMED', { cryptoAmountReceived: '0.00002' });
        assert.equal(await shop.phase(payment), 'unknown');
        assert.match(shop.logOf(payment).join(), /CONFIRMED.* is not known, see STATUS_MAP/);
        shop.changeOrder(payment.order, '6.00');
        assert.equal(
          (await shop.requestPayment({ order: payment.order, method: 'crypto', coin: 'BTC' })).json['tid'],
          payment.id,
        );
        await shop.webhook(payment, 'CONFIRMING');
        assert.equal(await shop.phase(payment), 'confirming');
      });

      it('an amount with a large exponent is dropped, and one with a small exponent is compared', async () => {
        const payment = await shop.create('crypto', 'ETH');
        const received = async () => (await shop.status(payment))['cryptoAmountReceived'];
        for (const amount of ['1e99', '1e80', '9'.repeat(41), `0.${'1'.repeat(41)}`]) {
          await shop.webhook(payment, 'CONFIRMING', { cryptoAmountReceived: amount });
          assert.equal(await received(), undefined, amount);
        }
        await shop.webhook(payment, 'PAID', { cryptoAmountReceived: '1e-99' });
        assert.equal(await received(), `0.${'0'.repeat(98)}1`);
        assert.equal(await shop.phase(payment), 'underpaid');
        assert.equal(paidBy(payment.order), null);
        await shop.webhook(payment, 'PAID', { cryptoAmountReceived: '9999e76' });
        assert.equal(await received(), `9999${'0'.repeat(76)}`);
        assert.equal(await shop.phase(payment), 'overpaid');
      });

      it('a payment with a tolerance in its coin may lack that much, and no more', async () => {
        await shop.backend.restart({ TOLERANCE: '{"ETH": "0.000000000000000001", "BTC": "1000"}' });
        try {
          const exact = await shop.create('crypto', 'ETH');
          await shop.webhook(exact, 'PAID', { cryptoAmountReceived: oneUnit(expected(exact), -1n) });
          assert.equal(await shop.phase(exact), 'paid');
          const short = await shop.create('crypto', 'ETH');
          const lacking = oneUnit(oneUnit(expected(short), -1n), -1n);
          await shop.webhook(short, 'PAID', { cryptoAmountReceived: lacking });
          assert.equal(await shop.phase(short), 'underpaid');
          const other = await shop.create('crypto', 'BTC');
          await shop.webhook(other, 'PAID', { cryptoAmountReceived: oneUnit(expected(other), -1n) });
          assert.equal(await shop.phase(other), 'underpaid', 'a tolerance above the price is none');
        } finally {
          await shop.backend.restart();
        }
      });

      it('a payment of one half and then the rest is paid', async () => {
        const payment = await shop.create('crypto', 'BTC');
        shop.sandbox.control.under(payment.id);
        await until(async () => (await shop.phase(payment)) === 'underpaid', 'half is seen');
        shop.sandbox.control.pay(payment.id);
        await until(async () => (await shop.phase(payment)) === 'paid', 'the rest is seen');
        assert.equal(paidBy(payment.order), payment.id);
      });

      it('maps only an unambiguous status to paid', async () => {
        for (const status of [...AMBIGUOUS, ...AMBIGUOUS.map((word) => word.toLowerCase())]) {
          const payment = await shop.create('wallet');
          await shop.webhook(payment, status);
          const shown = await shop.status(payment);
          assert.deepEqual([shown['status'], shown['phase']], [status, 'unknown']);
          assert.equal(paidBy(payment.order), null);
        }
        for (const status of ['PAID', 'paid', 'Settled']) {
          const payment = await shop.create('wallet');
          await shop.webhook(payment, status);
          assert.equal(await shop.phase(payment), 'paid', status);
        }
      });

      it("one line adds the operator's own status words", async () => {
        await shop.backend.restart({ STATUS_MAP: '{"Completed": "paid", "PAID": "confirming"}' });
        try {
          const payment = await shop.create('wallet');
          await shop.webhook(payment, 'PAID');
          assert.equal(await shop.phase(payment), 'confirming');
          await shop.webhook(payment, 'COMPLETED');
          assert.equal(await shop.phase(payment), 'paid');
        } finally {
          await shop.backend.restart();
        }
      });

      for (const [name, value, message] of [
        ['STATUS_MAP', '{"COMPLETED": "payed"}', /STATUS_MAP: COMPLETED: .*payed.* is not a phase/],
        ['STATUS_MAP', 'COMPLETED=paid', /STATUS_MAP: .*JSON/],
        ['TOLERANCE', '{"BTC": 0.1}', /TOLERANCE: BTC: .*decimal text/],
        ['TOLERANCE', '{"BTC": "-1"}', /TOLERANCE: BTC: .*decimal text/],
        ['PAY_SECRET', 'short', /PAY_SECRET: .*32/],
        ['PROXIES', 'one', /PROXIES: .*whole number/],
        ['SERVICE_KEY', '', /SERVICE_KEY: .*missing/],
        ['WALLET_CURRENCIES', 'EUR,US', /WALLET_CURRENCIES: 'US' is no code of three letters/],
        ['WALLET_CURRENCIES', 'EUR;USD', /WALLET_CURRENCIES: 'EUR;USD' is no code/],
        ['LOCALCODE_CURRENCY', 'dollar', /LOCALCODE_CURRENCY: 'dollar' is no code/],
        ['DATABASE', join(tmpdir(), 'none', 'payments.db'), /DATABASE: there is no folder .*none/],
      ] as const)
        it(`a wrong ${name} (${value}) is named in an error`, async () => {
          // PHP reads its settings with each request, Python once when it starts.
          const service = { SERVICE_URL: shop.sandbox.url, SERVICE_KEY: 'key', PAY_SECRET: 'x'.repeat(32) };
          const env = { ...service, PAYOUT_WALLET: 'till@shop.example' };
          let log: string;
          try {
            const backend = await startBackend(language, program, {
              ...env,
              DATABASE: join(tmpdir(), 'never-opened.db'),
              [name]: value,
            });
            // The line in the log may arrive after the answer to the request.
            try {
              await until(() => message.test(backend.log()), `an error that names ${name}`);
            } finally {
              await backend.stop();
            }
            log = backend.log();
          } catch (error) {
            log = String(error);
          }
          assert.match(log, message);
        });
    });

    it('prints which request the service has refused, and nothing of its answer, which may repeat a secret', async () => {
      const server = createServer((request, response) => void request.pipe(response.writeHead(400)));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      await shop.backend.restart({ SERVICE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
      try {
        const answer = await shop.requestPayment({ order: shop.order(), method: 'crypto', coin: 'BTC' });
        assert.notEqual(answer.status, 201);
        await until(() => shop.backend.log().includes('has answered 400 to POST /v1/payments'), 'the request');
        assert.doesNotMatch(shop.backend.log(), /webhook/);
      } finally {
        await shop.backend.restart();
        server.close();
      }
    });

    it('refuses an answer of the service for another amount or currency than the order has', async () => {
      const service = await startFastService();
      await shop.backend.restart({ SERVICE_URL: service.url });
      try {
        const ref = shop.order('20', 'USD');
        const [crypto, wallet, code] = [
          { method: 'crypto', coin: 'BTC' },
          { method: 'wallet' },
          { method: 'localcode' },
        ];
        for (const [choice, answer] of [
          [crypto, { amount: 0.2 }],
          [crypto, { amount: '20.000000000000000001' }],
          [crypto, { amount: [20] }],
          [crypto, { currency: 'EUR' }],
          [wallet, { currency: 'KWD' }],
          [wallet, { currency: ['USD'] }],
          [code, { amount: 200 }],
          [code, { currency: 'JPY' }],
        ] as const) {
          service.answer = answer;
          const { status, json } = await shop.requestPayment({ order: ref, ...choice });
          assert.deepEqual([status, json.error?.code], [503, 'service-unavailable'], JSON.stringify(answer));
          assert.deepEqual((await order(ref))['payments'], []);
        }
        assert.match(shop.backend.log(), /answer is for another amount or currency/);
        for (const [choice, answer] of [
          [crypto, { amount: '2.00e1', currency: 'usd' }],
          [wallet, { amount: 20.0, currency: undefined }],
          [code, { amount: null, currency: null }],
        ] as const) {
          service.answer = answer; // and the choice was released
          assert.equal((await shop.requestPayment({ order: ref, ...choice })).status, 201, JSON.stringify(answer));
        }
      } finally {
        await shop.backend.restart();
        await service.close();
      }
    });

    const methods = async (ref: string) =>
      ((await order(ref))['methods'] as { method: string }[]).map(({ method }) => method);

    it('offers the wallet only in the currencies that the operator allows (contract 4.4)', async () => {
      await shop.backend.restart({ WALLET_CURRENCIES: 'usd, GBP' });
      try {
        assert.deepEqual(await methods(shop.order('19.99', 'USD')), ['crypto', 'wallet', 'localcode']);
        const ref = shop.order('19.99', 'EUR');
        assert.deepEqual(await methods(ref), ['crypto']);
        assert.equal((await shop.requestPayment({ order: ref, method: 'wallet' })).status, 400);
      } finally {
        await shop.backend.restart();
      }
    });

    describe('a local code', () => {
      it("is offered only in the currency of the account's codes (contract 4.5 takes none)", async () => {
        assert.deepEqual(await methods(shop.order('19.99', 'USD')), ['crypto', 'wallet', 'localcode']);
        for (const currency of ['JPY', 'KWD']) {
          const ref = shop.order('19.99', currency);
          assert.deepEqual(await methods(ref), ['crypto', 'wallet']);
          const { status, json } = await shop.requestPayment({ order: ref, method: 'localcode' });
          assert.deepEqual([status, json.error?.code], [400, 'invalid-request']);
        }
      });

      it('is not offered when the shop has not named that currency', async () => {
        await shop.backend.restart({ LOCALCODE_CURRENCY: '' });
        try {
          const ref = shop.order('19.99', 'USD');
          assert.deepEqual(await methods(ref), ['crypto', 'wallet']);
          assert.equal((await shop.requestPayment({ order: ref, method: 'localcode' })).status, 400);
        } finally {
          await shop.backend.restart();
        }
      });
    });

    describe('the cases of the money rules', () => {
      for (const { name, offer, late, steps, settles, sent } of MONEY_CASES)
        it(name, async () => {
          const ends = offer === undefined ? null : Math.floor(Date.now() / 1000) + offer * 60;
          const payment = await shop.create('crypto', 'BTC', shop.order('19.99', 'USD', ends));
          let [now, output] = [0, ''];
          for (const { status, received, at = now, phase, sending, amount } of steps) {
            shop.passMinutes(at - now);
            now = at;
            if (amount !== undefined) shop.changeOrder(payment.order, amount);
            if (status === undefined) continue;
            const amounts = received !== undefined && { cryptoAmountReceived: amountOf(received, expected(payment)) };
            // The sandbox writes amounts as JSON numbers, and not every amount of a case is one.
            const answer = await shop.post(payment.webhookUrl, JSON.stringify({ tid: payment.id, status, ...amounts }));
            assert.equal(answer.status, 200);
            if (phase !== undefined) assert.equal(await shop.phase(payment), phase, `after ${status} ${received}`);
            if (sending || paidBy(payment.order)) output += shop.backend.ship(sending).output;
          }
          for (let again = sent; again >= 0; again -= 1) output += shop.backend.ship().output;
          assert.equal(timesSent(output, payment.order), sent);
          assert.equal(idOf((await order(payment.order))['paid']), settles ? payment.id : undefined);
          if (late) assert.equal(await shop.phase(payment), 'late');
        });
    });

    describe('the goods', () => {
      const pay = async () => {
        const payment = await shop.create('crypto', 'BTC');
        await shop.webhook(payment, 'PAID', { cryptoAmountReceived: expected(payment) });
        return payment.order;
      };
      const isShipped = ({ output }: { output: string }, ref: string) => output.includes(`ship order ${ref}\n`);

      it('are sent once sending has failed once, and twice', async () => {
        for (const failures of [1, 2]) {
          const ref = await pay();
          for (let n = 0; n < failures; n += 1) {
            const job = shop.backend.ship('fails');
            assert.deepEqual([job.status, isShipped(job, ref), shop.orderRow(ref).sent_at], [1, false, null]);
          }
          assert.match(shop.backend.log(), new RegExp(`order ${shop.orderRow(ref).number}: .*the post is closed`));
          const job = shop.backend.ship();
          assert.deepEqual([job.status, isShipped(job, ref)], [0, true]);
          assert.ok(shop.orderRow(ref).sent_at);
          assert.ok(!isShipped(shop.backend.ship(), ref));
        }
      });

      it('are tried again under the same name when the process has died in it, but not while it may still run', async () => {
        const ref = await pay();
        const died = shop.backend.ship('dies');
        assert.deepEqual([died.status, isShipped(died, ref), shop.orderRow(ref).sent_at], [9, true, null]);
        assert.ok(!isShipped(shop.backend.ship(), ref), 'nobody knows whether another process still sends them');
        shop.passMinutes(10);
        assert.ok(isShipped(shop.backend.ship(), ref));
        assert.ok(shop.orderRow(ref).sent_at);
        assert.ok(!isShipped(shop.backend.ship(), ref));
      });

      it('are sent once by a run that has overtaken another one, which fails in the end', async () => {
        const ref = await pay();
        const job = shop.backend.ship('overtaken');
        assert.deepEqual([job.status, timesSent(job.output, ref)], [1, 1]);
        assert.ok(shop.orderRow(ref).sent_at);
        assert.ok(!isShipped(shop.backend.ship(), ref));
      });

      it('of late money are sent when a person has accepted it', async () => {
        const payment = await shop.create('crypto', 'BTC');
        shop.passMinutes(20);
        await shop.webhook(payment, 'PAID', { cryptoAmountReceived: expected(payment) });
        assert.equal(await shop.phase(payment), 'late');
        assert.ok(!isShipped(shop.backend.ship(), payment.order));
        for (const sql of ACCEPT_LATE.split(';').filter((text) => text.includes('?')))
          assert.equal(shop.database.prepare(sql).run(...(sql.includes('orders') ? [payment.id, payment.order] : [payment.id])).changes, 1); // prettier-ignore
        assert.equal(await shop.phase(payment), 'paid');
        assert.ok(isShipped(shop.backend.ship(), payment.order));
      });
    });

    describe('the offer', () => {
      it('lasts 20 minutes, then another one is made at the new price, and money for the first is late', async () => {
        const ref = shop.order();
        const first = await shop.create('crypto', 'BTC', ref);
        const seconds = Date.parse(String(first.json['expiresAt'])) / 1000 - Date.now() / 1000;
        assert.ok(seconds > 20 * 60 - 10 && seconds <= 20 * 60, String(seconds));
        shop.passMinutes(20);
        assert.equal(await shop.phase(first), 'expired');
        const second = await shop.create('crypto', 'BTC', ref);
        assert.notEqual(second.id, first.id);
        await shop.webhook(first, 'PAID', { cryptoAmountReceived: expected(first) });
        assert.equal(await shop.phase(first), 'late');
        assert.equal(paidBy(ref), null);
      });

      it('ends for the shop when the countdown of the payer ends', async () => {
        const ends = Math.floor(Date.now() / 1000) + 90 * 60;
        const payment = await shop.create('crypto', 'BTC', shop.order('19.99', 'USD', ends));
        const deadline = Date.parse(String(payment.json['expiresAt']));
        assert.ok(deadline < ends * 1000, 'the order lives longer than the price of a coin');
        assert.equal(Date.parse(String((await shop.status(payment))['expiresAt'])), deadline);
        shop.passMinutes(19);
        await shop.webhook(payment, 'DETECTED', { cryptoAmountReceived: expected(payment) });
        shop.passMinutes(90);
        await shop.webhook(payment, 'PAID');
        assert.equal(await shop.phase(payment), 'paid');
      });

      it('ends: later money is marked, and a payment that was seen in time is not late', async () => {
        const ends = Math.floor(Date.now() / 1000) + 5;
        const [tooLate, inTime] = [shop.order('19.99', 'USD', ends), shop.order('19.99', 'USD', ends)];
        const late = await shop.create('crypto', 'BTC', tooLate);
        const seen = await shop.create('crypto', 'BTC', inTime);
        assert.equal(Date.parse(String(late.json['expiresAt'])), ends * 1000);
        assert.equal(Date.parse(String((await order(tooLate))['expiresAt'])), ends * 1000);
        await shop.webhook(seen, 'DETECTED');
        await shop.webhook(late, 'ON_HOLD');
        await until(async () => (await shop.phase(late)) === 'expired', 'the offer has ended');

        assert.equal(await shop.phase(seen), 'detected');
        assert.deepEqual(((await order(tooLate))['payments'] as unknown[]).map(idOf), [late.id], 'for its number');
        const { status, json } = await shop.requestPayment({ order: tooLate, method: 'wallet' });
        assert.deepEqual([status, json.error?.code], [409, 'offer-expired']);

        for (const payment of [late, seen]) await shop.webhook(payment, 'PAID');
        assert.equal(paidBy(inTime), seen.id);
        assert.deepEqual(shop.logOf(seen), []);
        assert.equal(await shop.phase(late), 'late');
        assert.equal((await order(tooLate))['paid'], undefined);
        assert.deepEqual(((await order(tooLate))['payments'] as unknown[]).map(idOf), [late.id]);
        assert.equal(paidBy(tooLate), null, 'whether the price still holds is for a person to decide');
        assert.match(shop.logOf(late).join(), /after the offer.*somebody has to decide/);
      });
    });

    it('a payment counts only when the complete known amount arrived before the offer expired', async () => {
      const ends = Math.floor(Date.now() / 1000) + 7;
      const rows = [
        // what is told before the end, with how much of the money, and whether the payment is in time
        [['UNDERPAID', 'dust'], false],
        [['UNDERPAID'], false],
        [['UNMATCHED'], false],
        [['UNDERPAID', 'EXPIRED'], false],
        [['CONFIRMING', 'dust'], false],
        [['DETECTED', 'UNDERPAID', 'dust'], false],
        [['PAID', 'dust'], false],
        [['EXPIRED'], false],
        [['ON_HOLD'], false],
        [['ON_HOLD', 'all'], true],
        [['DETECTED'], true],
        [['DETECTED', 'all'], true],
        [['CONFIRMING', 'EXPIRED'], true],
        [['UNDERPAID', 'dust', 'UNDERPAID', 'all'], true],
        [['DETECTED', 'UNDERPAID', 'dust', 'UNDERPAID', 'all', 'DETECTED'], true],
      ] as const;
      const payments = await Promise.all(
        rows.map(async ([update, isInTime]) => {
          const payment = await shop.create('crypto', 'BTC', shop.order('19.99', 'USD', ends));
          const amounts = { dust: '0.00000001', all: expected(payment) };
          const isAmount = (word?: string): word is keyof typeof amounts => word !== undefined && word in amounts;
          for (const [index, word] of update.entries()) {
            if (isAmount(word)) continue;
            const next = update[index + 1];
            await shop.webhook(payment, word, isAmount(next) ? { cryptoAmountReceived: amounts[next] } : {});
          }
          return { payment, isInTime, update: update.join(' ') };
        }),
      );
      assert.ok(Date.now() < ends * 1000);
      await setTimeout(ends * 1000 - Date.now());
      for (const { payment, isInTime, update } of payments) {
        await shop.webhook(payment, 'PAID', { cryptoAmountReceived: expected(payment) });
        assert.equal(await shop.phase(payment), isInTime ? 'paid' : 'late', update);
        assert.equal(paidBy(payment.order), isInTime ? payment.id : null, update);
        assert.equal(/late, after the offer/.test(shop.logOf(payment).join()), !isInTime, update);
      }
    });

    describe('a payment that another one has replaced', () => {
      it('is shown as expired, and later money is marked', async () => {
        const ref = shop.order('5.00');
        const old = await shop.create('crypto', 'BTC', ref);
        await shop.webhook(old, 'ON_HOLD');
        shop.changeOrder(ref, '6.00');
        assert.deepEqual((await order(ref))['payments'], []);
        const next = await shop.create('crypto', 'BTC', ref);
        assert.notEqual(next.id, old.id);
        assert.equal(await shop.phase(old), 'expired');
        await shop.webhook(old, 'DETECTED');
        assert.equal(await shop.phase(old), 'detected');
        assert.match(shop.logOf(old).join(), /replaced/);
        assert.deepEqual(((await order(ref))['payments'] as unknown[]).map(idOf), [old.id, next.id], 'with money');
      });

      it('is not replaced once money was seen for it: the payer stays with it', async () => {
        const ref = shop.order('5.00');
        const old = await shop.create('crypto', 'BTC', ref);
        await shop.webhook(old, 'DETECTED');
        shop.changeOrder(ref, '6.00');
        const { status, json } = await shop.requestPayment({ order: ref, method: 'crypto', coin: 'BTC' });
        assert.deepEqual([status, json['tid'], json['phase']], [200, old.id, 'detected']);
      });

      it('is replaced before or not at all when the request races with the money', async () => {
        for (let round = 0; round < 20; round += 1) {
          const ref = shop.order('5.00');
          const old = await shop.create('crypto', 'BTC', ref);
          shop.changeOrder(ref, '6.00');
          const racing = [
            shop.requestPayment({ order: ref, method: 'crypto', coin: 'BTC' }),
            shop.webhook(old, 'DETECTED'),
          ] as const;
          const [{ status, json }] = await Promise.all(racing);

          const replaced = json['tid'] !== old.id;
          assert.equal(status, replaced ? 201 : 200, JSON.stringify(json));
          assert.equal(/replaced/.test(shop.logOf(old).join()), replaced);
          const listed = (await order(ref))['payments'] as { phase: string }[];
          const offered = listed.filter(({ phase }) => !replaced || phase === 'awaiting').map(idOf);
          assert.deepEqual(offered, [json['tid']], 'the payer is offered one payment');
        }
      });
    });
  });
