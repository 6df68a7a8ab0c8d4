import type { PaymentMeta } from '../creation/order.ts';
import type { Emit } from '../observability/events.ts';
import type { Change, ChangeCursor, PaymentRow, PaymentStore } from '../stores/store.ts';
import { randomText } from '../webhook/secrets.ts';
import { limitTime } from '../within.ts';
import { circumstancesOf, toShopPayment, type Circumstances, type ShopPayment } from './payment-view.ts';

/** A change of a payment, as `onStatus` receives it. */
export interface StatusChange extends Change, Circumstances {}

/**
 * Called for every change of a payment's phase and for each unknown status, with the payment as it was after the change.
 * `from` and `to` are equal when a status that means paid arrived before the creation was answered, and when the order of a
 * paid payment has its amount again. At least once, in order, and never two calls at the same time for one payment.
 */
export type OnStatus<Meta extends object = PaymentMeta> = (
  payment: ShopPayment<Meta>,
  change: StatusChange,
) => void | Promise<void>;

/** After this a call is reported as failed, and other payments no longer wait for it. Milliseconds. */
const LIMIT_MS = 60_000;

/** After this a call is considered hung, and is made again. Milliseconds. */
const END_MS = 10 * 60_000;

/** The duration of a lease. After a crash another process waits this long. Milliseconds. */
const LEASE_MS = 30_000;

/** How often a lease is renewed within its duration. */
const RENEWALS = 3;

/** How many changes a sweep reads at a time. */
const PAGE = 50;

export interface Delivery {
  /** Delivers the unhandled changes of one payment. Never rejects. */
  deliver(paymentRef: string): Promise<void>;
  /** The same for all payments. Never rejects. */
  sweep(): Promise<void>;
  /** Resolves when the deliveries that are running now have ended. Never rejects. */
  settled(): Promise<void>;
  /** Starts no more deliveries, and resolves when the running ones have ended. */
  close(): Promise<void>;
}

export interface DeliveryOptions {
  readonly leaseMs?: number;
  readonly limitMs?: number;
  readonly endMs?: number;
  /**
   * Whether this change may be delivered now. If not, a later delivery or sweep does. A sweep also calls it for payments
   * whose process has died.
   */
  readonly isReady?: (row: PaymentRow, change: Change, isSweep: boolean) => Promise<boolean>;
}

/** The delivery of one payment's changes in this process. */
interface Run {
  /** Changes may have been added since it began. */
  rerun: boolean;
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
 * after ten minutes: only then may a second call begin while the first still runs.
 */
export function createDelivery(
  store: PaymentStore,
  onStatus: OnStatus,
  emit: Emit,
  { leaseMs = LEASE_MS, limitMs = LIMIT_MS, endMs = END_MS, isReady = async () => true }: DeliveryOptions = {},
): Delivery {
  const owner = randomText();
  const call = limitTime(endMs, 'onStatus() or onPaid()', onStatus, { keepsProcess: false });
  const running = new Map<string, Run>();
  const retries = new Map<string, ReturnType<typeof setTimeout>>();
  let sweeping: Promise<void> | undefined;
  let closed = false;

  /** Another process has the lease. If that process crashes, this one continues when the lease has expired. */
  function retryAfterLease(paymentRef: string): void {
    if (closed || retries.has(paymentRef)) return;
    const retry = () => {
      retries.delete(paymentRef);
      void deliver(paymentRef);
    };
    const timer = setTimeout(retry, leaseMs);
    (timer as { unref?(): void }).unref?.();
    retries.set(paymentRef, timer);
  }

  /** Keeps the lease until the returned function is called. */
  function keepLease({ paymentRef, version }: Change): () => void {
    const renew = () => {
      store.leaseChange(paymentRef, version, owner, leaseMs).catch((cause: unknown) => {
        emit({ type: 'internal-error', at: 'lease', cause });
      });
    };
    const timer = setInterval(renew, leaseMs / RENEWALS);
    (timer as { unref?(): void }).unref?.();
    return () => clearInterval(timer);
  }

  /** True when the shop's callbacks have resolved. */
  async function callShop(row: PaymentRow, change: Change, onSlow: () => void): Promise<boolean> {
    const { paymentRef, version, to: phase, status, at } = change;
    const release = keepLease(change);
    const slow = setTimeout(() => {
      emit({
        type: 'delivery-failed',
        paymentRef,
        version,
        cause: new Error(`onStatus() or onPaid(): no end after ${limitMs} ms`),
      });
      onSlow();
    }, limitMs);
    try {
      await call({ ...toShopPayment(row), phase, status, version }, { ...change, ...circumstancesOf(row, at) });
      return true;
    } catch (cause) {
      emit({ type: 'delivery-failed', paymentRef, version, cause });
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
      if (!(await store.leaseChange(paymentRef, change.version, owner, leaseMs))) return retryAfterLease(paymentRef);
      if (!(await callShop(row, change, onSlow))) {
        await store.leaseChange(paymentRef, change.version, owner, 0);
        return; // later changes wait for this one
      }
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
    const run: Run = { rerun: false, done: Promise.race([slow, Promise.resolve().then(work)]) };
    running.set(paymentRef, run);
    return run.done;
  }

  async function sweepAll(): Promise<void> {
    let after: ChangeCursor | undefined;
    try {
      while (!closed) {
        const page = await store.unhandled(after, PAGE);
        await Promise.all(
          [...new Set(page.map(({ paymentRef }) => paymentRef))].map((paymentRef) => deliver(paymentRef, true)),
        );
        if (page.length < PAGE) return;
        after = page.at(-1);
      }
    } catch (cause) {
      emit({ type: 'internal-error', at: 'sweep', cause });
    }
  }

  const settled = async () => void (await Promise.all([...running.values()].map(({ done }) => done)));
  return {
    deliver: async (paymentRef) => (closed ? undefined : deliver(paymentRef)),
    sweep: async () => {
      if (closed) return;
      sweeping ??= sweepAll().finally(() => (sweeping = undefined));
      await sweeping;
    },
    settled,
    async close() {
      closed = true;
      for (const timer of retries.values()) clearTimeout(timer);
      await Promise.all([sweeping, settled()]);
    },
  };
}
