import { compareDecimals, type Phase } from '../../../core/index.ts';
import type { Invoice, InvoiceMethod } from './invoice.ts';
import { coinOf, networkOf } from './payment-methods.ts';
import type { PaymentReport } from '../report.ts';

/**
 * The phases of an invoice's states. BTCPay Server describes a state by two words; ours is both, unless the second is
 * `None`: `Expired (PaidLate)`.
 *
 * `Invalid` is late, not failed: money was received that has not been confirmed in time, it may still be, and the shop
 * decides about it by marking the invoice.
 */
const PHASES: Readonly<Record<string, Phase>> = {
  New: 'awaiting',
  'New (PaidPartial)': 'underpaid',
  Processing: 'detected',
  'Processing (PaidOver)': 'detected',
  Expired: 'expired',
  'Expired (PaidPartial)': 'expired',
  'Expired (PaidLate)': 'late',
  'Expired (PaidOver)': 'late',
  Invalid: 'late',
  'Invalid (PaidOver)': 'late',
  'Invalid (PaidPartial)': 'late',
  'Invalid (PaidLate)': 'late',
  'Invalid (Marked)': 'cancelled',
  Settled: 'paid',
  'Settled (PaidOver)': 'overpaid',
  'Settled (PaidPartial)': 'paid',
  'Settled (PaidLate)': 'paid',
  'Settled (Marked)': 'paid',
  Refunded: 'refunded',
};

/** The phase of a state, as `statusOf` writes it; `unknown` for a state that this version does not know. */
export const phaseOfInvoice = (status: string): Phase => (Object.hasOwn(PHASES, status) ? PHASES[status]! : 'unknown');

/** The state of an invoice as one text: `New`, `Expired (PaidLate)`. */
export const statusOf = ({ status, additionalStatus }: Pick<Invoice, 'status' | 'additionalStatus'>): string =>
  additionalStatus === 'None' ? status : `${status} (${additionalStatus})`;

/** The states of an invoice whose whole amount arrived before it expired. Otherwise the server says `PaidLate`, or expires it. */
const PAID_IN_TIME = ['Processing', 'Processing (PaidOver)', 'Settled', 'Settled (PaidOver)'];

/** A person of the shop has accepted the invoice, whenever its money came. */
const ACCEPTED = 'Settled (Marked)';

/** The word for an invoice that was refunded, which the server has no state for. */
const REFUNDED = 'Refunded';

/**
 * What an invoice says about its payment.
 *
 * The server compares the amount itself, with the payment tolerance of the store and with the network fee that it may add
 * for each further payment. So the amount is not compared a second time.
 */
export function invoiceReport(
  source: PaymentReport['source'],
  invoice: Invoice,
  method: InvoiceMethod,
  isRefunded = false,
): PaymentReport & { readonly id: string } {
  const status = isRefunded ? REFUNDED : statusOf(invoice);
  // The server keeps `PaidPartial` when the transaction of the only part was replaced.
  const isEmpty = phaseOfInvoice(status) === 'underpaid' && compareDecimals(method.received, '0') === 0;
  const phase = isEmpty ? 'awaiting' : phaseOfInvoice(status);
  const transactions = transactionsOf(method);
  return {
    source,
    id: invoice.id,
    status,
    phase,
    received: method.received,
    ...(PAID_IN_TIME.includes(status) && { receivedAt: arrivalOf(invoice, method) }),
    // In time for a deadline of the shop's own, too.
    ...(status === ACCEPTED && { receivedAt: new Date(invoice.createdTime * 1000).toISOString() }),
    isJudged: true,
    expiresAt: invoice.expiresAt,
    ...(phase === 'underpaid' && { due: method.due }),
    // The server has accepted the amount, with its tolerance and fees, and does not call it too much.
    ...(status === 'Processing' && { due: '0' }),
    ...(transactions.length > 0 && { transactions }),
    ...(isTestMethod(method) && { test: true }),
  };
}

/** When the last part arrived, at the latest when the invoice ended: it was paid in time. */
function arrivalOf({ expiresAt }: Invoice, { payments }: InvoiceMethod): string {
  const times = payments
    .filter(({ status }) => status !== 'Invalid')
    .map(({ receivedDate }) => (receivedDate ?? Infinity) * 1000);
  return new Date(Math.min(Date.parse(expiresAt), times.length > 0 ? Math.max(...times) : Infinity)).toISOString();
}

/** Whether an address of a test network is to be paid: its coins have no value. */
export function isTestMethod({ paymentMethodId, destination }: InvoiceMethod): boolean {
  const coin = coinOf(paymentMethodId);
  return coin !== undefined && networkOf(coin, destination) === 'test';
}

/** The most transactions that a report names. Anybody can send more of them to an address. */
const TRANSACTIONS_MAX = 100;

/** The id of a payment is that of a transaction's output: `{transaction}-{index}`. */
function transactionsOf({ payments }: InvoiceMethod): readonly string[] {
  return [...new Set(payments.map(({ id }) => id.replace(/-\d+$/, '')))].slice(0, TRANSACTIONS_MAX);
}
