import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChainError, type ChainSource } from '../../../src/server/chain/index.ts';
import type { ChainPayment } from '../../../src/server/chain/judge.ts';
import { toWatchedPayment } from '../../../src/server/payments/chain-payments.ts';
import { transitionNow } from '../../support/transition-now.ts';
import { until } from '../../support/until.ts';
import { createWatching, MINUTE, START, type TestChain } from './watching.ts';

const unreachable = new ChainError('unreachable', 'test', 'no answer');

describe('looks at open payments', () => {
  it('find money within seconds, follow its confirmations, and stop at nothing new', async () => {
    const { clock, watch, addPayment, send, phaseOf, chain, store } = createWatching();
    const { round } = watch();
    const ref = await addPayment();
    await round();
    assert.equal(await phaseOf(ref), 'awaiting');
    send(ref, '0.003');
    clock.now += 15_000;
    await round();
    assert.equal(await phaseOf(ref), 'detected');
    send(ref, '0.003', 2);
    clock.now += 30_000;
    await round();
    const row = await store.byPaymentRef(ref);
    assert.deepEqual([row?.phase, row?.confirmations, row?.source], ['confirming', 2, 'chain']);
    await round();
    assert.equal(chain.calls.length, 3);
  });

  it('are made once by all processes together', async () => {
    const { clock, watch, addPayment, chain } = createWatching();
    const processes = [watch(), watch(), watch()];
    for (let i = 0; i < 20; i += 1) await addPayment();
    for (let i = 0; i < 8; i += 1) {
      await Promise.all(processes.map(({ round }) => round()));
      clock.now += 5_000;
    }
    // In 40 seconds each address is looked at after 0, 15 and 30 seconds.
    assert.equal(chain.calls.length, 60);
  });

  it('never exceed the pace of a source, whatever the number of processes and of requests for a look', async () => {
    for (const requestsPerLook of [1, 3]) {
      const setting = { requestsPerMinute: 10 * requestsPerLook + 1, requestsPerLook };
      const { clock, watch, addPayment, chain, events } = createWatching(setting);
      const processes = [watch(), watch()];
      for (let i = 0; i < 40; i += 1) await addPayment();
      for (let i = 0; i < 60; i += 1) {
        await Promise.all(processes.map(({ round }) => round()));
        clock.now += 5_000;
      }
      for (const { at } of chain.calls) {
        const within = chain.calls.filter((request) => request.at >= at && request.at < at + MINUTE);
        assert.ok(within.length <= setting.requestsPerMinute, `${within.length} requests in a minute`);
      }
      assert.equal(new Set(chain.calls.map(({ address }) => address)).size, 40);
      // A look that the pace has interrupted is no failure of the source.
      assert.deepEqual(events, []);
    }
  });

  it('read no wallet or mobile-code payments, and none that have ended', async () => {
    const { store, watch, addPayment, chain, clock } = createWatching();
    const data = { amount: '5', currency: 'USD' };
    const wallet = {
      paymentRef: 'wallet',
      token: 't',
      orderRef: 'o',
      method: 'wallet',
      coin: '',
      data,
      at: clock.now,
    } as const;
    await store.insert(wallet);
    const failed = await addPayment();
    await transitionNow(store, failed, { phase: 'failed', status: 'FAILED', facts: {}, at: clock.now });
    await watch().round();
    assert.deepEqual(chain.calls, []);
  });

  it('begin when the provider has answered the creation', async () => {
    const { store, watch, chain, clock } = createWatching();
    const data = { amount: '190', currency: 'USD' };
    await store.insert({
      paymentRef: 'p',
      token: 't',
      orderRef: 'o',
      method: 'crypto',
      coin: 'BTC',
      data,
      at: clock.now,
    });
    const { round } = watch();
    await round();
    const answer = {
      tid: 'x',
      address: 'late-address',
      cryptoCoin: 'btc',
      cryptoAmountExpectedText: '0.003',
      currency: 'usd',
      amountText: '190',
      status: 'NEW',
    };
    await store.setResponse('p', { serviceId: 'x', status: 'NEW', data: { ...data, answer }, at: clock.now });
    clock.now += 15_000;
    await round();
    assert.deepEqual(
      chain.calls.map(({ address }) => address),
      ['late-address'],
    );
  });

  it('see that two payments have one address, and call neither paid', async () => {
    const { watch, addPayment, chain, events, clock, phaseOf } = createWatching({ rules: { trust: 'chain' } });
    const refs = [await addPayment(START, 'shared'), await addPayment(START, 'shared')];
    chain.transfers.set('shared', [{ transaction: 't', index: 0, amount: '0.003', confirmations: 9, at: clock.now }]);
    await watch().round();
    assert.deepEqual(await Promise.all(refs.map(phaseOf)), ['awaiting', 'awaiting']);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['chain-address-shared', 'chain-address-shared'],
    );
  });
});

