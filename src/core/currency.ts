/** Fiat currencies: how many decimals each has. */

/** ISO 4217's minor units where they are not two. Written out, because `Intl` differs between engines and years. */
const MINOR_UNITS: ReadonlyMap<string, number> = new Map(
  [
    { decimals: 0, codes: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF' },
    { decimals: 3, codes: 'BHD IQD JOD KWD LYD OMR TND' },
    { decimals: 4, codes: 'CLF UYW' },
  ].flatMap(({ decimals, codes }) => codes.split(' ').map((code) => [code, decimals] as const)),
);

/**
 * How many decimals an amount of a currency has (ISO 4217): 2 for `USD`, 0 for `JPY`, 3 for `KWD`, and 2 for a code
 * that is not known here.
 *
 * @param currency three letters in any letter case
 */
export function currencyDecimals(currency: string): number {
  return MINOR_UNITS.get(currency.toUpperCase()) ?? 2;
}
