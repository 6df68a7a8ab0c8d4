import { cryptoView, missingOf, type CryptoView } from '../core/crypto-view.ts';
import type { CryptoPayment, PublicPayment } from '../core/payment.ts';
import type { Phase } from '../core/status.ts';
import { fill, type WordKey, type Words } from './words.ts';

/** A title and a text. */
export type Said = readonly [title: string, text: string];

/** `Received {received} of {expected}` and the like, with the payment's own amounts in the coin. */
export function sayAmounts(text: string, payment: PublicPayment): string {
  if (!('tid' in payment)) return text;
  const { amount, ticker } = cryptoView(payment);
  const { cryptoAmountReceived: received = '', minimumTransactionCoin: least = '' } = payment;
  return fill(text, { received, expected: `${amount} ${ticker}`, least: `${least} ${ticker}` });
}

/** What is said of a payment when nothing is to be paid any more, or nothing that can be (it is too small). */
export function sayOutcome(payment: PublicPayment, phase: Phase, words: Words): Said {
  if (phase === 'awaiting') return [words.tooSmall, sayAmounts(words.tooSmallText, payment)];
  if (phase === 'unknown') return [fill(words.unknown, { status: payment.status }), words.awaitingText];
  const small = phase === 'underpaid' && 'tid' in payment && missingOf(payment).kind === 'too-small';
  return [words[phase], small ? sayAmounts(words.underpaidSmall, payment) : words[`${phase}Text`]];
}

/** Coins whose network needs more words than its name. */
const NETWORK_WORDS: Readonly<Record<string, WordKey>> = {
  ETH: 'networkETH',
  USDT: 'networkUSDT',
  BNB: 'networkBNB',
  SOL: 'networkSOL',
};

/** On which network alone a coin may be sent, and then what else keeps a payer from losing it. */
export function sayNetwork({ coin }: CryptoView, payment: CryptoPayment, words: Words): [only: string, ...string[]] {
  const least = payment.minimumTransactionCoin === undefined ? [] : [sayAmounts(words.minimum, payment)];
  if (!coin) return [words.networkUnknown, ...least];
  const only = fill(words[NETWORK_WORDS[coin.ticker] ?? 'network'], { network: coin.network });
  return [only, words.noMemo, words.exactNet, ...least];
}
