import VERSION_7 from './version-7.json' with { type: 'json' };
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { phases, type Phase } from '../../../src/core/index.ts';
import { transitionNow } from '../../support/transition-now.ts';
import { until } from '../../support/until.ts';
import { randomText } from '../../../src/server/random-text.ts';
import { migrations } from '../../../src/server/stores/sql.ts';
import type { NewPayment, PaymentCursor, PaymentRow, PaymentStore } from '../../../src/server/stores/store.ts';

const AT = Date.UTC(2026, 10, 20);

export function newPayment(fields: Partial<NewPayment> = {}): NewPayment {
  const data = { amount: '19.99', currency: 'USD', meta: { cart: 7 } };
  return {
    paymentRef: randomText(),
    token: randomText(),
    orderRef: '1001',
    method: 'crypto',
    coin: 'BTC',
    data,
    at: AT,
    ...fields,
  };
}

/** Brings tables of the present version back to version 7, as the release before made them. */
export const UNDO_8_TO_10 = [
  'DROP TABLE pay_checks',
  ...['highest_received', 'source', 'due', 'transactions', 'verification', 'claimed'].map(
    (name) => `ALTER TABLE pay_payments DROP COLUMN ${name}`,
  ),
  'DELETE FROM pay_schema WHERE step IS NOT NULL',
  'ALTER TABLE pay_schema DROP COLUMN step',
];

/** Leaves a payment as version 4 of the tables could: an early status word for paid that may never have been judged. */
export async function insertEarlyPaid(store: PaymentStore): Promise<NewPayment> {
  const row = newPayment();
  await store.insert(row);
  const facts = { earlyStatus: 'PAID' };
  await transitionNow(store, row.paymentRef, { phase: 'confirming', status: 'CONFIRMING', facts, at: 1 });
  await store.markHandled(row.paymentRef, 2);
  return row;
}

/** What a migration makes of it: an unhandled change, so that the word is judged. */
export async function assertEarlyPaidUnhandled(store: PaymentStore, { paymentRef }: NewPayment): Promise<void> {
  const change = { paymentRef, version: 3, from: 'confirming', to: 'confirming', status: 'PAID', at: 1 };
  assert.deepEqual(await store.unhandled(undefined, 9), [change]);
  const migrated = await store.byPaymentRef(paymentRef);
  assert.deepEqual([migrated?.version, migrated?.status], [3, 'PAID']);
}

/** Leaves a payment as version 7 of the tables could: with the highest amount of all reports. Its `paymentRef`. */
export async function insertReceived(store: PaymentStore): Promise<string> {
  const row = newPayment();
  await store.insert(row);
  const facts = { cryptoAmountReceived: '0.0003', seenAt: 1, fullAmountAt: 1 };
  await transitionNow(store, row.paymentRef, { phase: 'confirming', status: 'CONFIRMING', facts, at: 1 });
  return row.paymentRef;
}

/** What a migration makes of it. */
export async function assertReceived(store: PaymentStore, paymentRef: string): Promise<void> {
  const row = await store.byPaymentRef(paymentRef);
  const { cryptoAmountReceived, highestReceived, fullAmountAt, phase } = row!;
  assert.deepEqual([cryptoAmountReceived, highestReceived, fullAmountAt, phase], ['0.0003', '0.0003', 1, 'confirming']);
}

/** A fixed shuffle, so that a failure can be seen again. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const mixed = [...items];
  let state = seed;
  for (let index = mixed.length - 1; index > 0; index -= 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = state % (index + 1);
    [mixed[index], mixed[other]] = [mixed[other]!, mixed[index]!];
  }
  return mixed;
}

/** A place for payments that is empty at first. */
export interface Ground {
  /** An opening of it; each next one is what another process would have, where processes can share it. */
  open(): PaymentStore;
  /** The clock that the shared rate limit goes by, and how to turn it. */
  readonly now: () => number;
  turn(ms: number): Promise<void> | void;
}

/** A clock that stands until it is turned. */
export function fakeClock() {
  let time = AT;
  return { now: () => time, turn: (ms: number) => void (time += ms) };
}

