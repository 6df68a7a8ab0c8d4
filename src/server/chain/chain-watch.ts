import type { CoinSymbol } from '../../core/index.ts';
import type { PaymentReport } from '../providers/report.ts';
import { ChainError } from './chain-error.ts';
import type { ChainEventData } from '../observability/chain-events.ts';
import { createEmitOnce } from '../observability/emit-once.ts';
import type { InternalError } from '../observability/events.ts';
import type { ChainSourceState } from '../observability/health.ts';
import { chainFacts } from './chain-facts.ts';
import type { ChainSource, TransferQuery, Transfers } from './chain-source.ts';
import { judgeAddress, takeSecondLook, type ChainPayment, type ChainRules, type SecondLook } from './judge.ts';
import { inOrder, intervalOf, isUrgent, WATCHED_FOR_MS, type Planned } from './schedule.ts';
import { paceSource, type PacedSource, type PacePorts } from './source-pace.ts';

/** A payment with its plan, as it is stored now. */
export interface WatchedPayment extends ChainPayment, Planned {}

/** A look that is due: `Check` of the store. */
interface Check {
  readonly paymentRef: string;
  readonly at: number;
}

export interface ChainWatchPorts extends PacePorts {
  readonly emit: (event: ChainEventData | InternalError) => void;
  readonly sources: readonly ChainSource[];
  readonly rules: ChainRules;
  /** The checks of the store, of the kind `chain`. All processes share them: one looks, and all learn from the store. */
  readonly addChecks: (at: number, since: number) => Promise<void>;
  readonly dueChecks: (at: number, limit: number) => Promise<readonly Check[]>;
  readonly setCheck: (paymentRef: string, at: number | null, before?: number) => Promise<boolean>;
  /** A payment as it is stored now: `later` while it has no address yet, `never` when it has none. */
  readonly read: (paymentRef: string) => Promise<WatchedPayment | 'later' | 'never'>;
  /** The references of all watched payments with an address, also of the one that was asked about. */
  readonly sharing: (coin: CoinSymbol, address: string) => Promise<readonly string[]>;
  /** Applies a report to the payment. */
  readonly apply: (paymentRef: string, report: PaymentReport) => Promise<void>;
}

/** Looks at the deposit addresses of payments. */
export interface ChainWatch {
  /** What this process knows of its sources. */
  readonly sources: () => readonly ChainSourceState[];
  /**
   * Looks at the addresses that are due, as long as the sources allow it. A coin whose last round has not ended is left
   * out, so that a slow source delays no other coin.
   */
  readonly round: () => Promise<void>;
  /**
   * The second look at a payment that a webhook has called paid.
   *
   * @param claimedAt when the first webhook has called it paid, milliseconds since 1970
   */
  readonly secondLook: (payment: ChainPayment, claimedAt: number) => Promise<SecondLook>;
}

/** The most checks that one round reads. The next round reads the others. */
const CHECKS_MAX = 1_000;

/** When a payment without an address yet, or after a failed look, is looked at again. Milliseconds. */
const AGAIN_MS = 15_000;

/** A payment that has no address on a chain is not checked. Its check stays, so that no new one is made. Milliseconds. */
const NEVER_MS = 30 * 24 * 60 * 60_000;

/** A payment whose looks end with the pace for this long is reported. `evmRpc` needs minutes after a restart. Milliseconds. */
const CUT_OFF_MS = 15 * 60_000;

/**
 * After a longer pause, another process may have had an answer in between, or the payment has ended there. A look that failed
 * is repeated after 15 seconds, or when the pace allows it. Milliseconds.
 */
const CUT_OFF_PAUSE_MS = 5 * 60_000;

/** The most events that are remembered as reported, and the most payments as cut off. */
const REMEMBERED_MAX = 20_000;

/** Blocks this much older than a payment are read, too: the second look counts some of them. Milliseconds. */
const sinceOf = ({ coin, created }: Pick<ChainPayment, 'coin' | 'created'>): number =>
  created - chainFacts[coin].blockTimeSlackMs;

/** A source that cannot be reached for this long is not waited for before money counts as gone. Milliseconds. */
const ABSENT_MS = 15 * 60_000;

