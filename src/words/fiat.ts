/**
 * The shop's price in the payer's language. Only ever shown: what is sent is the coin amount, which stays
 * plain text. No digit of the price is rounded away, and a currency `Intl` refuses is written as it came. A price
 * without a currency (contract 2.8) has two decimals at least, so that it reads as a price.
 */
export function fiatText(amount: string, currency: string | undefined, lang: string): string {
  try {
    const digits = amount.split('.')[1]?.length ?? 0;
    const style = currency ? ({ style: 'currency', currency } as const) : { minimumFractionDigits: 2 };
    const usual = new Intl.NumberFormat(lang, style);
    const most = usual.resolvedOptions().maximumFractionDigits ?? 0;
    const exact = digits > most ? new Intl.NumberFormat(lang, { ...style, maximumFractionDigits: digits }) : usual;
    // Text, not a number: an amount of many digits keeps them all.
    return exact.format(amount as Intl.StringNumericLiteral);
  } catch {
    return `${amount} ${(currency ?? '').toUpperCase()}`.trim();
  }
}
