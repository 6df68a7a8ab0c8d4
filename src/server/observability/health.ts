import type { ClientEvent } from '../client/client-event.ts';
import type { PaymentProvider, Usage } from '../providers/provider.ts';
import type { QuotaWatch } from './quota.ts';
import type { StatusRequests } from '../status/status-requests.ts';
import type { Change, PaymentStore } from '../stores/store.ts';
import { within } from '../within.ts';

/** Several sweeps should have delivered changes that are older than this. Milliseconds. */
const UNDELIVERED_MS = 10 * 60_000;

/** Undelivered changes are counted up to this number. */
const COUNTED_MAX = 1_000;

/** A store that has not answered by then counts as unreachable. Milliseconds. */
const STORE_LIMIT_MS = 5_000;

/** The answer is cached for this long, so that frequent probes are cheap. Milliseconds. */
const KEPT_MS = 1_000;

/** From this usage on there is a warning. Percent. */
const QUOTA_WARNING = 80;

/** What an operator should look at. */
export type HealthWarning =
  /** The store does not answer: no request can be served. */
  | 'store-unreachable'
  /** The last call of the service failed in a way that the next will too. */
  | 'service-failing'
  /** A change has not been delivered for ten minutes: `onStatus` fails. */
  | 'changes-undelivered'
  /** 80 percent of the period's requests or more. */
  | 'quota-nearly-used';

/**
 * The state of a checkout. Plain data: counts, times and codes, ready for JSON. It holds no keys, addresses or orders, but
 * it shows how much a shop sells, so it is for the shop's own monitoring. Publish only `ok`. A value that could not be
 * read is absent.
 */
export interface Health {
  /** Whether this process can do its work, which is whether its store answers. Fit for a load balancer. */
  readonly ok: boolean;
  readonly warnings: readonly HealthWarning[];
  /** When this was true, ISO 8601, by the shop's clock like all times here. */
  readonly at: string;
  readonly store: { readonly reachable: boolean };
  readonly service: {
    /** When this process last had an answer of the service, good or bad. */
    readonly reachedAt?: string;
    /** The last call of this process that failed, with the service client's code. */
    readonly failure?: { readonly at: string; readonly code: string };
    /** How many requests may be sent now (contract 8: of 35 a minute). */
    readonly permitsFree?: number;
    /** Requests of the period, by store of the account, as last read and with our own calls since. */
    readonly quota: readonly Usage[];
  };
  readonly payments: { readonly open?: number };
  /** Changes that `onStatus` has not handled; at most 1000 are counted. */
  readonly changes: { readonly undelivered?: number; readonly oldestMs?: number };
  /** Status requests that this process keeps open. */
  readonly longPolls: { readonly open: number };
}

export interface HealthPorts {
  readonly store: Pick<PaymentStore, 'check' | 'countOpen' | 'unhandled'>;
  readonly provider: Pick<PaymentProvider, 'freePermits'>;
  readonly statusRequests: Pick<StatusRequests, 'open'>;
  readonly quota: Pick<QuotaWatch, 'usage'>;
  readonly now: () => number;
}

/** Failures of the service or the account. Other codes concern one request, or this client. */
const FAILING = new Set(['unauthorized', 'quota-exhausted', 'service-error', 'network', 'timeout', 'bad-answer']);

/** Codes that this client sets by itself. */
const OURS = new Set(['busy', 'aborted']);

/** Reports the state of a checkout, from the events of its client and a few cheap queries of its store. */
export function createHealth({ store, provider, statusRequests: longPolls, quota, now }: HealthPorts) {
  let reachedAt: number | undefined;
  let failure: { readonly at: number; readonly code: string } | undefined;
  let failing = false;
  let kept: { readonly until: number; readonly health: Promise<Health> } | undefined;

  function onClientEvent(event: ClientEvent): void {
    if (event.type !== 'request-attempted' || OURS.has(event.code ?? '')) return;
    const at = now();
    if (event.status !== undefined) reachedAt = at;
    if (event.code !== undefined) failure = { at, code: event.code };
    failing = FAILING.has(event.code ?? '');
  }

  async function check(): Promise<Health> {
    const limited = <T>(what: string, work: () => Promise<T>) =>
      within(STORE_LIMIT_MS, what, work).catch(() => undefined);
    const [reachable, open, undelivered, permitsFree] = await Promise.all([
      limited('store.check()', () => store.check().then(() => true)),
      limited('store.countOpen()', () => store.countOpen()),
      limited('store.unhandled()', () => store.unhandled(undefined, COUNTED_MAX)),
      limited('provider.freePermits()', async () => provider.freePermits?.()),
    ]);
    const at = now();
    const changes = Array.isArray(undelivered) ? (undelivered as readonly Change[]) : undefined;
    const oldest = changes?.length ? at - Math.min(...changes.map((change) => Number(change?.at))) : undefined;
    const usages = quota.usage();
    const warnings: HealthWarning[] = [
      ...(reachable ? [] : (['store-unreachable'] as const)),
      ...(failing ? (['service-failing'] as const) : []),
      ...(oldest !== undefined && oldest >= UNDELIVERED_MS ? (['changes-undelivered'] as const) : []),
      ...(usages.some(({ used, allowed }) => used * 100 >= allowed * QUOTA_WARNING)
        ? (['quota-nearly-used'] as const)
        : []),
    ];
    return {
      ok: reachable === true,
      warnings,
      at: iso(at),
      store: { reachable: reachable === true },
      service: {
        ...(reachedAt !== undefined && { reachedAt: iso(reachedAt) }),
        ...(failure && { failure: { at: iso(failure.at), code: failure.code } }),
        ...(permitsFree !== undefined && { permitsFree }),
        quota: usages,
      },
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
    /** Never rejects. */
    health: (): Promise<Health> => {
      if (!kept || now() >= kept.until) kept = { until: now() + KEPT_MS, health: check() };
      return kept.health;
    },
  };
}

const iso = (ms: number) => new Date(ms).toISOString();
