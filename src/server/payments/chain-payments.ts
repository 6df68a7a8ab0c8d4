import { isFinal, isPaid, toPublicPayment } from '../../core/index.ts';
import type { WatchedPayment } from '../chain/chain-watch.ts';
import type { PaymentRow } from '../stores/store.ts';
import { isMoving } from './row-views.ts';

/** The deposit address and the expected amount of a payment; undefined when it has none, or not yet. */
function depositOf({ coin, data }: PaymentRow) {
  if (coin === '' || data.answer === undefined) return undefined;
  const payment = toPublicPayment(data.answer);
  if (!('tid' in payment) || !payment.address || !payment.cryptoAmountExpected) return undefined;
  return { coin, address: payment.address, expected: payment.cryptoAmountExpected };
}

/** The deposit address of a payment; undefined until the provider has answered, null when it never has one. */
export function addressOf(row: PaymentRow): string | null | undefined {
  const isCreating = row.coin !== '' && row.data.answer === undefined && row.stage !== 'released';
  return depositOf(row)?.address ?? (isCreating ? undefined : null);
}

/** Whether a webhook or the provider has called the payment paid, and not the chain alone. */
function isClaimed({ verification, knownPhase, source, claimed }: PaymentRow): boolean {
  if (claimed) return true;
  if (verification) return verification.source !== 'chain';
  return (isPaid(knownPhase) || knownPhase === 'late') && source !== 'chain';
}

/** A payment as the chain is compared with it. */
export function toWatchedPayment(row: PaymentRow): WatchedPayment | 'later' | 'never' {
  const { paymentRef, orderRef, method, knownPhase: phase, created, updated: changed, stage } = row;
  if (method !== 'crypto') return 'never';
  const deposit = depositOf(row);
  if (!deposit) return stage === 'creating' && !isFinal(phase) ? 'later' : 'never';
  const { confirmations, transactions, cryptoAmountReceived: received, data } = row;
  const moving = row.verification !== undefined || isMoving(row) ? 'moving' : 'waiting';
  return {
    ...deposit,
    paymentRef,
    orderRef,
    phase,
    isClaimed: isClaimed(row),
    created,
    changed,
    state: isPaid(phase) ? 'paid' : isFinal(phase) ? 'ended' : moving,
    minimum: data.minimumTransactionCoin,
    received,
    confirmations,
    transactions,
    isUntimed: row.fullAmountAt === undefined,
  };
}
