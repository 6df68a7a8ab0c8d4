import type { ClientEvent } from './client-event.ts';
import type { Emit } from './events.ts';

/** The thresholds that are reported, in percent of the allowed requests. */
const REPORTED_AT = [80, 95] as const;

/**
 * The usage is read again after our own calls have used this part of the allowed requests: at most twenty times a
 * period.
 */
const READ_EVERY = 0.05;

/**
 * While there are calls, the usage is read again after this time, because other clients may use the same key.
 * Milliseconds.
 */
const READ_AFTER_MS = 60 * 60_000;

/** The pause after a check, and the longer pause after a failed check or a refused request. Milliseconds. */
const PAUSE_MS = 60_000;
const LONG_PAUSE_MS = 10 * 60_000;

/** The longest duration of a check. No payer waits for it, but a caller of `sweep()` does. Milliseconds. */
const LIMIT_MS = 10_000;

/** How long a report is remembered. The length of a period is not shown (contract 2.4). Milliseconds. */
const REMEMBERED_MS = 400 * 24 * 60 * 60_000;

/** The used requests of one store of the account (contract 2.4). */
export interface Usage {
  /** The provider's id of the store, a UUID. */
  readonly storeId: string;
  /** The usage that the provider reported, plus our own calls since then. */
  readonly used: number;
  /** The number of requests that the plan allows. */
  readonly allowed: number;
  /** The time of the last reset of the counter, as the provider reported it. */
  readonly since?: string;
}

export interface QuotaWatch {
  /** Called for every client event. */
  readonly onClientEvent: (event: ClientEvent) => void;
  /** Checks the usage if a check is due. Never rejects. */
  readonly check: () => Promise<void>;
  /**
   * Returns the known usage without a request: the last check and our own calls since. Empty before the first check.
   */
  readonly usage: () => readonly Usage[];
}

export interface QuotaPorts {
  readonly provider: {
    readonly usage?: ((options: { readonly signal: AbortSignal }) => Promise<readonly Usage[]>) | undefined;
  };
  /** `consumeRateLimit` resolves with 0 for the first call with a key. */
  readonly store: {
    readonly consumeRateLimit: (key: string, limit: number, windowMs: number, at: number) => Promise<number>;
  };
  readonly emit: Emit;
  readonly now: () => number;
  /** Aborted when the checkout closes. */
  readonly closing: AbortSignal;
}

/**
 * Watches the usage of the account's request quota, and emits the event `quota` once for each threshold and period.
 *
 * Reading the usage needs a separate call (contract 4.1), and the contract does not show whether that call counts. So
 * it is read rarely, never before the first payment and never while a payer waits. Between two reads our own calls are
 * counted. The usage is read again when that count reaches a threshold, when a twentieth of the quota has been used, or
 * after an hour with calls. Nothing is blocked here, because the length of the period is not shown either.
 */
export function createQuotaWatch({ provider, store, emit, now, closing }: QuotaPorts): QuotaWatch {
  const { usage: requestUsage } = provider;
  let known: readonly Usage[] | undefined;
  /** Calls since the last read that the service may have counted. */
  let since = 0;
  let readAt = -Infinity;
  let failed = false;
  let reading: Promise<void> | undefined;
  /** Thresholds that this or another process has reported. The store is queried once for each. */
  const reported = new Set<string>();

  const usage = () => (known ?? []).map((one) => ({ ...one, used: one.used + since }));
  const keyOf = ({ storeId, since: period = '' }: Usage, percent: number) => `quota ${storeId} ${period} ${percent}`;
  const reached = ({ used, allowed }: Usage) => REPORTED_AT.filter((percent) => used * 100 >= percent * allowed);
  const hasUnreported = () => usage().some((one) => reached(one).some((percent) => !reported.has(keyOf(one, percent))));

  /** `refused` is true when the service reported that the quota is used up, whatever the known usage is. */
  function isDue(refused: boolean): boolean {
    const elapsed = now() - readAt;
    if (!requestUsage || since === 0 || elapsed < (failed || refused ? LONG_PAUSE_MS : PAUSE_MS)) return false;
    if (refused || known === undefined || elapsed >= READ_AFTER_MS) return true;
    return hasUnreported() || known.some(({ allowed }) => since >= allowed * READ_EVERY);
  }

  async function read(): Promise<void> {
    readAt = now();
    const before = since;
    try {
      const signal = AbortSignal.any([closing, AbortSignal.timeout(LIMIT_MS)]);
      const read = await requestUsage!({ signal });
      if (!Array.isArray(read)) throw new TypeError('usage(): a list is needed');
      known = read;
      since -= before;
      failed = false;
    } catch {
      failed = true; // the client has emitted an event for the failure; our own calls are still counted
      return;
    }
    for (const one of known) await report(one);
  }

  /** Reports the highest threshold that is reached, and no lower one. */
  async function report(one: Usage): Promise<void> {
    const percents = reached(one).filter((percent) => !reported.has(keyOf(one, percent)));
    const highest = percents.at(-1);
    if (highest === undefined) return;
    for (const percent of percents) reported.add(keyOf(one, percent));
    const { storeId, used, allowed } = one;
    if (await isFirst(keyOf(one, highest))) emit({ type: 'quota', percent: highest, storeId, used, allowed });
  }

  /** True in one of all processes on the store. When the store fails, a second report is better than none. */
  async function isFirst(key: string): Promise<boolean> {
    try {
      return (await store.consumeRateLimit(key, 1, REMEMBERED_MS, now())) === 0;
    } catch {
      return true;
    }
  }

  const check = async (refused = false) => {
    if (closing.aborted || !(reading || isDue(refused))) return;
    await (reading ??= read().finally(() => (reading = undefined)));
  };

  return {
    usage,
    check: () => check(),
    onClientEvent(event) {
      // The usage in the response to `currentUser` already includes that call.
      if (event.type !== 'request-attempted' || !event.sent || event.call === 'currentUser') return;
      since += 1;
      if (event.code === 'quota-exhausted') void check(true);
      else if (hasUnreported()) void check();
    },
  };
}
