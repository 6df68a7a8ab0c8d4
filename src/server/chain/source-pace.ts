import type { CoinSymbol } from '../../core/index.ts';
import type { PermitLog } from '../permits.ts';
import { ChainError, type ChainErrorCode } from './chain-error.ts';
import type { ChainEventData } from '../observability/chain-events.ts';
import type { InternalError } from '../observability/events.ts';
import type { ChainSourceState } from '../observability/health.ts';
import { readTransfers, type ChainSource, type TransferQuery, type Transfers } from './chain-source.ts';
import { isLagging } from './judge.ts';
import { omitUndefined } from '../omit-undefined.ts';

export interface PacePorts {
  /** The log of the source's requests, which all processes share: `store.permitLog`. */
  readonly permitLog: (options: { readonly perMinute: number; readonly key: string }) => PermitLog;
  readonly emit: (event: ChainEventData | InternalError) => void;
  readonly now: () => number;
  /** Milliseconds for one call of a source. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** A number from 0 to below 1, for the jitter of a pause. */
  readonly random: () => number;
}

/** The pause after the first failure, and the longest one. Milliseconds. */
const PAUSE_MS = 2_000;
const PAUSE_MAX_MS = 5 * 60_000;

/** A source that sends no request for this much longer than its time limit hangs. Milliseconds. */
const HANG_SLACK_MS = 1_000;

/** Codes that say nothing about the source as a whole. */
const HARMLESS: ReadonlySet<ChainErrorCode> = new Set(['aborted', 'history-too-short', 'paused']);

/** A source in its pace, with a back-off after failures. */
export interface PacedSource {
  readonly source: ChainSource;
  /** What this process knows of it, for each of its coins. */
  readonly states: () => readonly ChainSourceState[];
  /**
   * Takes the permit of one request, so that `transfers` may be called once: it takes those of its further requests. False
   * while none is free, or after a failure.
   */
  readonly reserve: () => Promise<boolean>;
  /** Since when the source, which is paused now, could not answer about the coin; undefined when it can be asked. */
  readonly failingSince: (coin: CoinSymbol) => number | undefined;
  /** Whether the source works at all. @throws ChainError */
  readonly check: (coin: CoinSymbol) => Promise<unknown>;
  /** @throws ChainError, also when the source lags, or when its pace is used up before it has answered */
  readonly transfers: (query: TransferQuery) => Promise<Transfers>;
}

/**
 * Each failure doubles the pause. One event reports the failure, until the source answers again.
 *
 * A history that is too short is no failure of the source: anybody can send many small transfers to one address, and that
 * must not keep the source from being asked about the others. A pace that is used up is none either: what the source has
 * read so far, such as blocks, is kept for the next call.
 */
export function paceSource(source: ChainSource, ports: PacePorts): PacedSource {
  const { permitLog, emit, now, timeout, signal, random } = ports;
  const { name, requestsPerMinute } = source;
  const log = permitLog({ perMinute: requestsPerMinute, key: `chain ${name}` });
  const states = new Map<CoinSymbol, ChainSourceState>(source.coins.map((coin) => [coin, { source: name, coin }]));
  let failures = 0;
  let pausedUntil = -Infinity;
  let isMistakeReported = false;

  async function fail(error: ChainError, coin: CoinSymbol): Promise<void> {
    const pause = Math.min(PAUSE_MS * 2 ** failures, PAUSE_MAX_MS) * (1 + random() / 2);
    failures += 1;
    pausedUntil = now() + Math.max(pause, (error.retryAfter ?? 0) * 1000);
    // Other processes count on the same limit.
    if (error.code === 'rate-limited') await log.block(pausedUntil - now());
    const before = states.get(coin)!;
    const { failingSince = now() } = before;
    states.set(coin, { ...before, failure: { at: now(), code: error.code }, failingSince });
    if (before.failingSince === undefined) emit({ type: 'chain-unreachable', source: name, coin, code: error.code });
  }

  function succeed(coin: CoinSymbol): void {
    failures = 0;
    isMistakeReported = false;
    const { failingSince, ...before } = states.get(coin)!;
    states.set(coin, { ...before, reachedAt: now() });
    if (failingSince !== undefined) emit({ type: 'chain-reachable', source: name, coin });
  }

  return {
    source,
    states: () => [...states.values()],
    async reserve() {
      if (now() < pausedUntil) return false;
      const [wait] = await log.reserve(1);
      return wait === 0;
    },
    failingSince: (coin) => (now() < pausedUntil ? states.get(coin)?.failingSince : undefined),
    check: (coin) => source.check(coin, { timeout, signal }),
    async transfers(query) {
      const { coin } = query;
      const begun = now();
      let requests = 0;
      const hang = createHangTimer(name, timeout);
      async function beforeRequest(): Promise<void> {
        hang.restart();
        requests += 1;
        // The first permit was reserved.
        const [wait] = requests === 1 ? [0] : await log.reserve(1);
        if (wait !== 0) throw new ChainError('paused', name, 'its pace is used up');
      }
      const end = (code?: string) => {
        const ms = now() - begun;
        emit({ type: 'chain-call-completed', source: name, coin, ms, ...omitUndefined({ code }) });
      };
      try {
        const call = source.transfers(query, { timeout, signal, beforeRequest });
        const answer = readTransfers(await Promise.race([call, hang.hangs]));
        if (isLagging(coin, answer, now())) throw new ChainError('out-of-sync', name, 'its newest block is too old');
        end();
        succeed(coin);
        return answer;
      } catch (cause) {
        // A source of the shop's own may throw anything. The message may contain a key, so only the event has it.
        const error = cause instanceof ChainError ? cause : new ChainError('rejected', name, 'it threw an error');
        end(error.code);
        if (error !== cause && !isMistakeReported && !signal.aborted) {
          isMistakeReported = true;
          emit({ type: 'internal-error', at: `${name}.transfers()`, cause });
        }
        if (!HARMLESS.has(error.code)) await fail(error, coin);
        throw error;
      } finally {
        hang.stop();
      }
    },
  };
}

/** Ends a call of a source of the shop's own that does not keep the time limit itself. Each of its requests restarts the time. */
function createHangTimer(name: string, timeout: number) {
  let fail: () => void;
  const hangs = new Promise<never>((_resolve, reject) => {
    fail = () => reject(new ChainError('timeout', name, `no answer within ${timeout} ms`));
  });
  hangs.catch(() => undefined); // the call may have ended before
  const start = () => setTimeout(() => fail(), timeout + HANG_SLACK_MS);
  let timer = start();
  const stop = () => clearTimeout(timer);
  return {
    hangs,
    stop,
    restart() {
      stop();
      timer = start();
    },
  };
}
