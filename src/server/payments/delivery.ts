import type { PaymentMeta } from '../orders/order.ts';
import type { CheckoutEventData, Emit } from '../observability/events.ts';
import type { Change, ChangeCursor, PaymentRow, PaymentStore } from '../stores/store.ts';
import { randomText } from '../random-text.ts';
import { unref } from '../timer.ts';
import { limitTime } from '../with-timeout.ts';
import { circumstancesOf, toShopPayment, type Circumstances, type ShopPayment } from './row-views.ts';

/** A change of a payment, as `onStatus` receives it. */
export interface StatusChange extends Change, Circumstances {}

/**
 * Called for every change of a payment's phase and for each unknown status, with the payment as it was after the change.
 * `from` and `to` are equal when a status that means paid arrived before the creation was answered, and when the order of a
 * paid payment has its amount again. At least once, in order, and not two calls at the same time for one payment: only
 * when a call has not ended after ten minutes, it is made again.
 */
export type OnStatus<Meta extends object = PaymentMeta> = (
  payment: ShopPayment<Meta>,
  change: StatusChange,
) => void | Promise<void>;

/** A step of the handling of a change, which an event names when it fails. */
type HandlingStep = Extract<CheckoutEventData, { readonly type: 'delivery-failed' }>['at'];

/** Handles a change of a payment, and calls `begin` before each of its steps. The first is `store`. */
export type HandleChange = (
  payment: ShopPayment,
  change: StatusChange,
  begin: (step: HandlingStep) => void,
) => void | Promise<void>;

/** After this a call is reported as failed, and other payments no longer wait for it. Milliseconds. */
const LIMIT_MS = 60_000;

/** After this a call is considered hung, and is made again. Milliseconds. */
const END_MS = 10 * 60_000;

/**
 * The duration of a lease. After a crash, another process waits for its end and for its own next attempt: at most this long,
 * and a third longer. Milliseconds.
 */
const LEASE_MS = 12_000;

/** How often a lease is renewed within its duration, and how often another process tries to get it. */
const RENEWALS = 3;

/** The interval of the sweeps, from which the delay after a second failure is computed. Milliseconds. */
export const SWEEP_INTERVAL_MS = 10_000;

/** The longest delay before a change is delivered again (exponential back-off). Milliseconds. */
const RETRY_MAX_MS = 10 * 60_000;

/** How many changes a sweep reads at a time. */
const PAGE = 50;

export interface Delivery {
  /** Delivers the unhandled changes of one payment. Never rejects. */
  deliver(paymentRef: string): Promise<void>;
  /** The same for all payments. Never rejects. */
  sweep(): Promise<void>;
  /** The same for all payments, except those whose last delivery failed and whose delay has not passed. Never rejects. */
  sweepDue(): Promise<void>;
  /** Resolves when the deliveries that are running now have ended. Never rejects. */
  settled(): Promise<void>;
  /** Starts no more deliveries, and resolves when the running ones have ended. */
  close(): Promise<void>;
}

export interface DeliveryOptions {
  readonly leaseMs?: number;
  readonly limitMs?: number;
  readonly endMs?: number;
  readonly sweepIntervalMs?: number;
  /**
   * Whether this change may be delivered now. If not, a later delivery or sweep does. A sweep also calls it for payments
   * whose process has died.
   */
  readonly isReady?: (row: PaymentRow, change: Change, isSweep: boolean) => Promise<boolean>;
}

/** A payment whose last delivery failed. */
interface Failure {
  readonly count: number;
  /** A time of `performance.now()`. */
  readonly retryAt: number;
}

/** The delivery of one payment's changes in this process. */
interface Run {
  /** Changes may have been added since it began. */
  rerun?: boolean;
  /** Resolves when it is over, or when a call of `onStatus` has taken too long. */
  readonly done: Promise<void>;
}

/**
 * Delivers each change to the shop at least once, in order for each payment, and never two changes of one payment at the
 * same time, also with several processes on a store.
 *
 * A change is written to the store's outbox together with the phase, and is marked only after `onStatus` has resolved. The
 * process that calls `onStatus` holds the lease on the change and renews it while the call runs. When the process dies,
 * the lease ends and another process, or this one after a restart, calls again. A call that does not end is made again
 * after ten minutes: then a second call may begin while the first still runs. So it may when the clock that the store
 * compares leases by is set forward, or when the process does not reach its store until its lease has ended.
 */
