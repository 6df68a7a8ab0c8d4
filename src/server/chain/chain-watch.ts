import type { CoinSymbol } from '../../core/index.ts';
import type { PaymentReport } from '../providers/report.ts';
import { ChainError } from './chain-error.ts';
import type { ChainEventData } from './chain-events.ts';
import { chainFacts } from './chain-facts.ts';
import type { ChainSource, Transfers } from './chain-source.ts';
import { judgeAddress, takeSecondLook, type ChainPayment, type ChainRules, type SecondLook } from './judge.ts';
import { inOrder, intervalOf, type Planned } from './schedule.ts';
import { paceSource, type PacedSource, type PacePorts } from './source-pace.ts';

/** A payment in the plan: what of it does not have to be read again. */
export interface WatchedPayment extends Planned {
  readonly paymentRef: string;
  readonly coin: CoinSymbol;
  readonly address: string;
}

export interface ChainWatchPorts extends PacePorts {
  readonly sources: readonly ChainSource[];
  readonly rules: ChainRules;
  /** The payments with a deposit address that are open, and those that were paid lately. */
  readonly list: () => Promise<readonly WatchedPayment[]>;
  /** A payment as it is stored now; undefined when its address is watched no more. */
  readonly read: (paymentRef: string) => Promise<ChainPayment | undefined>;
  /** Applies a report to the payment. */
  readonly apply: (paymentRef: string, report: PaymentReport) => Promise<void>;
  /**
   * Takes one of `limit` permits of a name, shared by all processes: `store.consumeRateLimit`. So one process looks at an
   * address, and all learn what it has found from the store.
   */
  readonly lease: (name: string, limit: number, windowMs: number, at: number) => Promise<number>;
}

/** Looks at the deposit addresses of payments. */
export interface ChainWatch {
  /** Looks at all addresses that are due, as long as the sources allow it. Two rounds at once are one. */
  readonly round: () => Promise<void>;
  /**
   * The second look at a payment that a webhook has called paid.
   *
   * @param claimedAt when the first webhook has called it paid, milliseconds since 1970
   */
  readonly secondLook: (payment: ChainPayment, claimedAt: number) => Promise<SecondLook>;
}

/** The most addresses of which another process holds the lease that one round meets, so that a round ends. */
const LEASED_MAX = 500;

/** The most events that are remembered as told. */
const TOLD_MAX = 20_000;

/** Blocks this much older than a payment are read, too: the second look counts some of them. Milliseconds. */
const sinceOf = ({ coin, created }: Pick<WatchedPayment, 'coin' | 'created'>): number =>
  created - chainFacts[coin].blockTimeSlackMs;

const keyOf = (coin: CoinSymbol, address: string) => `${coin} ${address}`;

