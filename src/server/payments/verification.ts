import type { PaymentReport } from '../providers/report.ts';
import type { Verification } from '../stores/store.ts';

/** The pause before `verifyPayment` is called again: the first, and the longest. Milliseconds. */
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 60 * 60_000;

/** For this long `verifyPayment` is called again. Milliseconds. */
export const VERIFIED_FOR_MS = 24 * 60 * 60_000;

/** A report to verify later, and when; null when the time is over. */
export interface NextVerification {
  readonly verification: Verification;
  readonly checkAt: number | null;
}

/** When a report is verified next, after `verifyPayment` has answered `'later'`. */
export function nextVerification(
  before: Verification | undefined,
  { source, status, phase, isJudged }: Pick<PaymentReport, 'source' | 'status' | 'phase' | 'isJudged'>,
  at: number,
): NextVerification {
  const since = before?.since ?? at;
  const tries = (before?.tries ?? 0) + 1;
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
  const isOverdue = at - since >= VERIFIED_FOR_MS || undefined;
  const verification = { source, status, phase, isJudged, since, tries, isOverdue };
  return { verification, checkAt: isOverdue ? null : at + pause };
}
