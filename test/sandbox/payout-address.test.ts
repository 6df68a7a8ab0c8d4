import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAddress } from '../../src/core/coins/address.ts';
import { symbols } from '../../src/sandbox/contract/coins.ts';
import { payoutAddress } from '../../src/sandbox/contract/payout-address.ts';
import { payouts } from './support/fixture.ts';

test('4.3 an address with one letter changed is invalid, where the coin has a checksum', () => {
  for (const symbol of symbols.filter((one) => one !== 'SOL/SOL')) {
    const good = payouts[symbol];
    const at = good.length - 3;
    const bad =
      good.slice(0, at) +
      (good[at] === 'q' || good[at] === 'E' ? 'p' : good[at] === 'a' ? 'b' : 'q') +
      good.slice(at + 1);
    assert.equal(payoutAddress(symbol, bad), undefined, `${symbol} ${bad}`);
  }
});

test('4.3 an address of another coin is invalid', () => {
  const kinds = ['BTC', 'LTC', 'DOGE', 'BCH', 'TRX', 'ETH', 'SOL/SOL'] as const;
  for (const mine of kinds) {
    for (const other of kinds) {
      assert.equal(payoutAddress(mine, payouts[other]) !== undefined, mine === other, `${other} as ${mine}`);
    }
  }
});

test('4.3 the spellings of one recipient come out the same', () => {
  const { BTC, BCH, ETH } = payouts;
  assert.equal(payoutAddress('BTC', BTC.toUpperCase()), BTC);
  assert.equal(payoutAddress('BCH', BCH.slice(12)), BCH);
  assert.equal(payoutAddress('BCH', BCH.toUpperCase()), BCH);
  assert.equal(payoutAddress('ETH', ETH.toLowerCase()), ETH);
  // The cashaddr specification's own pairs.
  assert.equal(
    payoutAddress('BCH', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'),
    'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  );
  assert.equal(
    payoutAddress('BCH', '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC'),
    'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq',
  );
});

test('4.3 an address that is empty, or has spaces, mixed case or other letters is invalid', () => {
  const { BTC, BCH } = payouts;
  const mixed = BTC.slice(0, 20) + BTC.slice(20).toUpperCase();
  for (const text of ['', ' ', ` ${BTC}`, `${BTC}\n`, mixed, 'bс1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu']) {
    assert.equal(payoutAddress('BTC', text), undefined, text);
  }
  assert.equal(payoutAddress('BCH', BCH.slice(0, 12) + BCH.slice(12).toUpperCase()), undefined);
});

test('the sandbox and the client, which share no code, decide alike', () => {
  const texts = Object.values(payouts).flatMap((text) => [text, text.slice(1), text.toLowerCase(), `${text}1`]);
  for (const symbol of symbols) {
    for (const text of texts) {
      assert.equal(payoutAddress(symbol, text) !== undefined, checkAddress(symbol, text).ok, `${text} as ${symbol}`);
    }
  }
});
