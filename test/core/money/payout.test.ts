import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parsePayout } from '../../../src/core/index.ts';

const FIRST = '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH';
const SECOND = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const split = (...percents: (number | string)[]) =>
  percents.map((percent, i) => ({ address: `recipient-${i}`, percent }));

const refusal = (fields: unknown, symbol?: string) => {
  const read = parsePayout(fields as never, symbol);
  assert.equal(read.ok, false);
  return read.ok ? '' : `${read.field}: ${read.reason}`;
};

describe('parsePayout (contract 4.3, section 7)', () => {
  it('takes one address', () =>
    assert.deepEqual(parsePayout({ payout_address: FIRST }, 'btc'), { ok: true, payout: { payout_address: FIRST } }));

  it('takes a split, its percents as numbers or as decimal text', () =>
    assert.deepEqual(
      parsePayout({
        crypto_coin: 'BTC',
        addresses: [
          { address: FIRST, percent: '33.3' },
          { address: SECOND, percent: 66.7 },
        ],
      }),
      {
        ok: true,
        payout: {
          addresses: [
            { address: FIRST, percent: 33.3 },
            { address: SECOND, percent: 66.7 },
          ],
        },
      },
    ));

  it('takes splits that sum to 100 exactly but not in doubles', () => {
    assert.notEqual(82.49 + 1.61 + 2.35 + 9.38 + 4.17, 100);
    assert.ok(parsePayout({ addresses: split(82.49, 1.61, 2.35, 9.38, 4.17) }).ok);
  });

  it('takes every split of 100 into hundredths, and none that is a hundredth off', () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(cuts, fc.boolean(), (points, off) => {
        const edges = [0, ...points.sort((a, b) => a - b), 10_000];
        const hundredths = edges.slice(1).map((edge, i) => edge - edges[i]!);
        if (off) hundredths[0]! += 1;
        const read = parsePayout({ addresses: split(...hundredths.map((h) => h / 100)) });
        assert.equal(read.ok, !off);
      }),
    );
  });

  it('refuses both forms together', () =>
    assert.match(refusal({ payout_address: FIRST, addresses: split(100) }), /^payout_address: cannot be combined/));

  it('refuses neither form', () => {
    for (const fields of [{}, { payout_address: null, addresses: null }])
      assert.match(refusal(fields), /^payout_address: missing/);
  });

  it('takes the empty form for one that is not there', () => {
    assert.ok(parsePayout({ payout_address: FIRST, addresses: null }).ok);
    assert.ok(parsePayout({ payout_address: null, addresses: split(100) }).ok);
  });

  it('refuses what is no payout, and names what is wrong with it', () => {
    for (const fields of [null, 'x', []]) assert.equal(refusal(fields), 'payout: not an object');
    for (const address of ['', ' ', 7]) {
      assert.equal(refusal({ payout_address: address }), 'payout_address: not an address');
      const addresses = [...split(50), { address, percent: 50 }];
      assert.equal(refusal({ addresses }), 'addresses[1].address: not an address');
    }
    for (const addresses of [[], {}, 'x', 7])
      assert.equal(refusal({ addresses }), 'addresses: not a list of recipients', JSON.stringify(addresses));
    assert.equal(refusal({ payout_address: FIRST, crypto_coin: 7 }), 'crypto_coin: unknown coin');
  });

  it('rejects a sum that is not exactly 100, and names the sum', () => {
    assert.match(refusal({ addresses: split(50, 49.9) }), /^addresses: percents sum to 99.9, not 100/);
    assert.match(refusal({ addresses: split(50, '50.000000001') }), /^addresses: percents sum to 100.000000001/);
  });

  it('refuses a percent outside (0, 100]', () => {
    for (const percent of [0, -1, 100.1, NaN, '', 'x', null])
      assert.equal(
        refusal({ addresses: split(percent as never, 50) }),
        'addresses[0].percent: not a number above 0 and at most 100',
      );
    assert.ok(parsePayout({ addresses: split(100) }).ok);
  });

  it('refuses a percent with digits that would be lost on the way', () =>
    assert.match(
      refusal({ addresses: split('33.33333333333333333333', '66.66666666666666666667') }),
      /^addresses\[0\]\.percent: more digits/,
    ));

  it('refuses one recipient twice, however it is spelt', () => {
    const twice = (coin: string, a: string, b: string) =>
      refusal({ crypto_coin: coin, addresses: [{ address: a, percent: 50 }, { address: b, percent: 50 }] }); // prettier-ignore
    assert.match(twice('BTC', SECOND, SECOND.toUpperCase()), /^addresses\[1\]\.address: the same recipient twice/);
    const cash = 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq';
    assert.match(twice('BCH', cash, '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC'), /twice/);
    assert.match(
      twice('ETH', '0xcB3028d6120802148f03d6c884D6AD6A210Df62A', '0xcb3028d6120802148f03d6c884d6ad6a210df62a'),
      /twice/,
    );
  });

  it('refuses an address that is not of the coin, and an unknown coin', () => {
    assert.match(refusal({ payout_address: FIRST }, 'ETH'), /^payout_address: not a valid ETH address/);
    assert.match(
      refusal({ payout_address: 'Aff4d6793F584a473348EbA058deb8caad77a288' }, 'ETH'),
      /: it does not begin with 0x$/,
    );
    assert.match(refusal({ payout_address: FIRST }, 'XMR'), /^crypto_coin: unknown coin/);
    const reasons = {
      tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx: 'it is an address of a test network',
      '5KN7MzqK5wt2TP1fQCYyHBtDrXdJuXbUzm4A9rKAteGu3Qi5CVR':
        'it looks like a private key, or the id of a transaction: never give a private key to a shop',
      // Test vector 1 of BIP 32.
      xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8:
        'it is an extended public key; give one address of that wallet',
      ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9: 'it is an address of LTC',
      '0xAff4d6793F584a473348EbA058deb8caad77a288': 'it is an address of ETH',
      [`${FIRST} `]: 'it has a character that such an address never has, such as a space or a look-alike letter',
      [FIRST.replace(/.$/, 'q')]: 'its checksum is wrong, so at least one character is',
      [`bitcoin:${FIRST}`]: 'it is a payment link; give the address alone',
    };
    for (const [address, reason] of Object.entries(reasons))
      assert.equal(refusal({ payout_address: address }, 'BTC'), `payout_address: not a valid BTC address: ${reason}`);
  });

  it('throws nothing on bad data', () => {
    fc.assert(fc.property(fc.anything(), (junk) => void parsePayout(junk as never, 'BTC')));
    fc.assert(fc.property(fc.array(fc.anything()), (junk) => void parsePayout({ addresses: junk as never }, 'BTC')));
  });
});
