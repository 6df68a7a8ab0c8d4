import assert from 'node:assert/strict';
import { it } from 'node:test';
import { memoryStore } from '../../../src/server/index.ts';
import { toPayerView } from '../../../src/server/payments/payment-view.ts';
import { newPayment } from '../stores/contract.ts';

it('shows no rate, name of the order, time of payment or transactions that the service has sent', async () => {
  const store = memoryStore();
  const { paymentRef, data, at } = newPayment();
  await store.insert({ ...newPayment(), paymentRef, data, at });
  const transactions = [{ id: 'a1', url: 'https://evil.example/a1' }];
  const fields = { rate: '1', orderRef: 'X', paidAt: '2031-05-09T10:07:00Z', moneyGone: true, transactions };
  const texts = Object.entries(fields).map(([name, value]) => [`${name}Text`, value] as const);
  const known = { ...fields, ...Object.fromEntries(texts) };
  const answer = { tid: 'T1', ...known };
  const row = await store.setResponse(paymentRef, { serviceId: 'T1', status: 'NEW', data: { ...data, answer }, at });
  const view: object = toPayerView(row!, '/pay/status/x', at);
  const { tid, rate, orderRef, paidAt, transactions: shown } = view as Record<string, unknown>;
  assert.deepEqual([tid, rate, orderRef, paidAt, shown], ['T1', undefined, '1001', undefined, undefined]);
});
