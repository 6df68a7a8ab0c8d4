import { decimalText } from '../core/index.ts';
import type { Store, User } from './client/account.ts';
import type { ClientEvent } from './client/client-event.ts';
import type { ServiceClient } from './client/service-client.ts';
import type { Emit } from './events.ts';
import type { PaymentStore } from './stores/store.ts';

/** At what part of the allowed requests the shop is told, in percent. */
const TOLD_AT = [80, 95] as const;

/** Usage is read again after our own calls have used up this part of what is allowed: at most twenty times a period. */
const READ_EVERY = 0.05;

/** While calls are made it is read again at least this often, for others may use the key too. Milliseconds. */
const READ_AFTER_MS = 60 * 60_000;

/** After a look there is none for so long, and for longer when it failed or a refusal had asked for it. Milliseconds. */
const REST_MS = 60_000;
const LONG_REST_MS = 10 * 60_000;

/** The longest that a look may take in all. No payer waits for it, but who calls `sweep()` does. Milliseconds. */
const LIMIT_MS = 10_000;

/** How long it is remembered that a period was told of. How long a period is, is not shown (contract 2.4). Milliseconds. */
const REMEMBERED_MS = 400 * 24 * 60 * 60_000;

/** What a store of the account has used of its requests (contract 2.4). */
export interface Usage {
  /** The service's name for the store, a UUID. */
  readonly storeId: string;
  /** When the service said so, and our own calls since. */
  readonly used: number;
  readonly allowed: number;
  /** When the counter was last set back, as the service said. */
  readonly since?: string;
}

export interface QuotaWatch {
  /** Told of every call. */
  readonly hear: (event: ClientEvent) => void;
  /** Looks if it is time to. Never rejects. */
  readonly look: () => Promise<void>;
  /** What is known, without asking: the last look and our own calls since. Empty before the first look. */
  readonly usage: () => readonly Usage[];
}

export interface QuotaPorts {
  readonly client: Pick<ServiceClient, 'currentUser'>;
  readonly store: Pick<PaymentStore, 'take'>;
  readonly emit: Emit;
  readonly now: () => number;
  /** Aborted when the checkout closes. */
  readonly closing: AbortSignal;
}

/**
 * Watches how much of the account's requests is used up, and tells once a period when it is much.
 *
 * The service tells the usage only when it is asked (contract 4.1), and whether asking counts is not shown. So it is
 * asked seldom, never before the first payment and never on a payer's way: what is known is counted on with our own
 * calls, and read again when that count reaches what would be told, when a twentieth of all has been used since, or
 * after an hour with calls. Nothing is ever blocked here, for the period is not shown either.
 */
export function createQuotaWatch({ client, store, emit, now, closing }: QuotaPorts): QuotaWatch {
  let known: readonly Usage[] | undefined;
  /** Calls that the service may have counted since. */
  let since = 0;
  let readAt = -Infinity;
  let failed = false;
  let reading: Promise<void> | undefined;
  /** What was told, or found told: asked of the store once. */
  const told = new Set<string>();

  const usage = () => (known ?? []).map((one) => ({ ...one, used: one.used + since }));
  const keyOf = ({ storeId, since: period = '' }: Usage, percent: number) => `quota ${storeId} ${period} ${percent}`;
  const reached = ({ used, allowed }: Usage) => TOLD_AT.filter((percent) => used * 100 >= percent * allowed);
  const untold = () => usage().some((one) => reached(one).some((percent) => !told.has(keyOf(one, percent))));

  /** `refused`: the service has said that there is nothing left, whatever we know. */
  function isDue(refused: boolean): boolean {
    const rested = now() - readAt;
    if (since === 0 || rested < (failed || refused ? LONG_REST_MS : REST_MS)) return false;
    if (refused || known === undefined || rested >= READ_AFTER_MS) return true;
    return untold() || known.some(({ allowed }) => since >= allowed * READ_EVERY);
  }

  async function read(): Promise<void> {
    readAt = now();
    const before = since;
    try {
      const signal = AbortSignal.any([closing, AbortSignal.timeout(LIMIT_MS)]);
      known = readUsages(await client.currentUser({ signal }));
      since -= before;
      failed = false;
    } catch {
      failed = true; // the call itself was told of; what is known is counted on
      return;
    }
    for (const one of known) await tell(one);
  }

  /** Only the highest: who hears of 95 percent need not hear of 80. */
  async function tell(one: Usage): Promise<void> {
    const percents = reached(one).filter((percent) => !told.has(keyOf(one, percent)));
    const highest = percents.at(-1);
    if (highest === undefined) return;
    for (const percent of percents) told.add(keyOf(one, percent));
    const { storeId, used, allowed } = one;
    if (await isFirst(keyOf(one, highest))) emit({ type: 'quota', percent: highest, storeId, used, allowed });
  }

  /** Of all processes on the payment store one tells. When it cannot be asked, better twice than never. */
  async function isFirst(key: string): Promise<boolean> {
    try {
      return (await store.take(key, 1, REMEMBERED_MS, now())) === 0;
    } catch {
      return true;
    }
  }

  const look = async (refused = false) => {
    if (closing.aborted || !(reading || isDue(refused))) return;
    await (reading ??= read().finally(() => (reading = undefined)));
  };

  return {
    usage,
    look: () => look(),
    hear(event) {
      // Our own look stands in the usage that it brings.
      if (event.type !== 'call-tried' || !event.sent || event.call === 'currentUser') return;
      since += 1;
      if (event.code === 'quota_exhausted') void look(true);
      else if (untold()) void look();
    },
  };
}

/** Nothing where the service tells no usage, or one that is none. */
function readUsages({ stores }: User): readonly Usage[] {
  return (Array.isArray(stores) ? (stores as readonly unknown[]) : []).flatMap((one) => {
    const { id, currentApiUsage, maxApiRequests, lastApiReset } = Object(one) as Store;
    const [used, allowed] = [Number(decimalText(currentApiUsage)), Number(decimalText(maxApiRequests))];
    if (typeof id !== 'string' || !(used >= 0) || !(allowed > 0)) return [];
    return [{ storeId: id, used, allowed, ...(typeof lastApiReset === 'string' && { since: lastApiReset }) }];
  });
}