/** @param sharing all payments with the address: the answer is about all of them */
const queryOf = (payment: ChainPayment, sharing: readonly WatchedPayment[]): TransferQuery => ({
  coin: payment.coin,
  address: payment.address,
  since: Math.min(sinceOf(payment), ...sharing.map(sinceOf)),
});

/** What is stored of the money of a payment, as one text to compare. */
const moneyText = ({ phase, received, confirmations, transactions }: ChainPayment): string =>
  JSON.stringify([phase, received, confirmations, transactions]);

/** What a source has answered. */
interface Answer {
  readonly look: Transfers;
  readonly source: PacedSource;
}

/** A look that is due, with what is needed to take it. */
interface Look {
  readonly check: Check;
  readonly payment: WatchedPayment;
  readonly interval: number;
}

export function createChainWatch(ports: ChainWatchPorts): ChainWatch {
  const { rules, addChecks, dueChecks, setCheck, read, sharing, apply, emit, now, signal, random } = ports;
  const sources = ports.sources.map((source) => paceSource(source, ports));
  const coins = new Set(ports.sources.flatMap((source) => source.coins));
  const confirmedAt = new Map<string, number>();
  /** When the pace has ended before the answer about a payment: for the first and the last time, milliseconds since 1970. */
  const cutOff = new Map<string, { readonly since: number; readonly last: number }>();
  const emitOnce = createEmitOnce(emit, REMEMBERED_MAX);
  /** The newest block that any source has reported, and when: milliseconds since 1970. */
  const tips = new Map<CoinSymbol, { readonly height: number; readonly at: number }>();
  const busy = new Set<CoinSymbol>();

  /** Emits an event of a payment once in this process: it stays true for long. */
  function emitForPayment(event: ChainEventData): void {
    if (!('paymentRef' in event)) return emit(event);
    const { type, paymentRef } = event;
    emitOnce([type, paymentRef, 'transaction' in event ? event.transaction : ''].join(' '), event);
  }

  /** The pace has ended before the answer about a payment. Whether that has been so for long. */
  function isCutOffForLong(paymentRef: string, interval: number, at: number): boolean {
    const before = cutOff.get(paymentRef);
    // A look that is not urgent and gets no permit waits for up to its interval.
    const since = before && at - before.last <= CUT_OFF_PAUSE_MS + interval ? before.since : at;
    if (cutOff.size >= REMEMBERED_MAX) cutOff.clear();
    cutOff.set(paymentRef, { since, last: at });
    return at - since >= CUT_OFF_MS;
  }

  /** The first source of the coin that has a permit, and the permit. */
  async function reserve(coin: CoinSymbol, tried: readonly PacedSource[] = []): Promise<PacedSource | undefined> {
    for (const each of sources)
      if (each.source.coins.includes(coin) && !tried.includes(each) && (await each.reserve())) return each;
    return undefined;
  }

  /**
   * Asks one source after another. Undefined when none could answer, and 'unknown' when one does not have the whole
   * history of this address.
   *
   * @param sharing all payments with the address
   * @param interval how often this payment is looked at, in milliseconds
   */
  async function ask(
    first: PacedSource,
    payment: ChainPayment,
    sharing: readonly WatchedPayment[],
    interval = 0,
  ): Promise<Answer | 'unknown' | undefined> {
    const { coin, paymentRef, orderRef } = payment;
    const query = queryOf(payment, sharing);
    const tried: PacedSource[] = [];
    let isUnknown = false;
    for (let source: PacedSource | undefined = first; source; source = await reserve(coin, tried)) {
      try {
        const look = await source.transfers(query);
        cutOff.delete(paymentRef);
        return { look, source };
      } catch (error) {
        if (!(error instanceof ChainError)) throw error;
        tried.push(source);
        if (error.code === 'paused' && isCutOffForLong(paymentRef, interval, now()))
          emitForPayment({ type: 'chain-pace-too-low', paymentRef, orderRef, source: source.source.name });
        if (error.code !== 'history-too-short') continue;
        isUnknown = true;
        emitForPayment({ type: 'chain-history-too-short', paymentRef, orderRef, source: source.source.name });
      }
    }
    return isUnknown ? 'unknown' : undefined;
  }

  /** Since when no source of the coin can be reached; undefined when one can. */
  function unreachableSince(coin: CoinSymbol): number | undefined {
    const since = sources.filter(({ source }) => source.coins.includes(coin)).map((each) => each.failingSince(coin));
    return since.every((each) => each !== undefined) ? Math.max(...since) : undefined;
  }

  /** Whether a source of the coin works. Its failure is then about one address, and anybody can cause that. */
  async function isReachable(coin: CoinSymbol): Promise<boolean> {
    const ofCoin = sources.filter(({ source }) => source.coins.includes(coin));
    const checks = await Promise.allSettled(ofCoin.map((each) => each.check(coin)));
    return checks.some(({ status }) => status === 'fulfilled');
  }

  /**
   * Whether the chain may still have money that an answer does not have: another source of the coin has it, or cannot be asked
   * now. Not all sources see what is in no block.
   *
   * @param before all payments with the address, as they were when the source was asked
   */
  async function mayBeThere(payment: ChainPayment, { look, source }: Answer, before: readonly WatchedPayment[]) {
    const { coin } = payment;
    const found = new Set(look.transfers.map(({ transaction }) => transaction));
    const missing = before.flatMap(({ transactions = [] }) => transactions.filter((id) => !found.has(id)));
    if (missing.length === 0) return false;
    for (const other of sources) {
      if (other === source || !other.source.coins.includes(coin)) continue;
      const failingSince = other.failingSince(coin);
      if (failingSince !== undefined && now() - failingSince >= ABSENT_MS) continue;
      if (!(await other.reserve())) return true;
      try {
        const { transfers } = await other.transfers(queryOf(payment, before));
        if (transfers.some(({ transaction }) => missing.includes(transaction))) return true;
      } catch (error) {
        if (!(error instanceof ChainError)) throw error;
        if (error.code !== 'history-too-short') return true;
      }
    }
    return false;
  }

  /** All payments with the address, as they are stored now. */
  async function readSharing({ coin, address, paymentRef }: ChainPayment): Promise<readonly WatchedPayment[]> {
    const paymentRefs = new Set([paymentRef, ...(await sharing(coin, address))]);
    const payments = await Promise.all([...paymentRefs].map((paymentRef) => read(paymentRef)));
    // Chains of Ethereum's kind have the same addresses: a payment in another coin has other money.
    return payments.flatMap((each) =>
      typeof each === 'string' || each.coin !== coin
        ? []
        : [{ ...each, confirmedAt: confirmedAt.get(each.paymentRef) }],
    );
  }

  /** @param before all payments with the address, as they were when the source was asked */
  async function judge(payment: ChainPayment, answer: Answer, before: readonly WatchedPayment[]): Promise<void> {
    const { look } = answer;
    const isIncomplete = await mayBeThere(payment, answer, before);
    // One of several nodes behind an address may be a block behind the others. A height that no answer has reached since was false.
    const newest = tips.get(payment.coin);
    const isNewest = !newest || look.tip.height >= newest.height || now() - newest.at > chainFacts[payment.coin].lagMs;
    if (isNewest) tips.set(payment.coin, { height: look.tip.height, at: now() });
    // Read again: the state may have changed while the source was asked.
    const moneyBefore = new Map(before.map((each) => [each.paymentRef, moneyText(each)]));
    const payments = (await readSharing(payment)).map((each) => ({
      ...each,
      isNewer: !isNewest || isIncomplete || moneyText(each) !== moneyBefore.get(each.paymentRef),
    }));
    const { reports, events, confirmed } = judgeAddress(payments, look, rules, now());
    for (const { paymentRef } of payments) {
      const isConfirmed = confirmed.some((each) => each.paymentRef === paymentRef);
      if (!isConfirmed) confirmedAt.delete(paymentRef);
      else if (!confirmedAt.has(paymentRef)) confirmedAt.set(paymentRef, now());
    }
    for (const { payment: of, report } of reports) await apply(of.paymentRef, report);
    events.forEach(emitForPayment);
  }

  /** Reads the payment of a check. Undefined when there is nothing to look at now. */
  async function toLook(check: Check): Promise<Look | undefined> {
    const { paymentRef, at } = check;
    const payment = await read(paymentRef);
    if (payment === 'later') await setCheck(paymentRef, now() + AGAIN_MS, at);
    if (typeof payment === 'string' || !coins.has(payment.coin)) {
      if (payment !== 'later') await setCheck(paymentRef, now() + NEVER_MS, at);
      return undefined;
    }
    const interval = intervalOf(payment, now());
    if (interval !== undefined) return { check, payment, interval };
    confirmedAt.delete(paymentRef);
    cutOff.delete(paymentRef);
    await setCheck(paymentRef, now() + NEVER_MS, at);
    return undefined;
  }

  /** Takes one look. False when the source could not answer. */
  async function carryOut({ check, payment, interval }: Look, source: PacedSource): Promise<boolean> {
    const before = await readSharing(payment);
    const answer = await ask(source, payment, before, interval);
    if (!answer) {
      await setCheck(check.paymentRef, now() + Math.min(interval, AGAIN_MS));
      return false;
    }
    if (answer !== 'unknown') await judge(payment, answer, before);
    return true;
  }

  /** @param isFull whether further checks are due, which were not read */
  async function roundOf(coin: CoinSymbol, looks: readonly Look[], isFull: boolean): Promise<void> {
    const waiting = [...inOrder(looks)];
    let source: PacedSource | undefined;
    for (let look = waiting[0]; look && !signal.aborted; look = waiting[0]) {
      source ??= await reserve(coin);
      if (!source) break;
      waiting.shift();
      const { check, interval } = look;
      // Another process looks at it when the check has changed; the permit is kept for the next one.
      if (!(await setCheck(check.paymentRef, now() + interval, check.at))) continue;
      const first = source;
      source = undefined;
      try {
        if (!(await carryOut(look, first))) break;
      } catch (cause) {
        // It is looked at again after its interval.
        emit({ type: 'internal-error', at: `chain ${check.paymentRef}`, cause });
      }
    }
    // What is not urgent is spread over its interval. Otherwise it would be first in the next round.
    for (const { check, interval } of waiting)
      if (!isUrgent(interval)) await setCheck(check.paymentRef, now() + Math.ceil(interval * random()), check.at);
      // They make room for those of other coins.
      else if (isFull && unreachableSince(coin) !== undefined)
        await setCheck(check.paymentRef, now() + AGAIN_MS, check.at);
  }

  async function round(): Promise<void> {
    await addChecks(now(), now() - WATCHED_FOR_MS);
    const checks = await dueChecks(now(), CHECKS_MAX);
    const found = await Promise.all(checks.map(toLook));
    const looks = found.flatMap((look) => look ?? []);
    await Promise.all(
      [...coins].map(async (coin) => {
        if (busy.has(coin)) return;
        busy.add(coin);
        try {
          const ofCoin = looks.filter(({ payment }) => payment.coin === coin);
          await roundOf(coin, ofCoin, checks.length === CHECKS_MAX);
        } finally {
          busy.delete(coin);
        }
      }),
    );
  }

  return {
    sources: () => sources.flatMap(({ states }) => states()),
    round,
    async secondLook(payment, claimedAt) {
      const source = await reserve(payment.coin);
      const found = source && (await ask(source, payment, await readSharing(payment)));
      const look = found === 'unknown' ? undefined : found?.look;
      const unreachable = found === undefined ? unreachableSince(payment.coin) : undefined;
      // The pace of the sources is used up: the next look decides.
      if (found === undefined && unreachable === undefined) return { agrees: false };
      const payments = await readSharing(payment);
      const others = payments.filter(({ paymentRef }) => paymentRef !== payment.paymentRef);
      const times = { claimedAt, now: now() };
      const judged = (unreachableSince: number | undefined) =>
        takeSecondLook(payment, [payment, ...others], look, rules, { ...times, unreachableSince });
      const first = judged(unreachable);
      // Before a payment is paid without the chain.
      const answer = !look && first.agrees && (await isReachable(payment.coin)) ? judged(undefined) : first;
      if (answer.event) emitForPayment(answer.event);
      return answer;
    },
  };
}
