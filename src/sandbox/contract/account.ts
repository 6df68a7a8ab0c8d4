import type { VirtualClock } from '../actions/virtual-clock.ts';
import type { ContractGaps } from './contract-gaps.ts';
import type { AccountState } from '../state.ts';
import { seededBytes } from '../seeded.ts';
import type { Refusal } from './status-words.ts';

/** The period of the rate limit: contract 8 counts requests by the minute. */
const MINUTE_MS = 60_000;

export interface AccountOptions {
  readonly virtualClock: VirtualClock;
  readonly seed: string;
  readonly apiKey: string;
  readonly storeApiKey: string;
  readonly requestsPerMinute: number;
  readonly quota: number;
  readonly contractGaps: ContractGaps;
  readonly saved?: AccountState | undefined;
}

/** The requests that the account has used, and its limits (contract 8). */
export interface AccountUsage {
  /** Requests of the present period that count against the quota (settings `quotaCounts`, `quotaPeriodMs`). */
  readonly used: number;
  /** Requests that a period allows: `apiRequestLimit` of the plan, `maxApiRequests` of the store. */
  readonly quota: number;
  /** Requests in the last minute: of the key that has sent the most. */
  readonly lastMinute: number;
  /** Requests a minute that each key may send. */
  readonly perMinute: number;
}

/** The user of the sandbox, with a plan, a store and their used requests. */
export interface Account {
  /** `data` of contract 4.1. */
  readonly user: () => object;
  /** Returns whether a key belongs to the user or to the store. */
  readonly holderOf: (key: string) => 'user' | 'store' | undefined;
  /** Admits a request, or returns the reason of the refusal. */
  readonly admit: (key: string, family: 'account' | 'payments') => Refusal | undefined;
  /** Returns the time of the rate limit and the quota. */
  readonly now: () => number;
  /** Returns the used requests of both keys. */
  readonly usage: () => AccountUsage;
  readonly save: () => AccountState;
}

export function createAccount(options: AccountOptions): Account {
  const { virtualClock, seed, apiKey, storeApiKey, requestsPerMinute, quota, contractGaps, saved } = options;
  const iso = (ms: number) => new Date(ms).toISOString();
  const createdAt = saved?.createdAt ?? virtualClock.now();
  const ids =
    saved?.ids ??
    ([uuid(seededBytes(seed, 'id of the user', 16)), uuid(seededBytes(seed, 'id of the store', 16))] as const);
  const [userId, storeId] = ids;
  const recent = new Map<string, number[]>();
  let used = saved?.used ?? 0;
  let lastReset = saved?.lastReset ?? createdAt;

  /** Starts a new period of the quota. The start advances by whole periods, also after a time without requests. */
  function renew() {
    const periods = Math.floor((virtualClock.now() - lastReset) / contractGaps.quotaPeriodMs);
    if (periods < 1) return;
    lastReset += periods * contractGaps.quotaPeriodMs;
    used = 0;
  }

  const inFull = () => virtualClock.now() - (virtualClock.now() % MINUTE_MS);

  /**
   * True when a request of that time counts in the present minute: the last 60 seconds, or the present clock minute.
   */
  const counts = (at: number) =>
    contractGaps.rateWindow === 'fixed' ? at >= inFull() : at > virtualClock.now() - MINUTE_MS;

  function inLastMinute(key: string): number[] {
    const times = (recent.get(key) ?? []).filter(counts);
    recent.set(key, times);
    return times;
  }

  return {
    save: () => ({ createdAt, ids, used, lastReset }),

    now: virtualClock.now,

    holderOf: (key) => (key === apiKey ? 'user' : key === storeApiKey ? 'store' : undefined),

    admit(key, family) {
      const times = inLastMinute(key);
      const oldest = times.at(-requestsPerMinute);
      if (oldest !== undefined) {
        if (contractGaps.rateCountsRefused) times.push(virtualClock.now());
        const from = contractGaps.rateWindow === 'fixed' ? inFull() : oldest;
        const retryAfter = Math.max(1, Math.ceil((from + MINUTE_MS - virtualClock.now()) / 1000));
        return { code: 'rate_limited', reason: `more than ${requestsPerMinute} requests in a minute`, retryAfter };
      }
      times.push(virtualClock.now());
      if (family === 'account' && contractGaps.quotaCounts === 'payments') return undefined;
      renew();
      if (used >= quota) return { code: 'quota_exhausted', reason: `all ${quota} requests of the period are used` };
      used += 1;
      return undefined;
    },

    usage() {
      renew();
      const lastMinute = Math.max(0, ...[...recent.keys()].map((key) => inLastMinute(key).length));
      return { used, quota, lastMinute, perMinute: requestsPerMinute };
    },

    user() {
      renew();
      // The contract has a whole number; an endless quota has none.
      const allowed = Math.min(quota, Number.MAX_SAFE_INTEGER);
      return {
        id: userId,
        username: 'sandbox',
        email: 'merchant@sandbox.example',
        role: contractGaps.userRole,
        agreedTOS: true,
        apiKey,
        twoFAEnabled: false,
        createdAt: iso(createdAt),
        currentPlan: plan(iso(createdAt), allowed, contractGaps),
        stores: [
          {
            id: storeId,
            name: 'Sandbox store',
            currentApiUsage: used,
            maxApiRequests: allowed,
            lastApiReset: iso(lastReset),
            apiKey: storeApiKey,
            antiFraudEnabled: false,
            allowVPNProxy: true,
            notificationPreferences: notificationPreferences(),
            subdomain: 'sandbox',
            selectedSubDomain: 'shops.example',
            logoPath: 'https://shops.example/sandbox/logo.png',
            customDomain: null,
            createdAt: iso(createdAt),
            updatedAt: iso(createdAt),
          },
        ],
      };
    },
  };
}

/** Contract 2.3, the base plan. */
function plan(startedAt: string, apiRequestLimit: number, { planFees }: ContractGaps) {
  return {
    name: 'Base',
    startedAt,
    expiresAt: null,
    remainingTime: 'Unlimited',
    feeCrypto: planFees.crypto,
    feeLocalcodeKarty: planFees.localcodeKarty,
    apiRequestLimit,
    maxShops: 1,
    codeEditor: false,
    visualEditor: false,
    customDomain: false,
    advancedAnalytics: false,
    globalCurrencySupport: true,
    multiLanguageSupport: false,
    couponSystem: false,
    customWebhookIntegration: false,
  };
}

/** Contract 2.5, with the defaults it shows. */
function notificationPreferences() {
  const flags = (on: boolean) => ({
    orderCreated: on,
    ticketCreated: on,
    ticketMessage: on,
    orderCompleted: on,
    feedbackReceived: on,
  });
  return {
    email: flags(true),
    chatroom: { ...flags(false), webhookUrl: null },
    webhook: { ...flags(false), url: null },
    messenger: { ...flags(false), chatId: null, botToken: null },
  };
}

/** A random UUID, version 4. */
function uuid(bytes: Uint8Array): string {
  const hex = [...bytes].map((byte, i) => {
    const value = i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, '0');
  });
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