describe('payments with one address', () => {
  const EVM = '0xaff4d6793f584a473348eba058deb8caad77a288';

  it('in two coins do not get the money of the other coin', async () => {
    const { watch, addPayment, chain, sourceNamed, phaseOf, clock } = createWatching({ rules: { trust: 'chain' } });
    const inEth = await addPayment(START, EVM, 'ETH', '0.003');
    const inBnb = await addPayment(START, EVM, 'BNB', '0.02');
    // 0.003 BNB: as many as the other payment needs in ETH.
    chain.transfers.set(EVM, [{ transaction: 't', index: 0, amount: '0.003', confirmations: 99, at: clock.now }]);
    const empty: TestChain = { transfers: new Map(), calls: [], failure: undefined, age: 0 };
    await watch([sourceNamed('eth', empty, 'ETH'), sourceNamed('bnb', { ...chain, age: 0 }, 'BNB')]).round();
    assert.deepEqual([await phaseOf(inEth), await phaseOf(inBnb)], ['awaiting', 'underpaid']);
  });

  it('do not get the money of one that was paid or refunded before a restart', async () => {
    for (const phase of ['paid', 'refunded'] as const) {
      const { watch, addPayment, chain, phaseOf, clock, store } = createWatching({ rules: { trust: 'chain' } });
      const [ended, open] = [await addPayment(START, 'shared'), await addPayment(START, 'shared')];
      const move = (to: 'paid' | 'refunded') =>
        transitionNow(store, ended, { phase: to, status: to, source: 'webhook', facts: {}, at: START });
      await move('paid');
      if (phase === 'refunded') await move('refunded');
      chain.transfers.set('shared', [{ transaction: 't', index: 0, amount: '0.003', confirmations: 9, at: clock.now }]);
      await watch().round();
      assert.deepEqual([await phaseOf(ended), await phaseOf(open)], [phase, 'awaiting']);
    }
  });

  it('are found when another process, whose clock is behind, has created one', async () => {
    const { watch, addPayment, chain, phaseOf, clock } = createWatching({ rules: { trust: 'chain' } });
    const first = await addPayment(START, 'shared');
    const { round } = watch();
    await round();
    const second = await addPayment(START - 2_000, 'shared');
    clock.now += MINUTE;
    chain.transfers.set('shared', [{ transaction: 't', index: 0, amount: '0.003', confirmations: 9, at: clock.now }]);
    await round();
    assert.deepEqual([await phaseOf(first), await phaseOf(second)], ['awaiting', 'awaiting']);
  });

  it('are asked about since the oldest of them', async () => {
    const { watch, addPayment, sourceNamed, phaseOf, clock, events } = createWatching();
    const first = await addPayment(START - 60 * MINUTE, 'shared');
    const sent = { transaction: 't', index: 0, amount: '0.003', confirmations: 1, at: START - 50 * MINUTE };
    const transfers: ChainSource['transfers'] = async ({ since }) => ({
      transfers: sent.at >= since ? [sent] : [],
      tip: { height: 800_000, at: clock.now },
    });
    const { round } = watch([{ ...sourceNamed('test'), transfers }]);
    await round();
    clock.now += 5_000;
    await addPayment(clock.now, 'shared');
    await round();
    assert.deepEqual([await phaseOf(first), events], ['confirming', []]);
  });

  it('are found whatever the letter case of the address', async () => {
    const { watch, addPayment, chain, sourceNamed, phaseOf, clock } = createWatching({ rules: { trust: 'chain' } });
    const upper = `0x${EVM.slice(2).toUpperCase()}`;
    const refs = [await addPayment(START, EVM, 'ETH'), await addPayment(START, upper, 'ETH')];
    for (const address of [EVM, upper])
      chain.transfers.set(address, [{ transaction: 't', index: 0, amount: '0.003', confirmations: 99, at: clock.now }]);
    chain.age = 0;
    await watch([sourceNamed('test', chain, 'ETH')]).round();
    assert.deepEqual(await Promise.all(refs.map(phaseOf)), ['awaiting', 'awaiting']);
  });

  it('are found without reading each wallet payment for each look', async () => {
    const { watch, store, addPayment, clock } = createWatching();
    const wallet = { method: 'wallet', coin: '', data: { amount: '5', currency: 'USD' } } as const;
    for (let i = 0; i < 200; i += 1)
      await store.insert({ ...wallet, paymentRef: `w${i}`, token: `t${i}`, orderRef: `o${i}`, at: clock.now });
    for (let i = 0; i < 20; i += 1) await addPayment();
    const read = store.byPaymentRef.bind(store);
    let reads = 0;
    store.byPaymentRef = (ref) => ((reads += 1), read(ref));
    await watch().round();
    assert.ok(reads < 300, `${reads} reads for 20 looks`);
  });
});

