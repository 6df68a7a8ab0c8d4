import { Cache } from './cache.ts';

const formatters = new Cache<Intl.NumberFormat>();

/**
 * Whether a price was formatted before. The first `Intl` formatter of a page takes about 10 ms on a desktop, and each further
 * one less than 1 ms.
 */
export const hasFormattedMoney = (): boolean => formatters.size > 0;

function createFormatter(locale: string, currency: string | undefined, digits: number): Intl.NumberFormat {
  const style = currency ? ({ style: 'currency', currency } as const) : { minimumFractionDigits: 2 };
  const usual = new Intl.NumberFormat(locale, style);
  const most = usual.resolvedOptions().maximumFractionDigits ?? 0;
  return digits > most ? new Intl.NumberFormat(locale, { ...style, maximumFractionDigits: digits }) : usual;
}

const formatterOf = (locale: string, currency: string | undefined, digits: number): Intl.NumberFormat =>
  formatters.get(`${locale} ${currency} ${digits}`, () => createFormatter(locale, currency, digits));

/**
 * Whether prices group thousands with a dot, as in `1.234,50 €`. Beside such a price, the amount `1.234 USDT` could be
 * read as more than a thousand.
 */
export function groupsWithDots(currency: string | undefined, locale: string): boolean {
  try {
    const parts = formatterOf(locale, currency, 0).formatToParts(1_000_000);
    return parts.some(({ type, value }) => type === 'group' && value === '.');
  } catch {
    return false; // the price is written unformatted
  }
}

/**
 * The shop's price in the payer's language, for display only: the payer sends the coin amount, which stays plain text.
 * No digit of the price is rounded away, and a price in a currency that `Intl` refuses is written unformatted. A price
 * without a currency (contract 2.8) has at least two decimals, so that it looks like a price.
 */
export function fiatText(amount: string, currency: string | undefined, locale: string): string {
  try {
    const digits = amount.split('.')[1]?.length ?? 0;
    // A string, not a number, so that an amount with many digits keeps all of them.
    const formatter = formatterOf(locale, currency, digits);
    // In Arabic and Hebrew, `Intl` marks a price as right-to-left, which would move the '$' of 'US$' before its
    // letters.
    return formatter.format(amount as Intl.StringNumericLiteral).replace(/(\u200f.*?)([A-Z]+\$)/, '$1\u2066$2\u2069');
  } catch {
    return `${amount} ${(currency ?? '').toUpperCase()}`.trim();
  }
}
