import type { CoinSymbol } from './coins.ts';
import type { WebhookScript } from '../webhooks/webhook-script.ts';
import type { Kind, StatusUpdate, Refusal, RefusalCode, State } from './status-words.ts';

/** The ready shapes of a webhook's body: flat JSON, JSON with the payment in `data`, or a form. */
export type WebhookShape = 'flat' | 'data' | 'form';

/** The ready shapes of a refusal: see `refusalBody`. */
export type RefusalShape = 'message' | 'errors' | 'html';

/**
 * Everything the contract leaves open, each as one setting. A profile is a value of this type (`profiles.ts`);
 * `settings.ts` says which sentence of the contract each belongs to. 'Default' below is the strict profile's choice.
 */
export interface ContractGaps {
  /** 2.2: the user's role. Default: 'user', the one value that is shown. */
  readonly userRole: string;
  /** 2.3: the plan's fees, in whatever unit. Default: 0 and 0, as shown. */
  readonly planFees: { readonly crypto: number; readonly localcodeKarty: number };
  /** 2.6: how a single payout_address is reported: an empty list, one recipient of 100 %, null, or no field. Default: 'empty'. */
  readonly singlePayout: 'empty' | 'whole' | 'null' | 'omitted';
  /** 2.6 to 2.8: what `webhookUrl` is when none was sent. Default: null. */
  readonly absentWebhookUrl: null | '' | 'omitted';
  /** 2.6 to 2.8: what `meta` is when none was sent. Default: 'empty', an empty object. */
  readonly absentMeta: 'empty' | 'null' | 'omitted';
  /** 2.6 to 2.8: whether creation answers and webhooks carry the extra field `test: true`. Default: true. */
  readonly testMark: boolean;
  /** 2.6: places an expected amount is rounded up to, where not the coin's own default. Default: {}. */
  readonly quoteDecimals: Partial<Readonly<Record<CoinSymbol, number>>>;
  /** 2: how answers and webhooks write a number: 0.0002, 2e-4 or "0.0002". Default: 'plain'. */
  readonly numbers: 'plain' | 'exponent' | 'text';
  /** 2.6 to 2.8: the fields that are not needed to pay (`optional-fields.ts`): as shown, null or left out. Default: 'shown'. */
  readonly optionalFields: 'shown' | 'null' | 'omitted';
  /** 2: whether answers and webhooks carry fields that the contract does not name. Default: false. */
  readonly extraFields: boolean;
  /** 2: the order of the fields in an object. Default: 'shown'. */
  readonly keyOrder: 'shown' | 'reversed';
  /** 2: the media type of answers in JSON. Default: 'application/json; charset=utf-8'. */
  readonly contentType: string;
  /** 3: the status of each state. Default: the state's own name. */
  readonly statusWords: Partial<Readonly<Record<State, string>>>;
  /** 3: after how long an open payment expires by itself; null is never. Default: null. */
  readonly expiresAfterMs: number | null;
  /** 3: how many confirmations a transfer needs, and the time between two. Default: 2, one a second. */
  readonly confirmations: { readonly required: number; readonly everyMs: number };
  /** 3: what becomes of the right sum after the payment has expired. Default: 'LATE'. */
  readonly afterExpiry: 'LATE' | 'PAID';
  /** 4.2: the method. A POST has the parameter in its JSON body. Default: 'GET'. */
  readonly cryptoInfoMethod: 'GET' | 'POST';
  /** 4.2: the parameter that names the coin. Default: 'crypto_coin'. */
  readonly cryptoInfoParameter: string;
  /** 4.2: whether the answer stands in the envelope of 2.1 or by itself. Default: 'envelope'. */
  readonly cryptoInfoShape: 'envelope' | 'bare';
  /** 4.3 to 4.5: the fields that must be there; 'payout' is one of payout_address and addresses. */
  readonly required: Readonly<Record<Kind, readonly string[]>>;
  /** 4.3, 4.4: the currency where none is required and none was sent. Default: 'USD'. */
  readonly defaultCurrency: string;
  /** 2.9: whether a symbol is read in any letter case. Default: 'exact'. */
  readonly coinCase: 'exact' | 'any';
  /** 4.3 to 4.5: whether a field that is null counts as not sent. Default: false. */
  readonly nullMeansAbsent: boolean;
  /** 4.3 to 4.5: whether amount and percent may be sent as text. Default: false. */
  readonly numberText: boolean;
  /** 4.4: the currencies a wallet payment may be in; null is any. Default: null. */
  readonly walletCurrencies: readonly string[] | null;
  /**
   * 4.5: how the payer's code comes in: by a form on the hosted page; beside it by `POST /v1/payments/localcode/<bid>/code`
   * with `{code}`; or by the payer's phone alone, which the panel payerActions. Default: 'page'.
   */
  readonly codeEntry: 'page' | 'endpoint' | 'phone';
  /** 4.3 to 4.5: the HTTP status of a creation. Default: 200. */
  readonly createdStatus: number;
  /** 5: whether payment calls need a key. Optional: a call without one is accepted, but a key that is sent must be known. */
  readonly paymentAuth: 'none' | 'optional' | 'required';
  /** 5: the keys that payment calls take. Default: both. */
  readonly paymentKeys: readonly ('user' | 'store')[];
  /** 5: the keys that the account call takes. Default: the user's. */
  readonly accountKeys: readonly ('user' | 'store')[];
  /** 6: the states that send a webhook when they begin. Default: all but the state at creation. */
  readonly webhookStates: readonly State[];
  /**
   * 6: the body of a webhook. 'flat': `{tid|pid|bid, status, ...}`, without what is not known. 'data': the same in
   * `data`, beside the name of an event. 'form': the same as a form. A function makes any JSON. Default: 'flat'.
   */
  readonly webhookBody: WebhookShape | ((content: StatusUpdate, exact: (text: string) => unknown) => unknown);
  /** 6: the method of a webhook. A GET has its fields in the query. Default: 'POST'. */
  readonly webhookMethod: 'POST' | 'PUT' | 'GET';
  /** 6: 'hmac' signs the body with HMAC-SHA-256 by the store's key, in hexadecimal, as `X-Signature`. Default: 'none'. */
  readonly webhookSignature: 'none' | 'hmac';
  /** 6: pauses before each new attempt, in ms; after the last the webhook is given up. */
  readonly webhookRetriesMs: readonly number[];
  /** 6: the webhook script at the start. Default: {}, every webhook is sent once and in order. */
  readonly webhookScript: WebhookScript;
  /** 7: the HTTP status of each refusal. */
  readonly refusalStatus: Readonly<Record<RefusalCode, number>>;
  /**
   * 7: the body of a refusal, for each family of endpoints. 'message': `{message, error: {code, field, reason}}`.
   * 'errors': `{errors: [{code, field, message}]}`. 'html': a page of HTML. A function makes any JSON. Default: 'message'.
   */
  readonly refusalBody: RefusalShape | ((refusal: Refusal, family: 'account' | 'payments') => unknown);
  /** 8: whether a 429 says `Retry-After`, in seconds or as a date. Default: true, in seconds. */
  readonly sendRetryAfter: boolean | 'date';
  /** 8: whether the minute slides with each request or begins anew on the clock. Default: 'sliding'. */
  readonly rateWindow: 'sliding' | 'fixed';
  /** 8: whether a request that was refused for the rate counts in it all the same. Default: false. */
  readonly rateCountsRefused: boolean;
  /** 8: which requests count in currentApiUsage; those refused for key or rate never do. Default: 'payments', all of /v1. */
  readonly quotaCounts: 'payments' | 'all';
  /** 8: the period after which the counter begins anew. Default: 30 days. */
  readonly quotaPeriodMs: number;
  /** 8: the longest request body in bytes. Default: 65536. */
  readonly maxBodyBytes: number;
  /** 8: the longest text, in characters, of a URL, an e-mail address and additional_information. */
  readonly maxLength: { readonly url: number; readonly email: number; readonly text: number };
  /** 9: when the version ends, as `Deprecation` and `Sunset` headers; null says nothing. ISO 8601. Default: null. */
  readonly sunset: string | null;
}