describe('money that a look does not have', () => {
  it('is not gone when the source is a block behind', async () => {
    const { watch, addPayment, sourceNamed, phaseOf, clock } = createWatching();
    const ref = await addPayment();
    let height = 100;
    const transfers: ChainSource['transfers'] = async () => ({
      transfers:
        height < 100
          ? []
          : [{ transaction: 't', index: 0, amount: '0.003', confirmations: height - 99, at: clock.now }],
      tip: { height, at: clock.now },
    });
    const { round } = watch([{ ...sourceNamed('test'), transfers }]);
    await round();
    for (height of [99, 98, 101]) {
      clock.now += MINUTE;
      await round();
      assert.equal(await phaseOf(ref), 'confirming', `at block ${height}`);
    }
  });

  it('is gone although an answer once had a height that was too high', async () => {
    const { watch, addPayment, sourceNamed, phaseOf, clock } = createWatching();
    const ref = await addPayment();
    const answer = {
      transfers: [{ transaction: 't', index: 0, amount: '0.003', confirmations: 0 }],
      tip: { height: 8_000_000 },
    };
    const { round } = watch([{ ...sourceNamed('test'), transfers: async () => answer }]);
    await round();
    assert.equal(await phaseOf(ref), 'detected');
    Object.assign(answer, { transfers: [], tip: { height: 800_000 } });
    for (let minutes = 0; minutes < 60 * 4; minutes += 1) {
      clock.now += MINUTE;
      await round();
    }
    assert.equal(await phaseOf(ref), 'awaiting');
  });

  it('is not gone when it was seen while the source was asked', async () => {
    const { watch, addPayment, sourceNamed, phaseOf, clock, store } = createWatching();
    const ref = await addPayment();
    async function transfers() {
      clock.now += 20_000;
      // By another process.
      const facts = { cryptoAmountReceived: '0.003', transactions: ['t'] };
      await transitionNow(store, ref, { phase: 'detected', status: '', source: 'chain', facts, at: clock.now });
      return { transfers: [], tip: { height: 800_000, at: clock.now } };
    }
    await watch([{ ...sourceNamed('test'), transfers }]).round();
    assert.equal(await phaseOf(ref), 'detected');
  });

  describe('when another source of the coin is asked', () => {
    /** The first source sees what is in no block, and the second one, as `evmRpc`, does not. */
    async function detected() {
      const watching = createWatching();
      const { watch, addPayment, sourceNamed, send, phaseOf, chain, clock } = watching;
      const { round } = watch([sourceNamed('first'), sourceNamed('second', { ...chain, transfers: new Map() })]);
      const ref = await addPayment();
      send(ref, '0.003');
      await round();
      assert.equal(await phaseOf(ref), 'detected');
      const next = async () => {
        clock.now += MINUTE;
        await round();
        return phaseOf(ref);
      };
      return { ...watching, ref, next };
    }

    it('is not gone, because the first one cannot be asked', async () => {
      const { chain, next } = await detected();
      chain.failure = unreachable;
      for (let minutes = 0; minutes < 10; minutes += 1) assert.equal(await next(), 'detected');
    });

    it('is gone after 15 minutes without the first one', async () => {
      const { chain, next } = await detected();
      chain.failure = unreachable;
      for (let minutes = 0; minutes < 25; minutes += 1) await next();
      assert.equal(await next(), 'awaiting');
    });

    it('is gone when neither has it', async () => {
      const { chain, next, ref } = await detected();
      chain.transfers.set(`address-of-${ref}`, []);
      assert.equal(await next(), 'awaiting');
    });
  });
});

