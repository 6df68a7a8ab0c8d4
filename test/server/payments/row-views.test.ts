import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { phases, type Phase } from '../../../src/core/index.ts';
import type { PaymentData } from '../../../src/server/stores/store.ts';
import {
  circumstancesOf,
  expiresIn,
  hasEnded,
  isMoving,
  isRefunded,
  isShown,
  isTest,
  shownPhase,
  toPayerView,
  toShopPayment,
  toStatusAnswer,
} from '../../../src/server/payments/row-views.ts';
import { omitUndefined } from '../../../src/server/omit-undefined.ts';
import { CREATED, rowOf } from './row.ts';

/** When the offers of these tests end. */
const END = CREATED + 60_000;
const expiresAt = new Date(END).toISOString();
const earlier = new Date(END - 1_000).toISOString();

const data: PaymentData = { amount: '19.99', currency: 'USD' };
const answer = { pid: 'p1', status: 'NEW' };
const offered = { ...data, answer, expiresAt };
const replaced = { ...data, answer, problem: 'replaced' };

describe('the phase that is shown', () => {
  for (const [end, fields, ends] of [
    ['of the shop', { data: offered }, END],
    ['of the shop, rather than an earlier one that a webhook has named', { data: offered, expiresAt: earlier }, END],
    [
      'of the shop, rather than a later one that a webhook has named',
      { data: { ...offered, expiresAt: earlier }, expiresAt },
      END - 1_000,
    ],
    ['that a webhook has named, where the shop has named none', { expiresAt }, END],
  ] as const)
    it(`is expired from the end on ${end}`, () => {
      const row = rowOf(fields);
      assert.equal(expiresIn(row, ends - 1), 1);
      assert.deepEqual(
        [ends - 1, ends, ends + 1].map((time) => shownPhase(row, time)),
        ['awaiting', 'expired', 'expired'],
      );
    });

  it('is never expired without an end', () => {
    assert.equal(expiresIn(rowOf(), END), undefined);
    assert.equal(shownPhase(rowOf(), END), 'awaiting');
  });

  it('is expired by an earlier time that the payment server named at the creation, never by a later one', () => {
    const later = new Date(END + 1_000).toISOString();
    const named = (created: string, fields: PaymentData = offered) =>
      expiresIn(rowOf({ data: { ...fields, answer: { ...answer, expiresAt: created } } }), CREATED);
    assert.deepEqual([named(earlier), named(later)], [59_000, 60_000]);
    assert.deepEqual([named(earlier, data), named(later, data)], [59_000, 61_000]);
  });

  it('stays as it is once money was seen, also after the end and after a replacement', () => {
    for (const seen of [
      rowOf({ data: offered, phase: 'confirming', knownPhase: 'confirming' }),
      rowOf({ data: replaced, phase: 'confirming', knownPhase: 'confirming' }),
      rowOf({ data: offered, phase: 'unknown', seenAt: CREATED }),
    ]) {
      assert.equal(shownPhase(seen, END), seen.phase);
      assert.equal(expiresIn(seen, END), undefined);
    }
  });

  it('is expired after a replacement, and unaffected by another problem', () => {
    assert.equal(shownPhase(rowOf({ data: replaced }), CREATED), 'expired');
    assert.equal(shownPhase(rowOf({ data: { ...data, problem: 'conflict' } }), CREATED), 'awaiting');
  });
});

describe('the circumstances of a change', () => {
  it('are after the end of the shop’s offer, unless the whole amount was seen before it', () => {
    const at = (time: number, fullAmountAt?: number) =>
      circumstancesOf(rowOf({ data: offered, fullAmountAt }), time).afterExpiry;
    assert.deepEqual([at(END - 1), at(END), at(END + 1)], [false, true, true]);
    assert.deepEqual([at(END, END - 1), at(END, END), at(END - 1, END)], [false, true, false]);
  });

  it('end by the time that the payer is shown: the shop’s, else that of a webhook', () => {
    assert.equal(circumstancesOf(rowOf(), END).afterExpiry, false);
    const shop = rowOf({ data: offered, expiresAt: earlier });
    assert.deepEqual(
      [END - 1, END].map((time) => circumstancesOf(shop, time).afterExpiry),
      [false, true],
    );
    const service = rowOf({ expiresAt });
    assert.deepEqual(
      [END - 1, END].map((time) => circumstancesOf(service, time).afterExpiry),
      [false, true],
    );
    for (const row of [shop, service]) {
      assert.equal(toStatusAnswer(row, CREATED, undefined).expiresAt, expiresAt);
      assert.equal(toPayerView(row, '/pay/status/t1', CREATED).expiresAt, expiresAt);
    }
  });

  it('name a replacement', () => {
    assert.deepEqual(circumstancesOf(rowOf({ data: replaced }), END), { afterExpiry: false, replaced: true });
    assert.equal(circumstancesOf(rowOf({ data: { ...data, problem: 'conflict' } }), END).replaced, false);
  });
});

