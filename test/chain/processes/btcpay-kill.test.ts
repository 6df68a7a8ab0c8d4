import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { phaseOfInvoice, statusOf } from '../../../src/server/providers/btcpay/invoice-report.ts';
import { holdAnswers, isCreation, isMethods, isReading, isSearch } from '../../support/btcpay-shop.ts';
import { openDatabase, type TestDatabase } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { begin, openShops, show, type RunningShop, type Shown } from './btcpay-fixture.ts';
import type { Step } from './btcpay-shop.ts';

const MINUTE = 60_000;

describe('a shop with BTCPay Server, killed', () => {
  let database: TestDatabase;
  before(async () => {
    database = await openDatabase();
  });
  after(() => database.close());

  async function open(t: TestContext) {
    const shops = await openShops(t, database);
    const { sandbox, rows, told } = shops;
    const { all } = sandbox.invoices;

    const phaseAt = ({ tid }: Shown) => phaseOfInvoice(statusOf(all.get(tid)!));
    const paid = (shop: RunningShop, payment: Shown) =>
      until(async () => (await show(shop, payment)).phase === 'paid', `${payment.tid} to be paid`);

    /** Money that is confirmed at once. */
    const pay = ({ tid, cryptoAmountExpected }: Shown) =>
      sandbox.invoices.pay(tid, cryptoAmountExpected, { isSettled: true });

    /** Everything that was to be told has been told `times`; nothing is there twice, and no more is paid than was paid. */
    async function judge(payments: readonly Shown[], times = 1): Promise<void> {
      const stored = await rows();
      const refs = [...all.values()].map(({ metadata }) => metadata.paymentRef);
      assert.equal(new Set(refs).size, refs.length, 'a payment has one invoice');
      for (const { ref, invoice } of stored)
        if (invoice !== null) assert.equal(all.get(invoice)?.metadata.paymentRef, ref, 'an invoice is of its payment');
      for (const payment of payments)
        assert.equal(stored.find(({ invoice }) => invoice === payment.tid)?.phase, phaseAt(payment));
      const settled = payments.filter((payment) => phaseAt(payment) === 'paid').map(({ tid }) => tid);
      const inStore = stored.filter(({ phase }) => phase === 'paid').map(({ invoice }) => invoice);
      assert.deepEqual(inStore.sort(), [...settled].sort(), 'paid is what was shown to a payer and is settled');
      const expected = settled.flatMap((tid) =>
        Array<string>(times).fill(stored.find((row) => row.invoice === tid)!.ref),
      );
      await until(async () => (await told()).length >= expected.length, 'onPaid');
      assert.deepEqual((await told()).map(({ ref }) => ref).sort(), expected.sort());
    }
    return { ...shops, all, pay, paid, judge };
  }

  describe('while it creates a payment', () => {
    type Opened = Awaited<ReturnType<typeof open>>;
    type Stop = (opened: Opened, shop: RunningShop) => Promise<() => void>;

    /** Waits until an answer of the server is held. The shop is killed before it reads it. */
    const answerOf =
      (is: Parameters<typeof holdAnswers>[1]): Stop =>
      async ({ sandbox }, shop) => {
        const answer = holdAnswers(sandbox, is);
        void begin(shop);
        await answer.reached;
        return () => answer.release();
      };
    const step =
      (hold: Step): Stop =>
      async (_, shop) => {
        await shop.turn({ hold });
        void begin(shop);
        await shop.held;
        return () => {};
      };

    /** The step, how the shop is stopped there, and how many invoices the server has made by then. */
    const STEPS: readonly [name: string, stop: Stop, made: 0 | 1][] = [
      ['before it has stored anything', step({ before: 'insert' }), 0],
      ['before the search for an invoice', step({ after: 'insert' }), 0],
      ['before the invoice is requested', answerOf(isSearch), 0],
      ['after the server has made the invoice, before its answer is read', answerOf(isCreation), 1],
      ['after that answer, before the address is read', answerOf(isMethods), 1],
      ['after both answers, before they are stored', step({ before: 'setResponse' }), 1],
    ];
    for (const [name, stop, made] of STEPS)
      it(`${name}: the payer gets another payment, which is paid once`, async (t) => {
        const opened = await open(t);
        const { all, start, pay, paid, judge, sandbox } = opened;
        const first = await start();
        const release = await stop(opened, first);
        await first.kill();
        release();
        assert.equal(all.size, made);
        const [lost] = all.keys();

        const second = await start({ ahead: 2 * MINUTE });
        const payment = (await begin(second))!;
        assert.equal(all.size, made + 1);
        assert.notEqual(payment.tid, lost);
        pay(payment);
        await paid(second, payment);
        // Nobody was shown the address of the lost invoice. Whatever becomes of it, it pays nothing.
        if (lost !== undefined) sandbox.invoices.mark(lost, 'Settled');
        await sandbox.webhooks.sent;
        await judge([payment]);
      });

    it('after the payment is stored, before the payer is answered: the payer gets the same payment', async (t) => {
      const { all, start, pay, paid, judge } = await open(t);
      const first = await start();
      await first.turn({ hold: { after: 'setResponse' } });
      void begin(first);
      await first.held;
      await first.kill();
      const second = await start();
      const payment = (await begin(second))!;
      assert.deepEqual([...all.keys()], [payment.tid]);
      pay(payment);
      await paid(second, payment);
      await judge([payment]);
    });

    it('and settled by then: the invoice of the answer that was not read is found by its metadata', async (t) => {
      const { all, start, sandbox, rows, told } = await open(t);
      const first = await start();
      const answer = holdAnswers(sandbox, isCreation);
      void begin(first);
      await answer.reached;
      await first.kill();
      sandbox.webhooks.isLost = () => true;
      answer.release();
      const [lost = ''] = all.keys();
      sandbox.invoices.pay(lost, '1', { isSettled: true });
      await start({ ahead: 2 * MINUTE });
      await until(async () => (await rows())[0]?.invoice === lost, 'the invoice to be found');
      // No payer was shown it, so it pays no order: the shop is told by an event, and decides.
      assert.equal((await rows())[0]?.phase, 'confirming');
      assert.deepEqual(await told(), []);
    });
  });

  /** A payment that is shown, and its shop, which does not read it again before its clock is turned. */
  async function openWithPayment(t: TestContext) {
    const opened = await open(t);
    const shop = await opened.start();
    const payment = (await begin(shop))!;
    await opened.sandbox.webhooks.sent;
    await shop.turn({ ahead: MINUTE });
    const looks = shop.looks();
    await until(() => shop.looks() > looks + 2, 'the end of a sweep');
    return { ...opened, shop, payment };
  }

  describe('while it handles a webhook', () => {
    it('before the invoice is read', async (t) => {
      const { sandbox, start, shop, payment, pay, paid, judge } = await openWithPayment(t);
      const answer = holdAnswers(sandbox, isReading);
      pay(payment);
      await answer.reached;
      await shop.kill();
      answer.release();
      await paid(await start(), payment);
      await judge([payment]);
    });

    for (const [name, hold] of [
      ['after the invoice is read, before that is stored', { before: 'transition' }],
      ['after that is stored, before the webhook is answered', { after: 'transition' }],
    ] as const)
      it(name, async (t) => {
        const { start, shop, payment, pay, paid, judge } = await openWithPayment(t);
        await shop.turn({ hold });
        pay(payment);
        await shop.held;
        await shop.kill();
        await paid(await start(), payment);
        await judge([payment]);
      });
  });

  describe('while it tells the shop', () => {
    for (const [name, hold, times] of [
      ['before onPaid has ended: it is called again', 'onPaid', 2],
      ['after onPaid, before that is stored: it is called again', { before: 'markHandled' }, 2],
      ['after that is stored: it is not called again', { after: 'markHandled' }, 1],
    ] as const)
      it(name, async (t) => {
        const { start, shop, payment, pay, paid, judge, turnDatabaseClock } = await openWithPayment(t);
        await shop.turn({ hold });
        pay(payment);
        await shop.held;
        await shop.kill();
        await turnDatabaseClock(MINUTE); // the lease of the killed process ends
        const second = await start();
        await paid(second, payment);
        const looks = second.looks();
        await until(() => second.looks() > looks + 2, 'further sweeps');
        await judge([payment], times);
      });
  });

  describe('while it reads payments whose webhooks were lost', () => {
    it('before the invoice is read', async (t) => {
      const { sandbox, start, shop, payment, pay, paid, judge } = await openWithPayment(t);
      sandbox.webhooks.isLost = () => true;
      pay(payment);
      const answer = holdAnswers(sandbox, isReading);
      await shop.turn({ ahead: 2 * MINUTE });
      await answer.reached;
      await shop.kill();
      answer.release();
      await paid(await start({ ahead: 4 * MINUTE }), payment);
      await judge([payment]);
    });

    for (const [name, hold] of [
      ['before it has claimed the read', { before: 'setCheck' }],
      ['after it has claimed the read', { after: 'setCheck' }],
      ['after the invoice is read, before that is stored', { before: 'transition' }],
      ['after that is stored', { after: 'transition' }],
    ] as const)
      it(name, async (t) => {
        const { sandbox, start, shop, payment, pay, paid, judge } = await openWithPayment(t);
        sandbox.webhooks.isLost = () => true;
        pay(payment);
        await shop.turn({ hold, ahead: 2 * MINUTE });
        await shop.held;
        await shop.kill();
        await paid(await start({ ahead: 4 * MINUTE }), payment);
        await judge([payment]);
      });
  });
});
