import { isRandomText } from '../../server/random-text.ts';
import type { PaymentRow, PaymentStore } from '../../server/stores/store.ts';

/**
 * Finds the payments of a name: the one with this paymentRef or token, otherwise those of a service id, otherwise those
 * of an order.
 */
export async function findPayments(store: PaymentStore, name: string): Promise<readonly PaymentRow[]> {
  if (isRandomText(name)) {
    const row = (await store.byPaymentRef(name)) ?? (await store.byToken(name));
    if (row) return [row];
  }
  const byId = await store.byServiceId(name);
  return byId.length > 0 ? byId : store.ofOrder(name);
}
