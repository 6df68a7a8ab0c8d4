import { compareDecimals } from '../../../core/money/amount.ts';
import type { Check } from '../check.ts';
import { expect, expectError, expectStatus, Skip } from '../expectations.ts';
import { expectAmounts, expectPaymentFields } from '../fields.ts';
import { nameOf, type Payment, type Shop } from '../shop.ts';

/** Requests of one choice that are sent at once. */
const AT_ONCE = 6;

/** A body that is longer than the limit of `POST payments`. Bytes. */
const TOO_LONG = 64 * 1024;

const NEEDED = {
  tid: ['address', 'cryptoCoin', 'cryptoAmountExpected'],
  pid: ['note'],
  bid: [],
} as const;

/** Expects the fields that the service gave, without a change. */
function expectExact(shop: Shop, { id, json, exchange }: Payment): void {
  const { address, expected, note } = shop.servicePayment(id);
  const pairs = { address, cryptoAmountExpected: expected, note };
  for (const [name, value] of Object.entries(pairs))
    if (value !== undefined)
      expect(
        json[name] === value,
        `${name} is ${JSON.stringify(json[name])}, but the service answered ${JSON.stringify(value)}. It is passed on byte for byte.`,
        exchange,
      );
}

export const paymentChecks: readonly Check[] = [
  {
    name: 'payment',
    rule: 'POST payments answers 201 with a payment, for each way to pay that the order lists.',
    section: '#a-payment',
    async run(shop) {
      const order = await shop.newOrder();
      const { json: wanted } = await shop.getOrder(order);
      for (const choice of await shop.choices(order)) {
        const payment = await shop.create(order, choice);
        const { json, idName, exchange } = payment;
        const what = `The payment by ${nameOf(choice)}`;
        for (const name of ['status', 'amount', 'statusUrl', ...NEEDED[idName]])
          expect(typeof json[name] === 'string', `${what} has no ${name}.`, exchange);
        expect(
          compareDecimals(String(json['amount']), String(wanted['amount'])) === 0,
          `${what} is for ${String(json['amount'])}, and the order for ${String(wanted['amount'])}.`,
          exchange,
        );
        if (choice.coin !== undefined)
          expect(
            String(json['cryptoCoin']).toUpperCase() === choice.coin.toUpperCase(),
            `${what} is in ${String(json['cryptoCoin'])}.`,
            exchange,
          );
        expect(
          json['phase'] === 'awaiting',
          `${what} is new, and its phase is ${String(json['phase'])}, not awaiting.`,
          exchange,
        );
      }
    },
  },
  {
    name: 'exact-values',
    rule: 'Address, exact amount and note are those of the service, byte for byte.',
    section: '#a-payment',
    async run(shop) {
      const order = await shop.newOrder();
      for (const choice of await shop.choices(order)) expectExact(shop, await shop.create(order, choice));
    },
  },
  {
    name: 'amounts-as-text',
    rule: 'Every amount is decimal text without an exponent, and has all digits of the service.',
    section: '#the-minimum',
    async run(shop) {
      const payment = await shop.createInCoin();
      const received = shop.expected(payment);
      await shop.webhook(payment, 'DETECTED', { cryptoAmountReceived: received });
      for (const answer of [payment.exchange, await shop.status(payment), await shop.getOrder(payment.order)]) {
        expectAmounts(answer.json, answer);
        const { payments = [] } = answer.json as { payments?: Record<string, unknown>[] };
        for (const each of payments) expectAmounts(each, answer);
      }
    },
  },
  {
    name: 'listed-fields',
    rule: 'A payment has the fields of the list and no other.',
    section: '#a-payment',
    async run(shop) {
      const payment = await shop.createAny();
      expectPaymentFields(payment.json, payment.exchange);
      const status = await shop.status(payment);
      expectPaymentFields(status.json, status);
      const order = await shop.getOrder(payment.order);
      const { payments = [] } = order.json as { payments?: Record<string, unknown>[] };
      for (const each of payments) expectPaymentFields(each, order);
    },
  },
  {
    name: 'one-payment-per-choice',
    rule: 'There is one open payment for each order, method and coin, however often it is requested.',
    section: '#a-payment',
    async run(shop) {
      const first = await shop.createAny();
      const { order, choice } = first;
      const again = await shop.choose(order, choice);
      expectStatus(again, [200], 'POST payments for a choice that has a payment');
      expect(again.json[first.idName] === first.id, 'The second request of a choice made another payment.', again);
      const other = await shop.newOrder();
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => shop.choose(other, choice)));
      const ids = new Set(answers.flatMap(({ json }) => json[first.idName] ?? []));
      for (const answer of answers)
        expectStatus(answer, [200, 201, 429, 503], `${AT_ONCE} requests of one choice at once`);
      expect(
        ids.size === 1,
        `${AT_ONCE} requests of one choice at once made ${ids.size} payments. The payer would see several addresses.`,
        answers.at(-1),
      );
    },
  },
  {
    name: 'found-again',
    rule: 'GET orders lists the open payments, so that a reload finds them.',
    section: '#an-order',
    async run(shop) {
      const payment = await shop.createAny();
      const answer = await shop.getOrder(payment.order);
      const { payments } = answer.json as { payments?: Record<string, unknown>[] };
      expect(
        payments?.some((each) => each[payment.idName] === payment.id),
        `payments of the order does not contain the payment ${payment.id} that was just created.`,
        answer,
      );
    },
  },
  {
    name: 'amount-from-the-shop',
    rule: 'Amount, currency and payout come from the shop, never from the body of POST payments.',
    section: '#rules-that-keep-money-safe',
    async run(shop) {
      const order = await shop.newOrder();
      const [choice] = await shop.choices(order);
      if (!choice) throw new Skip('This needs an order that can be paid.');
      const { json: wanted } = await shop.getOrder(order);
      const mine = {
        amount: '0.01',
        currency: 'JPY',
        payout: 'thief@evil.example',
        payoutAddress: 'evil',
        payout_email: 'evil',
      };
      const answer = await shop.post(
        order,
        { order: order.orderRef, ...choice, ...mine },
        { headers: shop.newVisitor() },
      );
      if (answer.status >= 400 && answer.status < 500) return;
      const { json } = shop.read(order, choice, answer);
      expect(
        compareDecimals(String(json['amount']), String(wanted['amount'])) === 0,
        `The payer wrote the amount 0.01 into the body, and the payment is for ${String(json['amount'])}.`,
        answer,
      );
      expect(json['currency'] !== 'JPY', 'The payer wrote the currency into the body, and the payment has it.', answer);
      const { data } = shop.servicePayment(shop.read(order, choice, answer).id);
      expect(
        !JSON.stringify(data).includes('evil'),
        'The payer wrote the payout into the body, and the payment has it.',
        answer,
      );
    },
  },
  {
    name: 'bad-input',
    rule: 'A body that cannot be used answers 4xx with error.code, and creates no payment.',
    section: '#errors',
    async run(shop) {
      const order = await shop.newOrder();
      const { orderRef } = order;
      const wallet = { order: orderRef, method: 'wallet' };
      const bodies: readonly (readonly [what: string, body: string])[] = [
        ['an empty body', ''],
        ['no JSON', '{'],
        ['a list', '[]'],
        ['a text', '"order"'],
        ['null', 'null'],
        ['no order', JSON.stringify({ method: 'wallet' })],
        ['an order that is an object', JSON.stringify({ ...wallet, order: { orderRef } })],
        ['an order that is a list', JSON.stringify({ ...wallet, order: [orderRef] })],
        ['no method', JSON.stringify({ order: orderRef })],
        ['a method that does not exist', JSON.stringify({ ...wallet, method: 'cash' })],
        ['a method of the prototype', JSON.stringify({ ...wallet, method: 'constructor' })],
        ['a method that is a number', JSON.stringify({ ...wallet, method: 1 })],
        ['no coin', JSON.stringify({ order: orderRef, method: 'crypto' })],
        ['a coin that does not exist', JSON.stringify({ order: orderRef, method: 'crypto', coin: 'XYZ' })],
        ['a coin that is a list', JSON.stringify({ order: orderRef, method: 'crypto', coin: ['BTC'] })],
        ['half a character', String.raw`{"order":"\ud800","method":"wallet"}`],
        ['a zero byte', String.raw`{"order":"\u0000","method":"wallet"}`],
        ['deep nesting', '['.repeat(5_000)],
      ];
      for (const [what, body] of bodies) {
        const answer = await shop.post(order, body, { headers: shop.newVisitor() });
        expect(
          answer.status >= 400 && answer.status < 500,
          `POST payments with ${what}: 4xx was expected, but the answer was ${answer.status}.`,
          answer,
        );
        expectError(answer, [answer.status], `POST payments with ${what}`);
      }
    },
  },
  {
    name: 'body-limit',
    rule: 'A body of POST payments above 16 KiB answers 413, also without Content-Length.',
    section: '#other-rules',
    async run(shop) {
      const order = await shop.newOrder();
      const body = JSON.stringify({ order: order.orderRef, method: 'wallet', filler: 'x'.repeat(TOO_LONG) });
      for (const isChunked of [false, true]) {
        const answer = await shop.post(order, body, { headers: shop.newVisitor(), isChunked });
        // The connection may be closed before the whole body is sent: then the answer cannot be read.
        expectStatus(answer, [413, 0], `POST payments with 64 KiB${isChunked ? ' in chunks' : ''}`);
      }
    },
  },
  {
    name: 'cross-site-request',
    rule: 'POST payments accepts application/json only, and nothing that a browser marks as cross-site.',
    section: '#other-rules',
    async run(shop) {
      const order = await shop.newOrder();
      const wallet = { order: order.orderRef, method: 'wallet' };
      const json = JSON.stringify(wallet);
      const form = new URLSearchParams(wallet).toString();
      const attempts: readonly (readonly [what: string, body: string, headers: Record<string, string>])[] = [
        ['as a form', form, { 'content-type': 'application/x-www-form-urlencoded' }],
        ['as text/plain, which the form of another site can send', json, { 'content-type': 'text/plain' }],
        ['with Sec-Fetch-Site: cross-site', json, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
      ];
      for (const [what, body, headers] of attempts) {
        const answer = await shop.post(order, body, { headers: { ...shop.newVisitor(), ...headers } });
        expect(
          answer.status >= 400 && answer.status < 500,
          `POST payments ${what}: 4xx was expected, but the answer was ${answer.status}.`,
          answer,
        );
      }
    },
  },
];
