import type { CoinSymbol } from './coins.ts';
import type { SandboxState } from './state.ts';
import type { WebhookSender } from './sender.ts';
import type { Timers } from './agenda.ts';
import type { Kind, News, Refusal, RefusalCode, State } from './vocabulary.ts';

/**
 * Everything the contract leaves open, each with the sandbox's choice. A profile is a value of this type; the
 * defaults below are the strict one.
 */
export interface NotShown {
  /** 2.6: how a single payout_address is reported: not at all, or as one recipient of 100 %. Default: 'empty'. */
  readonly singlePayout: 'empty' | 'whole';
  /** 2.6 to 2.8: what `webhookUrl` is when none was sent. Default: null. */
  readonly absentWebhookUrl: null | '' | 'omitted';
  /** 2.6 to 2.8: whether creation answers carry the extra field `test: true`. Default: true. */
  readonly testMark: boolean;
  /** 2.6: places an expected amount is rounded up to, where not the coin's own default. Default: {}. */
  readonly quoteDecimals: Partial<Readonly<Record<CoinSymbol, number>>>;
  /** 3: the words for the states. Default: the state's own name. */
  readonly statusWords: Partial<Readonly<Record<State, string>>>;
  /** 3: after how long an open payment expires by itself; null is never. Default: null. */
  readonly expiresAfterMs: number | null;
  /** 3: how many confirmations a transfer needs, and the time between two. Default: 2, one a second. */
  readonly confirmations: { readonly required: number; readonly everyMs: number };
  /** 4.2: the query parameter that names the coin; the method is GET. Default: 'crypto_coin'. */
  readonly cryptoInfoParameter: string;
  /** 4.3 to 4.5: the fields that must be there; 'payout' is one of payout_address and addresses. */
  readonly required: Readonly<Record<Kind, readonly string[]>>;
  /** 2.9: whether a symbol is read in any letter case. Default: 'exact'. */
  readonly coinCase: 'exact' | 'any';
  /** 4.3 to 4.5: whether a field that is null counts as not sent. Default: false. */
  readonly nullMeansAbsent: boolean;
  /** 4.4: the currencies a wallet payment may be in; null is any. Default: null. */
  readonly walletCurrencies: readonly string[] | null;
  /** 4.3 to 4.5: the HTTP status of a creation. Default: 200. */
  readonly createdStatus: number;
  /** 5: whether payment calls need a key. Optional: none is needed, but one that is sent must be known. */
  readonly paymentAuth: 'none' | 'optional' | 'required';
  /** 5: the keys that payment calls take. Default: both. */
  readonly paymentKeys: readonly ('user' | 'store')[];
  /** 6: the states whose beginning is told by webhook. Default: all but the state at creation. */
  readonly webhookStates: readonly State[];
  /** 6: the body of a webhook. Default: `{tid|pid|bid, status, ...}`, flat, without what is not known. */
  readonly webhookBody: (news: News, exact: (text: string) => unknown) => unknown;
  /** 6: pauses before each new attempt, in ms; after the last the webhook is given up. */
  readonly webhookRetriesMs: readonly number[];
  /** 7: the HTTP status of each refusal. */
  readonly refusalStatus: Readonly<Record<RefusalCode, number>>;
  /** 7: the body of a refusal, for each family of endpoints. */
  readonly refusalBody: (refusal: Refusal, family: 'account' | 'payments') => unknown;
  /** 8: whether a 429 says `Retry-After`. Default: true. */
  readonly sendRetryAfter: boolean;
  /** 8: which requests count in currentApiUsage; those refused for key or rate never do. Default: 'payments', all of /v1. */
  readonly quotaCounts: 'payments' | 'all';
  /** 8: the period after which the counter begins anew. Default: 30 days. */
  readonly quotaPeriodMs: number;
  /** 8: the longest request body in bytes. Default: 65536. */
  readonly maxBodyBytes: number;
  /** 8: the longest text, in characters, of a URL, an e-mail address and additional_information. */
  readonly maxLength: { readonly url: number; readonly email: number; readonly text: number };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The strict profile: the contract to the letter, and the plainest choice where it is silent. */
export const strict: NotShown = {
  singlePayout: 'empty',
  absentWebhookUrl: null,
  testMark: true,
  quoteDecimals: {},
  statusWords: {},
  expiresAfterMs: null,
  confirmations: { required: 2, everyMs: 1000 },
  cryptoInfoParameter: 'crypto_coin',
  required: {
    crypto: ['currency', 'amount', 'crypto_coin', 'payout'],
    wallet: ['currency', 'amount', 'payout_email'],
    localcode: ['amount', 'payout_crypto_coin', 'payout_address'],
  },
  coinCase: 'exact',
  nullMeansAbsent: false,
  walletCurrencies: null,
  createdStatus: 200,
  paymentAuth: 'optional',
  paymentKeys: ['user', 'store'],
  webhookStates: [
    'CONFIRMING',
    'UNDERPAID',
    'OVERPAID',
    'PAID',
    'UNMATCHED',
    'EXPIRED',
    'LATE',
    'FAILED',
    'CANCELLED',
    'REFUNDED',
  ],
  webhookBody: ({ idKey, id, status, cryptoAmountReceived, confirmations, confirmationsRequired }, exact) => ({
    [idKey]: id,
    status,
    cryptoAmountReceived: cryptoAmountReceived === undefined ? undefined : exact(cryptoAmountReceived),
    confirmations,
    confirmationsRequired,
  }),
  webhookRetriesMs: [1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 1_800_000, 7_200_000],
  refusalStatus: {
    bad_json: 400,
    invalid_request: 400,
    rejected: 400,
    unauthorized: 401,
    quota_exhausted: 403,
    not_found: 404,
    method_not_allowed: 405,
    too_large: 413,
    unsupported_media_type: 415,
    rate_limited: 429,
  },
  refusalBody: ({ code, reason, field }, family) => {
    const message = field === undefined ? reason : `${field}: ${reason}`;
    const error = { code, field, reason };
    return family === 'account' ? { status: 'error', message, error } : { message, error };
  },
  sendRetryAfter: true,
  quotaCounts: 'payments',
  quotaPeriodMs: 30 * DAY_MS,
  maxBodyBytes: 64 * 1024,
  maxLength: { url: 2048, email: 254, text: 1000 },
};

/** What the sandbox is made with. All of it can be left out. */
export interface SandboxOptions {
  /** Where the sandbox is reached: the contract's {base_url}. Default: 'http://localhost'. */
  readonly url?: string;
  /** The time in ms since 1970. Default: the system's clock. */
  readonly clock?: () => number;
  /** Waits on that clock. Default: the system's timers. */
  readonly timers?: Timers;
  /** So many random bytes. Default: the system's. */
  readonly random?: (count: number) => Uint8Array;
  /** What the deposit addresses are made from. The same seed gives the same addresses. Default: random. */
  readonly seed?: string;
  /** Sends a webhook. Default: by `fetch`. */
  readonly send?: WebhookSender;
  /** Where webhooks may go. Anywhere else is written down and not sent. Default: 'loopback'. */
  readonly webhookTargets?: 'loopback' | 'any';
  /** The user's key, the contract's <global_api_key>. Default: random. */
  readonly apiKey?: string;
  /** The store's key. Default: random. */
  readonly storeApiKey?: string;
  /** Contract 8. Default: 35. */
  readonly requestsPerMinute?: number;
  /** Contract 8, of the plan and of the store. Default: 850. */
  readonly quota?: number;
  /** What an earlier sandbox remembered. Its keys, seed and clock are taken on. Default: nothing. */
  readonly saved?: SandboxState | undefined;
  /** Choices where the contract is silent. Default: the strict profile. */
  readonly notShown?: Partial<NotShown>;
  /** The script that defines the tags, for the hosted pages; undefined when it is not built. */
  readonly elementsScript?: () => Promise<string | undefined>;
}
