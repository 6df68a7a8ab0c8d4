import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { phases, type Phase } from '../../../src/core/index.ts';
import { randomText } from '../../../src/server/secrets.ts';
import type { NewPayment, PaymentCursor, PaymentRow, PaymentStore } from '../../../src/server/stores/store.ts';

const AT = Date.UTC(2026, 10, 20);

export function newPayment(fields: Partial<NewPayment> = {}): NewPayment {
  const data = { amount: '19.99', currency: 'USD', meta: { cart: 7 } };
  return {
    ref: randomText(),
    token: randomText(),
    order: '1001',
    method: 'crypto',
    coin: 'BTC',
    data,
    at: AT,
    ...fields,
  };
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
export function turnedClock() {
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
      return { store, row, move: mover(store, row.ref) };
    };
    const mover =
      (store: PaymentStore, ref: string) =>
      (phase: Phase, status: string = phase.toUpperCase()) =>
        store.move(ref, { phase, status, facts: {}, at: AT + 1 });

    it('finds a new payment by ref and token, as it was written', async () => {
      const { store, row } = await begun();
      const found = await store.byRef(row.ref);
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
      assert.equal(await store.byRef(row.token), undefined);
      assert.equal(await store.byToken(row.ref), undefined);
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
      for (const other of [{ order: '1002' }, { coin: 'ETH' }, { method: 'wallet', coin: '' }] as const)
        assert.equal(await store.insert(newPayment(other)), true, JSON.stringify(other));
      assert.equal(await store.insert(newPayment()), false);
      assert.equal(await store.insert(newPayment({ method: 'wallet', coin: '' })), false);
    });

    it('frees the choice when the attempt is released or the payment has ended, but not on an unknown word', async () => {
      for (const phase of phases) {
        const { store, move } = await begun();
        if (phase === 'awaiting') continue;
        await move(phase);
        const open = ['detected', 'confirming', 'underpaid', 'unmatched', 'unknown'].includes(phase);
        assert.equal(await store.insert(newPayment()), !open, phase);
      }
      const { store, row } = await begun();
      await store.release(row.ref, { stage: 'creating', data: { ...row.data, problem: 'network' }, at: AT });
      assert.equal(await store.insert(newPayment()), true);
    });

    it('attaches the answer once, and never another identifier', async () => {
      const { store, row } = await begun();
      const data = { ...row.data, answer: { tid: 't1' } };
      const attached = await store.attach(row.ref, { serviceId: 't1', status: 'NEW', data, at: AT + 5 });
      assert.equal(attached?.stage, 'ready');
      assert.equal(attached?.status, 'NEW');
      assert.equal(attached?.version, 1);
      assert.deepEqual(attached?.data, data);
      assert.deepEqual(await store.byServiceId('t1'), [attached]);
      assert.equal(await store.attach(row.ref, { serviceId: 't2', status: 'NEW', data: row.data, at: AT }), undefined);
      assert.deepEqual(await store.byRef(row.ref), attached);
    });

    it('keeps what a webhook said before the answer came', async () => {
      const { store, row } = await begun();
      await store.move(row.ref, { phase: 'paid', status: 'PAID', serviceId: 't1', facts: {}, at: AT + 1 });
      const attached = await store.attach(row.ref, { serviceId: 't1', status: 'NEW', data: row.data, at: AT + 2 });
      assert.equal(attached?.phase, 'paid');
      assert.equal(attached?.status, 'PAID');
      assert.equal(attached?.stage, 'ready');
    });

    it('releases only what is at the stage that was seen', async () => {
      const { store, row } = await begun();
      assert.equal(await store.release(row.ref, { stage: 'ready', data: row.data, at: AT }), undefined);
      await store.attach(row.ref, { serviceId: 't1', status: 'NEW', data: row.data, at: AT });
      assert.equal(await store.release(row.ref, { stage: 'creating', data: row.data, at: AT }), undefined);
      assert.equal((await store.release(row.ref, { stage: 'ready', data: row.data, at: AT }))?.stage, 'released');
      assert.equal(await store.release(row.ref, { stage: 'released', data: row.data, at: AT }), undefined);
    });

    it('moves a payment forward, and writes each change into the outbox', async () => {
      const { store, row, move } = await begun();
      assert.equal((await move('confirming'))?.version, 2);
      assert.equal((await move('paid'))?.version, 3);
      assert.deepEqual(
        (await store.unhandledOf(row.ref)).map(({ version, from, to, status }) => [version, from, to, status]),
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
      assert.equal((await store.byRef(row.ref))?.version, 2);
      assert.equal((await store.unhandledOf(row.ref)).length, 1);
    });

    it('shows an unknown word and goes on from the last known phase', async () => {
      const { store, row, move } = await begun();
      await move('confirming');
      const odd = await move('unknown', 'HELD_FOR_REVIEW');
      assert.deepEqual([odd?.phase, odd?.knownPhase, odd?.status], ['unknown', 'confirming', 'HELD_FOR_REVIEW']);
      assert.equal(await move('unknown', 'HELD_FOR_REVIEW'), undefined);
      assert.equal(await move('detected'), undefined);
      assert.equal((await move('unknown', 'ANOTHER'))?.version, 4);
      await move('paid');
      assert.equal((await store.byRef(row.ref))?.phase, 'paid');
      assert.equal(await move('unknown', 'HELD_FOR_REVIEW'), undefined);
    });

    it('ends right after 200 webhooks, shuffled, repeated and at once, over two openings', async () => {
      for (const seed of [1, 2, 3]) {
        const ground = await newGround();
        const [store, other] = [ground.open(), ground.open()];
        const row = newPayment();
        await store.insert(row);
        const movers = [mover(store, row.ref), mover(other, row.ref)];
        const words: Phase[] = ['awaiting', 'detected', 'confirming', 'underpaid', 'expired', 'paid'];
        const moved = await Promise.all(
          shuffled(
            Array.from({ length: 200 }, (_, n) => words[n % 6]!),
            seed,
          ).map((word, n) => movers[n % 2]!(word)),
        );
        const end = await store.byRef(row.ref);
        assert.equal(end?.phase, 'paid');
        const wins = moved.filter((result) => result !== undefined).length;
        assert.equal(end.version, 1 + wins);
        const changes = await store.unhandledOf(row.ref);
        assert.equal(changes.length, wins);
        changes.forEach((change, index) => assert.equal(change.from, changes[index - 1]?.to ?? 'awaiting'));
      }
    });

    it('adopts an identifier when it has none, and refuses another one', async () => {
      const { store, row } = await begun();
      const news = { facts: {}, at: AT };
      await store.move(row.ref, { phase: 'detected', status: 'SEEN', serviceId: 't1', ...news });
      assert.equal(await store.move(row.ref, { phase: 'paid', status: 'PAID', serviceId: 't2', ...news }), undefined);
      const paid = await store.move(row.ref, { phase: 'paid', status: 'PAID', ...news });
      assert.deepEqual([paid?.serviceId, paid?.phase], ['t1', 'paid']);
    });

    it('keeps what was heard of the money until something else is said', async () => {
      const { store, row } = await begun();
      const facts = { cryptoAmountReceived: '0.00000001', confirmations: 0, confirmationsRequired: 2 };
      await store.move(row.ref, { phase: 'confirming', status: 'CONFIRMING', facts, at: AT });
      const noted = await store.note(row.ref, 2, { confirmations: 1, expiresAt: '2026-11-21T00:00:00.000Z' }, AT);
      assert.equal(noted?.version, 3);
      assert.equal(noted?.cryptoAmountReceived, '0.00000001');
      assert.deepEqual([noted?.confirmations, noted?.confirmationsRequired], [1, 2]);
      assert.equal(noted?.expiresAt, '2026-11-21T00:00:00.000Z');
      assert.equal(await store.note(row.ref, 2, { confirmations: 9 }, AT), undefined);
    });

    it('hands out the unhandled page by page, in order for each payment, and each until it is marked', async () => {
      const store = await open();
      const rows = Array.from({ length: 5 }, (_, index) => newPayment({ order: `o${index}` }));
      for (const { ref } of rows.slice().reverse()) {
        await store.insert({ ...newPayment(), ...rows.find((row) => row.ref === ref)! });
        await mover(store, ref)('confirming');
        await mover(store, ref)('paid');
      }
      const seen = [];
      for (let after; ;) {
        const page = await store.unhandled(after, 3);
        seen.push(...page);
        if (page.length < 3) break;
        after = page.at(-1);
      }
      assert.equal(seen.length, 10);
      for (const { ref } of rows) {
        assert.deepEqual(
          seen.filter((change) => change.ref === ref).map(({ version }) => version),
          [2, 3],
        );
      }
      await store.markHandled(rows[0]!.ref, 2);
      assert.deepEqual(
        (await store.unhandledOf(rows[0]!.ref)).map(({ version }) => version),
        [3],
      );
      assert.equal((await store.unhandled(undefined, 100)).length, 9);
    });

    it('lists and counts the open payments, oldest first and page by page', async () => {
      const store = await open();
      const rows = Array.from({ length: 7 }, (_, n) => newPayment({ order: `o${n}`, at: AT + (n === 3 ? 2 : n) }));
      for (const row of rows) await store.insert(row);
      await mover(store, rows[1]!.ref)('paid');
      await mover(store, rows[4]!.ref)('expired');
      await mover(store, rows[5]!.ref)('confirming');
      await mover(store, rows[5]!.ref)('unknown', 'ODD');
      await store.release(rows[6]!.ref, { stage: 'creating', data: rows[6]!.data, at: AT });
      assert.equal(await store.countOpen(), 4);
      const pages = await paged((after) => store.open(after, 2), 2);
      assert.deepEqual([...pages.slice(1, 3)].sort(), [rows[2]!.ref, rows[3]!.ref].sort(), 'of the same millisecond');
      assert.deepEqual([pages.length, pages[0], pages[3]], [4, rows[0]!.ref, rows[5]!.ref]);
      assert.deepEqual(await store.open({ created: AT + 5, ref: rows[5]!.ref }, 2), []);
    });

    it('lists all payments, newest first and page by page', async () => {
      const store = await open();
      assert.deepEqual(await store.latest(undefined, 3), []);
      const rows = Array.from({ length: 5 }, (_, n) => newPayment({ order: `o${n}`, at: AT + n }));
      for (const row of rows) await store.insert(row);
      await mover(store, rows[3]!.ref)('paid');
      const refs = rows.map(({ ref }) => ref).reverse();
      assert.deepEqual(await paged((after) => store.latest(after, 2), 2), refs);
      assert.equal((await store.latest(undefined, 2))[1]?.phase, 'paid');
    });

    it('gives the places of a window, tells when the next one is free, and keeps names apart', async () => {
      const ground = await newGround();
      const [store, other] = [ground.open(), ground.open()];
      const taken = await Promise.all(
        Array.from({ length: 8 }, (_, n) => (n % 2 ? store : other).take('203.0.113.7', 5, 60_000, AT)),
      );
      assert.deepEqual(taken.sort(), [0, 0, 0, 0, 0, 60_000, 60_000, 60_000]);
      assert.equal(await store.take('203.0.113.7', 5, 60_000, AT + 59_999), 1);
      assert.equal(await store.take('203.0.113.8', 5, 60_000, AT), 0);
      assert.equal(await other.take('203.0.113.7', 5, 60_000, AT + 60_000), 0, 'what was refused took no place');
      assert.equal(await store.take('x'.repeat(100_000), 1, 1, AT), 0);
      await assert.rejects(store.take('203.0.113.7', 0, 60_000, AT), TypeError);
    });

    it('lets 35 requests a minute through for a key, whoever asks, and each of them a minute after', async () => {
      const ground = await newGround();
      const logs = [ground.open(), ground.open()].map((store) =>
        store.slotLog({ perMinute: 35, key: 'live', now: ground.now }),
      );
      const ask = async (n: number) => logs[n % 2]!.reserve(1);
      const first = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)));
      assert.ok(first.every(([wait]) => wait === 0));
      await ground.turn(10_000);
      const rest = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)));
      assert.equal(rest.filter(([wait]) => wait === 0).length, 15);
      assert.deepEqual(await logs[0]!.reserve(22), [...Array.from({ length: 20 }, () => 50_500), 60_500, 60_500]);
      assert.deepEqual(await ground.open().slotLog({ perMinute: 35, key: 'other', now: ground.now }).reserve(1), [0]);
      await ground.turn(50_500);
      const next = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(n)));
      assert.equal(next.filter(([wait]) => wait === 0).length, 20);
    });

    it('lets nothing through anywhere once the service has said when the next one may come', async () => {
      const ground = await newGround();
      const [one, two] = [ground.open(), ground.open()].map((store) =>
        store.slotLog({ perMinute: 35, key: 'live', now: ground.now }),
      );
      await one!.block(20_000);
      await two!.block(5_000);
      assert.deepEqual(await two!.reserve(1), [20_000]);
      await ground.turn(20_000);
      assert.deepEqual(await two!.reserve(1), [0]);
      assert.throws(() => ground.open().slotLog({ perMinute: 0, key: 'live' }), TypeError);
    });

    it('can be brought up to date again and by two at once, keeps what is there, and says that it is well', async () => {
      const ground = await newGround();
      const [store, other] = [ground.open(), ground.open()];
      await Promise.all([store.migrate(), other.migrate(), store.migrate()]);
      const row = newPayment();
      await store.insert(row);
      await other.migrate();
      assert.equal((await store.byRef(row.ref))?.token, row.token);
      await Promise.all([store.check(), other.check()]);
    });

    it('keeps hostile texts as they are, and finds by them', async () => {
      for (const text of [`'; DROP TABLE pay_payments; --`, '\u{1F4B8} ‮', '"\\', '$1 ? :a', 'ä'.repeat(200)]) {
        const data = { amount: '1', currency: 'USD', meta: { [text]: `\0${text}` } };
        const { store, row } = await begun({ order: text, data });
        await store.move(row.ref, { phase: 'unknown', status: text, serviceId: text, facts: {}, at: AT });
        const [found] = await store.ofOrder(text);
        assert.deepEqual([found?.order, found?.status, found?.data], [text, text, data]);
        assert.deepEqual(await store.byServiceId(text), [found]);
      }
      const store = await open();
      for (const odd of ['a\0b', '\ud800'])
        assert.deepEqual(
          [await store.byToken(odd), await store.ofOrder(odd), await store.byServiceId(odd)],
          [undefined, [], []],
        );
      assert.equal(await store.insert(newPayment({ order: 'a\0b' })), true);
      assert.equal((await store.ofOrder('a\0b')).length, 1);
    });

    it('wakes who watches a payment on each of its changes, and no longer than they watch', async () => {
      const { store, row, move } = await begun();
      let looks = 0;
      const stop = store.watch(row.token, () => (looks += 1));
      // 'Look again' may be said too often: a store that hears of others says so when it begins to.
      for (const change of [() => move('detected'), () => move('confirming'), async () => store.wake(row.token)]) {
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

    it('hands out copies: who changes one changes nothing that is kept', async () => {
      const { store, row } = await begun();
      const found = await store.byRef(row.ref);
      (found!.data.meta as { cart: number }).cart = 8;
      assert.deepEqual((await store.byRef(row.ref))?.data.meta, { cart: 7 });
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
    refs.push(...rows.map(({ ref }) => ref));
    if (rows.length < limit) return refs;
    after = rows.at(-1);
  }
}
