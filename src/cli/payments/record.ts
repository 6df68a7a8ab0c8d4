import type { PaymentRow } from '../../server/stores/store.ts';
import { shownPhase } from '../../server/status/payment-view.ts';

/** What a payment's record holds of what the service and the shop said (contract 2.6 to 2.8): nothing that leads to money or people. */
const OPEN_FIELDS = ['address', 'note', 'hostedUrl', 'cryptoAmountExpected'] as const;

/** A payment as the command says it: plain data. */
export type PaymentRecord = Readonly<Record<string, unknown>>;

/** How much of a token is shown: enough to find it again, too little to use it. Characters. */
const TOKEN_SHOWN = 6;

export interface RecordOptions {
  /** Whether payouts, meta and the whole token are in it. */
  readonly isPrivate: boolean;
  readonly now: number;
}

/** Absent fields are absent. The webhook's address is in no store. */
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
    stage: row.stage,
    problem: data.problem,
    version: row.version,
    amount: data.amount,
    currency: data.currency,
    ...fields,
    cryptoAmountReceived: row.cryptoAmountReceived,
    confirmations: row.confirmations,
    confirmationsRequired: row.confirmationsRequired,
    created: new Date(row.created).toISOString(),
    updated: new Date(row.updated).toISOString(),
    expiresAt: row.expiresAt ?? data.expiresAt,
    ...(isPrivate && { meta: data.meta, answer: Object.keys(answer).length > 0 ? withoutPicture(answer) : undefined }),
  };
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null));
}

/** Kilobytes of base64 say nothing here. */
const withoutPicture = ({ qrCodeBase64: _, ...answer }: Readonly<Record<string, unknown>>) => answer;