describe('a look that does not succeed', () => {
  it('does not keep the others from theirs', async () => {
    const { watch, addPayment, send, phaseOf, store, events } = createWatching();
    const [bad, good] = [await addPayment(), await addPayment()];
    for (const ref of [bad, good]) send(ref, '0.003');
    const transition = store.transition.bind(store);
    store.transition = async (ref, given) => {
      if (ref === bad) throw new Error('verifyPayment has failed');
      return transition(ref, given);
    };
    await watch().round();
    assert.equal(await phaseOf(good), 'detected');
    const [event] = events;
    assert.deepEqual([events.length, event?.type === 'internal-error' && event.at], [1, `chain ${bad}`]);
  });

  it('delays no other coin', async () => {
    const { watch, addPayment, sourceNamed, phaseOf, send, clock, chain } = createWatching();
    await addPayment(START, 'eth', 'ETH');
    const ref = await addPayment();
    const hanging = { ...sourceNamed('hanging', chain, 'ETH'), transfers: () => new Promise<never>(() => {}) };
    const { round } = watch([hanging, sourceNamed('test')]);
    void round();
    await until(() => chain.calls.length > 0, 'the first look');
    send(ref, '0.003');
    clock.now += MINUTE;
    await until(async () => {
      void round();
      return (await phaseOf(ref)) === 'detected';
    }, 'the second look');
  });
});

