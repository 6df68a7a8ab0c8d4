import { Cache } from './cache.ts';

type Formatter = Pick<Intl.NumberFormat, 'format' | 'formatToParts'>;

const formatters = new Cache<Formatter>();

/**
 * Whether a price was formatted before. The first `Intl` formatter of a page takes about 10 ms on a desktop, and each further
 * one less than 1 ms.
 */
export const hasFormattedMoney = (): boolean => formatters.size > 0;

/** In a currency that `Intl` refuses, a price is written unformatted; the developer is told once. */
function createFormatter(locale: string, currency: string | undefined, digits: number): Formatter {
  const style = currency ? ({ style: 'currency', currency } as const) : { minimumFractionDigits: 2 };
  try {
    const usual = new Intl.NumberFormat(locale, style);
    const most = usual.resolvedOptions().maximumFractionDigits ?? 0;
    return digits > most ? new Intl.NumberFormat(locale, { ...style, maximumFractionDigits: digits }) : usual;
  } catch (error) {
    console.warn('pay-elements: currency: use a code such as USD.', error);
    return {
      format: (amount: unknown) => `${String(amount)} ${(currency ?? '').toUpperCase()}`.trim(),
      formatToParts: () => [],
    };
  }
}

const formatterOf = (locale: string, currency: string | undefined, digits: number): Formatter =>
  formatters.get(`${locale} ${currency} ${digits}`, () => createFormatter(locale, currency, digits));

/**
 * Whether prices group thousands with a dot, as in `1.234,50 €`. Beside such a price, the amount `1.234 USDT` could be
 * read as more than a thousand.
 */
export const groupsWithDots = (currency: string | undefined, locale: string): boolean =>
  formatterOf(locale, currency, 0)
    .formatToParts(1_000_000)
    .some(({ type, value }) => type === 'group' && value === '.');

/**
 * The shop's price in the payer's language, for display only: the payer sends the coin amount, which stays plain text.
 * No digit of the price is rounded away. A price without a currency (contract 2.8) has at least two decimals, so that it
 * looks like a price.
 */
export function fiatText(amount: string, currency: string | undefined, locale: string): string {
  const digits = amount.split('.')[1]?.length ?? 0;
  // A string, not a number, so that an amount with many digits keeps all of them.
  const text = formatterOf(locale, currency, digits).format(amount as Intl.StringNumericLiteral);
  // In Arabic and Hebrew, `Intl` marks a price as right-to-left, which would move the '$' of 'US$' before its letters.
  return text.replace(/(\u200f.*?)([A-Z]+\$)/, '$1\u2066$2\u2069');
}
