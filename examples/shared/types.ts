import type { CheckoutOptions, PaymentStore } from 'pay-elements/server';
import type { openShop } from './shop.ts';
import type { textsFor } from './texts.ts';

export type Shop = ReturnType<typeof openShop>;
export type Texts = ReturnType<typeof textsFor>;
export type ShopOptions = Pick<CheckoutOptions, 'creationLimit' | 'longPoll'>;

/** The environment variables of a process. */
export type Settings = Readonly<Record<string, string | undefined>>;

export interface Database {
  /** Keeps the payments. */
  readonly store: PaymentStore;
  /** Runs a statement and returns its rows. */
  readonly query: (text: string, values: (string | null)[]) => Promise<unknown[]>;
}

export type Product = 'beans' | 'dripper' | 'filters';

export interface Line {
  readonly product: Product;
  readonly cents: number;
  readonly count: number;
}

export interface Order {
  readonly ref: string;
  readonly customer: string;
  readonly lines: readonly Line[];
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
  /** The payment that has claimed the order. */
  readonly paid_by: string | null;
  readonly sent_at: string | null;
}

/** An order on its page. */
export interface ShownOrder extends Order {
  /** The attribute `src` of its `<pay-checkout>`. */
  readonly src: string;
  /** Whether the payment that has claimed the order was refunded. The goods may have been sent. */
  readonly isRefunded: boolean;
}

/** A header, or undefined or null where a request has none. */
export type Header = string | null | undefined;

/** The fields of a form, by their names. */
export type Fields = Readonly<Record<string, unknown>>;

/** A form that was read, or the status of the refusal. */
export type Form =
  { readonly fields: Fields; readonly status?: undefined } | { readonly fields?: undefined; readonly status: number };

declare global {
  var northwind: Shop | undefined;
}
