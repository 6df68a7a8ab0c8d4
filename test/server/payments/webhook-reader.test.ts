import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WebhookReport } from '../../../src/server/index.ts';
import { createWebhookReader } from '../../../src/server/payments/webhook-reader.ts';

const PAYMENT = { paymentRef: 'r1', orderRef: '1001' };

/** What is read of the content that a shop's parser returns, and the events. */
async function read(content: unknown) {
  const events: unknown[][] = [];
  const reader = createWebhookReader(
    () => content as WebhookReport,
    (event) => void events.push(event.type === 'webhook-content-invalid' ? [event.type, event.field] : [event.type]),
  );
  const result = reader('', () => undefined, PAYMENT);
  return { result, events };
}

const factsOf = async (content: unknown) => (await (await read(content)).result)?.facts;

const NONE = {
  cryptoAmountReceived: undefined,
  confirmations: undefined,
  confirmationsRequired: undefined,
  expiresAt: undefined,
  test: undefined,
};

describe('the content that readWebhook returns', () => {
  it('is taken without spaces around identifier and status, and with a time in UTC', async () => {
    const content = {
      id: ' t1 ',
      status: ' PAID\n',
      received: '0.10',
      confirmations: 0,
      confirmationsRequired: 1_000_000,
      expiresAt: '2026-11-20T11:00:00+01:00',
      test: true,
    };
    assert.deepEqual(await (await read(content)).result, {
      id: 't1',
      status: 'PAID',
      isAmountUnreadable: false,
      facts: {
        cryptoAmountReceived: '0.1',
        confirmations: 0,
        confirmationsRequired: 1_000_000,
        expiresAt: '2026-11-20T10:00:00.000Z',
        test: true,
      },
    });
  });

  it('may have an amount that cannot be read, which is null', async () => {
    const webhook = await (await read({ id: 't1', status: 'PAID', received: null })).result;
    assert.deepEqual([webhook?.isAmountUnreadable, webhook?.facts], [true, NONE]);
  });

  it('is a test only where it says so', async () => {
    assert.deepEqual(await factsOf({}), NONE);
    assert.deepEqual(await factsOf({ test: undefined }), NONE);
    assert.deepEqual(await factsOf({ test: false }), NONE);
    assert.deepEqual(await factsOf({ test: true }), { ...NONE, test: true });
  });

  it('may have texts of 200 characters', async () => {
    const long = 'x'.repeat(200);
    const webhook = await (await read({ id: long, status: long })).result;
    assert.deepEqual([webhook?.id, webhook?.status], [long, long]);
  });

  for (const [field, value] of [
    ['status', 'x'.repeat(201)],
    ['confirmations', 1_000_001],
    ['confirmationsRequired', 1_000_001],
    ['test', 'true'],
    ['test', 1],
    ['test', null],
    ['expiresAt', ''],
    ['expiresAt', 1_790_000_000_000],
  ] as const)
    it(`is refused with an event when ${field} is ${typeof value === 'string' ? typeof value : value}`, async () => {
      const { result, events } = await read({ id: 't1', status: 'PAID', [field]: value });
      await assert.rejects(result, { name: 'WebhookContentError', field });
      assert.deepEqual(events, [['webhook-content-invalid', field]]);
    });
});