describe('a payment', () => {
  it('is a test when the answer to the creation or a webhook says so', () => {
    assert.equal(isTest(rowOf()), false);
    assert.equal(isTest(rowOf({ data })), false);
    assert.equal(isTest(rowOf({ test: true })), true);
    assert.equal(isTest(rowOf({ data: { ...data, answer: { ...answer, test: true } } })), true);
    for (const test of [false, 'true', 1, null])
      assert.equal(isTest(rowOf({ data: { ...data, answer: { ...answer, test } } })), false, String(test));
  });

  it('is shown once it has an answer, and with no problem but a replacement', () => {
    assert.equal(isShown(rowOf({ data })), false);
    assert.equal(isShown(rowOf()), true);
    assert.equal(isShown(rowOf({ data: replaced })), true);
    for (const problem of ['below-minimum', 'conflict', 'abandoned', ''])
      assert.equal(isShown(rowOf({ data: { ...data, answer, problem } })), false, problem);
    assert.equal(isShown(rowOf({ data: { ...data, problem: 'replaced' } })), false);
  });

  it('has ended for its payer when it can be paid no more and no money was seen', () => {
    const ended = phases.filter((phase) => hasEnded(rowOf({ phase, knownPhase: phase }), CREATED));
    assert.deepEqual(ended, ['expired', 'failed', 'cancelled']);
    const row = rowOf({ data: offered });
    assert.deepEqual([hasEnded(row, END - 1), hasEnded(row, END)], [false, true]);
    assert.equal(hasEnded(rowOf({ data: { ...data, expiresAt } }), END), false, 'the payer has not seen it');
    assert.equal(hasEnded(rowOf({ data: replaced }), END), false, 'the payer sees the one that replaced it');
  });

  it('is refunded when its payer can see that', () => {
    const refunded = phases.filter((phase) => isRefunded(rowOf({ phase, knownPhase: phase })));
    assert.deepEqual(refunded, ['refunded']);
    assert.equal(isRefunded(rowOf({ data, phase: 'refunded', knownPhase: 'refunded' })), false);
  });

  it('is moving from the first money to a final phase', () => {
    const moving = phases.filter((knownPhase) => isMoving(rowOf({ knownPhase })));
    assert.deepEqual(moving, ['detected', 'confirming', 'underpaid', 'unmatched', 'late']);
  });
});

