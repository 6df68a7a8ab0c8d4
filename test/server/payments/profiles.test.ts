import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StatusTable } from '../../../src/core/index.ts';
import { profiles, type Profile } from '../../../src/sandbox/index.ts';
import { openShopAndSandbox, ORDER } from '../shop.ts';

/** Words of a profile that may mean more than one thing: the shop says what they mean, as docs/sandbox.md shows. */
const STATUS_MAPS: Readonly<Record<Profile, StatusTable>> = {
  strict: {},
  lenient: { PROCESSING: 'confirming', COMPLETED: 'paid' },
  weird: { SUCCEEDED: 'paid', TIMED_OUT: 'expired' },
};

/** Whatever the service does where the contract is silent, each payment comes to its end, and the shop is notified. */
for (const profile of Object.keys(profiles) as Profile[])
  describe(`a shop at the service, ${profile}`, () => {
    async function shop(run: (parts: Awaited<ReturnType<typeof open>>) => Promise<void>) {
      const parts = await open();
      try {
        await run(parts);
      } finally {
        await parts.close();
      }
    }

    async function open() {
      const received: string[] = [];
      const opened = await openShopAndSandbox(
        {
          order: async (orderRef) => (orderRef === '1001' || orderRef === '1002' ? ORDER : undefined),
          onStatus: (_, { to }) => void received.push(to),
          statusMap: STATUS_MAPS[profile],
        },
        { profile },
      );
      const { control } = opened.sandbox;
      return {
        ...opened,
        received,
        control,
        /** A payment as the payer's page gets it, and its status at any time later. */
        begin: async (paymentRequest: object) => {
          const { status, json } = await opened.pay({ order: '1001', ...paymentRequest });
          assert.equal(status, 201, JSON.stringify(json));
          const id = control.payments()[0]!.id;
          return { payment: json, id, state: async () => (await opened.get(String(json['statusUrl']))).json };
        },
        /** Turns the clock far enough for every confirmation, and looks at what became of the webhooks. */
        reportStatus: async (id: string) => {
          await control.advance(10_000);
          await control.settled();
          const deliveries = control.deliveries(id);
          for (const { state, attempts } of deliveries) assert.equal(state, 'delivered', JSON.stringify(attempts));
          return deliveries.length;
        },
      };
    }

    it('is paid in a cryptocurrency, and keeps the received amount', () =>
      shop(async ({ begin, control, reportStatus, received, sandbox }) => {
        const { payment, id, state } = await begin({ method: 'crypto', coin: 'ETH' });
        const { expected, address } = control.payment(id);
        assert.equal(payment['cryptoAmountExpected'], expected);
        assert.equal(payment['address'], address);
        assert.equal(payment['test'], true);
        control.under(id);
        await reportStatus(id);
        assert.deepEqual(
          [(await state())['phase'], (await state())['cryptoAmountReceived']],
          ['underpaid', control.payment(id).received],
        );
        control.pay(id);
        assert.ok((await reportStatus(id)) >= 4);
        const { phase, cryptoAmountReceived, confirmations, confirmationsRequired } = await state();
        assert.deepEqual([phase, cryptoAmountReceived], ['paid', expected]);
        assert.deepEqual([confirmations, confirmationsRequired], [2, 2]);
        assert.equal(received.at(-1), 'paid');
        assert.equal(sandbox.control.profile().profile, profile);
      }));

    it('is paid by online wallet, after a transfer with the wrong note', () =>
      shop(async ({ begin, control, reportStatus, received }) => {
        const { payment, id, state } = await begin({ method: 'wallet' });
        control.note(id, 'for the coffee');
        await reportStatus(id);
        assert.equal((await state())['phase'], 'unmatched');
        control.note(id, String(payment['note']));
        await reportStatus(id);
        assert.equal((await state())['phase'], 'paid');
        control.refund(id);
        await reportStatus(id);
        assert.equal((await state())['phase'], 'refunded');
        assert.deepEqual(received, ['unmatched', 'paid', 'refunded']);
      }));

    it('is paid by local mobile code', () =>
      shop(async ({ begin, control, reportStatus }) => {
        const { id, state } = await begin({ method: 'localcode' });
        control.code(id, 'wrong');
        assert.equal((await state())['phase'], 'awaiting');
        control.code(id, String(control.payment(id).code));
        await reportStatus(id);
        assert.equal((await state())['phase'], 'paid');
      }));

    for (const fault of [
      { fault: 'reset-before' },
      { fault: 'reset-after' },
      { fault: 'truncated' },
      { fault: 'status', status: 500, processed: true },
      { fault: 'stale' },
    ] as const)
      it(`returns no payment when the service fails by ${JSON.stringify(fault)}, and a sound one at the next try`, () =>
        shop(async ({ pay, begin, control, reportStatus, store }) => {
          // Another shopper's payment, which a cache would give to the next one.
          const other = await begin({ order: '1001', method: 'localcode' });
          control.code(other.id, String(control.payment(other.id).code));
          await reportStatus(other.id);
          const paymentRequest = { order: '1002', method: 'localcode' };
          control.addFault({ ...fault, path: '/v1/payments/localcode' });
          const { status, json } = await pay(paymentRequest);
          assert.deepEqual([status, json.error?.code], [503, 'service-unavailable']);
          const { payment, id, state } = await begin(paymentRequest);
          assert.equal(payment['bid'], id);
          assert.notEqual(id, other.id);
          assert.deepEqual((await store.ofOrder('1002')).map(({ stage }) => stage).sort(), ['ready', 'released']);
          control.code(id, String(control.payment(id).code));
          await reportStatus(id);
          assert.equal((await state())['phase'], 'paid');
        }));

    it('receives a final status without money, and money after it', () =>
      shop(async ({ begin, control, reportStatus }) => {
        const wallet = await begin({ method: 'wallet' });
        control.cancel(wallet.id);
        await reportStatus(wallet.id);
        assert.equal((await wallet.state())['phase'], 'cancelled');
        const crypto = await begin({ method: 'crypto', coin: 'BTC' });
        control.expire(crypto.id);
        await reportStatus(crypto.id);
        assert.equal((await crypto.state())['phase'], 'expired');
        control.pay(crypto.id);
        await reportStatus(crypto.id);
        assert.equal((await crypto.state())['phase'], profiles[profile].afterExpiry.toLowerCase());
      }));
  });
