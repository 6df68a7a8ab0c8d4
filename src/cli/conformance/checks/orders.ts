import { randomBytes } from 'node:crypto';
import { coins, methods } from '../../../core/index.ts';
import type { Check } from '../check.ts';
import { expect, expectError, expectStatus, Skip } from '../expectations.ts';
import { expectAmounts, expectTime } from '../fields.ts';
import { choicesIn } from '../shop.ts';

/** The shortest name of an order that nobody can guess: 128 bits, in base64url. */
const REF_LENGTH = 22;

export const orderChecks: readonly Check[] = [
  {
    name: 'order',
    rule: 'GET orders/:order answers 200 with order, amount, currency and methods.',
    section: '#an-order',
    async run(shop) {
      const order = await shop.newOrder();
      const answer = await shop.getOrder(order);
      expectStatus(answer, [200], 'GET orders/:order of an order that was just created');
      const { json } = answer;
      expect(typeof json['order'] === 'string', 'order is missing: the name that POST payments sends back.', answer);
      expect(typeof json['amount'] === 'string', 'amount is missing, or no text.', answer);
      expectAmounts(json, answer);
      expect(/^[A-Za-z]{3}$/.test(String(json['currency'])), 'currency is not three letters.', answer);
      expect(Array.isArray(json['methods']) && json['methods'].length > 0, 'methods is no list with an entry.', answer);
      const choices = choicesIn(answer);
      for (const { method, coin } of choices) {
        expect(
          methods.some((known) => known === method),
          `There is no method '${method}'.`,
          answer,
        );
        expect(
          coin === undefined || coins.some(({ symbol }) => symbol === coin),
          `There is no coin '${coin}'.`,
          answer,
        );
      }
      for (const [name, type] of Object.entries({
        payments: 'list',
        mismatchedPayments: 'list',
        duplicatePayments: 'list',
      }))
        if (json[name] !== undefined && json[name] !== null)
          expect(Array.isArray(json[name]), `${name} is no ${type}.`, answer);
      if (json['expiresAt'] !== undefined && json['expiresAt'] !== null)
        expectTime(json['expiresAt'], 'expiresAt', answer);
      expect(
        json['paid'] === undefined || json['paid'] === null || json['paid'] === false,
        'A new order is paid.',
        answer,
      );
    },
  },
  {
    name: 'unknown-order',
    rule: 'An order that does not exist answers 404 with the code unknown-order, for GET orders and POST payments.',
    section: '#errors',
    async run(shop) {
      const orderRef = randomBytes(16).toString('hex');
      expectError(
        await shop.getOrder({ orderRef }),
        [404],
        'GET orders/:order of an order that does not exist',
        'unknown-order',
      );
      const request = shop.post({ orderRef }, { order: orderRef, method: 'wallet' }, { headers: shop.newVisitor() });
      expectError(await request, [404], 'POST payments for an order that does not exist', 'unknown-order');
    },
  },
  {
    name: 'other-visitor',
    rule: 'An order is for its visitor: without the session it answers 404, as if it did not exist.',
    section: '#rules-that-keep-money-safe',
    async run(shop) {
      const { orderRef, cookie } = await shop.newOrder();
      if (cookie === undefined)
        throw new Skip('The order command prints no cookie, so orders have names that cannot be guessed instead.');
      for (const other of [undefined, 'session=of-another-visitor']) {
        const answer = await shop.getOrder({ orderRef, cookie: other });
        expectStatus(answer, [404], 'GET orders/:order by another visitor');
        const created = await shop.post(
          { orderRef, cookie: other },
          { order: orderRef, method: 'wallet' },
          { headers: shop.newVisitor() },
        );
        expectStatus(created, [404], 'POST payments by another visitor');
      }
    },
  },
  {
    name: 'unguessable-order',
    rule: 'The name of an order cannot be guessed, unless the order belongs to the session of a visitor.',
    section: '#rules-that-keep-money-safe',
    async run(shop) {
      const { orderRef, cookie } = await shop.newOrder();
      if (cookie !== undefined) throw new Skip('Orders belong to the session of a visitor.');
      const answer = await shop.getOrder({ orderRef });
      const shown = `The address of an order ends in '${orderRef}'`;
      expect(
        orderRef.length >= REF_LENGTH,
        `${shown}: ${orderRef.length} characters are fewer than 128 random bits need.`,
        answer,
      );
      expect(!/^\d+$/.test(orderRef), `${shown}: a number can be counted up.`, answer);
    },
  },
];
