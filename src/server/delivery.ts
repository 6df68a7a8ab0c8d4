import type { Emit } from './events.ts';
import type { Change, ChangeCursor, PaymentStore } from './stores/store.ts';
import { toShopPayment, type ShopPayment } from './view.ts';

/** Called for every change of a payment's phase or word, with the payment as that change left it. */
export type OnStatus = (payment: ShopPayment, change: Change) => void | Promise<void>;

/** After this `onStatus` counts as failed, so that one that never ends does not hold up all others. Milliseconds. */
const LIMIT_MS = 60_000;

/** How many payments a sweep sees to at a time. */
const PAGE = 50;

export interface Delivery {
  /** Tells the shop all it has not been told of one payment. Never rejects. */
  deliver(ref: string): Promise<void>;
  /** The same for all payments. Never rejects. */
  sweep(): Promise<void>;
  /** Resolves when the shop has been told of what there is to tell by now. Never rejects. */
  settled(): Promise<void>;
  /** Starts nothing more, and resolves when what has begun is over. */
  close(): Promise<void>;
}

/**
 * Tells the shop of each change at least once, in order for each payment.
 *
 * The change stands in the store's outbox since the moment it happened and is marked only after `onStatus`
 * has resolved. So nothing is lost when the process dies in between; it is told again, by the sweep.
 */
export function createDelivery(store: PaymentStore, onStatus: OnStatus, emit: Emit): Delivery {
  const running = new Map<string, Promise<void>>();
  let sweeping: Promise<void> | undefined;
  let closed = false;

  async function deliverAll(ref: string): Promise<void> {
    try {
      for (const change of await store.unhandledOf(ref)) {
        const row = closed ? undefined : await store.byRef(ref);
        if (!row) return;
        const payment = { ...toShopPayment(row), phase: change.to, status: change.status, version: change.version };
        try {
          await within(LIMIT_MS, async () => onStatus(payment, change));
        } catch (cause) {
          emit({ type: 'delivery-failed', ref, version: change.version, cause });
          return; // what came after it waits its turn
        }
        await store.markHandled(ref, change.version);
      }
    } catch (cause) {
      emit({ type: 'failed', at: 'delivery', cause });
    }
  }

  function deliver(ref: string): Promise<void> {
    const mine = (running.get(ref) ?? Promise.resolve())
      .then(() => deliverAll(ref))
      .finally(() => {
        if (running.get(ref) === mine) running.delete(ref);
      });
    running.set(ref, mine);
    return mine;
  }

  async function sweepAll(): Promise<void> {
    let after: ChangeCursor | undefined;
    try {
      while (!closed) {
        const page = await store.unhandled(after, PAGE);
        await Promise.all([...new Set(page.map(({ ref }) => ref))].map(deliver));
        if (page.length < PAGE) return;
        after = page.at(-1);
      }
    } catch (cause) {
      emit({ type: 'failed', at: 'sweep', cause });
    }
  }

  return {
    deliver: async (ref) => (closed ? undefined : deliver(ref)),
    sweep: async () => {
      if (closed) return;
      sweeping ??= sweepAll().finally(() => (sweeping = undefined));
      await sweeping;
    },
    async settled() {
      await Promise.all(running.values());
    },
    async close() {
      closed = true;
      await Promise.all([sweeping, ...running.values()]);
    },
  };
}

async function within(limit: number, work: () => Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`onStatus: no end after ${limit} ms`)), limit);
    (timer as { unref?(): void }).unref?.();
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
