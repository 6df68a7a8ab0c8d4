import type { CoinSymbol } from './coins.ts';
import type { WebhookScript } from '../webhooks/webhook-script.ts';
import type { Kind, StatusUpdate, Refusal, RefusalCode, State } from './status-words.ts';

/** The built-in formats of a webhook's body: flat JSON, JSON with the payment in `data`, or form data. */
export type WebhookShape = 'flat' | 'data' | 'form';

/** The built-in formats of an error response: see `refusalBody`. */
export type RefusalShape = 'message' | 'errors' | 'html';

/**
 * The behaviour that the contract does not specify, one setting for each gap. A profile is a value of this type
 * (`profiles.ts`); `settings.ts` maps each setting to a sentence of the contract. 'Default' below is the value of the
 * strict profile.
 */
export interface ContractGaps {
  /** 2.2: the user's role. Default: 'user', the only value that the contract shows. */
  readonly userRole: string;
  /** 2.3: the plan's fees. Their unit is not shown. Default: 0 and 0, as shown. */
  readonly planFees: { readonly crypto: number; readonly localcodeKarty: number };
  /**
   * 2.6: how a single payout_address is reported: as an empty list, one recipient of 100 %, null, or no field. Default:
   * 'empty'.
   */
  readonly singlePayout: 'empty' | 'whole' | 'null' | 'omitted';
  /** 2.6 to 2.8: the value of `webhookUrl` when none was sent. Default: null. */
  readonly absentWebhookUrl: null | '' | 'omitted';
  /** 2.6 to 2.8: the value of `meta` when none was sent. Default: 'empty', an empty object. */
  readonly absentMeta: 'empty' | 'null' | 'omitted';
  /** 2.6 to 2.8: whether creation responses and webhooks have the extra field `test: true`. Default: true. */
  readonly testMark: boolean;
  /**
   * 2.6: the decimals to which an expected amount is rounded up, for coins that do not use their default. Default: {}.
   */
  readonly quoteDecimals: Partial<Readonly<Record<CoinSymbol, number>>>;
  /** 2.7: whether a note contains quotes, brackets and an ampersand, to test its escaping. Default: false. */
  readonly noteMarks: boolean;
  /** 2: how responses and webhooks write a number: 0.0002, 2e-4 or "0.0002". Default: 'plain'. */
  readonly numbers: 'plain' | 'exponent' | 'text';
  /**
   * 2.6 to 2.8: whether fields that are not needed to pay (`optional-fields.ts`) are present, null or omitted. Default:
   * 'shown'.
   */
  readonly optionalFields: 'shown' | 'null' | 'omitted';
  /** 2: whether responses and webhooks have fields that the contract does not name. Default: false. */
  readonly extraFields: boolean;
  /** 2: the order of the fields in an object. Default: 'shown'. */
  readonly keyOrder: 'shown' | 'reversed';
  /** 2: the media type of JSON responses. Default: 'application/json; charset=utf-8'. */
  readonly contentType: string;
  /** 3: the status text of each state. Default: the name of the state. */
  readonly statusWords: Partial<Readonly<Record<State, string>>>;
  /** 3: the time after which an open payment expires; null means never. Default: null. */
  readonly expiresAfterMs: number | null;
  /** 3: the required confirmations of a transfer, and the time between two of them. Default: 2, one a second. */
  readonly confirmations: { readonly required: number; readonly everyMs: number };
  /** 3: the state after the full amount arrives for an expired payment. Default: 'LATE'. */
  readonly afterExpiry: 'LATE' | 'PAID';
  /** 4.2: the method. A POST sends the parameter in its JSON body. Default: 'GET'. */
  readonly cryptoInfoMethod: 'GET' | 'POST';
  /** 4.2: the parameter that names the coin. Default: 'crypto_coin'. */
  readonly cryptoInfoParameter: string;
  /** 4.2: whether the response is in the envelope of 2.1 or without an envelope. Default: 'envelope'. */
  readonly cryptoInfoShape: 'envelope' | 'bare';
  /** 4.3 to 4.5: the required fields; 'payout' means one of payout_address and addresses. */
  readonly required: Readonly<Record<Kind, readonly string[]>>;
  /** 4.3, 4.4: the currency when it is not required and was not sent. Default: 'USD'. */
  readonly defaultCurrency: string;
  /** 2.9: whether a symbol is accepted in any letter case. Default: 'exact'. */
  readonly coinCase: 'exact' | 'any';
  /** 4.3 to 4.5: whether a field that is null counts as not sent. Default: false. */
  readonly nullMeansAbsent: boolean;
  /** 4.3 to 4.5: whether amount and percent may be sent as text. Default: false. */
  readonly numberText: boolean;
  /** 4.4: the allowed currencies of a wallet payment; null allows any. Default: null. */
  readonly walletCurrencies: readonly string[] | null;
  /**
   * 4.5: how the payer enters the code: in a form on the hosted page; or there and by
   * `POST /v1/payments/localcode/<bid>/code` with `{code}`; or only on the payer's phone, which the panel simulates.
   * Default: 'page'.
   */
  readonly codeEntry: 'page' | 'endpoint' | 'phone';
  /** 4.3 to 4.5: the HTTP status of a creation. Default: 200. */
  readonly createdStatus: number;
  /**
   * 5: whether payment calls need a key. 'optional' accepts a call without a key, but a key that is sent must be known.
   */
  readonly paymentAuth: 'none' | 'optional' | 'required';
  /** 5: the keys that payment calls accept. Default: both. */
  readonly paymentKeys: readonly ('user' | 'store')[];
  /** 5: the keys that the account call accepts. Default: the user's. */
  readonly accountKeys: readonly ('user' | 'store')[];
  /** 6: the states that send a webhook when they begin. Default: all except the state at creation. */
  readonly webhookStates: readonly State[];
  /**
   * 6: the body of a webhook. 'flat': `{tid|pid|bid, status, ...}`, without unknown values. 'data': the same object in
   * `data`, next to an event name. 'form': the same fields as form data. A function returns any JSON value. Default:
   * 'flat'.
   */
  readonly webhookBody: WebhookShape | ((content: StatusUpdate, exact: (text: string) => unknown) => unknown);
  /** 6: the method of a webhook. A GET sends its fields in the query. Default: 'POST'. */
  readonly webhookMethod: 'POST' | 'PUT' | 'GET';
  /**
   * 6: 'hmac' signs the body with HMAC-SHA-256 and the store's key, in hexadecimal, in the header `X-Signature`.
   * Default: 'none'.
   */
  readonly webhookSignature: 'none' | 'hmac';
  /** 6: the pauses before each new attempt, in ms. After the last attempt the webhook is not sent again. */
  readonly webhookRetriesMs: readonly number[];
  /** 6: the webhook script at the start. Default: {}: every webhook is sent once and in order. */
  readonly webhookScript: WebhookScript;
  /** 7: the HTTP status of each error code. */
  readonly refusalStatus: Readonly<Record<RefusalCode, number>>;
  /**
   * 7: the body of an error response, for each family of endpoints. 'message':
   * `{message, error: {code, field, reason}}`. 'errors': `{errors: [{code, field, message}]}`. 'html': an HTML page. A
   * function returns any JSON value. Default: 'message'.
   */
  readonly refusalBody: RefusalShape | ((refusal: Refusal, family: 'account' | 'payments') => unknown);
  /** 8: whether a 429 has a `Retry-After` header, in seconds or as a date. Default: true, in seconds. */
  readonly sendRetryAfter: boolean | 'date';
  /**
   * 8: whether the minute of the rate limit slides with each request or starts with each clock minute. Default:
   * 'sliding'.
   */
  readonly rateWindow: 'sliding' | 'fixed';
  /** 8: whether a request that the rate limit refused counts towards that limit. Default: false. */
  readonly rateCountsRefused: boolean;
  /**
   * 8: the requests that count in currentApiUsage. Requests refused because of their key or the rate never count.
   * Default: 'payments', all of /v1.
   */
  readonly quotaCounts: 'payments' | 'all';
  /** 8: the period after which the counter is reset. Default: 30 days. */
  readonly quotaPeriodMs: number;
  /** 8: the longest request body in bytes. Default: 65536. */
  readonly maxBodyBytes: number;
  /** 8: the longest text, in characters, of a URL, an e-mail address and additional_information. */
  readonly maxLength: { readonly url: number; readonly email: number; readonly text: number };
  /**
   * 9: the end of the version, sent as `Deprecation` and `Sunset` headers; null sends none. ISO 8601. Default: null.
   */
  readonly sunset: string | null;
}
