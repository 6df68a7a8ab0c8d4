import { isFinal, mayFollow, phaseOf, type Phase, type StatusTable } from '../core/index.ts';
import type { Delivery } from './delivery.ts';
import type { Emit } from './events.ts';
import type { Change, Facts, PaymentRow, PaymentStore } from './stores/store.ts';
import { toShopPayment, type ShopPayment } from './view.ts';

/**
 * A second look before a payment becomes paid or overpaid, whether a webhook says so or the creation's answer.
 *
 * False is a decision: the payment stays as it is, and the webhook is answered 200, so the service will not send
 * it again. Who cannot decide yet throws: the webhook is answered 500, which asks the service for another try.
 */
export type Confirm = (payment: ShopPayment, change: Omit<Change, 'version'>) => boolean | Promise<boolean>;

/** A status word of the service's, with what was heard beside it. */
export interface Word {
  readonly status: string;
  /** `tid`, `pid` or `bid`, when it was named. */
  readonly id?: string | undefined;
  readonly facts: Facts;
}

export interface TakerPorts {
  readonly store: PaymentStore;
  readonly delivery: Delivery;
  readonly statuses: StatusTable | undefined;
  readonly confirm: Confirm | undefined;
  readonly emit: Emit;
  readonly now: () => number;
}

/** Moves a payment by a word. The moved row, or undefined when the word is old news or was not confirmed. */
export type TakeWord = (row: PaymentRow, word: Word) => Promise<PaymentRow | undefined>;

/** The one way in which a payment changes its phase, wherever the word came from. */
export function createTaker({ store, delivery, statuses, confirm, emit, now }: TakerPorts): TakeWord {
  return async function take(row, { status, id, facts }) {
    const { ref, order, knownPhase: from } = row;
    const to = phaseOf(status, statuses);
    const at = now();
    if (confirm && (to === 'paid' || to === 'overpaid') && mayFollow(from, to)) {
      const change = { ref, from: row.phase, to, status, at };
      if (!(await confirm(toShopPayment(row), change))) {
        emit({ type: 'not-confirmed', ref, order, to });
        return undefined;
      }
    }
    const moved = await store.move(ref, { phase: to, status, serviceId: id, facts, at });
    if (!moved) {
      if (isOtherEnd(from, to)) emit({ type: 'other-end', ref, order, from, to, status });
      return undefined;
    }
    const { method, coin } = row;
    emit({ type: 'payment-changed', ref, order, method, coin, from: row.phase, to, version: moved.version });
    if (to === 'unknown') emit({ type: 'status-unknown', ref, order, status });
    void delivery.deliver(ref);
    return moved;
  };
}

/** Whether a word speaks of another end than the payment had. Paid is what overpaid and refunded ones were before. */
function isOtherEnd(from: Phase, to: Phase): boolean {
  return (
    isFinal(from) && isFinal(to) && from !== to && !(to === 'paid' && (from === 'overpaid' || from === 'refunded'))
  );
}
