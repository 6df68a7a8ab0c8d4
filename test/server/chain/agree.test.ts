import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agree, ChainError, type ChainSource, type Transfer } from '../../../src/server/chain/index.ts';

const call = { timeout: 1_000, signal: new AbortController().signal };
const query = { coin: 'BTC', address: 'a', since: 0 } as const;

const transfer = (transaction: string, amount: string, confirmations: number, index = 0): Transfer => ({
  transaction,
  index,
  amount,
  confirmations,
});
const source = (
  transfers: Transfer[] | ChainError,
  height = 10,
  coins: ChainSource['coins'] = ['BTC'],
): ChainSource => ({
  name: 'one',
  coins,
  requestsPerMinute: 10,
  transfers: () =>
    transfers instanceof ChainError ? Promise.reject(transfers) : Promise.resolve({ transfers, tip: { height } }),
  check: () => Promise.resolve({ height, notes: ['a note'] }),
});
const both = async (one: Transfer[], other: Transfer[]) =>
  (await agree(source(one), source(other, 9)).transfers(query, call)).transfers;

describe('two sources that must agree', () => {
  it('count what both have, with the fewer confirmations', async () => {
    const common = await both([transfer('a', '1', 3), transfer('b', '2', 1)], [transfer('A', '1.0', 2)]);
    assert.deepEqual(common, [transfer('a', '1', 2)]);
  });

  it('have the later of their times, and none that only one of them knows', async () => {
    const T = Date.UTC(2026, 10, 24);
    const one = { ...transfer('a', '1', 3), at: T + 5_000, seenAt: T + 1_000 };
    const later = { ...one, at: T + 6_000, seenAt: T + 2_000 };
    assert.deepEqual(await both([one], [later]), [later]);
    const [common] = await both([one], [{ ...transfer('a', '1', 3), at: T + 4_000 }]);
    assert.deepEqual(common, { ...transfer('a', '1', 3), at: T + 5_000 });
  });

  it('compare whole transactions, because they number its transfers differently', async () => {
    const common = await both([transfer('a', '1', 3), transfer('a', '2', 3, 1)], [transfer('a', '3', 3, 7)]);
    assert.equal(common.length, 2);
  });

  it('count a transfer once that one of them has twice, as at the turn of a page', async () => {
    const twice = [transfer('a', '1', 3), transfer('a', '1', 3)];
    assert.deepEqual(await both(twice, [transfer('a', '1', 3)]), [transfer('a', '1', 3)]);
  });

  it('fail when the amounts differ: one of them lies', async () => {
    await assert.rejects(both([transfer('a', '1', 3)], [transfer('a', '1.1', 3)]), { code: 'disagreement' });
  });

  it('fail when one cannot be reached', async () => {
    const failing = source(new ChainError('unreachable', 'two', 'no answer'));
    await assert.rejects(agree(source([]), failing).transfers(query, call), { code: 'unreachable' });
  });

  it('have the lower tip, the notes of both, and a coin in common', async () => {
    const pair = agree(source([], 12), source([], 9));
    assert.equal((await pair.transfers(query, call)).tip.height, 9);
    assert.deepEqual(await pair.check('BTC', call), { height: 9, notes: ['a note', 'a note'] });
    assert.throws(() => agree(source([]), source([], 1, ['LTC'])), TypeError);
  });
});