/** What every store of payments must do. */
export function storeContract(name: string, newGround: () => Ground | Promise<Ground>): void {
  describe(`the ${name} store`, () => {
    const open = async () => (await newGround()).open();
    const begun = async (fields?: Partial<NewPayment>) => {
      const store = await open();
      const row = newPayment(fields);
      assert.equal(await store.insert(row), true);
      return { store, row, move: mover(store, row.paymentRef) };
    };
    const mover =
      (store: PaymentStore, paymentRef: string) =>
      (phase: Phase, status: string = phase.toUpperCase()) =>
        transitionNow(store, paymentRef, { phase, status, facts: {}, at: AT + 1 });

    it('finds a new payment by paymentRef and token, as it was written', async () => {
      const { store, row } = await begun();
      const found = await store.byPaymentRef(row.paymentRef);
      assert.deepEqual(found, await store.byToken(row.token));
      assert.deepEqual(found?.data, row.data);
      const { stage, phase, knownPhase, status, version, serviceId, created, updated } = found;
      assert.deepEqual(
        { stage, phase, knownPhase, status, version, serviceId, created, updated },
        {
          stage: 'creating',
          phase: 'awaiting',
          knownPhase: 'awaiting',
          status: '',
          version: 1,
          serviceId: null,
          created: AT,
          updated: AT,
        },
      );
      assert.deepEqual(await store.ofOrderByToken(row.token), [found]);
      assert.deepEqual(await store.ofOrderByToken(row.paymentRef), []);
      assert.equal(await store.byPaymentRef(row.token), undefined);
      assert.equal(await store.byToken(row.paymentRef), undefined);
    });

    it('lets one of twenty racing creations win a choice, over two openings', async () => {
      const ground = await newGround();
      const stores = [ground.open(), ground.open()];
      const won = await Promise.all(Array.from({ length: 20 }, (_, n) => stores[n % 2]!.insert(newPayment())));
      assert.equal(won.filter(Boolean).length, 1);
      assert.equal((await stores[0]!.ofOrder('1001')).length, 1);
    });

    it('holds the choice of order, method and coin, and no other', async () => {
      const { store } = await begun();
      for (const other of [{ orderRef: '1002' }, { coin: 'ETH' }, { method: 'wallet', coin: '' }] as const)
        assert.equal(await store.insert(newPayment(other)), true, JSON.stringify(other));
      assert.equal(await store.insert(newPayment()), false);
      assert.equal(await store.insert(newPayment({ method: 'wallet', coin: '' })), false);
    });

    it('refuses a paymentRef or a token that another payment has, for any order', async () => {
      const { store, row } = await begun();
      for (const used of [{ paymentRef: row.paymentRef }, { token: row.token }]) {
        assert.equal(await store.insert(newPayment({ ...used, orderRef: '1002' })), false, Object.keys(used)[0]);
        assert.deepEqual(await store.ofOrder('1002'), []);
      }
      assert.equal((await store.byToken(row.token))?.orderRef, row.orderRef);
    });

    it('frees the choice when the attempt is released or the payment has ended, but not on an unknown status word', async () => {
      for (const phase of phases) {
        const { store, move } = await begun();
        if (phase === 'awaiting') continue;
        await move(phase);
        const open = ['detected', 'confirming', 'underpaid', 'unmatched', 'unknown'].includes(phase);
        assert.equal(await store.insert(newPayment()), !open, phase);
      }
      const { store, row } = await begun();
      await store.release(row.paymentRef, { stage: 'creating', data: { ...row.data, problem: 'network' }, at: AT });
      assert.equal(await store.insert(newPayment()), true);
    });

    it('attaches the answer once, and never another identifier', async () => {
      const { store, row } = await begun();
      const data = { ...row.data, answer: { tid: 't1' } };
      const attached = await store.setResponse(row.paymentRef, { serviceId: 't1', status: 'NEW', data, at: AT + 5 });
      assert.equal(attached?.stage, 'ready');
      assert.equal(attached?.status, 'NEW');
      assert.equal(attached?.version, 1);
      assert.deepEqual(attached?.data, data);
      assert.deepEqual(await store.byServiceId('t1'), [attached]);
      assert.equal(
        await store.setResponse(row.paymentRef, { serviceId: 't2', status: 'NEW', data: row.data, at: AT }),
        undefined,
      );
      assert.deepEqual(await store.byPaymentRef(row.paymentRef), attached);
    });

    it('keeps what a webhook reported before the creation response arrived', async () => {
      const { store, row } = await begun();
      await transitionNow(store, row.paymentRef, {
        phase: 'paid',
        status: 'PAID',
        serviceId: 't1',
        facts: {},
        at: AT + 1,
      });
      const attached = await store.setResponse(row.paymentRef, {
        serviceId: 't1',
        status: 'NEW',
        data: row.data,
        at: AT + 2,
      });
      assert.equal(attached?.phase, 'paid');
      assert.equal(attached?.status, 'PAID');
      assert.equal(attached?.stage, 'ready');
    });

    it('releases only what is at the stage that was seen', async () => {
      const { store, row } = await begun();
      assert.equal(await store.release(row.paymentRef, { stage: 'ready', data: row.data, at: AT }), undefined);
      await store.setResponse(row.paymentRef, { serviceId: 't1', status: 'NEW', data: row.data, at: AT });
      assert.equal(await store.release(row.paymentRef, { stage: 'creating', data: row.data, at: AT }), undefined);
      const data = { ...row.data, problem: 'network' };
      const released = await store.release(row.paymentRef, { stage: 'ready', data, at: AT + 7 });
      assert.deepEqual([released?.stage, released?.data, released?.updated], ['released', data, AT + 7]);
      assert.deepEqual(await store.byPaymentRef(row.paymentRef), released);
      assert.equal(await store.release(row.paymentRef, { stage: 'released', data: row.data, at: AT }), undefined);
    });

    it('writes the time of each write into the row, and keeps that of the creation', async () => {
      const { store, row } = await begun();
      const { paymentRef, data } = row;
      const step = { status: 'S', facts: {} } as const;
      const written = [
        await store.setResponse(paymentRef, { serviceId: 't1', status: 'NEW', data, at: AT + 1 }),
        await transitionNow(store, paymentRef, { ...step, phase: 'detected', at: AT + 2 }),
        await store.updateFacts(paymentRef, 2, { confirmations: 1 }, AT + 3),
        await transitionNow(store, paymentRef, { ...step, phase: 'awaiting', at: AT + 4 }),
        await transitionNow(store, paymentRef, { ...step, at: AT + 5 }),
        await store.release(paymentRef, { stage: 'ready', data, at: AT + 6 }),
      ];
      assert.deepEqual(
        written.map((each) => each?.updated),
        [1, 2, 3, 4, 5, 6].map((ms) => AT + ms),
      );
      assert.ok(written.every((each) => each?.created === AT));
    });

    it('adds the answer to a released row, which stays released', async () => {
      const { store, row } = await begun();
      await store.release(row.paymentRef, { stage: 'creating', data: row.data, at: AT });
      const response = { serviceId: 't1', status: 'NEW', data: row.data, at: AT };
      const answered = await store.setResponse(row.paymentRef, response);
      assert.deepEqual([answered?.stage, answered?.serviceId], ['released', 't1']);
    });

    it('releases with onlyUnseen only while no money was seen, in one atomic write', async () => {
      const ready = async () => {
        const { store, row, move } = await begun();
        await store.setResponse(row.paymentRef, { serviceId: 't1', status: 'NEW', data: row.data, at: AT });
        const release = () =>
          store.release(row.paymentRef, { stage: 'ready', data: row.data, at: AT, onlyUnseen: true });
        return { store, row, move, release };
      };
      const untouched = await ready();
      assert.equal((await untouched.release())?.stage, 'released');

      const odd = await ready();
      await odd.move('unknown', 'HELD_FOR_REVIEW');
      assert.equal((await odd.release())?.stage, 'released', 'an unknown status word is no money');

      const seen = await ready();
      await seen.move('detected');
      assert.equal(await seen.release(), undefined);
      assert.equal((await seen.store.byPaymentRef(seen.row.paymentRef))?.stage, 'ready');

      const received = await ready();
      await received.store.updateFacts(received.row.paymentRef, 1, { cryptoAmountReceived: '1', seenAt: AT }, AT);
      assert.equal(await received.release(), undefined);

      const raced = await ready();
      const [released, moved] = await Promise.all([raced.release(), raced.move('detected')]);
      const end = await raced.store.byPaymentRef(raced.row.paymentRef);
      assert.equal(moved?.phase, 'detected');
      assert.equal(end?.stage, released ? 'released' : 'ready');
    });

    it('moves a payment only from the version that was seen', async () => {
      const { store, row, move } = await begun();
      await move('detected');
      const step = { phase: 'paid', status: 'PAID', facts: {}, at: AT } as const;
      assert.equal(await store.transition(row.paymentRef, { ...step, version: 1 }), undefined);
      assert.equal((await store.unhandledOf(row.paymentRef)).length, 1);
      assert.equal((await store.transition(row.paymentRef, { ...step, version: 2 }))?.version, 3);
    });

    it('keeps the test flag, and the first time and status word that reported money', async () => {
      const { store, row } = await begun();
      const facts = { test: true, seenAt: AT + 5, earlyStatus: 'PAID' } as const;
      await transitionNow(store, row.paymentRef, { phase: 'detected', status: 'D', facts, at: AT });
      const later = { confirmations: 1, seenAt: AT + 9, earlyStatus: 'OVERPAID' };
      const noted = await store.updateFacts(row.paymentRef, 2, later, AT);
      assert.deepEqual([noted?.test, noted?.seenAt, noted?.earlyStatus], [true, AT + 5, 'PAID']);
    });

    it('keeps who reported the phase, until another one names itself', async () => {
      const { store, row } = await begun();
      const note = (phase: Phase | undefined, source?: 'chain' | 'provider') =>
        transitionNow(store, row.paymentRef, { phase, status: 'S', source, facts: {}, at: AT });
      assert.equal((await note('detected', 'chain'))?.source, 'chain');
      assert.equal((await note(undefined))?.source, 'chain');
      assert.equal((await note('awaiting'))?.source, 'chain');
      assert.equal((await note('paid', 'provider'))?.source, 'provider');
      assert.equal((await store.byPaymentRef(row.paymentRef))?.source, 'provider');
    });

    it('keeps that a payment of the chain was claimed, also when its money has gone again', async () => {
      const { store, row } = await begun();
      const { paymentRef } = row;
      await transitionNow(store, paymentRef, { phase: 'detected', status: 'D', source: 'chain', facts: {}, at: AT });
      assert.equal((await store.byPaymentRef(paymentRef))?.claimed, undefined);
      assert.equal((await store.updateFacts(paymentRef, 2, { claimed: true }, AT))?.claimed, true);
      assert.equal((await store.updateFacts(paymentRef, 3, { confirmations: 1 }, AT))?.claimed, true);
      await transitionNow(store, paymentRef, { phase: 'awaiting', status: 'A', source: 'chain', facts: {}, at: AT });
      await transitionNow(store, paymentRef, { phase: 'paid', status: 'P', source: 'chain', facts: {}, at: AT });
      assert.equal((await store.byPaymentRef(paymentRef))?.claimed, true);
    });

    it('goes back to awaiting when the money has gone again, never from a paid or ended phase', async () => {
      const facts = {
        cryptoAmountReceived: '0.0001',
        highestReceived: '0.0002',
        confirmations: 1,
        seenAt: 1,
        fullAmountAt: 1,
        due: '0.0001',
        transactions: ['tx1'],
        verification: { source: 'webhook', status: 'PAID', since: 1, tries: 1 },
      } as const;
      for (const phase of ['detected', 'confirming', 'underpaid'] as const) {
        const { store, row } = await begun();
        const moved = await transitionNow(store, row.paymentRef, {
          phase,
          status: 'SEEN',
          source: 'chain',
          facts,
          at: 1,
        });
        assert.deepEqual([moved?.source, moved?.due, moved?.transactions], ['chain', '0.0001', ['tx1']]);
        const gone = await transitionNow(store, row.paymentRef, {
          phase: 'awaiting',
          status: 'NEW',
          source: 'provider',
          facts: {},
          at: 2,
        });
        assert.deepEqual(
          [gone?.phase, gone?.knownPhase, gone?.source, gone?.version],
          ['awaiting', 'awaiting', 'provider', 3],
        );
        for (const name of Object.keys(facts)) assert.equal(gone?.[name as keyof typeof facts], undefined, name);
        assert.equal((await store.unhandledOf(row.paymentRef)).at(-1)?.to, 'awaiting');
        await store.close();
      }
      {
        const { store, row } = await begun();
        const { verification } = facts;
        await transitionNow(store, row.paymentRef, { phase: 'detected', status: 'SEEN', facts, at: 1 });
        const back = { phase: 'awaiting', status: 'NEW', facts: { verification, test: true }, at: 2 } as const;
        const gone = await transitionNow(store, row.paymentRef, back);
        assert.deepEqual([gone?.verification, gone?.test], [verification, true]);
        await transitionNow(store, row.paymentRef, { phase: 'detected', status: 'SEEN', facts: {}, at: 3 });
        const again = await transitionNow(store, row.paymentRef, {
          phase: 'awaiting',
          status: 'NEW',
          facts: {},
          at: 4,
        });
        assert.equal(again?.test, true, 'the mark of a test is never removed');
        await store.close();
      }
      for (const phase of ['paid', 'overpaid', 'expired', 'failed', 'unmatched'] as const) {
        const { store, row, move } = await begun();
        await move(phase);
        const back = { phase: 'awaiting', status: 'NEW', facts: {}, at: 2 } as const;
        assert.equal(await transitionNow(store, row.paymentRef, back), undefined, phase);
        await store.close();
      }
    });

    it('keeps and removes what is to be sent, and a report that is verified later', async () => {
      const { store, row } = await begun();
      const verification = { source: 'webhook', status: 'PAID', since: 1, tries: 1 } as const;
      const kept = await store.updateFacts(row.paymentRef, 1, { due: '0.1', verification }, 1);
      assert.deepEqual([kept?.due, kept?.verification], ['0.1', verification]);
      const same = await store.updateFacts(row.paymentRef, 2, { confirmations: 1 }, 1);
      assert.deepEqual([same?.due, same?.verification], ['0.1', verification]);
      const removed = await store.updateFacts(row.paymentRef, 3, { due: null, verification: null }, 1);
      assert.deepEqual([removed?.due, removed?.verification], [undefined, undefined]);
    });

    it('lists the checks that are due, and lets one of several claim each', async () => {
      const { store, row } = await begun();
      const { paymentRef } = row;
      await store.addChecks('read', 100, row.at - 1);
      await store.addChecks('read', 200, row.at - 1);
      await store.addChecks('chain', 100, row.at);
      assert.deepEqual(await store.dueChecks('read', 99, 9), []);
      assert.deepEqual(await store.dueChecks('read', 100, 9), [{ paymentRef, at: 100 }]);
      assert.deepEqual(await store.dueChecks('chain', 999, 9), [], 'too old');
      const claims = await Promise.all([150, 160].map((at) => store.setCheck(paymentRef, 'read', at, 100)));
      assert.deepEqual(claims.filter(Boolean).length, 1);
      assert.deepEqual(await store.dueChecks('read', 149, 9), []);
      assert.equal(await store.setCheck(paymentRef, 'verify', 5), true);
      assert.equal(await store.setCheck(paymentRef, 'verify', 7), true);
      assert.deepEqual(await store.dueChecks('verify', 9, 9), [{ paymentRef, at: 7 }]);
      assert.equal(await store.setCheck(paymentRef, 'verify', null, 5), false);
      assert.equal(await store.setCheck(paymentRef, 'verify', null, 7), true);
      assert.deepEqual(await store.dueChecks('verify', 9, 9), []);
    });

    it('adds checks for open payments alone', async () => {
      const store = await open();
      const rows = Array.from({ length: 4 }, (_, n) => newPayment({ orderRef: `o${n}` }));
      for (const row of rows) await store.insert(row);
      await mover(store, rows[1]!.paymentRef)('paid');
      await store.release(rows[2]!.paymentRef, { stage: 'creating', data: rows[2]!.data, at: AT });
      await mover(store, rows[3]!.paymentRef)('confirming');
      await store.addChecks('read', 100, AT - 1);
      const due = await store.dueChecks('read', 100, 9);
      assert.deepEqual(
        due.map(({ paymentRef }) => paymentRef).sort(),
        [rows[0]!.paymentRef, rows[3]!.paymentRef].sort(),
      );
    });

    it('lists the checks that are due, earliest first, up to the limit', async () => {
      const store = await open();
      for (const at of [30, 10, 40, 20]) {
        const row = newPayment({ orderRef: `o${at}` });
        await store.insert(row);
        await store.setCheck(row.paymentRef, 'read', at);
      }
      const times = async (limit: number) => (await store.dueChecks('read', 30, limit)).map(({ at }) => at);
      assert.deepEqual(
        [await times(9), await times(2)],
        [
          [10, 20, 30],
          [10, 20],
        ],
      );
    });

    it('deletes the early status for paid once it was judged, by a move or by updateFacts', async () => {
      for (const forget of ['move', 'updateFacts'] as const) {
        const { store, row } = await begun();
        await transitionNow(store, row.paymentRef, {
          phase: 'confirming',
          status: 'PAID',
          facts: { earlyStatus: 'PAID' },
          at: AT,
        });
        const facts = { earlyStatus: null };
        const written =
          forget === 'move'
            ? await transitionNow(store, row.paymentRef, { phase: 'paid', status: 'PAID', facts, at: AT })
            : await store.updateFacts(row.paymentRef, 2, facts, AT);
        assert.equal(written?.earlyStatus, undefined);
        assert.equal((await store.byPaymentRef(row.paymentRef))?.earlyStatus, undefined);
      }
    });

    it('keeps that a mismatch was reported, until it is reset', async () => {
      const { store, row, move } = await begun();
      await move('paid');
      assert.equal((await store.updateFacts(row.paymentRef, 2, { mismatched: true }, AT))?.mismatched, true);
      assert.equal((await store.updateFacts(row.paymentRef, 3, { confirmations: 1 }, AT))?.mismatched, true);
      const taken = await store.transition(row.paymentRef, {
        status: 'PAID',
        facts: { mismatched: null },
        at: AT,
        version: 4,
      });
      assert.equal(taken?.mismatched, undefined);
      assert.equal((await store.byPaymentRef(row.paymentRef))?.mismatched, undefined);
    });

    it('keeps the last and the highest amount, and the first end that was named', async () => {
      const { store, row, move } = await begun();
      await move('detected');
      const [first, second] = ['2026-11-20T01:00:00.000Z', '2026-11-20T02:00:00.000Z'];
      const high = { cryptoAmountReceived: '0.2', highestReceived: '0.2', expiresAt: first };
      await store.updateFacts(row.paymentRef, 2, high, AT);
      const fallen = await store.updateFacts(row.paymentRef, 3, { cryptoAmountReceived: '0', expiresAt: second }, AT);
      const amounts = (found: PaymentRow | undefined) => [
        found?.cryptoAmountReceived,
        found?.highestReceived,
        found?.expiresAt,
      ];
      assert.deepEqual(amounts(fallen), ['0', '0.2', first]);
      const more = { cryptoAmountReceived: '0.3', highestReceived: '0.3', expiresAt: second };
      await transitionNow(store, row.paymentRef, { phase: 'confirming', status: 'C', facts: more, at: AT });
      assert.deepEqual(amounts(await store.byPaymentRef(row.paymentRef)), ['0.3', '0.3', first]);
      await move('paid');
      assert.deepEqual(amounts(await store.byPaymentRef(row.paymentRef)), ['0.3', '0.3', first]);
    });

    it('keeps the earliest time when all of the money was there, until that is taken back', async () => {
      const { store, row, move } = await begun();
      await move('detected');
      const note = (version: number, fullAmountAt: number | null) =>
        store.updateFacts(row.paymentRef, version, { fullAmountAt }, AT);
      assert.equal((await note(2, AT + 5))?.fullAmountAt, AT + 5);
      assert.equal((await note(3, AT + 9))?.fullAmountAt, AT + 5);
      assert.equal((await note(4, null))?.fullAmountAt, undefined);
      assert.equal((await store.updateFacts(row.paymentRef, 5, { confirmations: 1 }, AT))?.fullAmountAt, undefined);
      assert.equal((await note(6, AT + 9))?.fullAmountAt, AT + 9);
      assert.equal((await note(7, AT + 2))?.fullAmountAt, AT + 2);
      assert.equal((await store.byPaymentRef(row.paymentRef))?.fullAmountAt, AT + 2);
      await transitionNow(store, row.paymentRef, {
        phase: 'paid',
        status: 'P',
        facts: { fullAmountAt: AT + 1 },
        at: AT,
      });
      assert.equal((await store.byPaymentRef(row.paymentRef))?.fullAmountAt, AT + 1);
    });

    it('writes an outbox entry that moves nothing, if the payment is at the version that was seen', async () => {
      const { store, row, move } = await begun();
      await move('confirming');
      await move('unknown', 'ODD');
      const stay = { status: 'PAID', serviceId: 't1', facts: { earlyStatus: 'PAID' }, at: AT + 2 };
      assert.equal(await store.transition(row.paymentRef, { ...stay, version: 2 }), undefined);
      const stayed = await store.transition(row.paymentRef, { ...stay, version: 3 });
      assert.deepEqual(
        [stayed?.phase, stayed?.knownPhase, stayed?.status, stayed?.serviceId, stayed?.version, stayed?.earlyStatus],
        ['confirming', 'confirming', 'PAID', 't1', 4, 'PAID'],
      );
      assert.deepEqual(await store.byPaymentRef(row.paymentRef), stayed);
      const line = {
        paymentRef: row.paymentRef,
        version: 4,
        from: 'unknown',
        to: 'confirming',
        status: 'PAID',
        at: AT + 2,
      };
      assert.deepEqual((await store.unhandledOf(row.paymentRef)).at(-1), line);
      assert.equal(await store.transition(row.paymentRef, { ...stay, serviceId: 't2', version: 4 }), undefined);
      await move('paid');
      const again = await store.transition(row.paymentRef, { status: 'PAID', facts: {}, at: AT + 3, version: 5 });
      assert.deepEqual([again?.phase, again?.version], ['paid', 6]);
      assert.deepEqual((await store.unhandledOf(row.paymentRef)).at(-1)?.to, 'paid');
    });

    it('leases a change to one owner at a time, and the changes of a payment in their order', async () => {
      const ground = await newGround();
      const [store, other] = [ground.open(), ground.open()];
      const { paymentRef } = newPayment();
      await store.insert(newPayment({ paymentRef }));
      await mover(store, paymentRef)('confirming');
      await mover(store, paymentRef)('paid');
      const long = 60_000;
      assert.equal(await store.leaseChange(paymentRef, 3, 'a', long), false, 'an earlier change is not handled');
      const won = await Promise.all([
        store.leaseChange(paymentRef, 2, 'a', long),
        other.leaseChange(paymentRef, 2, 'b', long),
      ]);
      assert.deepEqual(won.filter(Boolean).length, 1);
      const [owner, loser] = won[0] ? ['a', 'b'] : ['b', 'a'];
      assert.equal(await other.leaseChange(paymentRef, 2, owner, long), true, 'renewed');
      assert.equal(await store.leaseChange(paymentRef, 2, loser, long), false);
      assert.equal(await store.leaseChange(paymentRef, 2, owner, 0), true, 'ended');
      assert.equal(await store.leaseChange(paymentRef, 2, loser, 10), true);
      await ground.turn(10);
      const isFree = () => other.leaseChange(paymentRef, 2, owner, long);
      await until(isFree, 'the lease to end by itself');
      await store.markHandled(paymentRef, 2);
      assert.equal(await other.leaseChange(paymentRef, 2, owner, long), false, 'handled');
      assert.equal(await store.leaseChange(paymentRef, 3, loser, long), true);
      assert.equal(await store.leaseChange('none', 2, loser, long), false);
    });

    it('ends no lease when a change that does not exist, or a later one, is marked as handled', async () => {
      const { store, row, move } = await begun();
      await move('confirming');
      await move('paid');
      const lease = (owner: string) => store.leaseChange(row.paymentRef, 2, owner, 60_000);
      assert.equal(await lease('a'), true);
      for (const version of [99, 3]) {
        await store.markHandled(row.paymentRef, version);
        assert.equal(await lease('b'), false, String(version));
      }
      assert.equal(await lease('a'), true);
      await store.markHandled('none', 2);
    });

    it('moves a payment forward, and writes each change into the outbox', async () => {
      const { store, row, move } = await begun();
      assert.equal((await move('confirming'))?.version, 2);
      assert.equal((await move('paid'))?.version, 3);
      assert.deepEqual(
        (await store.unhandledOf(row.paymentRef)).map(({ version, from, to, status }) => [version, from, to, status]),
        [
          [2, 'awaiting', 'confirming', 'CONFIRMING'],
          [3, 'confirming', 'paid', 'PAID'],
        ],
      );
    });

    it('never moves a payment back, and writes nothing then', async () => {
      const { store, row, move } = await begun();
      await move('paid');
      for (const phase of phases) if (phase !== 'refunded') assert.equal(await move(phase), undefined, phase);
      assert.equal((await store.byPaymentRef(row.paymentRef))?.version, 2);
      assert.equal((await store.unhandledOf(row.paymentRef)).length, 1);
    });

    it('returns an unknown status word and continues from the last known phase', async () => {
      const { store, row, move } = await begun();
      await move('confirming');
      const odd = await move('unknown', 'HELD_FOR_REVIEW');
      assert.deepEqual([odd?.phase, odd?.knownPhase, odd?.status], ['unknown', 'confirming', 'HELD_FOR_REVIEW']);
      assert.equal(await move('unknown', 'HELD_FOR_REVIEW'), undefined);
      assert.equal(await move('detected'), undefined);
      assert.equal((await move('unknown', 'ANOTHER'))?.version, 4);
      await move('paid');
      assert.equal((await store.byPaymentRef(row.paymentRef))?.phase, 'paid');
      assert.equal(await move('unknown', 'HELD_FOR_REVIEW'), undefined);
    });

    it('ends right after 200 webhooks, shuffled, repeated and at once, over two openings', async () => {
      for (const seed of [1, 2, 3]) {
        const ground = await newGround();
        const [store, other] = [ground.open(), ground.open()];
        const row = newPayment();
        await store.insert(row);
        const movers = [mover(store, row.paymentRef), mover(other, row.paymentRef)];
        const statusWords: Phase[] = ['awaiting', 'detected', 'confirming', 'underpaid', 'expired', 'paid'];
        const moved = await Promise.all(
          shuffled(
            Array.from({ length: 200 }, (_, n) => statusWords[n % 6]!),
            seed,
          ).map((word, n) => movers[n % 2]!(word)),
        );
        const end = await store.byPaymentRef(row.paymentRef);
        assert.equal(end?.phase, 'paid');
        const wins = moved.filter((result) => result !== undefined).length;
        assert.equal(end.version, 1 + wins);
        const changes = await store.unhandledOf(row.paymentRef);
        assert.equal(changes.length, wins);
        changes.forEach((change, index) => assert.equal(change.from, changes[index - 1]?.to ?? 'awaiting'));
      }
    });

    it('adopts an identifier when it has none, and refuses another one', async () => {
      const { store, row } = await begun();
      const update = { facts: {}, at: AT };
      await transitionNow(store, row.paymentRef, { phase: 'detected', status: 'SEEN', serviceId: 't1', ...update });
      assert.equal(
        await transitionNow(store, row.paymentRef, { phase: 'paid', status: 'PAID', serviceId: 't2', ...update }),
        undefined,
      );
      const paid = await transitionNow(store, row.paymentRef, { phase: 'paid', status: 'PAID', ...update });
      assert.deepEqual([paid?.serviceId, paid?.phase], ['t1', 'paid']);
    });

    it('keeps the reported amounts until others are reported', async () => {
      const { store, row } = await begun();
      const facts = { cryptoAmountReceived: '0.00000001', confirmations: 0, confirmationsRequired: 2 };
      await transitionNow(store, row.paymentRef, { phase: 'confirming', status: 'CONFIRMING', facts, at: AT });
      const noted = await store.updateFacts(
        row.paymentRef,
        2,
        { confirmations: 1, expiresAt: '2026-11-21T00:00:00.000Z' },
        AT,
      );
      assert.equal(noted?.version, 3);
      assert.equal(noted?.cryptoAmountReceived, '0.00000001');
      assert.deepEqual([noted?.confirmations, noted?.confirmationsRequired], [1, 2]);
      assert.equal(noted?.expiresAt, '2026-11-21T00:00:00.000Z');
      assert.equal(await store.updateFacts(row.paymentRef, 2, { confirmations: 9 }, AT), undefined);
    });

    it('hands out the unhandled page by page, in order for each payment, and each until it is marked', async () => {
      const store = await open();
      const rows = Array.from({ length: 5 }, (_, index) => newPayment({ orderRef: `o${index}` }));
      for (const { paymentRef } of rows.slice().reverse()) {
        await store.insert({ ...newPayment(), ...rows.find((row) => row.paymentRef === paymentRef)! });
        await mover(store, paymentRef)('confirming');
        await mover(store, paymentRef)('paid');
      }
      const seen = [];
      for (let after; ;) {
        const page = await store.unhandled(after, 3);
        seen.push(...page);
        if (page.length < 3) break;
        after = page.at(-1);
      }
      assert.equal(seen.length, 10);
      for (const { paymentRef } of rows) {
        assert.deepEqual(
          seen.filter((change) => change.paymentRef === paymentRef).map(({ version }) => version),
          [2, 3],
        );
      }
      await store.markHandled(rows[0]!.paymentRef, 2);
      assert.deepEqual(
        (await store.unhandledOf(rows[0]!.paymentRef)).map(({ version }) => version),
        [3],
      );
      assert.equal((await store.unhandled(undefined, 100)).length, 9);
    });

    it('lists and counts the open payments, oldest first and page by page', async () => {
      const store = await open();
      const rows = Array.from({ length: 7 }, (_, n) => newPayment({ orderRef: `o${n}`, at: AT + (n === 3 ? 2 : n) }));
      for (const row of rows) await store.insert(row);
      await mover(store, rows[1]!.paymentRef)('paid');
      await mover(store, rows[4]!.paymentRef)('expired');
      await mover(store, rows[5]!.paymentRef)('confirming');
      await mover(store, rows[5]!.paymentRef)('unknown', 'ODD');
      await store.release(rows[6]!.paymentRef, { stage: 'creating', data: rows[6]!.data, at: AT });
      assert.equal(await store.countOpen(), 4);
      const pages = await paged((after) => store.open(after, 2), 2);
      assert.deepEqual(
        [...pages.slice(1, 3)].sort(),
        [rows[2]!.paymentRef, rows[3]!.paymentRef].sort(),
        'of the same millisecond',
      );
      assert.deepEqual([pages.length, pages[0], pages[3]], [4, rows[0]!.paymentRef, rows[5]!.paymentRef]);
      assert.deepEqual(await store.open({ created: AT + 5, paymentRef: rows[5]!.paymentRef }, 2), []);
    });

    it('lists all payments, newest first and page by page', async () => {
      const store = await open();
      assert.deepEqual(await store.latest(undefined, 3), []);
      const rows = Array.from({ length: 5 }, (_, n) => newPayment({ orderRef: `o${n}`, at: AT + n }));
      for (const row of rows) await store.insert(row);
      await mover(store, rows[3]!.paymentRef)('paid');
      const refs = rows.map(({ paymentRef }) => paymentRef).reverse();
      assert.deepEqual(await paged((after) => store.latest(after, 2), 2), refs);
      assert.equal((await store.latest(undefined, 2))[1]?.phase, 'paid');
    });

    it('grants the permits of a window, returns when the next one is free, and separates names', async () => {
      const ground = await newGround();
      const [store, other] = [ground.open(), ground.open()];
      const taken = await Promise.all(
        Array.from({ length: 8 }, (_, n) => (n % 2 ? store : other).consumeRateLimit('203.0.113.7', 5, 60_000, AT)),
      );
      assert.deepEqual(taken.sort(), [0, 0, 0, 0, 0, 60_000, 60_000, 60_000]);
      assert.equal(await store.consumeRateLimit('203.0.113.7', 5, 60_000, AT + 59_999), 1);
      assert.equal(await store.consumeRateLimit('203.0.113.8', 5, 60_000, AT), 0);
      assert.equal(
        await other.consumeRateLimit('203.0.113.7', 5, 60_000, AT + 60_000),
        0,
        'what was refused took no place',
      );
      assert.equal(await store.consumeRateLimit('x'.repeat(100_000), 1, 1, AT), 0);
      await assert.rejects(store.consumeRateLimit('203.0.113.7', 0, 60_000, AT), TypeError);
    });

    it('grants 35 requests a minute for a key across all processes, and each permit again after a minute', async () => {
      const ground = await newGround();
      const logs = [ground.open(), ground.open()].map((store) =>
        store.permitLog({ perMinute: 35, key: 'live', now: ground.now }),
      );
      const reserve = async (n: number) => logs[n % 2]!.reserve(1);
      const first = await Promise.all(Array.from({ length: 20 }, (_, n) => reserve(n)));
      assert.ok(first.every(([wait]) => wait === 0));
      await ground.turn(10_000);
      const rest = await Promise.all(Array.from({ length: 20 }, (_, n) => reserve(n)));
      assert.equal(rest.filter(([wait]) => wait === 0).length, 15);
      assert.deepEqual(await logs[0]!.reserve(22), [...Array.from({ length: 20 }, () => 50_500), 60_500, 60_500]);
      assert.deepEqual(await ground.open().permitLog({ perMinute: 35, key: 'other', now: ground.now }).reserve(1), [0]);
      await ground.turn(50_500);
      const next = await Promise.all(Array.from({ length: 30 }, (_, n) => reserve(n)));
      assert.equal(next.filter(([wait]) => wait === 0).length, 20);
    });

    it('grants no permit in any process until the time that the service has named', async () => {
      const ground = await newGround();
      const [one, two] = [ground.open(), ground.open()].map((store) =>
        store.permitLog({ perMinute: 35, key: 'live', now: ground.now }),
      );
      await one!.block(20_000);
      await two!.block(5_000);
      assert.deepEqual(await two!.reserve(1), [20_000]);
      await ground.turn(20_000);
      assert.deepEqual(await two!.reserve(1), [0]);
      assert.throws(() => ground.open().permitLog({ perMinute: 0, key: 'live' }), TypeError);
    });

    it('does not lock up when the clock is set back', async () => {
      const ground = await newGround();
      const store = ground.open();
      const log = (key: string) => store.permitLog({ perMinute: 1, key, now: ground.now });
      await log('blocked').block(20_000);
      await log('taken').reserve(1);
      await ground.turn(-3_600_000);
      assert.deepEqual([await log('blocked').reserve(1), await log('taken').reserve(1)], [[20_000], [60_500]]);
      await ground.turn(20_000);
      assert.deepEqual([await log('blocked').reserve(1), await log('taken').reserve(1)], [[0], [40_500]]);
      await ground.turn(40_500);
      assert.deepEqual(await log('taken').reserve(1), [0]);
    });

    it('can be migrated repeatedly and concurrently, keeps its rows, and passes its check', async () => {
      const ground = await newGround();
      const [store, other] = [ground.open(), ground.open()];
      await Promise.all([store.migrate(), other.migrate(), store.migrate()]);
      const row = newPayment();
      await store.insert(row);
      await other.migrate();
      assert.equal((await store.byPaymentRef(row.paymentRef))?.token, row.token);
      await Promise.all([store.check(), other.check()]);
    });

    it('keeps hostile texts as they are, and finds by them', async () => {
      for (const text of [`'; DROP TABLE pay_payments; --`, '\u{1F4B8} ‮', '"\\', '$1 ? :a', 'ä'.repeat(200)]) {
        const data = { amount: '1', currency: 'USD', meta: { [text]: `\0${text}` } };
        const { store, row } = await begun({ orderRef: text, data });
        await transitionNow(store, row.paymentRef, {
          phase: 'unknown',
          status: text,
          serviceId: text,
          facts: {},
          at: AT,
        });
        const [found] = await store.ofOrder(text);
        assert.deepEqual([found?.orderRef, found?.status, found?.data], [text, text, data]);
        assert.deepEqual(await store.byServiceId(text), [found]);
      }
      const store = await open();
      for (const odd of ['a\0b', '\ud800'])
        assert.deepEqual(
          [await store.byToken(odd), await store.ofOrder(odd), await store.byServiceId(odd)],
          [undefined, [], []],
        );
      assert.equal(await store.insert(newPayment({ orderRef: 'a\0b' })), true);
      assert.equal((await store.ofOrder('a\0b')).length, 1);
    });

    it('notifies a subscriber of each change of a payment, until the subscription ends', async () => {
      const { store, row, move } = await begun();
      let looks = 0;
      const stop = store.subscribe(row.token, () => (looks += 1));
      // A listener may be called too often: a store that listens for other processes also calls it when it begins to listen.
      for (const change of [() => move('detected'), () => move('confirming')]) {
        const before = looks;
        await change();
        assert.ok(looks > before);
      }
      stop();
      stop();
      const end = looks;
      await move('paid');
      assert.equal(looks, end);
    });

    it('returns copies or frozen rows: changing one changes nothing in the store', async () => {
      const { store, row } = await begun();
      const found = await store.byPaymentRef(row.paymentRef);
      Reflect.set(found!.data.meta!, 'cart', 8);
      Reflect.set(row.data.meta!, 'cart', 9);
      assert.deepEqual((await store.byPaymentRef(row.paymentRef))?.data.meta, { cart: 7 });
    });
  });
}

