import type { PaymentRow, PaymentStore, Transition } from '../../src/server/stores/store.ts';

/** Writes a transition from the version that the row has now. Tries again while other writes come in between. */
export async function transitionNow(
  store: Pick<PaymentStore, 'byPaymentRef' | 'transition'>,
  paymentRef: string,
  transition: Omit<Transition, 'version'>,
): Promise<PaymentRow | undefined> {
  const row = await store.byPaymentRef(paymentRef);
  if (!row) return undefined;
  const written = await store.transition(paymentRef, { ...transition, version: row.version });
  if (written) return written;
  const isUnchanged = (await store.byPaymentRef(paymentRef))?.version === row.version;
  return isUnchanged ? undefined : transitionNow(store, paymentRef, transition);
}
