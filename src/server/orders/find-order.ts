import { createEmitOnce } from '../observability/emit-once.ts';
import type { Emit } from '../observability/events.ts';
import type { AccountOffers } from './offers.ts';
import type { OrderRequest } from './order-request.ts';
import { jsonKey, OrderError, readOrder, type FindOrder, type MethodCurrencies, type ReadOrder } from './order.ts';

/** How many values are remembered that cannot be used, about 100 bytes each. */
const REPORTED_MAX = 1_000;

/** `order()` failed, and an event has reported it. */
export class ReportedError extends Error {
  override readonly name = 'ReportedError';
}

/** The provider cannot say now what it offers. */
export class UnavailableError extends ReportedError {}

export interface OrderFinderPorts {
  readonly order: FindOrder;
  readonly currencies: MethodCurrencies | undefined;
  /** Returns what the provider offers, when it receives the proceeds itself. */
  readonly offers: () => Promise<AccountOffers | undefined>;
  readonly emit: Emit;
}

/**
 * Returns the shop's order, or undefined when the order does not exist or this visitor may not see it. @throws
 * ReportedError
 */
export type OrderFinder = (orderRef: string, request: OrderRequest) => Promise<ReadOrder | undefined>;

/** Calls `order()` and validates its result. Mistakes are reported to the shop by events, and not to the client. */
export function createOrderFinder({ order, currencies, offers, emit }: OrderFinderPorts): OrderFinder {
  const emitOnce = createEmitOnce(emit, REPORTED_MAX);

  async function callOrder(orderRef: string, request: OrderRequest) {
    try {
      return await order(orderRef, request);
    } catch (cause) {
      emit({ type: 'internal-error', at: 'order()', cause });
      throw new ReportedError('order() failed', { cause });
    }
  }

  async function callOffers() {
    try {
      return await offers();
    } catch (cause) {
      emit({ type: 'internal-error', at: 'provider.offers()', cause });
      throw new UnavailableError('provider.offers() failed', { cause });
    }
  }

  return async function find(orderRef, request) {
    const found = await callOrder(orderRef, request);
    if (found === undefined || found === null) {
      emit({ type: 'order-unknown', orderRef, returned: found === null ? 'null' : 'undefined' });
      return undefined;
    }
    const account = await callOffers();
    try {
      const read = readOrder(found, currencies, account);
      for (const { value, ...withheld } of read.withheld) {
        const name = jsonKey(withheld.field, value);
        emitOnce(name, { type: 'method-not-offered', orderRef, ...withheld });
      }
      return read;
    } catch (cause) {
      if (cause instanceof OrderError)
        emit({ type: 'order-invalid', orderRef, field: cause.field, reason: cause.reason });
      else emit({ type: 'internal-error', at: 'order()', cause });
      throw new ReportedError('order() cannot be used', { cause });
    }
  };
}
