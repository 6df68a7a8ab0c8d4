import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openDatabase, type TestDatabase } from '../../support/postgres.ts';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/until.ts';
import { begin, openShops, watchUntilPaid } from './btcpay-fixture.ts';

/** How many invoices both processes together read in a minute, and how many payments there are. */
const READS = 4;
const PAYMENTS = 6;

/** A little more than the window of that limit. Milliseconds. */
const WINDOW_MS = 61_000;

describe('two processes of a shop with BTCPay Server on one PostgreSQL, without webhooks', () => {
  let database: TestDatabase;
  before(async () => {
    database = await openDatabase();
  });
  after(() => database.close());

  it('share the pace of their reads, both learn what one has read, and the shop is told once', async (t) => {
    const { sandbox, start, reads, rows, told } = await openShops(t, database, { readsPerMinute: READS });
    sandbox.webhooks.isLost = () => true;
    const shops = await Promise.all([start(), start({ port: await freePort() })]);

    /** Waits for so many reads in sweeps, and then until both processes have looked again and have read no more. */
    async function readOnly(expected: number): Promise<void> {
      await until(() => reads() - PAYMENTS >= expected, `${expected} reads`);
      const before = shops.map(({ looks }) => looks());
      await until(() => shops.every(({ looks }, n) => looks() > before[n]! + 2), 'further sweeps of both');
      assert.equal(reads() - PAYMENTS, expected);
    }
    const paid = async () => (await rows()).filter(({ phase }) => phase === 'paid').length;

    const payments = await Promise.all(
      Array.from({ length: PAYMENTS }, async (_, n) => (await begin(shops[n % 2]!, `order ${n}`))!),
    );
    await readOnly(READS); // of payments without money

    for (const { tid, cryptoAmountExpected } of payments)
      sandbox.invoices.pay(tid, cryptoAmountExpected, { isSettled: true });
    // Each payer asks both processes, and is answered when the payment has changed.
    const answers = shops.flatMap((shop) => payments.map((payment) => watchUntilPaid(shop, payment)));
    for (const [turns, most] of [2 * READS, READS + PAYMENTS].entries()) {
      for (const shop of shops) await shop.turn({ ahead: WINDOW_MS * (turns + 1) });
      await readOnly(most);
      assert.equal(await paid(), Math.min(PAYMENTS, most - READS));
    }
    await Promise.all(answers);
    await until(async () => (await told()).length >= PAYMENTS, 'onPaid');
    const before = shops.map(({ looks }) => looks());
    await until(() => shops.every(({ looks }, n) => looks() > before[n]! + 2), 'further sweeps of both');
    assert.deepEqual(
      (await told()).map(({ order }) => order).sort(),
      Array.from({ length: PAYMENTS }, (_, n) => `order ${n}`),
    );
  });
});
