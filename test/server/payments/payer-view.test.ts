import assert from 'node:assert/strict';
import { it } from 'node:test';
import { memoryStore } from '../../../src/server/index.ts';
import { toPayerView } from '../../../src/server/payments/row-views.ts';
import { newPayment } from '../stores/contract.ts';

it('shows no field of the shop that the service has sent', async () => {
  const store = memoryStore();
  const { paymentRef, data, at } = newPayment();
  await store.insert({ ...newPayment(), paymentRef, data, at });
  const transactions = [{ id: 'a1', url: 'https://evil.example/a1' }];
  const fields = {
    ...{ cryptoAmountDue: '1', rate: '1', orderRef: 'X', paidAt: '2031-05-09T10:07:00Z' },
    ...{ moneyGone: true, transactions },
  };
  const texts = Object.entries(fields).map(([name, value]) => [`${name}Text`, value] as const);
  const known = { ...fields, ...Object.fromEntries(texts) };
  const answer = { tid: 'T1', ...known };
  const row = await store.setResponse(paymentRef, { serviceId: 'T1', status: 'NEW', data: { ...data, answer }, at });
  const view: object = toPayerView(row!, '/pay/status/x', at);
  const { tid, orderRef } = view as Record<string, unknown>;
  assert.deepEqual([tid, orderRef], ['T1', '1001']);
  for (const name of Object.keys(fields)) assert.equal(name in view, name === 'orderRef', name);
});
