import type { OrderRequest } from '../../orders/order-request.ts';

/**
 * Refused for `after` milliseconds, or admitted. Call `giveBack` when no request was sent to the service, so that the creation
 * does not count.
 */
export type Admission =
  | {
      readonly after: number;
      /** True when the visitor's own limit was reached, and not the shop's. */
      readonly ofVisitor: boolean;
    }
  | { readonly giveBack: () => void };

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
