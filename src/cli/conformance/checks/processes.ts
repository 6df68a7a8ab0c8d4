import { setTimeout as sleep } from 'node:timers/promises';
import type { Check } from '../check.ts';
import { expect, expectStatus, Skip } from '../expectations.ts';
import type { Shop } from '../shop.ts';

/** Requests of one choice at each process. */
const AT_EACH = 4;

/** How soon a held request at one process answers a webhook at the other. Milliseconds. */
const CHANGE_MS = 16_000;

function secondOf(shop: Shop): string {
  if (shop.second === undefined) throw new Skip('This needs the address of a second process: --second.');
  return shop.second;
}

export const processChecks: readonly Check[] = [
  {
    name: 'two-processes',
    rule: 'Two processes have the same payments: what one creates or changes, the other answers.',
    section: '#phases',
    async run(shop) {
      const second = secondOf(shop);
      const payment = await shop.createAny();
      const there = await shop.choose(payment.order, payment.choice, second);
      expectStatus(there, [200], 'POST payments at the second process, for a choice that has a payment');
      expect(
        there.json[payment.idName] === payment.id,
        'The second process made another payment for the same choice.',
        there,
      );
      const { json: before } = await shop.status(payment, { base: second });
      const since = typeof before['version'] === 'number' ? { since: before['version'] } : {};
      const pending = shop.status(payment, { base: second, ...since });
      await Promise.race([pending, sleep(300)]);
      await shop.webhook(payment, 'PAID');
      const answer = await pending;
      expect(answer.ms < CHANGE_MS, `A request at the second process was held for ${answer.ms} ms.`, answer);
      const after = await shop.status(payment, { base: second });
      expect(
        after.json['phase'] === 'paid',
        `A webhook at the first process made the payment paid, and the second process says ${String(after.json['phase'])}.`,
        after,
      );
    },
  },
  {
    name: 'one-payment-in-two-processes',
    rule: 'One choice that is requested at two processes at once gets one payment.',
    section: '#a-payment',
    async run(shop) {
      const second = secondOf(shop);
      const order = await shop.newOrder();
      const [choice] = await shop.choices(order);
      if (!choice) throw new Skip('This needs an order that can be paid.');
      const bases = Array.from({ length: AT_EACH }, () => [shop.base, second]).flat();
      const answers = await Promise.all(bases.map((base) => shop.choose(order, choice, base)));
      const ids = new Set(answers.flatMap(({ json }) => json['tid'] ?? json['pid'] ?? json['bid'] ?? []));
      expect(
        ids.size === 1,
        `${bases.length} requests of one choice at two processes made ${ids.size} payments.`,
        answers.at(-1),
      );
    },
  },
];
