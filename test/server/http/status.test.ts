import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderAnswer } from '../../../src/core/orders/order-answer.ts';
import { ORDER } from '../shop.ts';
import { withPayment } from '../counting-store.ts';

describe('GET status/:token', () => {
  it('answers at once what changes, in less than 300 bytes', () =>
    withPayment({}, async ({ get, statusUrl }) => {
      const { status, json, text, headers } = await get(statusUrl);
      assert.deepEqual([status, json], [200, { status: 'NEW', phase: 'awaiting', version: 1, after: 2500 }]);
      assert.ok(text.length < 300);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('access-control-allow-origin'), '*');
    }));

  it('sends longer intervals as the payment ages, and none once it has ended', async () => {
    let time = Date.UTC(2026, 10, 20);
    await withPayment({ now: () => time }, async ({ get, statusUrl, reportStatus }) => {
      const after: unknown[] = [];
      for (const minutes of [0, 2, 10, 60]) {
        time = Date.UTC(2026, 10, 20, 0, minutes);
        after.push((await get(statusUrl)).json['after']);
      }
      assert.deepEqual(after, [2_500, 5_000, 10_000, 30_000]);
      await reportStatus('PAID');
      const paidAt = '2026-11-20T01:00:00.000Z';
      assert.deepEqual((await get(`${statusUrl}?since=2`)).json, { status: 'PAID', phase: 'paid', version: 2, paidAt });
      time = Date.UTC(2026, 10, 21);
      const payment = await get(statusUrl.replace('/status/', '/payments/'));
      assert.equal(payment.json['paidAt'], paidAt, 'the time of the payment, not of the request');
    });
  });

  it('is found again by a payer who reloads the page after it has ended, until there is another payment', () =>
    withPayment({}, async ({ get, pay, reportStatus }) => {
      const phases = async () => {
        const { payments } = (await get('/pay/orders/1001')).json as unknown as OrderAnswer;
        return payments.map(({ phase }) => phase);
      };
      assert.deepEqual(await phases(), ['awaiting']);
      await reportStatus('EXPIRED');
      assert.deepEqual(await phases(), ['expired']);
      await pay({ order: '1001', method: 'wallet' });
      assert.deepEqual(await phases(), ['awaiting']);
    }));

  it('is found again when it was refunded, though the shop calls the order paid', async () => {
    let paid = false;
    await withPayment({ order: async () => ({ ...ORDER, paid }) }, async ({ get, reportStatus }) => {
      await reportStatus('PAID');
      paid = true;
      await reportStatus('REFUNDED');
      const answer = (await get('/pay/orders/1001')).json as unknown as OrderAnswer;
      assert.deepEqual([answer.paid, answer.payments.map(({ phase }) => phase)], [true, ['refunded']]);
    });
  });

  it('sends a short interval after a change that the client did not have, and not to one that never names its version', () =>
    withPayment({}, async ({ get, statusUrl, reportStatus }) => {
      await reportStatus('DETECTED');
      assert.deepEqual((await get(`${statusUrl}?since=1`)).json, {
        status: 'DETECTED',
        phase: 'detected',
        version: 2,
        after: 300,
      });
      assert.equal((await get(statusUrl)).json['after'], 2_500);
    }));

  it("shows an offer as expired after the shop's expiresAt, and still accepts that it was paid", async () => {
    let time = Date.UTC(2026, 10, 20);
    const expiresAt = new Date(time + 60_000);
    const order = async () => ({ ...ORDER, expiresAt });
    await withPayment({ now: () => time, order }, async ({ get, statusUrl, reportStatus }) => {
      assert.equal((await get(statusUrl)).json['expiresAt'], expiresAt.toISOString());
      time += 60_000;
      const answers = [(await get(statusUrl)).json];
      for (const status of ['DETECTED', 'PAID']) {
        await reportStatus(status);
        answers.push((await get(statusUrl)).json);
      }
      // The tags show the money only with a higher version.
      assert.deepEqual(
        answers.map(({ phase, version }) => [phase, version]),
        [
          ['expired', 1],
          ['detected', 2],
          ['paid', 3],
        ],
      );
    });
  });

  it('finds no payment by a wrong token, by its paymentRef or by its service id', () =>
    withPayment({}, async ({ get, sandbox, counting, statusUrl, url }) => {
      const row = await counting.byToken(statusUrl.split('/').at(-1)!);
      for (const token of ['x', 'A'.repeat(22), row!.paymentRef, sandbox.control.payments()[0]!.id, '%00']) {
        for (const route of ['status', 'payments']) {
          const { status, json } = await get(`${url}/${route}/${token}`);
          assert.deepEqual([status, json], [404, { error: { code: 'unknown-payment' } }], `${route}/${token}`);
        }
      }
    }));
});

describe('an address that is none', () => {
  it('is 404, another method is 405 with the allowed ones, and OPTIONS returns them', () =>
    withPayment({}, async ({ get, url, statusUrl }) => {
      for (const path of ['', 'orders', 'orders/', 'webhook/x', 'payments/x/y'])
        assert.equal((await get(`${url}/${path}`)).json['error'] !== undefined, true, path);
      assert.equal((await get(`${url}/nothing`)).status, 404);
      const put = await get(statusUrl, { method: 'PUT' });
      assert.deepEqual([put.status, put.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
      assert.equal((await get('payments')).headers.get('allow'), 'POST, OPTIONS');
      const options = await get('payments', { method: 'OPTIONS' });
      assert.deepEqual([options.status, options.headers.get('allow'), options.text], [204, 'POST, OPTIONS', '']);
    }));
});
