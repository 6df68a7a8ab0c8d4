import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InvalidReportError, readReport } from '../../../src/server/providers/report.ts';

/** What is read of the content that a shop's parser returns. */
const read = (content: unknown) => readReport(content, { from: 'readWebhook', source: 'webhook' });

const NONE = { source: 'webhook' };

describe('the content that readWebhook returns', () => {
  it('is taken without spaces around identifier and status, and with a time in UTC', async () => {
    const content = {
      id: ' t1 ',
      status: ' PAID\n',
      received: '0.10',
      confirmations: 0,
      confirmationsRequired: 1_000_000,
      expiresAt: '2026-11-20T11:00:00+01:00',
      receivedAt: '2026-11-20T10:30:00+01:00',
      test: true,
    };
    assert.deepEqual(read(content), {
      source: 'webhook',
      id: 't1',
      status: 'PAID',
      received: '0.1',
      confirmations: 0,
      confirmationsRequired: 1_000_000,
      expiresAt: '2026-11-20T10:00:00.000Z',
      receivedAt: '2026-11-20T09:30:00.000Z',
      test: true,
    });
  });

  it('may have an amount that cannot be read, which is null', () => {
    assert.deepEqual(read({ received: null }), { ...NONE, received: null });
  });

  it('is a test only where it says so', () => {
    assert.deepEqual(read({}), NONE);
    assert.deepEqual(read({ test: undefined }), NONE);
    assert.deepEqual(read({ test: false }), NONE);
    assert.deepEqual(read({ test: true }), { ...NONE, test: true });
  });

  it('may have texts of 200 characters', async () => {
    const long = 'x'.repeat(200);
    assert.deepEqual(read({ id: long, status: long }), { ...NONE, id: long, status: long });
  });

  it('may have all other fields of a report, each at its limit', () => {
    const transactions = Array.from({ length: 100 }, (_, index) => `tx${index}`);
    const content = { phase: 'underpaid', received: '0.1', isJudged: true, due: '0.2', transactions } as const;
    assert.deepEqual(read(content), { ...NONE, ...content });
    assert.deepEqual(read({ ...content, due: '0.20', isJudged: false }), { ...NONE, ...content, isJudged: false });
  });

  const TEXT = 'a text of 1 to 200 whole characters is needed';
  const COUNT = 'a whole number from 0 to 1000000 is needed';
  const TIME = "a time in ISO 8601 is needed, such as '2026-01-31T12:00:00Z'";
  const IDS = 'a list of up to 100 ids is needed';
  const AMOUNT = "decimal text such as '0.00031113' is needed";
  const PHASES = 'one of awaiting, detected, confirming, ';
  for (const [field, value, reason] of [
    ['id', 5, TEXT],
    ['id', ' ', TEXT],
    ['status', 'x'.repeat(201), TEXT],
    ['status', '', TEXT],
    ['id', '\ud800', TEXT],
    ['phase', 'payed', PHASES],
    ['received', 0.1, `${AMOUNT}, or null for an amount that cannot be read`],
    ['received', '-1', `${AMOUNT}, or null for an amount that cannot be read`],
    ['due', null, AMOUNT],
    ['due', 'x', AMOUNT],
    ['isJudged', 1, 'true or false is needed'],
    ['confirmations', 1_000_001, COUNT],
    ['confirmations', -1, COUNT],
    ['confirmations', 1.5, COUNT],
    ['confirmationsRequired', 1_000_001, COUNT],
    ['test', 'true', 'true or false is needed'],
    ['test', 1, 'true or false is needed'],
    ['test', null, 'true or false is needed'],
    ['expiresAt', '', TIME],
    ['expiresAt', 'soon', TIME],
    ['expiresAt', 1_790_000_000_000, TIME],
    ['receivedAt', 'soon', TIME],
    ['transactions', 'tx1', IDS],
    ['transactions', ['tx1', 5], IDS],
    ['transactions', Array.from({ length: 101 }, () => 'tx'), IDS],
    ['amount', '1', 'no such field; use id, status, phase, received, '],
  ] as const)
    it(`is refused when ${field} is ${JSON.stringify(value).slice(0, 20)}`, () => {
      const given = { id: 't1', status: 'PAID', [field]: value };
      assert.throws(
        () => read(given),
        (error) => {
          assert.ok(error instanceof InvalidReportError);
          assert.deepEqual([error.name, error.field], ['InvalidReportError', field]);
          assert.ok(error.reason.startsWith(reason), error.reason);
          return error.message === `readWebhook: ${field}: ${error.reason}`;
        },
      );
    });

  it('is refused when it is no object', () => {
    for (const given of [undefined, null, 'PAID', ['PAID']])
      assert.throws(() => read(given), { field: 'readWebhook', reason: /^an object must be returned, or undefined/ });
  });
});

describe('the report of another function', () => {
  it('has the source of that function, and may have further fields, which are left out', () => {
    const options = { from: 'toy.readAccountWebhook', source: 'provider', others: ['paymentRef'] } as const;
    const given = { source: 'webhook', status: 'PAID', paymentRef: 'r1' };
    assert.deepEqual(readReport(given, options), { source: 'provider', status: 'PAID' });
    assert.throws(() => readReport({ ...given, order: '1' }, options), { field: 'order' });
    assert.throws(() => readReport({}, { from: 'toy.read', source: 'nobody' as 'chain' }), {
      field: 'source',
      reason: 'one of creation, webhook, provider, chain is needed',
    });
  });
});
