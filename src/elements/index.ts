/** The element classes, events and their types. Importing this registers nothing: `pay-elements/define` does. */
export {
  PayCopyEvent,
  PayOpenEvent,
  PayPaidEvent,
  PayProblemEvent,
  PayStatusEvent,
  type CopiedThing,
  type OpenedThing,
} from './events.ts';
export { PayCheckoutElement } from './pay-checkout.ts';
export { PayCryptoElement } from './pay-crypto.ts';
export type { Layout, PayElement } from './pay-element.ts';
export { PayLocalcodeElement } from './pay-localcode.ts';
export { PayWalletElement } from './pay-wallet.ts';
export { addWords } from '../words/lookup.ts';
export type { FirstWords, MoreWords, WordKey, Words } from '../words/words.ts';
export type { PublicPayment } from '../core/payment.ts';
export type { Problem, ProblemCode } from '../core/problem.ts';
export type { Phase } from '../core/status.ts';
