import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CryptoPayment } from '../../../src/core/index.ts';
import { missingOf, transferDetails } from '../../../src/core/payments/transfer.ts';
import { BTC, crypto } from '../../support/payments.ts';

const paymentOf = (fields: Partial<CryptoPayment> = {}) => crypto(fields) as unknown as CryptoPayment;

describe('what is missing of a payment', () => {
  it('is what the payment server says, with or without an amount that has arrived', () => {
    const rest = { kind: 'rest', rest: '0.0003' };
    assert.deepEqual(missingOf(paymentOf({ cryptoAmountDue: '0.0003' })), rest);
    assert.deepEqual(missingOf(paymentOf({ cryptoAmountDue: '0.0003', cryptoAmountReceived: '0.0007' })), rest);
    assert.deepEqual(missingOf(paymentOf()), { kind: 'unknown' });
  });
});

describe('what a payer has to send', () => {
  it('has the payment URI as its code and as a link', () => {
    const { mode, texts, link } = transferDetails(paymentOf());
    const uri = `bitcoin:${BTC}?amount=0.00071342`;
    assert.deepEqual({ mode, texts, link }, { mode: 'uri', texts: { address: BTC, uri }, link: uri });
  });

  it('is the address alone when its URI would have more than one meaning, or the coin is not known', () => {
    const address = `${BTC}?amount=9`;
    for (const fields of [{ address }, { address, cryptoCoin: 'xmr' }]) {
      const { mode, texts, link } = transferDetails(paymentOf(fields));
      assert.deepEqual({ mode, texts, link }, { mode: 'address', texts: { address }, link: undefined });
    }
  });
});
