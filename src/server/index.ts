/**
 * The merchant's side: a helper that makes payments, keeps them, hears the service's webhooks and answers the
 * tags, and the typed client of the service, also alone. Web-standard; Node's own parts are in `./node`.
 */
export { createCheckout, type Checkout } from './checkout.ts';
export type { CheckoutBaseOptions, CheckoutOptions } from './checkout-options.ts';
export type { CreationLimitOptions } from './creation-limit.ts';
export type { OnStatus } from './delivery.ts';
export type { CheckoutEvent, EventLevel, Happening, OfPayment, OfPaymentKind } from './events.ts';
export type { Health, HealthWarning } from './health.ts';
export type { Usage } from './quota.ts';
export type { CheckoutAnswer, CheckoutErrorCode, CheckoutRequest, OrderRequest } from './http.ts';
export type { Order, OrderPayout } from './order.ts';
export type { OfferedCoin, OfferedMethod, OrderAnswer } from '../core/index.ts';
export { memoryStore } from './stores/memory.ts';
export type {
  Attachment,
  Change,
  ChangeCursor,
  Facts,
  Move,
  NewPayment,
  PaymentCursor,
  PaymentData,
  PaymentRow,
  PaymentStore,
  Release,
  SlotLogOptions,
  Stage,
} from './stores/store.ts';
export type { ShopPayment, StatusAnswer } from './view.ts';
export type { Confirm } from './take-word.ts';
export * from './client/index.ts';
