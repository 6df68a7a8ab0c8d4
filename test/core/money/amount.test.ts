import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  addDecimals,
  coins,
  compareDecimals,
  cryptoAmount,
  decimalText,
  subtractDecimals,
} from '../../../src/core/index.ts';

const anyCoin = fc.constantFrom(...coins);

describe('decimalText', () => {
  it('expands an exponent by text', () => {
    assert.equal(decimalText(1e-8), '0.00000001');
    assert.equal(decimalText('1.5e3'), '1500');
    assert.equal(decimalText('1.5E+3'), '1500');
    assert.equal(decimalText(1e21), '1000000000000000000000');
  });

  it('removes insignificant zeros and keeps every significant digit', () => {
    assert.equal(decimalText('007.5000'), '7.5');
    assert.equal(decimalText('100'), '100');
    assert.equal(decimalText('1.123456789012345678'), '1.123456789012345678');
  });

  it('is undefined for invalid amounts', () => {
    for (const bad of [
      '',
      ' 1',
      '1,5',
      '-1',
      '+1',
      '.5',
      '5.',
      '0x10',
      '1e',
      'x1e5',
      '٣',
      'NaN',
      NaN,
      Infinity,
      -1,
      null,
      {},
      true,
      1n,
      '9'.repeat(200),
      '1e999',
    ])
      assert.equal(decimalText(bad), undefined);
  });
});

describe('cryptoAmount', () => {
  it('gives whole coins for whole smallest units, both ways', () => {
    fc.assert(
      fc.property(anyCoin, fc.bigInt({ min: 0n, max: 10n ** 30n }), (coin, atomic) => {
        const digits = atomic.toString().padStart(coin.decimals + 1, '0');
        const text = `${digits.slice(0, -coin.decimals)}.${digits.slice(-coin.decimals)}`;
        const amount = cryptoAmount(text, coin);
        assert.equal(amount.atomic, atomic);
        assert.equal(amount.rounded, false);
        assert.equal(cryptoAmount(amount.text, coin.symbol).atomic, atomic);
        assert.match(amount.text, /^\d+(\.\d*[1-9])?$/);
      }),
    );
  });

  it('never returns less than the text, nor a whole smallest unit more', () => {
    fc.assert(
      fc.property(
        anyCoin,
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        fc.bigInt({ min: 10n ** 29n, max: 10n ** 30n }),
        (coin, whole, fraction) => {
          const text = `${whole}.${fraction.toString().slice(1)}`; // 30 digits: more than a double prints
          const amount = cryptoAmount(text, coin);
          assert.notEqual(compareDecimals(amount.text, text), -1);
          const unit = `0.${'1'.padStart(coin.decimals, '0')}`;
          assert.equal(compareDecimals(subtractDecimals(amount.text, text), unit), -1);
          assert.equal(amount.rounded, compareDecimals(amount.text, text) === 1);
        },
      ),
    );
  });

  it('removes floating-point noise', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 1, max: 10 ** 9 }), (a, b) => {
        const noisy = a / 1e8 + b / 1e8;
        assert.equal(cryptoAmount(noisy, 'BTC').atomic, BigInt(a + b));
      }),
    );
  });

  it('rounds float noise to the nearest unit, and everything else up', () => {
    const read = (value: string | number) => {
      const { text, atomic, rounded } = cryptoAmount(value, 'BTC');
      assert.equal(atomic, BigInt(Math.round(Number(text) * 1e8)));
      return [text, rounded];
    };
    // Noise, above and below the unit.
    assert.deepEqual(read(0.1 + 0.2), ['0.3', false]);
    assert.deepEqual(read('0.000000029999999999999997'), ['0.00000003', false]);
    assert.deepEqual(read('0.000000030000000000000003'), ['0.00000003', false]);
    // Half a unit of an amount so large that a double cannot tell it from either neighbour.
    assert.deepEqual(read('12345678.901234565'), ['12345678.90123457', false]);
    // The same digits and one more: no double has so many.
    assert.deepEqual(read('0.0000000300000000000000031'), ['0.00000004', true]);
    // A real part of a unit, however small.
    assert.deepEqual(read('0.000000025'), ['0.00000003', true]);
    assert.deepEqual(read('0.000000021'), ['0.00000003', true]);
    assert.deepEqual(read('0.00000002000001'), ['0.00000003', true]);
    // Zeros beyond the unit are nothing to round.
    assert.deepEqual(read('0.0000000200'), ['0.00000002', false]);
    assert.deepEqual(read('1.123456780000000000000000'), ['1.12345678', false]);
    assert.deepEqual(read('0.000000000'), ['0', false]);
  });

  it('rejects invalid amounts, and names the argument', () => {
    for (const bad of ['x', '-1', NaN, '', '1e500'])
      assert.throws(() => cryptoAmount(bad, 'BTC'), { name: 'TypeError', message: /^amount:/ });
    assert.throws(() => cryptoAmount('1', 'XMR'), { name: 'TypeError', message: /^coin:/ });
  });

  it('does not choke on a hostile megabyte', () =>
    assert.throws(
      () => cryptoAmount('1'.repeat(1e6), 'BTC'),
      ({ message }: Error) => message.length < 100,
    ));
});

describe('sums of decimals', () => {
  it('read what decimalText has written, also of the largest and the smallest number', () => {
    for (const number of ['1e99', '1e-90', `${'9'.repeat(80)}e99`, `0.${'1'.repeat(80)}e-99`]) {
      const text = decimalText(number)!;
      assert.equal(decimalText(text), text);
      assert.equal(compareDecimals(text, number), 0);
      assert.equal(compareDecimals(text, '1'), number.includes('-') ? -1 : 1);
    }
  });
  const decimal = fc.tuple(fc.nat(10 ** 9), fc.nat(10 ** 9)).map(([a, b]) => `${a}.${b}`);

  it('take away what they added', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => assert.equal(subtractDecimals(addDecimals([a, b]), b), decimalText(a))),
    );
  });

  it('never fall below zero', () => assert.equal(subtractDecimals('1', '2'), '0'));

  it('name the argument that is not a decimal', () => {
    for (const calculate of [compareDecimals, subtractDecimals]) {
      assert.throws(() => calculate('1,5', '1'), /^TypeError: amount: .*: 1,5$/);
      assert.throws(() => calculate('1', '-2'), /^TypeError: amount: .*: -2$/);
    }
  });
});
