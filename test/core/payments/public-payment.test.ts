import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { idOf, methodOf, parsePayment, toPublicPayment, type CryptoPayment } from '../../../src/core/index.ts';
import { hasReceivedMoney, keyOf } from '../../../src/core/payments/payment.ts';
import { doubtOf, hostedUrlIn, missingOf } from '../../../src/core/payments/public-payment.ts';

const PNG = `data:image/png;base64,${Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).toString('base64')}`;

/** Contract 2.6, with a marker in every field that no browser may see. */
const crypto = {
  tid: 't-1',
  address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  qrCodeBase64: PNG,
  currency: 'usd',
  amount: 48.2,
  cryptoCoin: 'btc',
  cryptoAmountExpected: 7.1342e-4,
  status: 'NEW',
  webhookUrl: 'https://shop.example/SECRET',
  hostedUrl: 'https://pay.example/t-1',
  meta: { SECRET: 'SECRET', tid: 'SECRET' },
  splitPayoutAddresses: [{ address: 'SECRET', percent: 100 }],
  apiKey: 'SECRET',
  message: 'SECRET',
};
/** Contract 2.7. */
const wallet = {
  pid: 'p-1',
  currency: 'EUR',
  amount: 32,
  status: 'NEW',
  payoutEmail: 'SECRET@shop.example',
  additionalInformation: 'SECRET',
  note: ' NW-7F3K  “x” ',
  webhookUrl: 'SECRET',
  hostedUrl: 'https://wallet.example/p-1',
  meta: {},
};
/** Contract 2.8. */
const localcode = {
  bid: 'b-1',
  amount: 20,
  payoutCryptoCoin: 'BTC',
  payoutAddress: 'SECRET',
  webhookUrl: 'SECRET',
  hostedUrl: 'https://pay.example/b-1',
  status: 'PENDING',
  meta: {},
};

const read = (json: unknown) => {
  const result = parsePayment(json);
  assert.ok(result.ok, JSON.stringify(result));
  return result.payment;
};

