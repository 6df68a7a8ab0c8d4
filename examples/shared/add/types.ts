import type { PaymentStore } from 'pay-elements/server';
import type { openShop } from './shop.ts';

type Shop = ReturnType<typeof openShop>;

/** The environment variables of a process. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** What `shop.ts` needs of an order of this app. */
export interface Order {
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
  /** True when its goods were sent. After a refund it is not offered again. */
  readonly paid?: boolean;
}

export interface Database {
  /** Keeps the payments. */
  readonly store: PaymentStore;
  /** Runs a statement and returns its rows. */
  readonly query: (text: string, values: (string | null)[]) => Promise<unknown[]>;
}

declare global {
  var payElements: Shop | undefined;
}
