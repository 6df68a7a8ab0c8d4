/**
 * Currencies whose ISO 4217 minor unit is not 2, by their decimals. They are listed here because `Intl` differs between
 * engines and versions.
 */
const MINOR_UNITS = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/**
 * The number of decimals of an amount in a currency (ISO 4217): 2 for `USD`, 0 for `JPY`, 3 for `KWD`, and 2 for an
 * unknown code.
 *
 * @param currency three letters in any letter case
 */
export function currencyDecimals(currency: string): number {
  const code = currency.toUpperCase();
  const [decimals] = Object.entries(MINOR_UNITS).find(([, codes]) => codes.split(' ').includes(code)) ?? [2];
  return Number(decimals);
}
