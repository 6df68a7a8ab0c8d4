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
} from './amount.ts';
export {
  checkAddress,
  type AddressCheck,
  type AddressFault,
  type AddressKind,
  type AddressWarning,
} from './address.ts';
export { coins, findCoin, type Coin, type CoinSymbol } from './coin.ts';
export { exactJson } from './json.ts';
export { idOf, methodOf, methods } from './payment.ts';
export type {
  CryptoPayment,
  KnownByShop,
  LocalcodePayment,
  Method,
  PublicPayment,
  QrModules,
  WalletPayment,
} from './payment.ts';
export type { DuplicatePayment, MismatchedPayment, OfferedCoin, OfferedMethod, OrderAnswer } from './order-answer.ts';
export { furthestPhase, hasMoved } from './order-phase.ts';
export { parsePayment } from './parse-payment.ts';
export { parsePaymentUri, type PaymentRequest } from './parse-payment-uri.ts';
export { paymentUri, qrText, type PaymentUriParts } from './payment-uri.ts';
export { toPublicPayment } from './public-payment.ts';
export { parsePayout, type Payout, type PayoutFields, type PayoutShare } from './payout.ts';
export type { Problem, ProblemCode } from './problem.ts';
export type { Refusal, Result } from './result.ts';
export { settlesOrder, type Money, type SettlementOptions, type SettlingPayment } from './settles-order.ts';
export { isFinal, isPaid, isPhase, mayFollow, phaseOf, phases, type Phase, type StatusTable } from './status.ts';
export { readPng, webUrl } from './web.ts';