describe('toPublicPayment', () => {
  it('leaves out a time of payment without an offset, which each payer would read in a time zone of their own', () => {
    for (const paidAt of ['2031-05-09 10:07:00', '2031-05-09T10:07:00', '1'])
      assert.equal(toPublicPayment(crypto, { paidAt }).paidAt, undefined, paidAt);
    assert.equal(toPublicPayment(crypto, { paidAt: '2031-05-09T10:07:00+02:00' }).paidAt, '2031-05-09T08:07:00.000Z');
  });

  it('has a time in UTC, in whatever form a backend writes it and its offset', () => {
    const instants: Record<string, string> = {
      '2031-05-09': '2031-05-09T00:00:00.000Z',
      '2031-05-09T10:07Z': '2031-05-09T10:07:00.000Z',
      '2031-05-09 10:07:00+02 ': '2031-05-09T08:07:00.000Z',
      '2031-05-09T10:07:00.25Z': '2031-05-09T10:07:00.250Z',
      '2031-05-09 10:07:00 utc': '2031-05-09T10:07:00.000Z',
      '2031-05-09 10:07:00+02': '2031-05-09T08:07:00.000Z',
      '2031-05-09T10:07:00+0200': '2031-05-09T08:07:00.000Z',
      'Fri May 09 2031 10:07:00 GMT+0200(CEST)': '2031-05-09T08:07:00.000Z',
      // The longest one that is read has forty characters.
      'Fri May 09 2031 10:07:00 GMT+0200 (CEST)': '2031-05-09T08:07:00.000Z',
    };
    for (const [paidAt, instant] of Object.entries(instants))
      assert.equal(toPublicPayment(crypto, { paidAt }).paidAt, instant, paidAt);
    for (const paidAt of [
      'Fri 2031-05-09',
      ' 2031-05-09',
      '2031-05-09 ',
      '9 May 2031 10:07-12-2031',
      'Fri May 09 2031 10:07:00 GMT+0200  (CEST)',
    ])
      assert.equal(toPublicPayment(crypto, { paidAt }).paidAt, undefined, paidAt);
  });

  it('has the modules of a code of a size that exists, and only when all of them are there', () => {
    const bitsOf = (size: number) => Buffer.alloc(Math.ceil((size * size) / 8), 0x5a).toString('base64');
    const shown = (qr: unknown) => toPublicPayment({ ...crypto, qr }).qr;
    for (const size of [21, 25, 173, 177])
      assert.deepEqual(shown({ size, bits: bitsOf(size) }), { size, bits: bitsOf(size) });
    for (const size of [17, 20, 22, 23, 181])
      assert.equal(shown({ size, bits: bitsOf(size) }), undefined, String(size));
    const bits = bitsOf(21);
    for (const wrong of [bits.slice(4), `${bits}AAAA`, `!${bits.slice(1)}`, `${bits.slice(0, -2)}!=`, ''])
      assert.equal(shown({ size: 21, bits: wrong }), undefined, wrong);
    for (const wrong of [undefined, 7, { length: bits.length, toString: () => bits }])
      assert.equal(shown({ size: 21, bits: wrong }), undefined, typeof wrong);
  });

  it('has no text that is none, and an amount of an unknown coin unchanged', () => {
    const shown = toPublicPayment({ ...crypto, currency: 7, cryptoCoin: 7, cryptoAmountExpected: '1.50' });
    assert.equal('currency' in shown, false);
    assert.equal('cryptoAmountExpected' in shown && shown.cryptoAmountExpected, '1.5');
  });

  it('is misuse without an object', () => {
    for (const data of [null, undefined, '{}', 7])
      assert.throws(() => toPublicPayment(data as never), /^TypeError: data: a payment object is needed$/);
  });

  it('has the transactions with a readable id and a web address, at most ten', () => {
    const id = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
    const url = `https://explorer.example/tx/${id}`;
    const shown = (transactions: unknown) => toPublicPayment({ ...crypto, transactions }).transactions;
    assert.deepEqual(shown([{ id, url, amount: '1' }]), [{ id, url }]);
    assert.equal(shown(Array.from({ length: 11 }, () => ({ id, url })))!.length, 10);
    for (const hostile of ['javascript:alert(1)', 'data:text/html,x', '/tx/1', '', undefined, 7])
      assert.equal(shown([{ id, url: hostile }]), undefined, String(hostile));
    for (const hostile of ['', '../x', 'a b', 'a\u202eb', '<b>', `${id}-0`, 'x'.repeat(129), 7, undefined])
      assert.equal(shown([{ id: hostile, url }]), undefined, String(hostile));
    for (const other of [[], [null], [id], id, {}]) assert.equal(shown(other), undefined, JSON.stringify(other));
  });

  it('leaves out an order reference that cannot be shown unchanged: the receipt shows it', () => {
    for (const orderRef of ['1001\u202e', '1001\n', 'x'.repeat(201)])
      assert.equal('orderRef' in toPublicPayment(crypto, { orderRef }), false, JSON.stringify(orderRef));
    assert.equal(toPublicPayment(crypto, { orderRef: '1001' }).orderRef, '1001');
  });

  it('contains only the fields of each payment that the payer may see (contract 2.6 to 2.8)', () => {
    for (const data of [crypto, wallet, localcode]) {
      const shown = toPublicPayment(data, { statusUrl: '/pay/status/x', version: 1 });
      assert.doesNotMatch(JSON.stringify(shown), /SECRET/);
      assert.equal(shown.phase, 'awaiting');
      assert.equal(shown.statusUrl, '/pay/status/x');
    }
    assert.deepEqual(Object.keys(toPublicPayment(localcode)), ['bid', 'amount', 'status', 'hostedUrl', 'phase']);
  });

  it('returns every amount as exact decimal text', () => {
    const shown = toPublicPayment({ ...crypto, cryptoAmountExpectedText: '0.000713420' });
    assert.equal(shown.amount, '48.2');
    assert.equal('cryptoAmountExpected' in shown && shown.cryptoAmountExpected, '0.00071342');
  });

  it('has an amount with the decimals of its coin, from its exact text if there is one', () => {
    const expected = (fields: object) => {
      const shown = toPublicPayment({ ...crypto, ...fields });
      return 'cryptoAmountExpected' in shown && shown.cryptoAmountExpected;
    };
    assert.equal(expected({ cryptoAmountExpected: 0.30000000000000004 }), '0.3');
    assert.equal(expected({ cryptoAmountExpected: '0.000713421' }), '0.00071343');
    const exact = { cryptoAmountExpected: 1.1234567890123457, cryptoAmountExpectedText: '1.123456789012345678' };
    assert.equal(expected({ ...exact, cryptoCoin: 'eth' }), '1.123456789012345678');
  });

  it("takes the shop's own knowledge over the service's data", () => {
    const shown = toPublicPayment(crypto, { phase: 'paid', version: 4, test: true, expiresAt: '2026-11-20T12:00:00Z' });
    assert.deepEqual(
      [shown.phase, shown.version, shown.test, shown.expiresAt],
      ['paid', 4, true, '2026-11-20T12:00:00.000Z'],
    );
  });

  it('is confirming when nothing is missing of an underpaid payment', () => {
    const phaseWith = (cryptoAmountReceived: string | undefined, data: object = crypto) =>
      toPublicPayment({ ...data, cryptoAmountReceived }, { phase: 'underpaid' }).phase;
    assert.equal(phaseWith('0.00071342'), 'confirming');
    assert.equal(phaseWith('0.00071343'), 'confirming');
    assert.equal(phaseWith('0.00071341'), 'underpaid');
    assert.equal(phaseWith(undefined), 'underpaid');
    assert.equal(phaseWith('1', { ...crypto, cryptoAmountExpected: undefined }), 'underpaid');
    assert.equal(phaseWith('1', wallet), 'underpaid');
    assert.equal(toPublicPayment({ ...crypto, cryptoAmountReceived: '1' }, { phase: 'late' }).phase, 'late');
  });

  it('has what the shop knows in place of what the service says, also of its exact text', () => {
    const data = { ...crypto, cryptoAmountReceived: 0.1, cryptoAmountReceivedText: '0.1' };
    const known = { cryptoAmountReceived: '0.0009' };
    assert.equal((toPublicPayment(data, known) as typeof known).cryptoAmountReceived, '0.0009');
  });

  it('is the same when it is done twice', () => {
    const once = toPublicPayment(crypto, { version: 2 });
    assert.deepEqual(toPublicPayment(once), once);
  });
});