export function createChainWatch(ports: ChainWatchPorts): ChainWatch {
  const { rules, list, read, apply, lease, emit, now, signal } = ports;
  const sources = ports.sources.map((source) => paceSource(source, ports));
  const coins = new Set(ports.sources.flatMap(({ coins: own }) => own));
  /** When an address was last looked at, by this process or by another one. */
  const looked = new Map<string, number>();
  /** Addresses whose lease this process has, and has not used yet. */
  const leased = new Set<string>();
  const confirmedAt = new Map<string, number>();
  const told = new Set<string>();
  let running: Promise<void> | undefined;

  /** Emits an event once in this process, where it stays true for long. */
  function tell(event: ChainEventData): void {
    if (event.type === 'chain-money-gone' || !('paymentRef' in event)) return emit(event);
    const key = [event.type, event.paymentRef, 'transaction' in event ? event.transaction : ''].join(' ');
    if (told.has(key)) return;
    if (told.size >= TOLD_MAX) told.clear();
    told.add(key);
    emit(event);
  }

  /** The first source of the coin that has a permit, and the permit. */
  async function reserve(coin: CoinSymbol, tried: readonly PacedSource[] = []): Promise<PacedSource | undefined> {
    for (const each of sources)
      if (each.source.coins.includes(coin) && !tried.includes(each) && (await each.reserve())) return each;
    return undefined;
  }

  /** Asks one source after another. Undefined when none could answer. */
  async function ask(
    first: PacedSource,
    { coin, address, since }: { coin: CoinSymbol; address: string; since: number },
  ): Promise<Transfers | undefined> {
    const tried: PacedSource[] = [];
    for (let source: PacedSource | undefined = first; source; source = await reserve(coin, tried)) {
      try {
        return await source.transfers({ coin, address, since });
      } catch (error) {
        if (!(error instanceof ChainError)) throw error;
        tried.push(source);
      }
    }
    return undefined;
  }

  const known = (payment: ChainPayment): ChainPayment => ({
    ...payment,
    confirmedAt: confirmedAt.get(payment.paymentRef),
  });

  /** Reads the payments of an address as they are now. */
  async function readAll(refs: readonly string[]): Promise<readonly ChainPayment[]> {
    const payments = await Promise.all(refs.map((ref) => read(ref)));
    return payments.flatMap((payment) => (payment ? [known(payment)] : []));
  }

  async function judge(refs: readonly string[], look: Transfers): Promise<void> {
    const payments = await readAll(refs);
    if (payments.length === 0) return;
    const { reports, events, confirmed } = judgeAddress(payments, look, rules, now());
    for (const { paymentRef } of payments) {
      const isConfirmed = confirmed.some((payment) => payment.paymentRef === paymentRef);
      if (!isConfirmed) confirmedAt.delete(paymentRef);
      else if (!confirmedAt.has(paymentRef)) confirmedAt.set(paymentRef, now());
    }
    for (const { payment, report } of reports) await apply(payment.paymentRef, report);
    events.forEach(tell);
  }

  async function roundOf(coin: CoinSymbol, payments: readonly WatchedPayment[]): Promise<void> {
    const byAddress = new Map<string, WatchedPayment[]>();
    for (const payment of payments) {
      if (intervalOf(payment, now()) === undefined) continue;
      const group = byAddress.get(payment.address);
      if (group) group.push(payment);
      else byAddress.set(payment.address, [payment]);
    }
    const addresses = [...byAddress].map(([address, group]) => ({
      address,
      interval: Math.min(...group.map((payment) => intervalOf(payment, now())!)),
      looked: looked.get(keyOf(coin, address)) ?? Math.min(...group.map(({ created }) => created)),
    }));
    let leasedByOthers = 0;
    for (const { address, interval } of inOrder(addresses, now())) {
      if (signal.aborted || leasedByOthers >= LEASED_MAX) return;
      const key = keyOf(coin, address);
      const wait = leased.has(key) ? 0 : await lease(`chain ${key}`, 1, interval, now());
      if (wait > 0) {
        looked.set(key, now() + wait - interval);
        leasedByOthers += 1;
        continue;
      }
      leased.add(key);
      const source = await reserve(coin);
      if (!source) return;
      const group = byAddress.get(address)!;
      const since = Math.min(...group.map(sinceOf));
      const look = await ask(source, { coin, address, since });
      if (!look) return;
      leased.delete(key);
      looked.set(key, now());
      await judge(
        group.map(({ paymentRef }) => paymentRef),
        look,
      );
    }
  }

  async function round(): Promise<void> {
    const payments = await list();
    const watched = new Set(payments.map(({ coin, address }) => keyOf(coin, address)));
    const refs = new Set(payments.map(({ paymentRef }) => paymentRef));
    for (const key of looked.keys()) if (!watched.has(key)) looked.delete(key);
    for (const key of leased) if (!watched.has(key)) leased.delete(key);
    for (const ref of confirmedAt.keys()) if (!refs.has(ref)) confirmedAt.delete(ref);
    const ofCoin = (coin: CoinSymbol) => payments.filter((payment) => payment.coin === coin);
    await Promise.all([...coins].map((coin) => roundOf(coin, ofCoin(coin))));
  }

  return {
    round() {
      running ??= round().finally(() => {
        running = undefined;
      });
      return running;
    },
    async secondLook(payment, claimedAt) {
      const { coin, address, paymentRef } = payment;
      const source = await reserve(coin);
      const look = source && (await ask(source, { coin, address, since: sinceOf(payment) }));
      const sharing = (await list()).filter(
        (other) => other.coin === coin && other.address === address && other.paymentRef !== paymentRef,
      );
      const others = await readAll(sharing.map((other) => other.paymentRef));
      const answer = takeSecondLook(payment, [payment, ...others], look, rules, { claimedAt, now: now() });
      if (answer.event) tell(answer.event);
      return answer;
    },
  };
}
