import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readReport } from '../../../src/server/payments/read-report.ts';

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

  for (const [field, value] of [
    ['status', 'x'.repeat(201)],
    ['id', '\ud800'],
    ['confirmations', 1_000_001],
    ['confirmationsRequired', 1_000_001],
    ['test', 'true'],
    ['test', 1],
    ['test', null],
    ['expiresAt', ''],
    ['expiresAt', 1_790_000_000_000],
    ['receivedAt', 'soon'],
  ] as const)
    it(`is refused when ${field} is ${typeof value === 'string' ? typeof value : value}`, async () => {
      const given = { id: 't1', status: 'PAID', [field]: value };
      assert.throws(() => read(given), { name: 'InvalidReportError', field });
    });
});
