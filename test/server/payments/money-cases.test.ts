import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDecimals, subtractDecimals } from '../../../src/core/index.ts';
import { settlesOrder } from '../../../src/server/index.ts';
import { MONEY_CASES } from '../../support/money-cases/cases.ts';
import { ORDER, sendWebhook, webhookOf, withShopAndSandbox } from '../shop.ts';

const MINUTE_MS = 60_000;
const SATOSHI = '0.00000001';

/** An amount of a case, in the coin. */
function amountOf(text: string, expected: string): string {
  if (text === 'all') return expected;
  if (text === 'all+1') return addDecimals([expected, SATOSHI]);
  return text === 'all-1' ? subtractDecimals(expected, SATOSHI) : text;
}

describe('the money rules, over HTTP', () => {
  for (const { name, offer, late, steps, settles, sent } of MONEY_CASES)
    it(name, async () => {
      const begin = Date.now();
      let time = begin;
      let amount = '19.99';
      let isSendingBroken = false;
      const goods: string[] = [];
      const expiresAt = offer === undefined ? undefined : new Date(begin + offer * MINUTE_MS);
      const options = {
        now: () => time,
        afterExpiry: 'late' as const,
        order: () => ({ ...ORDER, amount, expiresAt }),
        onPaid: ({ orderRef }: { readonly orderRef: string }) => {
          if (isSendingBroken) throw new Error('the goods cannot be sent now');
          goods.push(orderRef);
        },
      };
      await withShopAndSandbox(options, async ({ pay, get, checkout, sandbox }) => {
        const { json } = await pay({ order: '1001', method: 'crypto', coin: 'BTC' });
        const [webhookUrl, expected] = [webhookOf(sandbox), String(json['cryptoAmountExpected'])];
        const shownPhase = async () => (await get(String(json['statusUrl']))).json['phase'];
        for (const step of steps) {
          time = step.at === undefined ? time : begin + step.at * MINUTE_MS;
          amount = step.amount ?? amount;
          isSendingBroken = step.sending === 'fails';
          if (step.status === undefined) continue;
          const received =
            step.received === undefined ? {} : { cryptoAmountReceived: amountOf(step.received, expected) };
          assert.equal((await sendWebhook(webhookUrl, { status: step.status, ...received })).status, 200);
          await checkout.sweep();
          if (step.phase !== undefined) assert.equal(await shownPhase(), step.phase, JSON.stringify(step));
        }
        isSendingBroken = false;
        await checkout.sweep();
        const [payment] = await checkout.payments.ofOrder('1001');
        assert.equal(settlesOrder(payment!, { amount, currency: 'USD' }, { allowTestPayments: true }), settles);
        // A shop may be told more than once, but the helper tells it again only when sending has failed.
        assert.deepEqual(goods, Array<string>(sent).fill('1001'));
        assert.equal(payment!.phase === 'late', late === true);
      });
    });
});
