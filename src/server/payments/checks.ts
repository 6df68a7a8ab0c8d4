import { isFinal } from '../../core/index.ts';
import type { Emit } from '../observability/events.ts';
import { ProviderError } from '../providers/provider-error.ts';
import type { PaymentProvider, ReadablePayment } from '../providers/provider.ts';
import { isOpen } from '../stores/rules.ts';
import type { Check, CheckKind, PaymentRow, PaymentStore } from '../stores/store.ts';
import type { ApplyReport } from './apply-report.ts';
import type { ApplyEarlyStatus } from './early-status.ts';
import { InvalidReportError, readReport } from '../providers/report.ts';
import { nextVerification, VERIFIED_FOR_MS } from './verification.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How many payments are read in a minute, when the provider does not say. */
const READS_PER_MINUTE = 30;

/** The window of that limit. Milliseconds. */
const WINDOW_MS = MINUTE_MS;

/** A payment is read again after a fifth of its age, within these limits. Milliseconds. */
const AGE_SHARE = 5;
const SHORTEST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = HOUR_MS;

/** An open payment is read until this age. One that has ended is read for as long after its last change: money may be late. */
const OPEN_AGE_MS = 7 * DAY_MS;
const ENDED_AGE_MS = 2 * DAY_MS;

/** The time limits of one request and of one read. Milliseconds. */
const TIMEOUT_MS = 10_000;
const TOTAL_MS = 15_000;

/**
 * A check that was claimed by a process that then ended is due again after this time. It differs from all pauses of
 * `nextVerification`: otherwise the claim and the next check could have the same time, and the check would be removed.
 * Milliseconds.
 */
const CLAIMED_MS = 1.5 * MINUTE_MS;

/** How many due checks are read from the store at a time. */
const PAGE = 50;

/** What came of a read. */
export type ReadResult =
  | { readonly changed: boolean }
  /** Too many payments were read: seconds to wait. */
  | { readonly retryAfter: number }
  /** The provider could not be asked, or its report cannot be used. */
  | { readonly failed: unknown };

export interface CheckPorts {
  readonly store: PaymentStore;
  readonly provider: Pick<PaymentProvider, 'name' | 'read' | 'readsPerMinute'>;
  readonly applyReport: ApplyReport;
  readonly emit: Emit;
  readonly now: () => number;
}

/**
 * Looks at payments again, without a webhook: asks the provider for their state, and calls `verifyPayment` again after it
 * has answered `'later'`.
 *
 * The store keeps when each payment is due. Of all processes on it, one claims a check, and all share the pace of the
 * reads. A process that ends during a check leaves it to the next sweep.
 */
