import { parsePayment } from '../core/payments/public-payment.ts';
import { keyOf, type PublicPayment } from '../core/payments/payment.ts';
import type { Result } from '../core/result.ts';

/**
 * Details that the payer may be typing. For one payment, they never change unless the payer asks for it
 * (CONTRIBUTING.md, rule 7).
 */
const FIXED = ['address', 'note', 'cryptoCoin', 'cryptoAmountExpected'] as const;

/** Images of these details. They are useless with other details. */
const DRAWN = ['qr', 'qrCodeBase64'] as const;

/** The fields that an update may change. The destination and the amount to pay are not among them. */
export const CHANGING = [
  'expiresAt',
  'minimumTransactionCoin',
  'cryptoAmountReceived',
  'cryptoAmountDue',
  'confirmations',
  'confirmationsRequired',
  'paidAt',
  'moneyGone',
  'transactions',
] as const;

/** All fields that a response of the status address may change. */
const UPDATABLE = [...CHANGING, 'status', 'phase', 'version'];

/** The fields of a payment or a response, with values of unknown types. */
type Fields = Readonly<Record<string, unknown>>;

export const pick = (from: object, names: readonly string[]): Fields =>
  Object.fromEntries(names.filter((name) => name in from).map((name) => [name, (from as Fields)[name]]));

/** Returns the first detail that differs. Addresses that differ only in letter case are the same, or one is invalid. */
export function changedField(shown: PublicPayment, given: PublicPayment): string | undefined {
  const fold = (payment: PublicPayment, name: string) => {
    const value = (payment as unknown as Fields)[name];
    return name === 'note' ? value : String(value).toLowerCase();
  };
  return FIXED.find((name) => fold(shown, name) !== fold(given, name));
}

/** Returns a payment with the details of another one, as far as that one has them, and with that one's images only. */
function withDetails(payment: Fields, details: Fields): Fields {
  const mixed: Record<string, unknown> = { ...payment };
  for (const name of FIXED) mixed[name] = details[name] ?? payment[name];
  for (const name of DRAWN) mixed[name] = details[name];
  return mixed;
}

/** Returns a payment with the details that the payer was shown for it, and no others. */
export function withShownDetails(payment: PublicPayment, shown: PublicPayment): PublicPayment {
  const fields: Record<string, unknown> = { ...payment };
  for (const name of [...FIXED, ...DRAWN]) fields[name] = (shown as unknown as Fields)[name];
  const kept = parsePayment(fields);
  return kept.ok ? kept.payment : shown;
}

/** Returns details that the payer has asked for, with the current status of the payment. */
export const withCurrentStatus = (details: PublicPayment, payment: PublicPayment): PublicPayment =>
  Object.freeze({ ...details, ...pick(payment, UPDATABLE) });

/**
 * Returns the payment with the details of a response of the status address, which may leave them out; `undefined` when
 * it has the details that were shown, or none.
 *
 * @param payment - The payment with the other fields of the response.
 * @param waiting - The payment whose details differ from those shown, and wait.
 */
export function detailsOfAnswer(
  payment: PublicPayment,
  answer: Fields,
  shown: PublicPayment,
  waiting: PublicPayment | undefined,
): Result<{ readonly payment: PublicPayment }> | undefined {
  const isGiven = (name: string) => (answer[name] ?? undefined) !== undefined;
  const isSame = (name: string) => !isGiven(name) || answer[name] === (shown as unknown as Fields)[name];
  if (!FIXED.some(isGiven) || (!waiting && FIXED.every(isSame))) return undefined;
  return parsePayment(withDetails({ ...payment, ...waiting, ...pick(payment, UPDATABLE) }, answer));
}

/** Whether two payments are the same one. */
export const isSamePayment = (a: PublicPayment, b: PublicPayment | undefined): boolean => !!b && keyOf(a) === keyOf(b);
