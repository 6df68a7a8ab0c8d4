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
} from '../../src/core/index.ts';

const anyCoin = fc.constantFrom(...coins);

describe('decimalText', () => {
  it('expands an exponent by text', () => {
    assert.equal(decimalText(1e-8), '0.00000001');
    assert.equal(decimalText('1.5e3'), '1500');
    assert.equal(decimalText(1e21), '1000000000000000000000');
  });

  it('drops what says nothing and keeps every digit that does', () => {
    assert.equal(decimalText('007.5000'), '7.5');
    assert.equal(decimalText('100'), '100');
    assert.equal(decimalText('1.123456789012345678'), '1.123456789012345678');
  });

  it('is undefined for what is no amount', () => {
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

  it('never asks for less than a text says, and for less than one smallest unit more', () => {
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

  it('sees through the noise of float arithmetic', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 1, max: 10 ** 9 }), (a, b) => {
        const noisy = a / 1e8 + b / 1e8;
        assert.equal(cryptoAmount(noisy, 'BTC').atomic, BigInt(a + b));
      }),
    );
  });

  it('refuses what is no amount, and says which argument', () => {
    for (const bad of ['x', '-1', NaN, '', '1e500'])
      assert.throws(() => cryptoAmount(bad, 'BTC'), { name: 'TypeError', message: /^amount:/ });
    assert.throws(() => cryptoAmount('1', 'XMR'), { name: 'TypeError', message: /^coin:/ });
  });

  it('does not choke on a hostile megabyte', () =>
    assert.throws(() => cryptoAmount('1'.repeat(1e6), 'BTC'), /^TypeError: amount/));
});

describe('sums of decimals', () => {
  const decimal = fc.tuple(fc.nat(10 ** 9), fc.nat(10 ** 9)).map(([a, b]) => `${a}.${b}`);

  it('take away what they added', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => assert.equal(subtractDecimals(addDecimals([a, b]), b), decimalText(a))),
    );
  });

  it('never fall below zero', () => assert.equal(subtractDecimals('1', '2'), '0'));
});
