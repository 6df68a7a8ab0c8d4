/** The element classes, the events and their types. This module registers no element: `pay-elements/define` does. */
export {
  PayCopyEvent,
  PayOpenEvent,
  PayPaidEvent,
  PayProblemEvent,
  PayStatusEvent,
  type CopiedThing,
  type OpenedThing,
} from './events.ts';
export { PayCheckoutElement } from './pay-checkout/pay-checkout.ts';
export { PayCryptoElement } from './pay-crypto/pay-crypto.ts';
export type { Layout, PayElement } from './base/pay-element.ts';
export { PayLocalcodeElement } from './pay-localcode/pay-localcode.ts';
export { PayWalletElement } from './pay-wallet/pay-wallet.ts';
export { registerTranslation } from '../i18n/register-translation.ts';
export type { MessageKey, Messages } from '../i18n/messages.ts';
export type { PublicPayment } from '../core/payments/payment.ts';
export type { Problem, ProblemCode } from '../core/payments/problem.ts';
export type { Phase } from '../core/payments/phases.ts';
