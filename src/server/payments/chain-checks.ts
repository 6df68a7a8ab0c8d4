import type { CoinSymbol } from '../../core/index.ts';
import { createAddressBook } from '../chain/address-book.ts';
import type { ReadChainOptions } from '../chain/chain-options.ts';
import { createChainWatch, type ChainWatch } from '../chain/chain-watch.ts';
import { WATCHED_FOR_MS } from '../chain/schedule.ts';
import type { Emit } from '../observability/events.ts';
import type { PaymentRow, PaymentStore } from '../stores/store.ts';
import type { ApplyReport, VerifyPayment } from './apply-report.ts';
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
export interface ChainChecks {
  /** What this process knows of its sources, for `checkout.health()`. */
  readonly sources: ChainWatch['sources'];
  /** Looks at the payments that are due. */
  readonly round: ChainWatch['round'];
  /**
   * The second look, as a `verifyPayment`: true when the chain agrees or when no source has the coin of the payment,
   * otherwise `'later'`.
   */
  readonly verify: VerifyPayment;
}

/** A payment is known by its address a day longer than it is looked at. */
const BOOKED_FOR_MS = WATCHED_FOR_MS + 24 * 60 * 60_000;

export function createChainChecks(ports: ChainChecksPorts): ChainChecks {
  const { store, rules, applyReport, emit, now, closing } = ports;
  const { sources, timeout, rules: chainRules } = ports.chain;
  const coins = new Set<CoinSymbol | undefined>(sources.flatMap((source) => source.coins));

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
      if (row.verification) await store.setCheck(paymentRef, 'verify', now());
    },
  });

  return {
    sources: watch.sources,
    round: watch.round,
    async verify({ paymentRef, method, coin }, _change, { source }) {
      if (method !== 'crypto' || !coins.has(coin)) return true;
      // The chain has been looked at already.
      if (source === 'chain') return true;
      const row = await rowOf(paymentRef);
      const payment = row && toWatchedPayment(row);
      if (!payment || typeof payment === 'string') return 'later';
      const { agrees } = await watch.secondLook(payment, row.verification?.since ?? now());
      if (agrees) return true;
      // What the chain has meanwhile is reported by the next round.
      await store.setCheck(paymentRef, 'chain', now());
      return 'later';
    },
  };
}

/** The second look, and then the shop's own verification. */
export function verifyInTurn(first: VerifyPayment, second: VerifyPayment | undefined): VerifyPayment {
  return async (...given) => {
    const verdict = await first(...given);
    return verdict === true && second ? second(...given) : verdict;
  };
}