/** The refs of a walk over all pages. */
async function paged(
  page: (after: PaymentCursor | undefined) => Promise<readonly PaymentRow[]>,
  limit: number,
): Promise<string[]> {
  const refs: string[] = [];
  for (let after: PaymentRow | undefined; ;) {
    const rows = await page(after);
    refs.push(...rows.map(({ paymentRef }) => paymentRef));
    if (rows.length < limit) return refs;
    after = rows.at(-1);
  }
}

/** Runs a statement of the release before this one. */
export type RunOld = (text: string, values?: readonly (string | number | null)[]) => Promise<readonly object[]>;

/**
 * What a process of the release before does beside one of this release, on tables that this release has migrated: it
 * starts, creates a payment, reports money for it and for one of ours, and reads both.
 */
export async function runBeside(store: PaymentStore, run: RunOld): Promise<void> {
  assert.deepEqual(
    [...(await run(VERSION_7.schemaVersion))],
    [{ version: 7 }],
    'it starts, because it knows the version',
  );
  const [theirs, ours] = [newPayment(), newPayment({ orderRef: '1002' })];
  const { paymentRef, token, orderRef, method, coin, data, at } = theirs;
  await run(VERSION_7.insert, [paymentRef, token, orderRef, method, coin, JSON.stringify(data), at]);
  await run(VERSION_7.setResponse, [paymentRef, 't1', 'NEW', JSON.stringify({ ...data, answer: { tid: 't1' } }), at]);
  await store.insert(ours);
  const facts = { cryptoAmountReceived: '0.1', seenAt: 1, transactions: ['tx1'], due: '0.2' };
  await transitionNow(store, ours.paymentRef, { phase: 'detected', status: 'SEEN', source: 'chain', facts, at: 1 });

  const none = Array<null>(6).fill(null);
  const paidBy = (ref: string) => [ref, 'PAID', null, 2, null, '0.3', null, null, ...none];
  for (const ref of [paymentRef, ours.paymentRef]) {
    assert.equal((await run(VERSION_7.paid, paidBy(ref))).length, 1);
    await run(VERSION_7.recordChange, [ref]);
    const row = await store.byPaymentRef(ref);
    assert.deepEqual([row?.phase, row?.cryptoAmountReceived], ['paid', '0.3']);
    assert.equal((await store.unhandledOf(ref)).at(-1)?.to, 'paid');
    assert.equal((await run(VERSION_7.byPaymentRef, [ref])).length, 1);
  }
  assert.deepEqual(await store.migrate(), { from: 7, to: migrations.length });
}
