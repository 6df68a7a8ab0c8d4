import { ControlError } from './control-error.ts';
import { placesOf, readDecimal } from '../decimal.ts';
import type { Decimal } from '../decimal.ts';
import { coinOf } from '../contract/payment-records.ts';
import type { CryptoEntry, PaymentEntry } from '../contract/payment-records.ts';
import type { State } from '../contract/status-words.ts';

/** States in which a payer's action or the time can change the payment. */
export const OPEN: readonly State[] = ['NEW', 'PENDING', 'UNDERPAID', 'UNMATCHED'];
/** States in which the payment can fail or be cancelled. */
export const STOPPABLE: readonly State[] = [...OPEN, 'CONFIRMING'];
/** States in which money can be refunded. */
export const REFUNDABLE: readonly State[] = ['PAID', 'OVERPAID', 'UNDERPAID', 'UNMATCHED', 'LATE'];

export function mustBeIn(entry: PaymentEntry, states: readonly State[]) {
  if (entry.kind === 'crypto' && entry.unconfirmable) {
    throw new ControlError(
      'wrong_state',
      'the payment received a transfer below the minimum, which never confirms (contract 3)',
    );
  }
  if (!states.includes(entry.state)) throw new ControlError('wrong_state', `the payment is already ${entry.state}`);
}

export function mustBeOpen(entry: PaymentEntry) {
  mustBeIn(entry, OPEN);
}

export function mustBeCrypto(entry: PaymentEntry, action: string): CryptoEntry {
  if (entry.kind !== 'crypto') {
    throw new ControlError(
      'wrong_kind',
      `'${action}' needs a cryptocurrency payment: ${entry.id} is a ${entry.kind} payment`,
    );
  }
  return entry;
}

/** Parses an amount that the coin's network can transfer. */
export function amountOf(entry: CryptoEntry, text: string): Decimal {
  const amount = readDecimal(text);
  const { decimals } = coinOf(entry.order.coin);
  if (!amount || amount.units <= 0n || placesOf(amount) > decimals) {
    throw new ControlError(
      'bad_amount',
      `the amount must be a number above 0 with at most ${decimals} decimals`,
      'amount',
    );
  }
  return amount;
}