export function createDelivery(
  store: PaymentStore,
  handleChange: HandleChange,
  emit: Emit,
  options: DeliveryOptions = {},
): Delivery {
  const { leaseMs = LEASE_MS, limitMs = LIMIT_MS, endMs = END_MS, sweepIntervalMs = SWEEP_INTERVAL_MS } = options;
  const { isReady = async () => true } = options;
  const owner = randomText();
  const call = limitTime(endMs, 'onStatus() or onPaid()', handleChange, { keepsProcess: false });
  /** Between two renewals of a lease, and between two attempts to get it. Milliseconds. */
  const renewalMs = leaseMs / RENEWALS;
  const running = new Map<string, Run>();
  const retries = new Map<string, ReturnType<typeof setTimeout>>();
  const failures = new Map<string, Failure>();
  let sweeping: { readonly isDueOnly: boolean; readonly done: Promise<void> } | undefined;
  let closed = false;

  /** Another process has the lease. If that process crashes, this one continues soon after the lease has expired. */
  function retryWhileLeased(paymentRef: string): void {
    if (closed || retries.has(paymentRef)) return;
    const retry = () => {
      retries.delete(paymentRef);
      void deliver(paymentRef);
    };
    const timer = setTimeout(retry, renewalMs);
    unref(timer);
    retries.set(paymentRef, timer);
  }

  /** The first failure is followed by the next sweep. Each further one doubles the delay. */
  function countFailure(paymentRef: string): void {
    const count = (failures.get(paymentRef)?.count ?? 0) + 1;
    const delay = count === 1 ? 0 : Math.min(RETRY_MAX_MS, sweepIntervalMs * 2 ** (count - 1));
    failures.set(paymentRef, { count, retryAt: performance.now() + delay });
  }

  const isDue = (paymentRef: string) => (failures.get(paymentRef)?.retryAt ?? 0) <= performance.now();

  /** Keeps the lease until the returned function is called. */
  function keepLease({ paymentRef, version }: Change): () => void {
    const renew = () => {
      store.leaseChange(paymentRef, version, owner, leaseMs).catch((cause: unknown) => {
        emit({ type: 'internal-error', at: 'lease', cause });
      });
    };
    const timer = setInterval(renew, renewalMs);
    unref(timer);
    return () => clearInterval(timer);
  }

  /** True when the shop's callbacks have resolved. */
  async function callShop(row: PaymentRow, change: Change, onSlow: () => void): Promise<boolean> {
    const { paymentRef, version, to: phase, status, at } = change;
    const release = keepLease(change);
    let step: HandlingStep = 'store';
    const failed = (cause: unknown) => emit({ type: 'delivery-failed', paymentRef, version, at: step, cause });
    const slow = setTimeout(() => {
      failed(new Error(`${step}: no end after ${limitMs} ms`));
      onSlow();
    }, limitMs);
    const payment = { ...toShopPayment(row), phase, status, version };
    try {
      await call(payment, { ...change, ...circumstancesOf(row, at) }, (next) => void (step = next));
      return true;
    } catch (cause) {
      failed(cause);
      return false;
    } finally {
      clearTimeout(slow);
      release();
    }
  }

  async function deliverAll(paymentRef: string, isSweep: boolean, onSlow: () => void): Promise<void> {
    for (let last = 0; ;) {
      // Read again each time: a process that did not get the lease relies on this one to deliver its change.
      const [change] = await store.unhandledOf(paymentRef);
      // When the store has not marked the last change, the next sweep delivers it again.
      if (closed || !change || !(change.version > last)) return;
      const row = await store.byPaymentRef(paymentRef);
      if (!row || !(await isReady(row, change, isSweep))) return;
      if (!(await store.leaseChange(paymentRef, change.version, owner, leaseMs))) return retryWhileLeased(paymentRef);
      if (!(await callShop(row, change, onSlow))) {
        countFailure(paymentRef);
        await store.leaseChange(paymentRef, change.version, owner, 0);
        return; // later changes wait for this one
      }
      failures.delete(paymentRef);
      await store.markHandled(paymentRef, change.version);
      last = change.version;
    }
  }

  /** One run for each payment: a delivery that is requested during a run happens at its end. */
  function deliver(paymentRef: string, isSweep = false): Promise<void> {
    const current = running.get(paymentRef);
    if (current) {
      current.rerun = true;
      return current.done;
    }
    let onSlow = () => {};
    const slow = new Promise<void>((resolve) => (onSlow = resolve));
    const work = async () => {
      try {
        do {
          run.rerun = false;
          await deliverAll(paymentRef, isSweep, onSlow);
        } while (run.rerun && !closed);
      } catch (cause) {
        emit({ type: 'internal-error', at: 'delivery', cause });
      } finally {
        running.delete(paymentRef);
      }
    };
    const run: Run = { done: Promise.race([slow, Promise.resolve().then(work)]) };
    running.set(paymentRef, run);
    return run.done;
  }

  async function sweepAll(isDueOnly: boolean): Promise<void> {
    let after: ChangeCursor | undefined;
    try {
      while (!closed) {
        const page = await store.unhandled(after, PAGE);
        const paymentRefs = [...new Set(page.map(({ paymentRef }) => paymentRef))];
        const chosen = paymentRefs.filter((paymentRef) => !isDueOnly || isDue(paymentRef));
        await Promise.all(chosen.map((paymentRef) => deliver(paymentRef, true)));
        if (page.length < PAGE) return;
        after = page.at(-1);
      }
    } catch (cause) {
      emit({ type: 'internal-error', at: 'sweep', cause });
    }
  }

  async function sweep(isDueOnly: boolean): Promise<void> {
    // A sweep of the due payments does not replace one of all payments.
    while (sweeping?.isDueOnly && !isDueOnly) await sweeping.done;
    sweeping ??= { isDueOnly, done: sweepAll(isDueOnly).finally(() => (sweeping = undefined)) };
    await sweeping.done;
  }

  const settled = async () => void (await Promise.all([...running.values()].map(({ done }) => done)));
  return {
    deliver: async (paymentRef) => (closed ? undefined : deliver(paymentRef)),
    sweep: () => sweep(false),
    sweepDue: () => sweep(true),
    settled,
    async close() {
      closed = true;
      for (const timer of retries.values()) clearTimeout(timer);
      await Promise.all([sweeping?.done, settled()]);
    },
  };
}
