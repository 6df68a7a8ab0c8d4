import assert from 'node:assert/strict';
import { it } from 'node:test';
import { memoryStore } from '../../../src/server/index.ts';
import { toPayerView } from '../../../src/server/payments/payment-view.ts';
import { newPayment } from '../stores/contract.ts';

it('shows no rate, name of the order or time of payment that the service has sent', async () => {
  const store = memoryStore();
  const { paymentRef, data, at } = newPayment();
  await store.insert({ ...newPayment(), paymentRef, data, at });
  const answer = { tid: 'T1', rate: '1', rateText: '1', orderRef: 'X', paidAt: '2031-05-09T10:07:00Z' };
  const row = await store.setResponse(paymentRef, { serviceId: 'T1', status: 'NEW', data: { ...data, answer }, at });
  const view: object = toPayerView(row!, '/pay/status/x', at);
  const { tid, rate, orderRef, paidAt } = view as Record<string, unknown>;
  assert.deepEqual([tid, rate, orderRef, paidAt], ['T1', undefined, '1001', undefined]);
});
