/** The fields that an update may change. The destination and the amount to pay are not among them. */
export const CHANGING = [
  'expiresAt',
  'minimumTransactionCoin',
  'cryptoAmountReceived',
  'confirmations',
  'confirmationsRequired',
  'paidAt',
] as const;

/** All fields that a response of the status address may change. */
export const UPDATABLE = [...CHANGING, 'status', 'phase', 'version'];

/** The fields of a payment or a response, with values of unknown types. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns those of the named fields that the object has. */
export const pick = (from: Fields, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]));
