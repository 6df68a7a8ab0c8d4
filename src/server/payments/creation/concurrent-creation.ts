import { resultOfFailure, RETRY_AFTER_S, type CreationResult } from './creation-result.ts';
import { createLongPoll, waitUntilChanged } from '../long-poll.ts';
import type { PaymentRow, PaymentStore } from '../../stores/store.ts';

/**
 * The number of requests that may wait for one creation. Further requests get the error 'busy', so that one visitor
 * cannot occupy all sockets.
 */
const WAITING_MAX = 50;

/**
 * The longest wait, below the timeouts of proxies. After it the page repeats its request: the process that creates the payment
 * may have been killed. Milliseconds.
 */
const WAIT_MS = 20_000;

/** Lets concurrent requests wait for the payment that one of them creates, until the checkout closes. */
export function createConcurrentCreations(store: PaymentStore, closing: AbortSignal) {
  const waiting = new Map<string, number>();

  return async function wait(holder: PaymentRow, ms: number, signal: AbortSignal | undefined): Promise<CreationResult> {
    const { paymentRef, token } = holder;
    const before = waiting.get(paymentRef) ?? 0;
    if (before >= WAITING_MAX) return { error: 'busy', retryAfter: RETRY_AFTER_S };
    waiting.set(paymentRef, before + 1);
    const longPoll = createLongPoll(Math.min(ms, WAIT_MS), signal);
    closing.addEventListener('abort', longPoll.release);
    if (closing.aborted) longPoll.release();
    const read = () => store.byToken(token);
    const row = await waitUntilChanged(store, [token], longPoll, read, (now) => now?.stage !== 'creating').finally(
      () => {
        closing.removeEventListener('abort', longPoll.release);
        const left = waiting.get(paymentRef)! - 1;
        if (left > 0) waiting.set(paymentRef, left);
        else waiting.delete(paymentRef);
      },
    );
    if (row?.stage === 'ready') return { row, fresh: false };
    if (row?.data.problem === 'below-minimum') return { error: 'below-minimum' };
    if (row?.stage === 'released') return resultOfFailure(row.data.problem);
    return { error: 'busy', retryAfter: RETRY_AFTER_S };
  };
}