describe('the answer of the status address', () => {
  it('has what changes, and nothing else', () => {
    const facts = { cryptoAmountReceived: '0.1', confirmations: 1, confirmationsRequired: 2 };
    const row = rowOf({ ...facts, data: offered, status: 'DETECTED', phase: 'detected', version: 3 });
    assert.deepEqual(omitUndefined(toStatusAnswer({ ...row, knownPhase: 'detected' }, END, 2_500, 'paid')), {
      ...facts,
      status: 'DETECTED',
      phase: 'detected',
      version: 3,
      expiresAt,
      after: 2_500,
      orderPhase: 'paid',
    });
  });

  it('has the amount, or null while a later report was lower than an earlier one', () => {
    const shown = (cryptoAmountReceived?: string, highestReceived?: string) =>
      toStatusAnswer(rowOf({ cryptoAmountReceived, highestReceived }), END, undefined).cryptoAmountReceived;
    assert.deepEqual(
      [shown(), shown(undefined, '0.1'), shown('0.1'), shown('0.1', '0.1'), shown('0.10', '0.1')],
      [undefined, undefined, '0.1', '0.1', '0.10'],
    );
    assert.deepEqual([shown('0', '0.1'), shown('9', '10')], [null, null]);
  });

  it('has the amount that is missing while underpaid, null when it is not known, and zero while it waits', () => {
    const due = (phase: Phase, missing?: string) =>
      toStatusAnswer(rowOf({ phase, knownPhase: phase, due: missing }), CREATED, undefined).cryptoAmountDue;
    assert.deepEqual([due('underpaid', '0.1'), due('underpaid')], ['0.1', null]);
    assert.deepEqual([due('detected', '0'), due('confirming', '0'), due('confirming', '0.1')], ['0', '0', undefined]);
    assert.deepEqual([due('awaiting', '0'), due('paid', '0')], [undefined, undefined]);
  });

  it('takes back the amount and the confirmations of money that has gone again, and says so', () => {
    const facts = { cryptoAmountReceived: '0.1', confirmations: 1 };
    const told = (phase: Phase) => {
      const row = rowOf({ ...facts, phase, knownPhase: phase, source: 'chain' });
      const { cryptoAmountReceived, confirmations, moneyGone } = toStatusAnswer(row, CREATED, undefined);
      return [cryptoAmountReceived, confirmations, moneyGone];
    };
    assert.deepEqual(told('awaiting'), [null, null, true]);
    assert.deepEqual(told('confirming'), ['0.1', 1, undefined]);
  });

  it('has the time of the payment when it is paid, and only then', () => {
    const paidAt = (phase: 'paid' | 'overpaid' | 'confirming' | 'refunded', fullAmountAt: number | undefined = END) =>
      toStatusAnswer(rowOf({ phase, knownPhase: phase, fullAmountAt }), END + 1, undefined).paidAt;
    assert.deepEqual([paidAt('paid'), paidAt('overpaid')], [expiresAt, expiresAt]);
    assert.deepEqual([paidAt('confirming'), paidAt('refunded')], [undefined, undefined]);
    const { paidAt: unknown } = toStatusAnswer(rowOf({ phase: 'paid', knownPhase: 'paid' }), END, undefined);
    assert.equal(unknown, undefined);
  });
});

describe('the transactions that a payer sees', () => {
  const explorers = { BTC: 'https://explorer.example/{transaction}?tx={transaction}' } as const;
  const shown = (fields: Parameters<typeof rowOf>[0]) =>
    toStatusAnswer(
      rowOf({ coin: 'BTC', phase: 'paid', knownPhase: 'paid', transactions: ['a1'], ...fields }),
      END,
      undefined,
      undefined,
      explorers,
    ).transactions;

  it('have their pages at the explorer of the coin', () => {
    assert.deepEqual(shown({}), [{ id: 'a1', url: 'https://explorer.example/a1?tx=a1' }]);
    assert.deepEqual(
      shown({ phase: 'unknown', knownPhase: 'confirming', transactions: ['a1', 'b2'] })!.map(({ id }) => id),
      ['a1', 'b2'],
    );
    assert.equal(shown({ coin: 'LTC' }), undefined);
    assert.equal(shown({ coin: '' }), undefined);
    assert.equal(shown({ transactions: undefined }), undefined);
  });

  it('are those with a readable id, at most ten', () => {
    assert.deepEqual(shown({ transactions: ['../x', 'a b', 'a1-0', '', 'x'.repeat(129)] }), []);
    assert.equal(shown({ transactions: Array.from({ length: 11 }, (_, at) => `a${at}`) })!.length, 10);
  });

  it('are none when their money has gone again, so that a page removes them', () => {
    const awaiting = { phase: 'awaiting', knownPhase: 'awaiting', transactions: undefined } as const;
    assert.deepEqual(shown({ ...awaiting, source: 'chain' }), []);
    assert.equal(shown(awaiting), undefined, 'nothing was reported yet');
    assert.equal(shown({ phase: 'refunded', knownPhase: 'refunded' })!.length, 1);
  });
});

