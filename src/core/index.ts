/**
 * Functions and types for payments that need no request: coins, exact amounts, addresses, payment URIs, payouts, the
 * three kinds of payment and their phases. Pure: no DOM, no `node:` module, no fetch, no clock.
 */
export {
  addDecimals,
  compareDecimals,
  cryptoAmount,
  decimalText,
  subtractDecimals,
  type CryptoAmount,
} from './money/amount.ts';
export {
  checkAddress,
  type AddressCheck,
  type AddressFault,
  type AddressKind,
  type AddressWarning,
} from './coins/address.ts';
export { coins, findCoin, type Coin, type CoinSymbol } from './coins/coin.ts';
export { idOf, methodOf, methods } from './payments/payment.ts';
export type {
  CryptoPayment,
  KnownByShop,
  LocalcodePayment,
  Method,
  PublicPayment,
  PaymentTransaction,
  QrModules,
  WalletPayment,
} from './payments/payment.ts';
export type {
  DuplicatePayment,
  MismatchedPayment,
  OfferedCoin,
  OfferedMethod,
  OrderAnswer,
} from './orders/order-answer.ts';
export { parsePaymentUri, type PaymentRequest } from './coins/parse-payment-uri.ts';
export { paymentUri, qrText, type PaymentUriParts } from './coins/payment-uri.ts';
export { parsePayment, toPublicPayment } from './payments/public-payment.ts';
export { parsePayout, type Payout, type PayoutFields, type PayoutShare } from './money/payout.ts';
export type { Problem, ProblemCode } from './payments/problem.ts';
export type { Refusal, Result } from './result.ts';
export {
  isPaid,
  settlesOrder,
  type Money,
  type SettlementOptions,
  type SettlingPayment,
} from './payments/settles-order.ts';
export {
  furthestPhase,
  isFinal,
  isMoneyDetected,
  isPhase,
  mayFollow,
  phaseOf,
  phases,
  type Phase,
  type StatusTable,
} from './payments/phases.ts';