describe('sources that fail', () => {
  it('change no payment, are reported once, and are asked less and less often', async () => {
    const { clock, watch, addPayment, chain, events, send, phaseOf } = createWatching();
    const { round } = watch();
    const ref = await addPayment();
    send(ref, '0.003');
    await round();
    chain.failure = unreachable;
    for (let i = 0; i < 100; i += 1) {
      clock.now += 5_000;
      await round();
    }
    assert.equal(await phaseOf(ref), 'detected');
    assert.deepEqual(events, [{ type: 'chain-unreachable', source: 'test', coin: 'BTC', code: 'unreachable' }]);
    assert.ok(chain.calls.length < 12, `${chain.calls.length} calls in 500 seconds`);
    chain.failure = undefined;
    clock.now += 10 * MINUTE;
    await round();
    assert.equal(events.at(-1)?.type, 'chain-reachable');
  });

  it('report the mistake of a source of the shop once, and not in the error', async () => {
    const right = { transaction: 'tx', index: 0, amount: '0.003', confirmations: 1 };
    const tip = { height: 800_000 };
    for (const [answer, message] of [
      [undefined, 'transfers(): transfers: a list is needed'],
      [{ transfers: [] }, 'transfers(): tip.height: the number of the newest block is needed'],
      [
        { tip, transfers: [{ ...right, amount: 0.003 }] },
        "transfers(): transfers[0].amount: decimal text such as '0.00031113' is needed",
      ],
      [
        { tip, transfers: [{ ...right, amount: '1e9' }] },
        "transfers(): transfers[0].amount: decimal text such as '0.00031113' is needed",
      ],
      [
        { tip, transfers: [{ ...right, at: 1_790_000_000 }] },
        'transfers(): transfers[0].at: a time in milliseconds since 1970 is needed',
      ],
      [
        { tip, transfers: [right, { ...right, confirmations: '1' }] },
        'transfers(): transfers[1].confirmations: a whole number from 0 on is needed',
      ],
      [
        { tip, transfers: [{ amount: '1' }] },
        'transfers(): transfers[0].transaction: the id of the transaction is needed',
      ],
    ] as const) {
      const { clock, watch, addPayment, sourceNamed, events, phaseOf } = createWatching();
      const { round } = watch([{ ...sourceNamed('own'), transfers: async () => answer as never }]);
      const ref = await addPayment();
      for (let i = 0; i < 3; i += 1) {
        await round();
        clock.now += MINUTE;
      }
      assert.equal(await phaseOf(ref), 'awaiting');
      assert.deepEqual(
        events.map((event) => (event.type === 'internal-error' ? [event.at, String(event.cause)] : event)),
        [
          ['own.transfers()', `TypeError: ${message}`],
          { type: 'chain-unreachable', source: 'own', coin: 'BTC', code: 'rejected' },
        ],
      );
    }
  });

  it('are replaced when a source of the shop does not end: its time is limited', async () => {
    const { watch, addPayment, sourceNamed, send, phaseOf, events } = createWatching();
    const hanging: ChainSource = { ...sourceNamed('own'), transfers: () => new Promise<never>(() => {}) };
    const ref = await addPayment();
    send(ref, '0.003');
    await watch([hanging, sourceNamed('test')]).round();
    assert.equal(await phaseOf(ref), 'detected');
    assert.deepEqual(events, [{ type: 'chain-unreachable', source: 'own', coin: 'BTC', code: 'timeout' }]);
  });

  it('count a transfer once that is there twice', async () => {
    const half = { transaction: 'tx', index: 0, amount: '0.0015', confirmations: 1 };
    const other = { ...half, index: 1, amount: '0.0001' };
    const { watch, addPayment, sourceNamed, store } = createWatching();
    const answer = { tip: { height: 800_000 }, transfers: [half, other, half] };
    const ref = await addPayment();
    await watch([{ ...sourceNamed('own'), transfers: async () => answer }]).round();
    const { knownPhase, cryptoAmountReceived } = (await store.byPaymentRef(ref))!;
    assert.deepEqual([knownPhase, cryptoAmountReceived], ['underpaid', '0.0016']);
  });

  it('are replaced by the next source of the coin', async () => {
    const { watch, addPayment, sourceNamed, send, phaseOf } = createWatching();
    const broken: TestChain = { transfers: new Map(), calls: [], failure: unreachable, age: 0 };
    const { round } = watch([sourceNamed('first', broken), sourceNamed('second')]);
    const ref = await addPayment();
    send(ref, '0.003');
    await round();
    assert.equal(broken.calls.length, 1);
    assert.equal(await phaseOf(ref), 'detected');
  });

  it('are not believed while they lag', async () => {
    const { watch, addPayment, chain, events, send, phaseOf } = createWatching();
    const ref = await addPayment();
    send(ref, '0.003');
    chain.age = 4 * 60 * MINUTE;
    await watch().round();
    assert.equal(await phaseOf(ref), 'awaiting');
    assert.deepEqual(
      events.map((event) => 'code' in event && event.code),
      ['out-of-sync'],
    );
  });

  it('keep no payment in another coin from being looked at, however many wait for them', async () => {
    const { clock, watch, addPayment, sourceNamed, send, phaseOf } = createWatching();
    const down: TestChain = { transfers: new Map(), calls: [], failure: unreachable, age: 0 };
    for (let i = 0; i < 1_100; i += 1) await addPayment(START, undefined, 'LTC');
    const { round } = watch([sourceNamed('down', down, 'LTC'), sourceNamed('test')]);
    await round();
    const ref = await addPayment();
    send(ref, '0.003');
    for (let i = 0; i < 3; i += 1) {
      clock.now += 10_000;
      await round();
    }
    assert.equal(await phaseOf(ref), 'detected');
  });

  it('wait as long as a source says', async () => {
    const { clock, watch, addPayment, chain } = createWatching();
    const processes = [watch(), watch()];
    await addPayment();
    chain.failure = new ChainError('rate-limited', 'test', 'too many requests', { retryAfter: 120 });
    for (let i = 0; i < 24; i += 1) {
      await Promise.all(processes.map(({ round }) => round()));
      clock.now += 5_000;
    }
    assert.equal(chain.calls.length, 1);
  });
});

describe('a pace with fewer requests than one look needs', () => {
  it('is reported once after 15 minutes', async () => {
    const { watch, addPayment, clock, events } = createWatching({ requestsPerMinute: 2, requestsPerLook: 3 });
    const { round } = watch();
    const paymentRef = await addPayment();
    async function lookFor(minutes: number): Promise<void> {
      for (let i = 0; i < minutes * 4; i += 1) {
        clock.now += 15_000;
        await round();
      }
    }
    await lookFor(14);
    assert.deepEqual(events, []);
    await lookFor(30);
    assert.deepEqual(events, [{ type: 'chain-pace-too-low', paymentRef, orderRef: 'order-1', source: 'test' }]);
  });

  it('is not reported for looks with a long pause between them: another process may have had an answer', async () => {
    const { watch, addPayment, clock, events } = createWatching({ requestsPerMinute: 2, requestsPerLook: 3 });
    const { round } = watch();
    await addPayment();
    for (const minutes of [0, 14, 14]) {
      clock.now += minutes * MINUTE;
      await round();
    }
    assert.deepEqual(events, []);
  });
});