describe('parsePayment', () => {
  it('gives a frozen payment, and the same one when that is read again', () => {
    const first = parsePayment({ ...crypto, qr: { size: 21, bits: 'A'.repeat(76) } });
    assert.ok(first.ok);
    assert.ok(first.payment.qr && Object.isFrozen(first.payment) && Object.isFrozen(first.payment.qr));
    const second = parsePayment(first.payment);
    assert.ok(second.ok && second.payment === first.payment);
    // A copy is read like any other object.
    const copy = parsePayment({ ...first.payment, address: '' });
    assert.ok(!copy.ok && copy.field === 'address');
  });

  it('reads JSON text, an object, and the whole answer of the service (contract 2.1)', () => {
    for (const json of [
      crypto,
      { message: 'created', data: crypto },
      JSON.stringify(crypto),
      JSON.stringify({ data: crypto }),
    ])
      assert.deepEqual(read(json), toPublicPayment(crypto));
    assert.deepEqual([methodOf(read(wallet)), idOf(read(wallet))], ['wallet', 'p-1']);
    assert.deepEqual([methodOf(read(localcode)), idOf(read(localcode))], ['localcode', 'b-1']);
  });

  it('keeps every digit of JSON text', () => {
    const text = JSON.stringify({ ...crypto, cryptoCoin: 'eth', cryptoAmountExpected: 'X' }).replace(
      '"X"',
      '1.123456789012345678',
    );
    const payment = read(text);
    assert.equal('tid' in payment && payment.cryptoAmountExpected, '1.123456789012345678');
  });

  it('keeps the note byte for byte', () => {
    const payment = read(wallet);
    assert.equal('pid' in payment && payment.note, wallet.note);
  });

  it('names the field that is missing or unreadable', () => {
    const cases: [object, string][] = [
      [{ ...crypto, address: undefined }, 'address'],
      [{ ...crypto, address: 'bc1q\u0441' }, 'address'],
      [{ ...crypto, address: '\u0441bc1q' }, 'address'],
      [{ ...crypto, cryptoAmountExpected: 'lots' }, 'cryptoAmountExpected'],
      [{ ...crypto, amount: -1 }, 'amount'],
      [{ ...wallet, note: null }, 'note'],
      [{ ...wallet, pid: 7 }, 'pid'],
      [{ ...localcode, status: '' }, 'status'],
      [{ ...localcode, status: 'x'.repeat(1e6) }, 'status'],
      [{ amount: 1 }, 'payment'],
      [{ ...crypto, pid: 'p' }, 'payment'],
    ];
    for (const [json, field] of cases) {
      const result = parsePayment(json);
      assert.equal(!result.ok && result.field, field);
    }
    assert.equal(parsePayment({ ...crypto, qr: { size: Symbol('21'), bits: '' } }).ok, true);
    for (const json of ['', '{', '[]', 'null', '7', null, undefined, [], 7]) assert.equal(parsePayment(json).ok, false);
  });

  it('returns the reason why a payment cannot be read', () => {
    const { address, ...withoutAddress } = crypto;
    assert.equal(typeof address, 'string');
    const cases: [unknown, string, string][] = [
      ['{', 'payment', 'not JSON'],
      ['7', 'payment', 'not an object'],
      [[], 'payment', 'not an object'],
      [{ amount: 1 }, 'payment', 'none of tid, pid and bid is there'],
      [{ order: '1001', methods: [] }, 'payment', 'it is an order, for <pay-checkout>'],
      [Promise.resolve(crypto), 'payment', 'await its data'],
      [new Response('{}'), 'payment', 'await its data'],
      [{ ...crypto, pid: 'p' }, 'payment', 'tid and pid are both there'],
      [withoutAddress, 'address', 'missing'],
      [{ ...crypto, cryptoAmountExpected: 'lots' }, 'cryptoAmountExpected', 'not readable'],
      [{ ...crypto, cryptoCoin: 'x'.repeat(201) }, 'cryptoCoin', 'too long'],
    ];
    for (const [json, field, reason] of cases) assert.deepEqual(parsePayment(json), { ok: false, field, reason });
  });

  it('names the field that is probably wrong in a payment that can be shown', () => {
    const evm = { cryptoCoin: 'erc20/usdt', address: '0xAff4d6793F584a473348EbA058deb8caad77a288' };
    const cases: [object, string | undefined][] = [
      [crypto, undefined],
      [evm, undefined],
      [{ address: evm.address }, 'address'],
      [{ cryptoCoin: 'eth' }, 'address'],
      [{ cryptoCoin: 'xmr' }, undefined],
      [{ expiresAt: 'soon' }, 'expiresAt'],
      // It would be another moment in the time zone of each payer.
      [{ expiresAt: '2031-05-09T10:07:00' }, 'expiresAt'],
      // The year is no offset.
      [{ expiresAt: '10-12-2031' }, 'expiresAt'],
      [{ expiresAt: 'Fri, 09 May 2031 10:07:00 GMT' }, undefined],
      [{ statusUrl: 'javascript:alert(1)' }, 'statusUrl'],
      [
        { expiresAt: null, version: 0, rate: '', moneyGone: false, qrCodeBase64: 'its content is not known' },
        undefined,
      ],
    ];
    for (const [fields, doubt] of cases) {
      const given = { ...crypto, ...fields };
      for (const json of [given, { data: given }, JSON.stringify(given)])
        assert.equal(doubtOf(read(json), json), doubt, JSON.stringify(fields));
    }
  });

  it('reads a payment whose other identifiers are empty', () =>
    assert.deepEqual(read({ ...crypto, pid: null, bid: undefined }), toPublicPayment(crypto)));

  it('reads a payment that has its own field `data` unchanged', () =>
    assert.deepEqual(read({ ...wallet, data: crypto }), toPublicPayment(wallet)));

  it('refuses text that is too long, turns what stands around it, or is not seen, and names the field', () => {
    for (const [data, id] of [
      [crypto, 'tid'],
      [wallet, 'pid'],
      [localcode, 'bid'],
    ] as const)
      for (const field of [id, 'currency', 'status'])
        for (const bad of ['x'.repeat(201), 'a\u202eb', 'a\u2066', 'a\u0000', 'a\u001b[0m', 'a\ud800', '\udfff\ud800'])
          for (const json of [{ ...data, [field]: bad }, JSON.stringify({ ...data, [field]: bad })]) {
            const result = parsePayment(json);
            assert.equal(!result.ok && result.field, field, JSON.stringify(bad.slice(0, 9)));
          }
    assert.equal(parsePayment({ ...crypto, status: 'در\u200cانتظار 😀' }).ok, true, 'other alphabets are no harm');
  });

  it('accepts any note that a clipboard keeps, and rejects one that it would change', () => {
    for (const note of ['\u202eabc', 'a\u2069\u200b\ufeffb', '\t \n', '<b>', '😀'.repeat(1_000)]) {
      const payment = read(JSON.stringify({ ...wallet, note }));
      assert.equal('note' in payment && payment.note, note);
    }
    for (const note of ['a\u0000b', 'a\ud83d', 'x'.repeat(2_001)]) {
      const result = parsePayment({ ...wallet, note });
      assert.equal(!result.ok && result.field, 'note');
    }
  });

  it('does not read a text that no payment fills', () => {
    assert.deepEqual(parsePayment(JSON.stringify({ ...crypto, meta: 'x'.repeat(2 ** 20) })), {
      ok: false,
      field: 'payment',
      reason: 'too long',
    });
  });

  it('keeps no link but to the web, no image but a PNG, and nothing from a prototype', () => {
    const payment = read({
      ...crypto,
      hostedUrl: 'javascript:alert(1)',
      statusUrl: 'data:text/html,x',
      qrCodeBase64: 'data:image/png;base64,PHN2Zz4=',
      qr: { size: 20, bits: '' },
    });
    for (const name of ['hostedUrl', 'statusUrl', 'qrCodeBase64', 'qr']) assert.equal(name in payment, false, name);
    assert.equal(parsePayment(JSON.parse('{"__proto__":{"bid":"b","amount":"1","status":"NEW"}}')).ok, false);
    assert.equal(parsePayment(Object.create(localcode)).ok, false);
    assert.deepEqual(read(Object.assign(Object.create({ pid: 'p' }), crypto)), toPublicPayment(crypto));
  });

  it('throws nothing on bad data', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), (junk) => void parsePayment(junk)),
    );
    fc.assert(fc.property(fc.string(), (junk) => void parsePayment(junk)));
  });
});

