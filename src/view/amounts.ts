import { tickerOf } from '../core/coins/coin.ts';
import { currencyDecimals } from '../core/money/currency.ts';
import type { PublicPayment } from '../core/payments/payment.ts';
import { fiatText } from '../i18n/format-money.ts';
import { formatMessage, isolate } from '../i18n/format-message.ts';
import type { Messages } from '../i18n/messages.ts';

/** The shop's price in the payer's language. */
export const priceOf = (payment: PublicPayment, locale: string): string =>
  fiatText(payment.amount, payment.currency, locale);

/**
 * The shop's price as it is copied into a transfer: plain digits, with all decimals of the currency. It is the same text
 * wherever it is shown.
 */
export function plainPrice(amount: string, currency: string): string {
  const [whole = '', decimals = ''] = amount.split('.');
  const padded = decimals.padEnd(currencyDecimals(currency), '0');
  return padded ? `${whole}.${padded}` : whole;
}

/** Puts the payment's amounts in the coin into a message such as `Received {received} of {expected}`. */
export function formatAmounts(text: string, payment: PublicPayment, messages: Messages): string {
  if (!('tid' in payment)) return text;
  const ticker = tickerOf(payment.cryptoCoin);
  const { cryptoAmountExpected, cryptoAmountReceived = '', minimumTransactionCoin = '' } = payment;
  const amount = (coins: string) => isolate(`${coins} ${ticker}`, messages);
  return formatMessage(text, {
    received: amount(cryptoAmountReceived),
    expected: amount(cryptoAmountExpected),
    least: amount(minimumTransactionCoin),
  });
}

/** A message with the smallest amount that can be confirmed; `undefined` when the shop does not know it. */
export const minimumText = (payment: PublicPayment, messages: Messages): string | undefined =>
  payment.minimumTransactionCoin !== undefined && 'tid' in payment
    ? formatAmounts(messages.minimum, payment, messages)
    : undefined;