describe('an address whose history a source does not have', () => {
  it('does not keep the source from being asked about the others, and is reported once', async () => {
    const { watch, addPayment, chain, sourceNamed, clock, events } = createWatching();
    const spammed = await addPayment();
    for (let i = 0; i < 10; i += 1) await addPayment();
    const source = sourceNamed('test');
    const { round } = watch([
      {
        ...source,
        async transfers(query, call) {
          const found = await source.transfers(query, call);
          if (query.address !== `address-of-${spammed}`) return found;
          throw new ChainError('history-too-short', 'test', 'too many transactions');
        },
      },
    ]);
    for (let i = 0; i < 4; i += 1) {
      await round();
      clock.now += 15_000;
    }
    assert.equal(chain.calls.length, 44);
    const event = {
      type: 'chain-history-too-short',
      paymentRef: spammed,
      orderRef: 'order-1',
      source: 'test',
    } as const;
    assert.deepEqual(events, [event]);
  });
});

describe('the second look', () => {
  it('does not accept a payment because the pace of the source is used up', async () => {
    const rules = { whenUnreachable: 'accept' } as const;
    const { store, watch, addPayment, clock, chain, events } = createWatching({ rules, requestsPerMinute: 1 });
    const { secondLook } = watch();
    const payment = toWatchedPayment((await store.byPaymentRef(await addPayment()))!) as ChainPayment;
    const claimedAt = clock.now;
    clock.now += 121 * MINUTE;
    assert.deepEqual((await secondLook(payment, claimedAt)).event?.type, 'chain-disagrees');
    assert.deepEqual(await secondLook(payment, claimedAt), { agrees: false });
    // The source fails only now. It has denied the money two minutes ago.
    clock.now += 2 * MINUTE;
    chain.failure = unreachable;
    assert.deepEqual(await secondLook(payment, claimedAt), { agrees: false });
    assert.deepEqual(
      events.map(({ type }) => type),
      ['chain-disagrees', 'chain-unreachable'],
    );
  });

  it('does not accept a payment when the source works, and fails for its address alone', async () => {
    const rules = { whenUnreachable: 'accept' } as const;
    for (const [check, agrees] of [
      [async () => ({ height: 800_000, notes: [] }), false],
      [() => Promise.reject(unreachable), true],
    ] as const) {
      const { store, watch, addPayment, clock, chain, sourceNamed, events } = createWatching({ rules });
      const { secondLook } = watch([{ ...sourceNamed('test'), check }]);
      const payment = toWatchedPayment((await store.byPaymentRef(await addPayment()))!) as ChainPayment;
      const claimedAt = clock.now;
      chain.failure = new ChainError('bad-answer', 'test', 'the answer is no JSON');
      for (let i = 0; i < 50; i += 1) {
        clock.now += 5 * MINUTE;
        const answer = await secondLook(payment, claimedAt);
        if (clock.now - claimedAt < 120 * MINUTE) assert.equal(answer.agrees, false);
      }
      const { event, ...answer } = await secondLook(payment, claimedAt);
      assert.deepEqual(answer, { agrees });
      assert.partialDeepStrictEqual(event, { type: 'chain-undecided', accepted: agrees });
      assert.ok(events.some((each) => each.type === 'chain-unreachable'));
    }
  });

  it('decides nothing when the pace ends during it', async () => {
    const { store, watch, addPayment, clock, chain, events } = createWatching({
      rules: { whenUnreachable: 'accept' },
      requestsPerMinute: 2,
      requestsPerLook: 3,
    });
    const payment = toWatchedPayment((await store.byPaymentRef(await addPayment()))!) as ChainPayment;
    assert.deepEqual(await watch().secondLook(payment, clock.now - 180 * MINUTE), { agrees: false });
    assert.deepEqual([chain.calls.length, events], [2, []]);
  });

  it('asks at once, and waits when no source answers', async () => {
    const { store, watch, addPayment, chain, send, clock } = createWatching();
    const { secondLook } = watch();
    const ref = await addPayment();
    const payment = toWatchedPayment((await store.byPaymentRef(ref))!) as ChainPayment;
    send(ref, '0.003', 2);
    assert.equal((await secondLook(payment, clock.now)).agrees, true);
    chain.failure = unreachable;
    assert.deepEqual(await secondLook(payment, clock.now), { agrees: false });
  });
});
