import { RETRY_AFTER_S, type Created } from './created.ts';
import { createHold, lookUntil } from './hold.ts';
import type { PaymentRow, PaymentStore } from './stores/store.ts';

/** Who may wait for one payment that is being made; beyond it the answer is 'busy', so that nobody pins sockets. */
const WAITING_MAX = 50;

/** Lets those who lost the race for a choice wait for what the winner gets, until the checkout closes. */
export function createWait(store: PaymentStore, closing: AbortSignal) {
  const waiting = new Map<string, number>();

  return async function wait(holder: PaymentRow, ms: number, signal: AbortSignal | undefined): Promise<Created> {
    const { ref, token } = holder;
    const before = waiting.get(ref) ?? 0;
    if (before >= WAITING_MAX) return { error: 'busy', retryAfter: RETRY_AFTER_S };
    waiting.set(ref, before + 1);
    const hold = createHold(ms, signal);
    closing.addEventListener('abort', hold.release);
    if (closing.aborted) hold.release();
    const row = await lookUntil(store, token, hold, ({ stage }) => stage !== 'creating').finally(() => {
      closing.removeEventListener('abort', hold.release);
      const left = waiting.get(ref)! - 1;
      if (left > 0) waiting.set(ref, left);
      else waiting.delete(ref);
    });
    if (row?.stage === 'ready') return { row, fresh: false };
    if (row?.data.problem === 'below-minimum') return { error: 'below-minimum' };
    return { error: row?.stage === 'released' ? 'service-unavailable' : 'busy', retryAfter: RETRY_AFTER_S };
  };
}
