import type { PaymentRow } from '../../../src/server/store.ts';

/** When the rows of these tests were created. */
export const CREATED = Date.UTC(2026, 10, 20);

/** A wallet payment that the service has created and nobody has paid. */
export function rowOf(fields: Partial<PaymentRow> = {}): PaymentRow {
  return {
    paymentRef: 'r1',
    token: 't1',
    orderRef: '1001',
    method: 'wallet',
    coin: '',
    data: { amount: '19.99', currency: 'USD', answer: { pid: 'p1', status: 'NEW' } },
    serviceId: 'p1',
    stage: 'ready',
    phase: 'awaiting',
    knownPhase: 'awaiting',
    status: 'NEW',
    version: 1,
    created: CREATED,
    updated: CREATED,
    ...fields,
  };
}
