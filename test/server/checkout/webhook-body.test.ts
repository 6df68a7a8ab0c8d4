import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readWebhook } from '../../../src/server/webhook/read-webhook.ts';

const heard = (body: unknown) => {
  const webhook = readWebhook(typeof body === 'string' ? body : JSON.stringify(body));
  return webhook && [webhook.id, webhook.status];
};

describe('a webhook body (contract 6: its shape is not shown)', () => {
  it('is read flat, for each kind of payment and each usual name of a status', () => {
    assert.deepEqual(heard({ tid: 't', status: 'PAID' }), ['t', 'PAID']);
    assert.deepEqual(heard({ pid: 'p', paymentStatus: 'PAID' }), ['p', 'PAID']);
    assert.deepEqual(heard({ bid: 'b', payment_status: 'PAID' }), ['b', 'PAID']);
    assert.deepEqual(heard({ tid: 't', state: ' PAID ' }), ['t', 'PAID']);
  });

  it('is read one level down, and no deeper', () => {
    for (const name of ['data', 'payment', 'payload', 'object', 'event'])
      assert.deepEqual(heard({ [name]: { tid: 't', status: 'PAID' } }), ['t', 'PAID'], name);
    assert.deepEqual(heard({ data: { payment: { tid: 't', status: 'PAID' } } }), [undefined, undefined]);
    assert.deepEqual(heard({ other: { tid: 't', status: 'PAID' } }), [undefined, undefined]);
    assert.deepEqual(heard({ status: 'PAID', data: { tid: 't' } }), ['t', 'PAID']);
  });

  it('is not paid because its envelope says success (contract 2.1)', () => {
    assert.deepEqual(heard({ status: 'success', data: { tid: 't', status: 'CONFIRMING' } }), ['t', 'CONFIRMING']);
    assert.deepEqual(heard({ status: 'success', data: { tid: 't' } }), ['t', undefined]);
    assert.deepEqual(heard({ tid: 't', status: 'success' }), ['t', 'success']);
    assert.deepEqual(heard({ tid: 't', status: 'success', event: 'payment.paid' }), ['t', 'success']);
    for (const data of [null, [], [{ tid: 't' }]])
      assert.deepEqual(heard({ status: 'success', data }), [undefined, undefined], JSON.stringify(data));
    assert.deepEqual(heard({ status: 'Success', message: 'a test of your address' }), [undefined, undefined]);
    assert.deepEqual(heard({ tid: 't', status: 'success', paymentStatus: 'PENDING' }), ['t', 'PENDING']);
  });

  it('is read as a form, and behind a byte order mark', () => {
    assert.deepEqual(heard('tid=t&status=PAID&cryptoAmountReceived=0.10'), ['t', 'PAID']);
    assert.deepEqual(heard('\uFEFF{"tid":"t","status":"PAID"}'), ['t', 'PAID']);
  });

  it('takes only own texts of a sensible length for words', () => {
    for (const status of [1, null, true, ['PAID'], { PAID: 1 }, '', ' ', 'x'.repeat(201)])
      assert.deepEqual(heard({ tid: 't', status }), ['t', undefined], JSON.stringify(status));
    assert.deepEqual(heard('{"__proto__":{"tid":"t","status":"PAID"}}'), [undefined, undefined]);
    assert.deepEqual(heard({ tid: 12, status: 'PAID' }), [undefined, 'PAID']);
    assert.deepEqual(heard({ data: [{ tid: 't', status: 'PAID' }] }), [undefined, undefined]);
  });

  it('is unreadable when it is no object', () => {
    for (const body of ['', ' ', 'PAID', '[]', '[{"tid":"t","status":"PAID"}]', '1', 'null', '{"tid":', '<a href="b">'])
      assert.equal(heard(body), undefined, body);
    assert.equal(heard('['.repeat(10_000)), undefined);
    assert.deepEqual(heard('{"data":'.repeat(10_000) + '1' + '}'.repeat(10_000)), [undefined, undefined]);
  });

  it('says what was heard of the money, digit for digit, and nothing that is no figure', () => {
    const facts = (body: string) => {
      const { id: _, status: __, ...rest } = readWebhook(body) ?? {};
      return rest;
    };
    assert.deepEqual(
      facts(
        '{"status":"X","cryptoAmountReceived":0.123456789012345678,"confirmations":1,"confirmationsRequired":"2","expiresAt":"2026-11-20T10:00:00Z"}',
      ),
      {
        received: '0.123456789012345678',
        confirmations: 1,
        confirmationsRequired: 2,
        expiresAt: '2026-11-20T10:00:00.000Z',
      },
    );
    assert.deepEqual(facts('{"data":{"tid":"t","status":"X","confirmations":3}}'), { confirmations: 3 });
    const none =
      '{"status":"X","cryptoAmountReceived":-1,"confirmations":1.5,"confirmationsRequired":1e9,"expiresAt":7}';
    assert.deepEqual(facts(none), {});
  });
});
