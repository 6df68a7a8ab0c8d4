import type { ClientEvent } from './client-event.ts';
import type { DevelopmentOption } from './events.ts';
import type { QuotaWatch, Usage } from './quota.ts';
import type { CoinSymbol } from '../../core/index.ts';
import { withTimeout } from '../with-timeout.ts';

/** The age in milliseconds from which an undelivered change causes a warning. Several sweeps have run by then. */
const UNDELIVERED_MS = 10 * 60_000;

/** Undelivered changes are counted up to this number. */
const COUNTED_MAX = 1_000;

/** The time in milliseconds after which a store without a response counts as unreachable. */
const STORE_LIMIT_MS = 5_000;

/** How long the result is cached, so that frequent health checks are cheap. Milliseconds. */
const KEPT_MS = 1_000;

/** The usage of the quota from which there is a warning, in percent. */
const QUOTA_WARNING = 80;

/** A condition that the operator should check. */
export type HealthWarning =
  /** The store does not respond: no request can be served. */
  | 'store-unreachable'
  /** The last call of the service failed for a reason that affects the next call too. */
  | 'service-failing'
  /** The last call of a chain source failed: `chain` names it. */
  | 'chain-source-failing'
  /** A change has not been delivered for ten minutes, because `onStatus` fails. */
  | 'changes-undelivered'
  /** At least 80 percent of the period's requests are used. */
  | 'quota-nearly-used'
  /** Requests come to another path than that of `publicUrl`, and a test webhook to `publicUrl` did not arrive. */
  | 'mount-mismatch'
  /** The payments are kept in memory, and `publicUrl` is not an address of this machine. */
  | 'memory-store'
  /** `allowTestPayments` is true, and `publicUrl` is not an address of this machine. */
  | 'test-payments-allowed'
  /** `secret` looks like a placeholder, and `publicUrl` is not an address of this machine. */
  | 'placeholder-secret';

/**
 * The state of a checkout. It is plain data: counts, times and codes, ready for JSON. It contains no keys, addresses or
 * orders, but it reveals how much a shop sells, so it is for the shop's own monitoring. Publish only `ok`. A value that
 * could not be read is absent.
 */
export interface Health {
  /** True when this process can serve requests, that is, when its store responds. A load balancer can use it. */
  readonly ok: boolean;
  /** What the operator should check. */
  readonly warnings: readonly HealthWarning[];
  /** The time of this state, ISO 8601. All times are those of the shop's clock. */
  readonly at: string;
  /** Whether the store responds. */
  readonly store: { readonly reachable: boolean };
  /** What this process knows of the service. */
  readonly service: {
    /** The time of the last response that this process got from the service, with any status. */
    readonly reachedAt?: string;
    /** The last failed call of this process, with the code of its `ServiceError`. */
    readonly failure?: { readonly at: string; readonly code: string };
    /** The number of requests that may be sent now (contract 8: of 35 a minute). */
    readonly permitsFree?: number;
    /** The used requests of the period, for each store of the account: the last known usage and our own calls since. */
    readonly quota: readonly Usage[];
  };
  /** What this process knows of each chain source, for each of its coins. Absent without the option `chain`. */
  readonly chain?: readonly ChainSourceHealth[];
  /** The number of payments that can still be paid. */
  readonly payments: { readonly open?: number };
  /** Changes that `onStatus` has not handled; at most 1000 are counted. */
  readonly changes: { readonly undelivered?: number; readonly oldestMs?: number };
  /** The status requests that this process keeps open. */
  readonly longPolls: { readonly open: number };
}

/** What a process knows of a chain source, for one of its coins. */
export interface ChainSourceHealth {
  /** The name of the source. */
  readonly source: string;
  /** The coin. A source of several coins has an entry for each. */
  readonly coin: CoinSymbol;
  /** The time of its last answer. */
  readonly reachedAt?: string;
  /** The last call that failed, with the code of its `ChainError`. A source that lags has failed, too. */
  readonly failure?: { readonly at: string; readonly code: string };
}

/** What a process knows of a chain source, for one of its coins. Times are in milliseconds since 1970. */
export interface ChainSourceState {
  readonly source: string;
  readonly coin: CoinSymbol;
  readonly reachedAt?: number;
  readonly failure?: { readonly at: number; readonly code: string };
  /** Since when its calls fail. Absent when its last call succeeded. */
  readonly failingSince?: number;
}

/** The part of a store that is used. */
interface HealthStore {
  readonly check: () => Promise<void>;
  readonly countOpen: () => Promise<number>;
  readonly unhandled: (after: undefined, limit: number) => Promise<readonly { readonly at: number }[]>;
}

