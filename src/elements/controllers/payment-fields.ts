import { webUrl } from '../../core/web.ts';

/** The fields news may change. Where the money goes, and how much, is not among them: a payer may be typing it. */
export const CHANGING = [
  'expiresAt',
  'minimumTransactionCoin',
  'cryptoAmountReceived',
  'confirmations',
  'confirmationsRequired',
] as const;

/** Which field tells payments of a kind apart. */
export const ID_FIELD = { crypto: 'tid', wallet: 'pid', localcode: 'bid' } as const;

/** What an answer of the status address may change. */
export const NEWS = [...CHANGING, 'status', 'phase', 'version'];

/** A payment as somebody wrote it. */
export type Fields = Readonly<Record<string, unknown>>;

/** Some of the fields, where they are there. */
export const pick = (from: Fields, names: readonly string[]) =>
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
