import { webUrl } from '../../core/web.ts';

/** The fields news may change. Where the money goes, and how much, is not among them: a payer may be typing it. */
export const CHANGING = [
  'expiresAt',
  'minimumTransactionCoin',
  'cryptoAmountReceived',
  'confirmations',
  'confirmationsRequired',
] as const;

/** What a payer may be typing from the page: the same payment never shows another (DESIGN rule 7). */
export const FIXED = ['address', 'note', 'cryptoCoin', 'cryptoAmountExpected'] as const;

/** Some of the fields, where they are there. */
export const pick = (from: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]));

/** The hosted page's address in something that is otherwise no payment, so that the payer is not left alone. */
export function hostedUrlIn(raw: unknown): string | undefined {
  try {
    const value = (typeof raw === 'string' ? JSON.parse(raw) : raw) as {
      hostedUrl?: unknown;
      data?: { hostedUrl?: unknown };
    };
    return webUrl(value.hostedUrl ?? value.data?.hostedUrl);
  } catch {
    return undefined;
  }
}
