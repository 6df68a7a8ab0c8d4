import { createAddressBook } from '../chain/address-book.ts';
import type { ReadChainOptions } from '../chain/chain-options.ts';
import { createChainWatch, type ChainWatch } from '../chain/chain-watch.ts';
import { WATCHED_FOR_MS } from '../chain/schedule.ts';
import type { Emit } from '../observability/events.ts';
import type { PaymentRow, PaymentStore } from '../stores/store.ts';
import { TimeoutError, withTimeout } from '../with-timeout.ts';
import type { ApplyReport, PaymentChain } from './apply-report.ts';
import { addressOf, toWatchedPayment } from './chain-payments.ts';
import type { MoneyRules } from './money-rules.ts';

export interface ChainChecksPorts {
  readonly chain: ReadChainOptions;
  readonly store: PaymentStore;
  readonly rules: Pick<MoneyRules, 'toleranceOf'>;
  readonly applyReport: ApplyReport;
  readonly emit: Emit;
  readonly now: () => number;
  readonly closing: AbortSignal;
}

/** Connects the chain sources with the payments. */
export interface ChainChecks extends PaymentChain {
  /** What this process knows of its sources, for `checkout.health()`. */
  readonly sources: ChainWatch['sources'];
  /** Looks at the payments that are due. */
  readonly round: ChainWatch['round'];
}

/** A claim that is repeated within this time is not looked at again: its webhooks must not use up the pace. Milliseconds. */
const LOOK_AGAIN_MS = 10_000;

/** The most payments whose last look is remembered. */
const REMEMBERED_MAX = 20_000;

/** A payment is known by its address a day longer than it is looked at. */
const BOOKED_FOR_MS = WATCHED_FOR_MS + 24 * 60 * 60_000;

export function createChainChecks(ports: ChainChecksPorts): ChainChecks {
  const { store, rules, applyReport, emit, now, closing } = ports;
  const { sources, timeout, rules: chainRules } = ports.chain;
  const coins = new Set<string>(sources.flatMap((source) => source.coins));
  const watches = ({ coin }: PaymentRow) => coins.has(coin);

  const lookedAt = new Map<string, number>();

  const toBooked = (row: PaymentRow) => ({ paymentRef: row.paymentRef, created: row.created, address: addressOf(row) });
  const rowOf = (paymentRef: string) => store.byPaymentRef(paymentRef);
  const book = createAddressBook(
    async (after, limit) => (await store.latest(after, limit)).map(toBooked),
    async (paymentRef) => {
      const row = await rowOf(paymentRef);
      return row ? addressOf(row) : null;
    },
    { now, forgetAfter: BOOKED_FOR_MS },
  );

  const watch = createChainWatch({
    sources,
    rules: { ...chainRules, toleranceOf: rules.toleranceOf },
    timeout,
    signal: closing,
    emit,
    now,
    random: Math.random,
    permitLog: (options) => store.permitLog({ ...options, now }),
    addChecks: (at, since) => store.addChecks('chain', at, since),
    dueChecks: (at, limit) => store.dueChecks('chain', at, limit),
    setCheck: (paymentRef, at, before) => store.setCheck(paymentRef, 'chain', at, before),
    async read(paymentRef) {
      const row = await rowOf(paymentRef);
      return row ? toWatchedPayment(row) : 'never';
    },
    sharing: (_coin, address) => book.sharing(address),
    async apply(paymentRef, report) {
      const row = await rowOf(paymentRef);
      if (!row) return;
      await applyReport(row, report);
      // A webhook has called it paid: the second look need not wait for its own time.
      const isConfirmed = row.coin !== '' && (report.confirmations ?? 0) >= chainRules.confirmationsOf(row.coin);
      if (!row.verification || !isConfirmed) return;
      lookedAt.delete(paymentRef);
      await store.setCheck(paymentRef, 'verify', now());
    },
  });

  /** A webhook waits for the look: a source that is slow continues, and the look is repeated later. */
  const limitedLook: ChainWatch['secondLook'] = (payment, claimedAt) =>
    withTimeout(timeout, 'the second look', () => watch.secondLook(payment, claimedAt)).catch((cause: unknown) => {
      if (cause instanceof TimeoutError) return { agrees: false };
      throw cause;
    });

  return {
    sources: watch.sources,
    round: watch.round,
    watches,
    async secondLook(row, { source, received }) {
      if (row.method !== 'crypto' || !watches(row)) return undefined;
      // It says what a look has just found. One that is verified again is older.
      if (source === 'chain' && received !== undefined) return undefined;
      const payment = toWatchedPayment(row);
      if (typeof payment === 'string') return { agrees: false };
      const isRepeated = row.verification && now() - (lookedAt.get(row.paymentRef) ?? -Infinity) < LOOK_AGAIN_MS;
      if (isRepeated) return { agrees: false };
      if (lookedAt.size >= REMEMBERED_MAX) lookedAt.clear();
      lookedAt.set(row.paymentRef, now());
      // What the chain has meanwhile is reported by the next round, which also watches what is paid at once.
      if (!row.verification) await store.setCheck(row.paymentRef, 'chain', now());
      const { agrees, report } = await limitedLook(payment, row.verification?.since ?? now());
      if (agrees && report) {
        const { received: found, receivedAt, confirmations, transactions } = report;
        return { agrees, found: { received: found, receivedAt, confirmations, transactions } };
      }
      return { agrees };
    },
  };
}