export function createChecks({ store, provider, applyReport, emit, now }: CheckPorts) {
  const { read, readsPerMinute = READS_PER_MINUTE } = provider;
  let running: Promise<void> | undefined;
  let closed = false;

  /** Asks the provider, and applies what it reports. @throws what the store throws */
  async function readNow(row: PaymentRow): Promise<ReadResult> {
    const { paymentRef, orderRef } = row;
    const failed = (error: unknown): ReadResult => {
      const code = error instanceof ProviderError ? error.code : 'internal';
      const reason = error instanceof Error ? error.message : 'read() threw no error';
      emit({ type: 'read-failed', paymentRef, orderRef, code, reason });
      return { failed: error };
    };
    let report;
    try {
      const found = await read!(toReadable(row), { timeout: TIMEOUT_MS, signal: AbortSignal.timeout(TOTAL_MS) });
      report = found && readReport(found, { from: `${provider.name}.read`, source: 'provider' });
      if (report?.id !== undefined && row.serviceId !== null && report.id !== row.serviceId)
        throw new InvalidReportError(`${provider.name}.read`, 'id', 'the id of another payment');
    } catch (error) {
      return failed(error);
    }
    const updated = report && (await applyReport(row, report));
    const changed = updated !== undefined && updated !== 'conflict';
    emit({ type: 'payment-read', paymentRef, orderRef, changed });
    return { changed };
  }

  /**
   * A provider that can be asked is asked, outside the limit: a status alone does not say whether the provider has compared
   * the amount itself. When it does not answer, the next sweep asks it. @throws what the store throws
   */
  const applyEarlyStatus: ApplyEarlyStatus = (row, answer) =>
    read ? readNow(row) : applyReport(row, { ...answer, source: 'webhook', status: row.earlyStatus });

  /** Takes one read from the limit that all processes share. Returns the milliseconds to wait; 0 when it was taken. */
  const takePermit = () => store.consumeRateLimit(`read ${provider.name}`, readsPerMinute, WINDOW_MS, now());

  /** When a payment is read next; null when it is not read any more. */
  function nextRead(row: PaymentRow, at: number): number | null {
    const age = at - row.created;
    const isOver = isOpen(row) ? age > OPEN_AGE_MS : at - row.updated > ENDED_AGE_MS;
    if (isFinal(row.knownPhase) || isOver) return null;
    return at + Math.round(Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, age / AGE_SHARE)));
  }

  /** Reads the payment of a check. False when the limit is reached, so that the sweep ends. */
  async function readDue({ paymentRef, at }: Check): Promise<boolean> {
    const row = await store.byPaymentRef(paymentRef);
    const next = row ? nextRead(row, now()) : null;
    if (!row || next === null) {
      await store.setCheck(paymentRef, 'read', null, at);
      return true;
    }
    // Claimed before the request. When this process ends in it, the payment is read at its next time.
    if (!(await store.setCheck(paymentRef, 'read', next, at))) return true;
    if ((await takePermit()) > 0) {
      await store.setCheck(paymentRef, 'read', at, next);
      return false;
    }
    await readNow(row);
    return true;
  }

  /** Calls `verifyPayment` again for the payment of a check. */
  async function verifyDue({ paymentRef, at }: Check): Promise<boolean> {
    const claimed = now() + CLAIMED_MS;
    if (!(await store.setCheck(paymentRef, 'verify', claimed, at))) return true;
    const row = await store.byPaymentRef(paymentRef);
    try {
      if (row?.verification) await verifyAgain(row);
    } catch (cause) {
      await postponeAgain(paymentRef, claimed);
      throw cause;
    }
    // After another `'later'` the check has a new time. While other reports keep `verifyPayment` from being called, the
    // claimed time stays.
    const left = (await store.byPaymentRef(paymentRef))?.verification;
    if (!left || left.isOverdue || now() - left.since > VERIFIED_FOR_MS)
      await store.setCheck(paymentRef, 'verify', null, claimed);
    return true;
  }

  async function verifyAgain(row: PaymentRow): Promise<void> {
    const { source, status, phase, isJudged } = row.verification!;
    await applyReport(row, { source, status, phase, isJudged });
  }

  /** `verifyPayment` has thrown: it is called again after the pause that follows `'later'`, and as long. */
  async function postponeAgain(paymentRef: string, claimed: number): Promise<void> {
    const row = await store.byPaymentRef(paymentRef);
    if (!row?.verification) return;
    const { verification, checkAt } = nextVerification(row.verification, row.verification, now());
    await store.updateFacts(paymentRef, row.version, { verification }, now());
    await store.setCheck(paymentRef, 'verify', checkAt, claimed);
    const { orderRef, knownPhase: to } = row;
    if (verification.isOverdue && !row.verification.isOverdue)
      emit({ type: 'verification-overdue', paymentRef, orderRef, to });
  }

  async function sweepKind(kind: CheckKind, check: (due: Check) => Promise<boolean>): Promise<void> {
    for (let more = !closed; more;) {
      const due = await store.dueChecks(kind, now(), PAGE);
      for (const each of due) {
        try {
          if (closed || !(await check(each))) return;
        } catch (cause) {
          // The claim keeps its time, so this payment is checked again later.
          emit({ type: 'internal-error', at: `${kind} ${each.paymentRef}`, cause });
          more = false;
        }
      }
      more &&= due.length === PAGE;
    }
  }

  async function sweepAll(): Promise<void> {
    try {
      if (read) {
        await store.addChecks('read', now(), now() - OPEN_AGE_MS);
        await sweepKind('read', readDue);
      }
      await sweepKind('verify', verifyDue);
    } catch (cause) {
      emit({ type: 'internal-error', at: 'checks', cause });
    }
  }

  return {
    /** Whether the provider can be asked for a payment. */
    canRead: read !== undefined,

    applyEarlyStatus,

    /** Does the checks that are due, as far as the limit allows. Never rejects. */
    sweep: (): Promise<void> => (running ??= sweepAll().finally(() => (running = undefined))),

    /**
     * Asks the provider for a payment at once, within the limit, and calls `verifyPayment` again where it has answered
     * `'later'`. @throws what the store and `verifyPayment` throw
     */
    async refresh(row: PaymentRow): Promise<ReadResult> {
      let result: ReadResult = { changed: false };
      if (read) {
        const wait = await takePermit();
        result = wait > 0 ? { retryAfter: wait / 1000 } : await readNow(row);
      }
      const present = await store.byPaymentRef(row.paymentRef);
      if (present?.verification) await verifyAgain(present);
      return result;
    },

    /** Starts no more checks, and resolves when the running one has ended. */
    async close(): Promise<void> {
      closed = true;
      await running;
    },
  };
}

export type Checks = ReturnType<typeof createChecks>;

const toReadable = (row: PaymentRow): ReadablePayment => ({
  paymentRef: row.paymentRef,
  orderRef: row.orderRef,
  id: row.serviceId ?? undefined,
  method: row.method,
  coin: row.coin,
  amount: row.data.amount,
  currency: row.data.currency,
  created: row.created,
});
