/**
 * The backend helper creates and stores payments, receives the service's webhooks, and answers the requests of the
 * tags. The typed client of the service can be used without it. This entry point is web-standard; the parts for Node
 * are in `./node`.
 */
export { createCheckout } from './checkout.ts';
export type { Checkout } from './checkout-type.ts';
export { ConfigurationError, type ConfigurationErrorCode } from './configuration-error.ts';
export type { CheckoutBaseOptions, CheckoutOptions, LongPollOptions } from './options.ts';
export type { CreationLimitOptions, CreationRate } from './http/creation-limit.ts';
export type { OnStatus, StatusChange } from './payments/delivery.ts';
export type { OnPaid } from './payments/change-handler.ts';
export type { AmountTolerance } from './payments/money-rules.ts';
export type { CheckoutEvent, EventLevel, CheckoutEventData, OfPayment, OfPaymentKind } from './observability/events.ts';
export type { ChainSourceHealth, Health, HealthWarning } from './observability/health.ts';
export type {
  AccountReport,
  AccountWebhook,
  CallOptions as ProviderCallOptions,
  CheckOptions as ProviderCheckOptions,
  CreatedPayment,
  CreationRequest,
  Offers,
  PaymentProvider,
  ProviderFinding,
  ReadablePayment,
} from './providers/provider.ts';
export type { Usage } from './observability/quota.ts';
export { ProviderError, type ProviderErrorDetails } from './providers/provider-error.ts';
export { serviceProvider } from './providers/service/service-provider.ts';
export type {
  PaymentCreation,
  PaymentListOptions,
  PaymentPage,
  PaymentRefresh,
  Payments,
  PaymentRequest,
  PaymentRequester,
  StoredPayment,
} from './payments.ts';
export type { ClientEvent, RequestAttempted, RequestCompleted, RequestStarted } from './observability/client-event.ts';
export type { AnyRequest, NodeLikeRequest } from './http/any-request.ts';
export type { FetchArgument } from './http/fetch-request.ts';
export type { LogLevel } from './observability/console-log.ts';
export type { CheckoutAnswer, CheckoutErrorCode, CheckoutRequest } from './http/http.ts';
export type { OrderRequest } from './orders/order-request.ts';
export type {
  CryptoPayout,
  FindOrder,
  LocalcodePayout,
  MethodCurrencies,
  Order,
  OrderPayout,
  PaymentMeta,
  WalletPayout,
} from './orders/order.ts';
export { isPaid, settlesOrder, type Money, type SettlementOptions, type SettlingPayment } from '../core/index.ts';
export type { MismatchedPayment, OfferedCoin, OfferedMethod, OrderAnswer } from '../core/index.ts';
export { memoryStore } from './stores/memory.ts';
export type { PaymentStore } from './stores/store.ts';
export type { ShopPayment, StatusAnswer } from './payments/row-views.ts';
export type { Verdict, VerifyPayment } from './payments/apply-report.ts';
export { readWebhook } from './providers/service/read-webhook.ts';
export type { ReportSource } from './observability/report-source.ts';
export type { PaymentReport, ReadWebhook, WebhookHeaders, WebhookReport } from './providers/report.ts';
export * from './providers/service/client/index.ts';
