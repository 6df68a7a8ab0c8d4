import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMoneyRules } from '../../../src/server/payments/money-rules.ts';

describe('the money rules', () => {
  it('have one tolerance for all coins, or one for each coin', () => {
    const all = readMoneyRules({ amountTolerance: 0.5 });
    assert.deepEqual([all.toleranceOf('BTC'), all.toleranceOf('ETH')], ['0.5', '0.5']);
    const byCoin = readMoneyRules({ amountTolerance: { BTC: '0.1' } });
    assert.deepEqual([byCoin.toleranceOf('BTC'), byCoin.toleranceOf('ETH')], ['0.1', '0']);
    assert.equal(readMoneyRules({}).toleranceOf('BTC'), '0');
  });

  it('refuse an option that they cannot use', () => {
    for (const afterExpiry of ['never', '', null])
      assert.throws(() => readMoneyRules({ afterExpiry: afterExpiry as never }), /^ConfigurationError: afterExpiry/);
    for (const amountTolerance of ['-1', 'x', null, { XYZ: '1' }, { BTC: '-1' }])
      assert.throws(
        () => readMoneyRules({ amountTolerance: amountTolerance as never }),
        /^ConfigurationError: amountTolerance/,
      );
  });
});
