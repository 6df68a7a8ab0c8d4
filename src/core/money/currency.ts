/** The number of decimals of fiat currencies. */

/**
 * Currencies whose ISO 4217 minor unit is not 2. They are listed here because `Intl` differs between engines and
 * versions.
 */
const MINOR_UNITS: ReadonlyMap<string, number> = new Map(
  [
    { decimals: 0, codes: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF' },
    { decimals: 3, codes: 'BHD IQD JOD KWD LYD OMR TND' },
    { decimals: 4, codes: 'CLF UYW' },
  ].flatMap(({ decimals, codes }) => codes.split(' ').map((code) => [code, decimals] as const)),
);

/**
 * The number of decimals of an amount in a currency (ISO 4217): 2 for `USD`, 0 for `JPY`, 3 for `KWD`, and 2 for an
 * unknown code.
 *
 * @param currency three letters in any letter case
 */
export function currencyDecimals(currency: string): number {
  return MINOR_UNITS.get(currency.toUpperCase()) ?? 2;
}
