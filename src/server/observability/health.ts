import type { ClientEvent } from './client/client-event.ts';
import type { QuotaWatch, Usage } from './quota.ts';
import type { StatusQuestions } from './status.ts';
import type { PaymentStore } from './stores/store.ts';

/** Changes older than this should have been told to the shop by several sweeps. Milliseconds. */
const UNDELIVERED_MS = 10 * 60_000;

/** Who asks for the undelivered changes gets at most so many: beyond it the number says enough. */
const LOOKED_AT_MAX = 1_000;

/** A store that has not answered by then is not reachable. Milliseconds. */
const STORE_LIMIT_MS = 5_000;

/** Whoever asks again within this time gets the same answer, so that probes cost nothing. Milliseconds. */
const KEPT_MS = 1_000;

/** From here on somebody should see to the plan. Percent. */
const QUOTA_WARNING = 80;

/** What somebody should see to. */
export type HealthWarning =
  /** The store does not answer: nothing works. */
  | 'store-unreachable'
  /** The last call of the service failed in a way that the next will too. */
  | 'service-failing'
  /** The shop was not told of a change for ten minutes: its `onStatus` fails. */
  | 'changes-undelivered'
  /** 80 percent of the period's requests or more. */
  | 'quota-nearly-used';

/**
 * How a checkout is. Plain data: counts, times and codes, fit for JSON. No keys, no addresses, no orders, no
 * references; but how much a shop sells can be read from it, so it is for the shop's own monitor. To the outside give
 * `ok` alone. What could not be learnt is absent.
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
    /** How many calls may be sent now (contract 8: of 35 a minute). */
    readonly slotsFree?: number;
    /** Requests of the period, by store of the account, as last read and with our own calls since. */
    readonly quota: readonly Usage[];
  };
  readonly payments: { readonly open?: number };
  /** Changes that the shop was not told of; at most 1000 are counted. */
  readonly changes: { readonly undelivered?: number; readonly oldestMs?: number };
  /** Questions about payments that this process holds. */
  readonly questions: { readonly held: number };
}

export interface HealthPorts {
  readonly store: Pick<PaymentStore, 'check' | 'countOpen' | 'unhandled'>;
  readonly client: { readonly freeSlots: () => Promise<number | undefined> };
  readonly questions: Pick<StatusQuestions, 'held'>;
  readonly quota: Pick<QuotaWatch, 'usage'>;
  readonly now: () => number;
}

/** Failures that say how the service or our account is. Others say something of one request, or of ourselves. */
const FAILING = new Set(['unauthorized', 'quota_exhausted', 'service_error', 'network', 'timeout', 'bad_answer']);

/** Not the service's doing. */
const OURS = new Set(['busy', 'aborted']);

/** Says how a checkout is, from what it has heard of its calls and a few cheap questions to its store. */
export function createHealth({ store, client, questions, quota, now }: HealthPorts) {
  let reachedAt: number | undefined;
  let failure: { readonly at: number; readonly code: string } | undefined;
  let failing = false;
  let kept: { readonly until: number; readonly health: Promise<Health> } | undefined;

  function hear(event: ClientEvent): void {
    if (event.type !== 'call-tried' || OURS.has(event.code ?? '')) return;
    const at = now();
    if (event.status !== undefined) reachedAt = at;
    if (event.code !== undefined) failure = { at, code: event.code };
    failing = FAILING.has(event.code ?? '');
  }

  async function look(): Promise<Health> {
    const limited = <T>(work: Promise<T>) => within(STORE_LIMIT_MS, work).catch(() => undefined);
    const [reachable, open, changes, slotsFree] = await Promise.all([
      limited(store.check().then(() => true)),
      limited(store.countOpen()),
      limited(store.unhandled(undefined, LOOKED_AT_MAX)),
      limited(client.freeSlots()),
    ]);
    const at = now();
    const oldest = changes?.length ? at - Math.min(...changes.map((change) => change.at)) : undefined;
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
        ...(slotsFree !== undefined && { slotsFree }),
        quota: usages,
      },
      payments: { ...(open !== undefined && { open }) },
      changes: {
        ...(changes && { undelivered: changes.length }),
        ...(oldest !== undefined && { oldestMs: Math.max(0, oldest) }),
      },
      questions: { held: questions.held },
    };
  }

  return {
    /** Told of every call. */
    hear,
    /** Never rejects. */
    health: (): Promise<Health> => {
      if (!kept || now() >= kept.until) kept = { until: now() + KEPT_MS, health: look() };
      return kept.health;
    },
  };
}

const iso = (ms: number) => new Date(ms).toISOString();

/** @throws Error when the work is not done within so many ms */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
