import { setTimeout as sleep } from 'node:timers/promises';
import { addDecimals } from '../../../core/money/amount.ts';
import type { Check } from '../check.ts';
import { codeOf, expect, expectError, expectStatus, Skip } from '../expectations.ts';
import { expectTime } from '../fields.ts';
import type { Payment, Shop } from '../shop.ts';

/** A small part of a coin: far less than any price. */
const TINY = '0.00000001';

/** How long the offer of an order lasts that is to end during the check. Seconds. */
const OFFER_S = 4;

/** The longest offer that is waited for. Milliseconds. */
const OFFER_MAX_MS = 15_000;

async function expectUnpaid(shop: Shop, payment: Payment, after: string): Promise<void> {
  const answer = await shop.getOrder(payment.order);
  expectStatus(answer, [200], 'GET orders/:order');
  expect(!answer.json['paid'], `After ${after} the order is paid.`, answer);
}

async function expectPhaseOf(shop: Shop, payment: Payment, phases: readonly string[], after: string): Promise<void> {
  const answer = await shop.status(payment);
  expectStatus(answer, [200], 'GET statusUrl');
  const { phase } = answer.json;
  expect(
    phases.includes(String(phase)),
    `After ${after} the phase is ${String(phase)}, and not ${phases.join(' or ')}.`,
    answer,
  );
}

/** Creates a payment in a coin whose offer ends soon, and returns its end. @throws Skip */
async function createEnding(shop: Shop): Promise<{ payment: Payment; end: number }> {
  const payment = await shop.createInCoin({ offerSeconds: OFFER_S });
  const end = expectTime(payment.json['expiresAt'], 'expiresAt', payment.exchange);
  if (end - Date.now() > OFFER_MAX_MS)
    throw new Skip('The offer lasts too long. Let the order command end it after OFFER_SECONDS, when that is set.');
  return { payment, end };
}

const waitUntil = (time: number) => sleep(Math.max(0, time - Date.now()) + 1_100);

