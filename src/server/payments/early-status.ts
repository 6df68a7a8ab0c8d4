import { isFinal } from '../../core/index.ts';
import { CREATION_LIMIT_MS } from './creation/creation-result.ts';
import type { Emit } from '../observability/events.ts';
import type { Change, PaymentRow } from '../stores/store.ts';
import type { PaymentReport } from '../providers/report.ts';
import { omitUndefined } from '../omit-undefined.ts';

/**
 * Applies the early status of a payment whose creation is answered. `answer` has what else the answer reports: it is used
 * when the provider cannot be asked.
 */
export type ApplyEarlyStatus = (row: PaymentRow, answer?: Pick<PaymentReport, 'id' | 'expiresAt'>) => Promise<unknown>;

export interface EarlyStatusPorts {
  readonly applyEarlyStatus: ApplyEarlyStatus;
  readonly emit: Emit;
  readonly now: () => number;
}

/**
 * Handles payments whose webhook reported paid before the service had answered the creation. Until the answer is there,
 * the payment is `confirming`, its row keeps the status as `earlyStatus` with an entry in the outbox, and `onStatus` waits.
 *
 * - The answer comes: the provider is asked, or, when it cannot be asked, the status is applied with the expected amount.
 *   `earlyStatus` is removed, and `onStatus` is called.
 * - The process dies after the answer was written, or `verifyPayment` fails: the next sweep applies the status.
 * - The answer never comes (the creation failed, or the process died): no payer has seen an address, and the expected
 *   amount stays unknown. The payment stays `confirming` and pays nothing. The event `paid-without-answer` and `onStatus`
 *   report it, and the shop finds the money in its account at the service.
 */
export function createEarlyStatusJudge({ applyEarlyStatus, emit, now }: EarlyStatusPorts) {
  /**
   * Whether a change may be delivered: not before the early status is applied, after the answer or by a sweep. Sweeps
   * do not find payments whose changes are all delivered.
   */
  return async function judgeEarlyStatus(row: PaymentRow, change: Change, isSweep: boolean): Promise<boolean> {
    const { paymentRef, orderRef, earlyStatus: status, serviceId, knownPhase, stage, created, data } = row;
    if (status === undefined || isFinal(knownPhase)) return true;
    if (data.answer !== undefined) {
      if (isSweep) await applyEarlyStatus(row);
      return isSweep;
    }
    if (stage === 'creating' && now() - created < CREATION_LIMIT_MS) return false;
    if (change.status !== status) return true;
    const id = serviceId ?? undefined;
    emit({ type: 'paid-without-answer', paymentRef, orderRef, status, ...omitUndefined({ id }) });
    return true;
  };
}
