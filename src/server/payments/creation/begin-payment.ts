import { isShown } from '../payment-view.ts';
import type { Settlement, Settlements } from '../settlement.ts';
import type { CreationLimit, Visitor } from './creation-limit.ts';
import type { PaymentRow, PaymentStore } from '../../stores/store.ts';
import type { CreatePaymentRequest } from './create-payment-request.ts';
import type { Requester } from './create-payment.ts';
import type { CreationErrorCode, CreationResult } from './creation-result.ts';
import type { OrderFinder } from '../../orders/find-order.ts';
import type { ReadOrder } from '../../orders/order.ts';
import type { PaymentChoice } from './request-payment.ts';

/** A payment, or the reason why there is none. */
export type BegunPayment =
  | { readonly row: PaymentRow; readonly fresh: boolean }
  | {
      readonly error: CreationErrorCode;
      readonly field?: string;
      /** Seconds to wait before a retry. */
      readonly retryAfter?: number | undefined;
      /** True when the visitor's own limit was reached. */
      readonly limited?: true;
      /** The payment that paid the order; `true` when that payment cannot be shown. */
      readonly paid?: PaymentRow | true;
    };

export interface BeginPaymentPorts {
  readonly store: Pick<PaymentStore, 'ofOrder'>;
  readonly find: OrderFinder;
  readonly create: (choice: PaymentChoice, asker: Requester) => Promise<CreationResult>;
  readonly limit: CreationLimit;
  readonly settlements: Pick<Settlements, 'review'>;
  readonly now: () => number;
}

/** Returns the payment that is shown as the one that paid the order. */
export const settlingRow = ({ settling }: Settlement): PaymentRow | undefined => settling.find(isShown) ?? settling[0];

/**
 * Returns the payment that pays the order as it is now, `true` when that payment cannot be shown (its creation got no
 * response), or undefined when the order is not paid.
 */
export function payerOf(settlement: Settlement, read: ReadOrder): PaymentRow | true | undefined {
  const row = settlingRow(settlement);
  if (row) return isShown(row) ? row : true;
  return read.paid === true || undefined;
}

/** Creates the requested payment of an order, or finds the open one. Calls `order()` once. */
export function createBeginPayment({ store, find, create, limit, settlements, now }: BeginPaymentPorts) {
  return async function begin(
    { orderRef, method, coin: symbol }: CreatePaymentRequest,
    visitor: Visitor,
    signal: () => AbortSignal | undefined,
  ): Promise<BegunPayment> {
    const read = await find(orderRef, visitor.request);
    if (!read) return { error: 'unknown-order' };
    const paid = payerOf(await settlements.review(await store.ofOrder(orderRef), read), read);
    if (paid) return { error: 'already-paid', paid };
    if (read.soldOut) return { error: 'sold-out' };
    if (read.expiresAt !== undefined && Date.parse(read.expiresAt) <= now()) return { error: 'offer-expired' };

    if (!read.methods.includes(method)) return { error: 'invalid-request', field: 'method' };
    const only = read.coins.length === 1 ? read.coins[0] : undefined;
    const coin = symbol === undefined ? only : read.coins.find((offered) => offered.coin.symbol === symbol);
    if (method === 'crypto' && !coin) return { error: 'invalid-request', field: 'coin' };

    const choice = { orderRef, order: read, method, coin: method === 'crypto' ? coin : undefined };
    const created = await create(choice, { signal, admit: () => limit.admit(visitor, orderRef) });
    if (!('error' in created)) return created;
    const { paidBy, ...refused } = created;
    return refused.error === 'already-paid' ? { ...refused, paid: paidBy ?? true } : refused;
  };
}
