import { tickerOf } from '../core/coin.ts';
import type { PublicPayment } from '../core/payment.ts';
import { fiatText } from '../i18n/format-money.ts';
import { formatMessage, isolate, type PrimaryMessages } from '../i18n/messages.ts';

/** The shop's price in the payer's language. */
export const priceOf = (payment: PublicPayment, locale: string): string =>
  fiatText(payment.amount, payment.currency, locale);

/** Puts the payment's amounts in the coin into a message such as `Received {received} of {expected}`. */
export function formatAmounts(text: string, payment: PublicPayment, messages: PrimaryMessages): string {
  if (!('tid' in payment)) return text;
  const ticker = tickerOf(payment.cryptoCoin);
  const { cryptoAmountExpected, cryptoAmountReceived = '', minimumTransactionCoin = '' } = payment;
  const amount = (coins: string) => isolate(`${coins} ${ticker}`, messages);
  return formatMessage(text, {
    received: isolate(cryptoAmountReceived, messages),
    expected: amount(cryptoAmountExpected),
    least: amount(minimumTransactionCoin),
  });
}

/** A message with the smallest amount that can be confirmed; `undefined` when the shop does not know it. */
export const minimumText = (payment: PublicPayment, messages: PrimaryMessages): string | undefined =>
  payment.minimumTransactionCoin !== undefined && 'tid' in payment
    ? formatAmounts(messages.minimum, payment, messages)
    : undefined;
