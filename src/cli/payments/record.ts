import type { PaymentRow } from '../../server/stores/store.ts';
import { shownPhase } from '../../server/payments/row-views.ts';

/**
 * Fields of the service's response (contract 2.6 to 2.8) that a record may show. None of them contains payouts or
 * personal data.
 */
const OPEN_FIELDS = ['address', 'note', 'hostedUrl', 'cryptoAmountExpected'] as const;

/** A payment as plain data, for the output of the command. */
export type PaymentRecord = Readonly<Record<string, unknown>>;

/** The length of the visible part of a token, in characters: enough to find the payment, too short to use the token. */
const TOKEN_SHOWN = 6;

export interface RecordOptions {
  /** True includes the payouts, `meta` and the whole token. */
  readonly isPrivate: boolean;
  readonly now: number;
}

/** Converts a row. Empty fields are omitted. No store contains the webhook address. */
export function toRecord(row: PaymentRow, { isPrivate, now }: RecordOptions): PaymentRecord {
  const { data } = row;
  const answer = data.answer ?? {};
  const fields = Object.fromEntries(OPEN_FIELDS.map((name) => [name, answer[name]]));
  const record = {
    paymentRef: row.paymentRef,
    token: isPrivate ? row.token : `${row.token.slice(0, TOKEN_SHOWN)}…`,
    orderRef: row.orderRef,
    label: data.label,
    method: row.method,
    coin: row.coin === '' ? undefined : row.coin,
    id: row.serviceId ?? undefined,
    phase: shownPhase(row, now),
    status: row.status === '' ? undefined : row.status,
    source: row.source,
    stage: row.stage,
    problem: data.problem,
    version: row.version,
    amount: data.amount,
    currency: data.currency,
    ...fields,
    cryptoAmountReceived: row.cryptoAmountReceived,
    cryptoAmountDue: row.due,
    transactions: row.transactions,
    confirmations: row.confirmations,
    confirmationsRequired: row.confirmationsRequired,
    created: new Date(row.created).toISOString(),
    updated: new Date(row.updated).toISOString(),
    expiresAt: row.expiresAt ?? data.expiresAt,
    ...(isPrivate && { meta: data.meta, answer: data.answer && withoutPicture({ ...answer, ...data.details }) }),
  };
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null));
}

/** Removes the QR image, which has kilobytes of base64. */
const withoutPicture = ({ qrCodeBase64: _, ...answer }: Readonly<Record<string, unknown>>) => answer;