export const moneyChecks: readonly Check[] = [
  {
    name: 'paid-order',
    rule: 'A paid payment settles its order: the order names it in paid, and nothing can be chosen any more.',
    section: '#an-order',
    async run(shop) {
      const payment = await shop.createAny();
      await shop.webhook(payment, 'PAID');
      await expectPhaseOf(shop, payment, ['paid'], 'the webhook PAID');
      const order = await shop.getOrder(payment.order);
      const { paid } = order.json as { paid?: Record<string, unknown> | true };
      expect(
        paid,
        'The payment is paid, and the order has no paid. Does the backend run with ALLOW_TEST_PAYMENTS?',
        order,
      );
      if (paid !== true)
        expect(paid[payment.idName] === payment.id, 'paid of the order is another payment than the paid one.', order);
      const again = await shop.choose(payment.order, payment.choice);
      expectError(again, [409], 'POST payments for a paid order', 'already-paid');
      const { payment: beside } = again.json as { payment?: Record<string, unknown> };
      expect(
        beside?.[payment.idName] === payment.id,
        'already-paid has no payment beside it, so the payer sees none.',
        again,
      );
    },
  },
  {
    name: 'paid-needs-money',
    rule: 'paid needs the money, as the same webhook says: less is underpaid, more is overpaid.',
    section: '#rules-that-keep-money-safe',
    async run(shop) {
      const attempts: readonly (readonly [
        what: string,
        received: (expected: string) => string,
        phases: readonly string[],
      ])[] = [
        ['the exact amount', (expected) => expected, ['paid']],
        [
          'the exact amount with more zeros',
          (expected) => `${expected.includes('.') ? expected : `${expected}.0`}00`,
          ['paid'],
        ],
        ['a tiny part of the amount', () => TINY, ['underpaid']],
        ['0', () => '0', ['underpaid', 'awaiting']],
        ['the smallest part less', (expected) => lessBySmallest(expected), ['underpaid']],
        ['more than the amount', (expected) => addDecimals([expected, TINY]), ['overpaid']],
        ['an amount that cannot be read (12,5)', () => '12,5', ['confirming']],
      ];
      for (const [what, received, phases] of attempts) {
        const payment = await shop.createInCoin();
        await shop.webhook(payment, 'PAID', { cryptoAmountReceived: received(shop.expected(payment)) });
        await expectPhaseOf(shop, payment, phases, `a webhook with PAID and ${what}`);
        if (!phases.includes('paid') && !phases.includes('overpaid'))
          await expectUnpaid(shop, payment, `a webhook with PAID and ${what}`);
      }
    },
  },
  {
    name: 'money-that-goes-again',
    rule: 'Money that was seen and has gone again does not pay: a payer can replace an unconfirmed transfer.',
    section: '#rules-that-keep-money-safe',
    async run(shop) {
      const replaced = await shop.createInCoin();
      await shop.webhook(replaced, 'DETECTED', { cryptoAmountReceived: shop.expected(replaced) });
      await shop.webhook(replaced, 'PAID', { cryptoAmountReceived: TINY });
      const what = 'a transfer of the whole amount that was replaced by a tiny one';
      await expectPhaseOf(shop, replaced, ['underpaid'], what);
      await expectUnpaid(shop, replaced, what);
      const silent = await shop.createInCoin();
      await shop.webhook(silent, 'DETECTED', { cryptoAmountReceived: shop.expected(silent) });
      await shop.webhook(silent, 'CONFIRMING', { cryptoAmountReceived: TINY });
      await shop.webhook(silent, 'PAID');
      const later = 'PAID without an amount, when the last reported amount was tiny';
      await expectPhaseOf(shop, silent, ['underpaid', 'confirming'], later);
      await expectUnpaid(shop, silent, later);
    },
  },
  {
    name: 'no-second-address',
    rule: 'A payer who has sent money is not given another address.',
    section: '#rules-that-keep-money-safe',
    async run(shop) {
      const payment = await shop.createInCoin();
      await shop.webhook(payment, 'DETECTED', { cryptoAmountReceived: shop.expected(payment) });
      const again = await shop.choose(payment.order, payment.choice);
      expectStatus(again, [200], 'POST payments for a choice whose money was seen');
      expect(again.json[payment.idName] === payment.id, 'Money was seen, and the payer got another address.', again);
    },
  },
  {
    name: 'changed-order',
    rule: 'A payment settles an order only with the amount that the order has now.',
    section: '#rules-that-keep-money-safe',
    async run(shop) {
      const { changeOrder } = shop.recipes;
      if (!changeOrder) throw new Skip('This needs a command that changes the amount of an order: --change-order.');
      const payment = await shop.createAny({ amount: '5.00' });
      const { orderRef } = payment.order;
      await changeOrder(orderRef, '5000.00', 'USD');
      const order = await shop.getOrder(payment.order);
      expect(
        Number(order.json['amount']) === 5000,
        'The order was changed to 5000.00, and still has another amount.',
        order,
      );
      const next = await shop.choose(payment.order, payment.choice);
      if (next.status === 200 || next.status === 201) {
        expect(next.json[payment.idName] !== payment.id, 'An order of 5000.00 is offered the payment over 5.00.', next);
        expect(Number(next.json['amount']) === 5000, `The new payment is for ${String(next.json['amount'])}.`, next);
      } else expectStatus(next, [409, 422, 429, 503], 'POST payments for a changed order');
      await shop.webhook(payment, 'PAID');
      const after = await shop.getOrder(payment.order);
      expect(!after.json['paid'], 'A payment of 5.00 has paid an order that is 5000.00 now.', after);
      const { mismatchedPayments = [] } = after.json as { mismatchedPayments?: Record<string, unknown>[] };
      const named = mismatchedPayments.find(({ id }) => id === payment.id);
      expect(
        named && Number(named['amount']) === 5 && named['phase'] === 'paid',
        `mismatchedPayments does not name the paid payment over 5.00. The payer and the shop have to see it.`,
        after,
      );
    },
  },
  {
    name: 'paid-twice',
    rule: 'A second paid payment does not take the place of the first.',
    section: '#an-order',
    async run(shop) {
      const order = await shop.newOrder();
      const choices = await shop.choices(order);
      if (choices.length < 2) throw new Skip('This needs an order with two ways to pay.');
      const [first, second] = [await shop.create(order, choices[0]!), await shop.create(order, choices[1]!)];
      for (const payment of [first, second]) await shop.webhook(payment, 'PAID');
      const answer = await shop.getOrder(order);
      const { paid, duplicatePayments = [] } = answer.json as {
        paid?: Record<string, unknown> | true;
        duplicatePayments?: Record<string, unknown>[];
      };
      expect(paid, 'Two payments of the order are paid, and the order has no paid.', answer);
      if (paid === true) return;
      expect(paid[first.idName] === first.id, 'paid of the order is the second payment, and not the first.', answer);
      expect(
        duplicatePayments.some(({ id }) => id === second.id),
        'duplicatePayments does not name the second payment: nobody would notice that the payer has paid twice.',
        answer,
      );
    },
  },
  {
    name: 'offer-has-an-end',
    rule: 'Every offer ends: a payment has an expiresAt that the payer sees.',
    section: '#rules-that-keep-money-safe',
    async run(shop) {
      const { json, exchange } = await shop.createAny();
      expect(
        json['expiresAt'],
        'The payment has no expiresAt: a payer could wait, and pay only if the coin has lost value.',
        exchange,
      );
      const left = expectTime(json['expiresAt'], 'expiresAt', exchange) - Date.now();
      expect(left > 0, 'The payment has ended when it is created.', exchange);
      expect(left < 25 * 3_600_000, 'The offer lasts longer than a day.', exchange);
    },
  },
  {
    name: 'late-money',
    rule: 'After the end of the offer, a payment is expired, and money that was not seen before is late.',
    section: '#late-money',
    async run(shop) {
      const { payment, end } = await createEnding(shop);
      // Each at once, because a slow backend may need as long for the next payment as an offer lasts.
      const seen = await createEnding(shop);
      await shop.webhook(seen.payment, 'DETECTED', { cryptoAmountReceived: shop.expected(seen.payment) });
      const partly = await createEnding(shop);
      await shop.webhook(partly.payment, 'UNDERPAID', { cryptoAmountReceived: TINY });
      await waitUntil(Math.max(end, seen.end, partly.end));
      await expectPhaseOf(shop, payment, ['expired'], 'the end of the offer, without money,');
      for (const each of [payment, partly.payment]) {
        await shop.webhook(each, 'PAID', { cryptoAmountReceived: shop.expected(each) });
        const what = each === payment ? 'money that arrived after the end' : 'the rest that arrived after the end';
        await expectPhaseOf(shop, each, ['late'], what);
        await expectUnpaid(shop, each, what);
      }
      await shop.webhook(seen.payment, 'PAID', { cryptoAmountReceived: shop.expected(seen.payment) });
      await expectPhaseOf(shop, seen.payment, ['paid'], 'the confirmation of money that was seen before the end');
      const again = await shop.choose(payment.order, payment.choice);
      const isNew = again.status === 201 && again.json[payment.idName] !== payment.id;
      const isOver = again.status === 409 && ['offer-expired', 'sold-out'].includes(String(codeOf(again)));
      expect(isNew || isOver, 'After the end, POST payments gives neither a new payment nor 409 offer-expired.', again);
    },
  },
];

/** The amount without the last unit of its last decimal. */
function lessBySmallest(amount: string): string {
  const [whole = '0', decimals = ''] = amount.split('.');
  const units = BigInt(whole + decimals) - 1n;
  const digits = String(units).padStart(decimals.length + 1, '0');
  return decimals === '' ? digits : `${digits.slice(0, -decimals.length)}.${digits.slice(-decimals.length)}`;
}
