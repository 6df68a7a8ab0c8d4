/** The fields that an update may change. Where the money goes, and how much, is not among them. */
export const CHANGING = [
  'expiresAt',
  'minimumTransactionCoin',
  'cryptoAmountReceived',
  'confirmations',
  'confirmationsRequired',
  'paidAt',
] as const;

/** What an answer of the status address may change. */
export const UPDATABLE = [...CHANGING, 'status', 'phase', 'version'];

/** A payment as somebody wrote it. */
export type Fields = Readonly<Record<string, unknown>>;

/** Some of the fields, where they are there. */
export const pick = (from: Fields, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]));
