import { isShown } from '../payment-view.ts';
import type { Settlement, Settlements } from '../settlement.ts';
import type { PaymentRow } from '../../stores/store.ts';
import type { CreatePaymentRequest } from './create-payment-request.ts';
import type { Admission, Requester } from './create-payment.ts';
import type { CreationResult } from './creation-result.ts';
import { UnavailableError, type OrderFinder } from '../../orders/find-order.ts';
import type { OrderRequest } from '../../orders/order-request.ts';
import type { ReadOrder } from '../../orders/order.ts';
import type { PaymentChoice } from './make-payment.ts';

/** Who requests a payment: a request, and the name from the shop's own code, if there is one. */
export interface Visitor {
  readonly request: OrderRequest;
  /** Undefined: the option `visitor` is called. */
  readonly name?: string | undefined;
}

/** Limits the creations of visitors. */
export interface CreationLimit {
  /** Takes one creation from a visitor's limit. */
  readonly admit: (visitor: Visitor, orderRef: string) => Promise<Admission>;
}

export interface BeginPaymentPorts {
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
export function createBeginPayment({ find, create, limit, settlements, now }: BeginPaymentPorts) {
  return async function begin(
    { orderRef, method, coin: symbol }: CreatePaymentRequest,
    visitor: Visitor,
    signal: () => AbortSignal | undefined,
  ): Promise<CreationResult> {
    const found = await find(orderRef, visitor.request).catch((error: unknown) => {
      if (error instanceof UnavailableError) return 'unavailable' as const;
      throw error;
    });
    if (found === 'unavailable') return { error: 'service-unavailable' };
    if (!found) return { error: 'unknown-order' };
    const read: ReadOrder = found;
    const only = read.coins.length === 1 ? read.coins[0] : undefined;
    const coin = symbol === undefined ? only : read.coins.find((offered) => offered.coin.symbol === symbol);

    /** Why the order cannot be paid like this, by its payments; undefined when it can. */
    async function refuse(rows: readonly PaymentRow[]): Promise<CreationResult | undefined> {
      const paid = payerOf(await settlements.review(rows, read), read);
      if (paid) return { error: 'already-paid', paid };
      if (read.soldOut) return { error: 'sold-out' };
      if (read.expiresAt !== undefined && Date.parse(read.expiresAt) <= now()) return { error: 'offer-expired' };
      if (!read.methods.includes(method)) return { error: 'invalid-request', field: 'method' };
      return method === 'crypto' && !coin ? { error: 'invalid-request', field: 'coin' } : undefined;
    }

    const choice = { orderRef, order: read, method, coin: method === 'crypto' ? coin : undefined };
    return create(choice, { signal, refuse, admit: () => limit.admit(visitor, orderRef) });
  };
}
