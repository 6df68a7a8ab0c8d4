import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { exactPayment } from '../../src/core/exact-payment.ts';
import { parsePayment, toPublicPayment } from '../../src/core/index.ts';
import { crypto, EVM, localcode, PNG, wallet } from '../support/payments.ts';

const QR = { size: 21, bits: 'A'.repeat(76) };

/** Values that fields may have, right, wrong and odd. */
const VALUES: readonly unknown[] = [
  ...['', 'x', 'NEW', 'awaiting', 'paid', 'btc', 'ETH', 'erc20/usdt', 'doge2', EVM, 'a\u202eb', 'x'.repeat(201), PNG],
  ...['0', '0.0', '1', '01', '1.50', '.5', '1.', '1e-8', '0.123456789', '0.1234567890123456789', '-1', '100.00'],
  ...['https://pay.example', 'https://pay.example/a', 'HTTPS://pay.example/', 'javascript:1', '/pay/1', 'pay/1', '//x'],
  ...['2031-01-01T00:00:00.000Z', '2031-01-01', '2031-01-01T00:00:00Z', 'soon'],
  ...[0, -0, 1, 1.5, -1, 2 ** 53, NaN, true, false, null, undefined, {}, [], QR, { ...QR, size: '21' }],
  ...[
    { ...QR, extra: 1 },
    { size: 22, bits: '' },
  ],
];

const NAMES = [
  ...['tid', 'pid', 'bid', 'address', 'qrCodeBase64', 'currency', 'amount', 'cryptoCoin', 'cryptoAmountExpected'],
  ...['note', 'status', 'hostedUrl', 'statusUrl', 'version', 'expiresAt', 'minimumTransactionCoin', 'phase', 'qr'],
  ...['test', 'cryptoAmountReceived', 'confirmations', 'amountText', 'meta', 'data', '__proto__', 'toString'],
];

describe('exactPayment', () => {
  it('reads what the backend helper sends of each payment, as an object and as JSON', () => {
    for (const data of [crypto(), crypto({ cryptoCoin: 'ETH', address: EVM }), wallet(), localcode()]) {
      const known = { statusUrl: '/pay/status/x', version: 1, expiresAt: '2031-01-01T00:00:00Z', qr: QR, test: true };
      const sent = toPublicPayment(data, { ...known, minimumTransactionCoin: '0.0001' });
      for (const json of [sent, JSON.stringify(sent)]) assert.deepEqual(exactPayment(json), sent);
    }
  });

  it('reads a payment that is written by hand, without a phase and with zeros at the end', () => {
    const written = crypto({ expiresAt: '2031-01-01T00:00:00+01:00', note: null, version: undefined });
    const read = parsePayment(written);
    assert.deepEqual(exactPayment(written), read.ok && read.payment);
  });

  it('returns a frozen payment that parsePayment returns as it is, and does not change its argument', () => {
    const given = { ...localcode(), qr: { ...QR } };
    const payment = exactPayment(given)!;
    assert.ok(Object.isFrozen(payment) && Object.isFrozen(payment.qr) && !Object.isFrozen(given.qr));
    assert.deepEqual(parsePayment(payment), { ok: true, payment });
    assert.equal(exactPayment(payment), payment);
  });

  it('returns undefined for input that it cannot read', () => {
    for (const json of [
      ...['', '{', 'null', '7', '[]', null, undefined, 7, [], {}],
      ...[crypto({ pid: 'p' }), crypto({ meta: {} }), { data: crypto() }, crypto({ amount: 48.2 })],
      ...[crypto({ status: 'PAID' }), crypto({ phase: 'paid' }), crypto({ address: undefined })],
      Object.create(localcode()),
    ])
      assert.equal(exactPayment(json), undefined, JSON.stringify(json));
  });

  it('returns the same as parsePayment', () => {
    const value = fc.constantFrom(...VALUES);
    const changes = fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 4 });
    const base = fc.constantFrom(crypto, wallet, localcode);
    let read = 0;
    fc.assert(
      fc.property(base, changes, fc.boolean(), (make, changed, asText) => {
        const fields = { ...make(), ...Object.fromEntries(changed) };
        const json = asText ? JSON.stringify(fields) : fields;
        const exact = exactPayment(json);
        if (!exact) return;
        read++;
        const { payment, ok } = { payment: undefined, ...parsePayment(json) };
        assert.ok(ok);
        assert.deepEqual({ ...exact }, { ...payment });
      }),
      { numRuns: 20_000 },
    );
    assert.ok(read > 1_000, `${read}`);
  });

  it('throws nothing on bad data', () => {
    fc.assert(fc.property(fc.anything({ withNullPrototype: true }), (junk) => void exactPayment(junk)));
  });
});