describe('the payment as its payer sees it', () => {
  const view = (fields: Parameters<typeof rowOf>[0]) =>
    toPayerView(rowOf(fields), '/pay/status/t1', CREATED) as unknown as Readonly<Record<string, unknown>>;

  it('has the present status, phase and time, and the minimum, rate and code of its creation', () => {
    const qr = { size: 21, bits: Buffer.alloc(56).toString('base64') };
    const more = { minimumTransactionCoin: '0.001', rate: '67000', qr };
    const payment = view({
      method: 'crypto',
      coin: 'BTC',
      data: {
        ...data,
        ...more,
        answer: { tid: 't9', status: 'NEW', currency: 'usd', amount: '19.99', cryptoCoin: 'btc' },
        expiresAt,
      },
      status: 'DETECTED',
      phase: 'detected',
      knownPhase: 'detected',
      version: 2,
      cryptoAmountReceived: '0.1',
    });
    const { tid, status, phase, version, statusUrl, orderRef, expiresAt: end, cryptoAmountReceived } = payment;
    assert.deepEqual(
      { tid, status, phase, version, statusUrl, orderRef, end, cryptoAmountReceived },
      {
        tid: 't9',
        status: 'DETECTED',
        phase: 'detected',
        version: 2,
        statusUrl: '/pay/status/t1',
        orderRef: '1001',
        end: expiresAt,
        cryptoAmountReceived: '0.1',
      },
    );
    assert.deepEqual([payment['minimumTransactionCoin'], payment['rate'], payment['qr']], ['0.001', '67000', qr]);
  });

  it('has the currency of the answer, and that of the order with a local code, whose answer has none', () => {
    const wallet = { ...answer, currency: 'EUR', amount: '19.99' };
    assert.equal(view({ data: { ...data, answer: wallet } })['currency'], 'EUR');
    const local = { bid: 'b1', status: 'PENDING', amount: '19.99' };
    assert.equal(view({ method: 'localcode', data: { ...data, answer: local } })['currency'], 'USD');
  });

  it('has no amount while a later report was lower than an earlier one', () => {
    const fields = { cryptoCoin: 'btc', cryptoAmountExpected: '1' };
    const crypto = { data: { ...data, answer: { tid: 't9', status: 'NEW', ...fields } }, cryptoAmountReceived: '0.1' };
    assert.equal(view(crypto)['cryptoAmountReceived'], '0.1');
    assert.equal('cryptoAmountReceived' in view({ ...crypto, highestReceived: '0.2' }), false);
  });

  it('is marked as a test by a webhook too', () => {
    assert.equal(view({})['test'], undefined);
    assert.equal(view({ test: true })['test'], true);
  });
});

describe('the payment as the shop receives it', () => {
  it('has the amount and the data of its creation, and the facts of its webhooks', () => {
    const facts = { cryptoAmountReceived: '0.1', confirmations: 1, confirmationsRequired: 2 };
    const highestReceived = '0.2';
    const own = { amount: '19.99', currency: 'USD', label: 'Two cups', meta: { cart: 7 }, answer };
    const row = rowOf({
      ...facts,
      highestReceived,
      method: 'crypto',
      coin: 'BTC',
      data: { ...own, expiresAt },
      phase: 'unknown',
      knownPhase: 'confirming',
      status: 'ODD',
      version: 4,
      updated: END,
    });
    assert.deepEqual(toShopPayment(row), {
      ...facts,
      ...own,
      paymentRef: 'r1',
      orderRef: '1001',
      method: 'crypto',
      coin: 'BTC',
      id: 'p1',
      phase: 'unknown',
      status: 'ODD',
      version: 4,
      test: false,
      source: undefined,
      transactions: undefined,
      cryptoAmountDue: undefined,
      expiresAt,
      createdAt: new Date(CREATED),
      updatedAt: new Date(END),
    });
  });

  it('has the answer to the creation with its fields for the shop only, and none before it', () => {
    const details = { payoutEmail: 'shop@example.com' };
    assert.deepEqual(toShopPayment(rowOf({ data: { ...data, answer, details } })).answer, { ...answer, ...details });
    assert.equal(toShopPayment(rowOf({ data })).answer, undefined);
  });

  it('has the amount that is missing while underpaid, when it is known', () => {
    const underpaid = { phase: 'underpaid', knownPhase: 'underpaid' } as const;
    assert.equal(toShopPayment(rowOf({ ...underpaid, due: '0.1' })).cryptoAmountDue, '0.1');
    assert.equal(toShopPayment(rowOf(underpaid)).cryptoAmountDue, undefined);
  });

  it('has no coin where there is none, no identifier before the answer, and the end that the payer is shown', () => {
    const {
      coin,
      id,
      test,
      expiresAt: end,
    } = toShopPayment(rowOf({ serviceId: null, data: offered, expiresAt: earlier, test: true }));
    assert.deepEqual([coin, id, test, end], [undefined, undefined, true, expiresAt]);
  });
});
