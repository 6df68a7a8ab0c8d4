import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coins, findCoin } from '../../../src/core/index.ts';

describe('findCoin', () => {
  it('reads the nine symbols of contract 2.9 in any letter case', () => {
    assert.deepEqual(coins.map(({ symbol }) => symbol).sort(), [
      'BCH',
      'BNB',
      'BTC',
      'DOGE',
      'ERC20/USDT',
      'ETH',
      'LTC',
      'SOL/SOL',
      'TRX',
    ]);
    for (const coin of coins) assert.equal(findCoin(coin.symbol.toLowerCase()), coin);
    assert.equal(findCoin('USDT'), undefined);
    assert.throws(() => findCoin(undefined as never), TypeError);
  });
});