describe('a payment', () => {
  it('is told from one of another method with the same number', () => {
    const keys = [crypto, wallet, localcode].map((data) => keyOf(read({ ...data, [Object.keys(data)[0]!]: '1' })));
    assert.deepEqual(keys, ['crypto 1', 'wallet 1', 'localcode 1']);
  });

  it('has received money when an amount above zero has arrived', () => {
    const has = (data: object, cryptoAmountReceived?: string) =>
      hasReceivedMoney(toPublicPayment({ ...data, cryptoAmountReceived }));
    assert.deepEqual([has(crypto, '0.00000001'), has(crypto, '0'), has(crypto)], [true, false, false]);
    assert.equal(has(wallet, '1'), false);
  });
});

describe('the hosted page in data that is no readable payment', () => {
  const hostedUrl = 'https://pay.example/t-1';

  it('is found in the payment, in the whole answer of the service, and in their JSON text', () => {
    for (const data of [{ hostedUrl }, { data: { hostedUrl } }])
      for (const raw of [data, JSON.stringify(data)]) assert.equal(hostedUrlIn(raw), hostedUrl, JSON.stringify(raw));
  });

  it('is none where there is no web address', () => {
    for (const raw of [undefined, null, '{', {}, { data: null }, { hostedUrl: 'javascript:alert(1)' }])
      assert.equal(hostedUrlIn(raw), undefined, JSON.stringify(raw));
  });
});

describe('what is missing of a payment', () => {
  const coinPayment = (fields: object) => toPublicPayment({ ...crypto, ...fields }) as CryptoPayment;

  it('is what the payment server says, with or without an amount that has arrived', () => {
    const rest = { kind: 'rest', rest: '0.0003' };
    assert.deepEqual(missingOf(coinPayment({ cryptoAmountDue: '0.0003' })), rest);
    assert.deepEqual(missingOf(coinPayment({ cryptoAmountDue: '0.0003', cryptoAmountReceived: '0.0007' })), rest);
    assert.deepEqual(missingOf(coinPayment({})), { kind: 'unknown' });
  });
});