export interface HealthPorts {
  readonly store: HealthStore;
  readonly provider: { readonly freePermits?: (() => Promise<number | undefined>) | undefined };
  /** The status requests that this process keeps open. */
  readonly longPolls: { readonly open: number };
  readonly quota: Pick<QuotaWatch, 'usage'>;
  /** Undefined without the option `chain`. */
  readonly chainSources: (() => readonly ChainSourceState[]) | undefined;
  /** Options that are only for development. */
  readonly developmentOptions: readonly DevelopmentOption[];
  readonly isMismatched: () => boolean;
  readonly now: () => number;
}

const DEVELOPMENT_WARNINGS: Readonly<Record<DevelopmentOption, HealthWarning>> = {
  store: 'memory-store',
  allowTestPayments: 'test-payments-allowed',
  secret: 'placeholder-secret',
};

/** Codes of failures of the service or the account. Other codes concern a single request, or this client. */
const FAILING = new Set(['unauthorized', 'quota-exhausted', 'service-error', 'network', 'timeout', 'bad-answer']);

/** Codes of failures that this client causes itself. */
const OURS = new Set(['busy', 'aborted']);

/** Reports the state of a checkout, from the events of its client and a few cheap queries of its store. */
export function createHealth(ports: HealthPorts) {
  const { store, provider, longPolls, quota, chainSources, developmentOptions, isMismatched, now } = ports;
  let known: Pick<ChainSourceState, 'reachedAt' | 'failure'> = {};
  let failing = false;
  let kept: { readonly until: number; readonly health: Promise<Health> } | undefined;

  function onClientEvent(event: ClientEvent): void {
    if (event.type !== 'request-attempted' || OURS.has(event.code ?? '')) return;
    const at = now();
    if (event.status !== undefined) known = { ...known, reachedAt: at };
    if (event.code !== undefined) known = { ...known, failure: { at, code: event.code } };
    failing = FAILING.has(event.code ?? '');
  }

  async function check(): Promise<Health> {
    const limited = <T>(what: string, work: () => Promise<T>) =>
      withTimeout(STORE_LIMIT_MS, what, work).catch(() => undefined);
    const [reachable, open, undelivered, permitsFree] = await Promise.all([
      limited('store.check()', () => store.check().then(() => true)),
      limited('store.countOpen()', () => store.countOpen()),
      limited('store.unhandled()', () => store.unhandled(undefined, COUNTED_MAX)),
      limited('provider.freePermits()', async () => provider.freePermits?.()),
    ]);
    const at = now();
    const changes = Array.isArray(undelivered) ? (undelivered as readonly { readonly at: number }[]) : undefined;
    const oldest = changes?.length ? at - Math.min(...changes.map((change) => Number(change?.at))) : undefined;
    const usages = quota.usage();
    const sources = chainSources?.();
    const warnings: HealthWarning[] = [
      ...(reachable ? [] : (['store-unreachable'] as const)),
      ...(failing ? (['service-failing'] as const) : []),
      ...(sources?.some(({ failingSince }) => failingSince !== undefined) ? (['chain-source-failing'] as const) : []),
      ...(oldest !== undefined && oldest >= UNDELIVERED_MS ? (['changes-undelivered'] as const) : []),
      ...(usages.some(({ used, allowed }) => used * 100 >= allowed * QUOTA_WARNING)
        ? (['quota-nearly-used'] as const)
        : []),
      ...(isMismatched() ? (['mount-mismatch'] as const) : []),
      ...developmentOptions.map((option) => DEVELOPMENT_WARNINGS[option]),
    ];
    return {
      ok: reachable === true,
      warnings,
      at: iso(at),
      store: { reachable: reachable === true },
      service: {
        ...timesOf(known),
        ...(permitsFree !== undefined && { permitsFree }),
        quota: usages,
      },
      ...(sources && { chain: sources.map(({ source, coin, ...times }) => ({ source, coin, ...timesOf(times) })) }),
      payments: { ...(open !== undefined && { open }) },
      changes: {
        ...(changes && { undelivered: changes.length }),
        ...(oldest !== undefined && { oldestMs: Math.max(0, oldest) }),
      },
      longPolls: { open: longPolls.open },
    };
  }

  return {
    /** Called for every client event. */
    onClientEvent,
    /** Returns the state. Never rejects. */
    health: (): Promise<Health> => {
      if (!kept || now() >= kept.until) kept = { until: now() + KEPT_MS, health: check() };
      return kept.health;
    },
  };
}

/** When a server last answered and last failed, as it is published. */
const timesOf = ({ reachedAt, failure }: Pick<ChainSourceState, 'reachedAt' | 'failure'>) => ({
  ...(reachedAt !== undefined && { reachedAt: iso(reachedAt) }),
  ...(failure && { failure: { at: iso(failure.at), code: failure.code } }),
});

const iso = (ms: number) => new Date(ms).toISOString();
