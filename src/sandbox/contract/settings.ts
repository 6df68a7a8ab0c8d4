import {
  allFields,
  amount,
  anyOf,
  callback,
  count,
  fields,
  flag,
  listOf,
  oneOf,
  recordOf,
  text,
  type Rule,
} from '../rule.ts';
import { symbols } from './coins.ts';
import type { ContractGaps } from './contract-gaps.ts';
import { strict } from './profiles.ts';
import { states } from './status-words.ts';

/** Every sentence of the contract that says that something is not shown, with its section. */
export const gaps = {
  roles: ['2.2', 'Role values other than user'],
  feeUnits: ['2.3', 'Units of the fee fields'],
  singlePayout: ['2.6', 'The way a single payout_address is reported in the response'],
  states: ['3', 'Further states'],
  transitions: ['3', 'Transitions'],
  cryptoInfo: ['4.2', 'Method, parameters and full response shape'],
  required: ['4.3', 'Which request fields are required'],
  usd: ['4.4', 'the case to which it applies'],
  code: ['4.5', "How the payer's code is supplied after creation"],
  auth: ['5', 'Authentication of the payment endpoints'],
  keys: ['5', 'What the user key and the store key are accepted for'],
  webhook: ['6', 'Webhook payload, signing and retries'],
  moments: ['6', 'Which payment status changes trigger a webhook'],
  errorShape: ['7', 'Error response shape'],
  errorStatus: ['7', 'HTTP status codes for errors'],
  limit: ['8', 'Behaviour when a limit is exceeded'],
  lengths: ['8', 'Length limits of fields'],
  versions: ['9', 'Deprecation and compatibility policy'],
  /** Details that the contract shows only by example or not at all, without mentioning it. */
  silence: ['2', 'what is neither shown nor said'],
} as const;

/** The purpose of a setting. */
export interface Setting {
  readonly gap: keyof typeof gaps;
  /** A short description of the choice. */
  readonly says: string;
  /** The values that it can have. */
  readonly value: Rule;
}

const webhookScript = fields({
  delayMs: count(0),
  drop: anyOf(count(0), listOf(oneOf(...states))),
  duplicate: count(0, 100),
  reorder: count(0, 100),
  slowMs: count(0),
  retriesMs: listOf(count(0)),
});

const refusalStatus = allFields(
  Object.fromEntries(Object.keys(strict.refusalStatus).map((code) => [code, count(400, 599)])),
);

const date: Rule = {
  needs: 'a time in ISO 8601',
  accepts: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
};

/** Each setting with its gap in the contract. */
export const settings: Readonly<Record<keyof ContractGaps, Setting>> = {
  userRole: { gap: 'roles', says: 'the role of the user', value: text },
  planFees: {
    gap: 'feeUnits',
    says: 'the fees of the plan, as percent or as a part of one',
    value: allFields({ crypto: amount, localcodeKarty: amount }),
  },
  singlePayout: {
    gap: 'singlePayout',
    says: 'how a single payout_address is reported',
    value: oneOf('empty', 'whole', 'null', 'omitted'),
  },
  absentWebhookUrl: { gap: 'silence', says: 'webhookUrl when none was sent', value: oneOf(null, '', 'omitted') },
  absentMeta: { gap: 'silence', says: 'meta when none was sent', value: oneOf('empty', 'null', 'omitted') },
  testMark: { gap: 'silence', says: 'the extra field test: true', value: flag },
  quoteDecimals: { gap: 'silence', says: 'decimals of an expected amount', value: recordOf(symbols, count(0, 100)) },
  noteMarks: { gap: 'silence', says: 'whether a note contains quotes and brackets', value: flag },
  numbers: { gap: 'silence', says: 'the format of numbers', value: oneOf('plain', 'exponent', 'text') },
  optionalFields: {
    gap: 'silence',
    says: 'fields that are not needed to pay',
    value: oneOf('shown', 'null', 'omitted'),
  },
  extraFields: { gap: 'silence', says: 'fields that the contract does not name', value: flag },
  keyOrder: { gap: 'silence', says: 'the order of the fields', value: oneOf('shown', 'reversed') },
  contentType: { gap: 'silence', says: 'the media type of a response', value: text },
  statusWords: { gap: 'states', says: 'the status words of the states', value: recordOf(states, text) },
  expiresAfterMs: {
    gap: 'transitions',
    says: 'when an open payment expires automatically',
    value: anyOf(count(1), oneOf(null)),
  },
  confirmations: {
    gap: 'transitions',
    says: 'how many confirmations a transfer needs, and their interval',
    value: allFields({ required: count(0), everyMs: count(0) }),
  },
  afterExpiry: { gap: 'transitions', says: 'the state of an exact payment after expiry', value: oneOf('LATE', 'PAID') },
  cryptoInfoMethod: { gap: 'cryptoInfo', says: 'the method of crypto-info', value: oneOf('GET', 'POST') },
  cryptoInfoParameter: { gap: 'cryptoInfo', says: 'the parameter that names the coin', value: text },
  cryptoInfoShape: { gap: 'cryptoInfo', says: 'the envelope of its response', value: oneOf('envelope', 'bare') },
  required: {
    gap: 'required',
    says: 'the required fields',
    value: allFields({ crypto: listOf(text), wallet: listOf(text), localcode: listOf(text) }),
  },
  defaultCurrency: { gap: 'required', says: 'the currency when none was sent', value: text },
  coinCase: { gap: 'silence', says: 'the letter case of coin symbols', value: oneOf('exact', 'any') },
  nullMeansAbsent: { gap: 'required', says: 'whether null counts as not sent', value: flag },
  numberText: { gap: 'silence', says: 'whether a number may be sent as text', value: flag },
  walletCurrencies: { gap: 'usd', says: 'the currencies of a wallet payment', value: anyOf(listOf(text), oneOf(null)) },
  codeEntry: { gap: 'code', says: 'how the code of the payer is sent', value: oneOf('page', 'endpoint', 'phone') },
  createdStatus: { gap: 'silence', says: 'the HTTP status of a creation', value: count(200, 299) },
  paymentAuth: { gap: 'auth', says: 'whether payment calls need a key', value: oneOf('none', 'optional', 'required') },
  paymentKeys: { gap: 'keys', says: 'the keys that payment calls accept', value: listOf(oneOf('user', 'store')) },
  accountKeys: { gap: 'keys', says: 'the keys that the account call accepts', value: listOf(oneOf('user', 'store')) },
  webhookStates: { gap: 'moments', says: 'the states that are reported by webhook', value: listOf(oneOf(...states)) },
  webhookBody: { gap: 'webhook', says: 'the body of a webhook', value: anyOf(oneOf('flat', 'data', 'form'), callback) },
  webhookMethod: { gap: 'webhook', says: 'the method of a webhook', value: oneOf('POST', 'PUT', 'GET') },
  webhookSignature: { gap: 'webhook', says: 'whether a webhook is signed', value: oneOf('none', 'hmac') },
  webhookRetriesMs: { gap: 'webhook', says: 'pauses before each new attempt', value: listOf(count(0)) },
  webhookScript: { gap: 'webhook', says: 'faults in the delivery of webhooks', value: webhookScript },
  refusalStatus: { gap: 'errorStatus', says: 'the HTTP status of each refusal', value: refusalStatus },
  refusalBody: {
    gap: 'errorShape',
    says: 'the body of a refusal',
    value: anyOf(oneOf('message', 'errors', 'html'), callback),
  },
  sendRetryAfter: { gap: 'limit', says: 'whether and how a 429 has Retry-After', value: oneOf(true, false, 'date') },
  rateWindow: { gap: 'limit', says: 'how the minute is counted', value: oneOf('sliding', 'fixed') },
  rateCountsRefused: { gap: 'limit', says: 'whether refused requests count too', value: flag },
  quotaCounts: { gap: 'limit', says: 'the requests that count against the quota', value: oneOf('payments', 'all') },
  quotaPeriodMs: { gap: 'limit', says: 'the period of the quota', value: count(1) },
  maxBodyBytes: { gap: 'lengths', says: 'the longest body', value: count(1) },
  maxLength: {
    gap: 'lengths',
    says: 'the longest texts, in characters',
    value: allFields({ url: count(1), email: count(1), text: count(1) }),
  },
  sunset: { gap: 'versions', says: 'the end of support for the version', value: anyOf(date, oneOf(null)) },
};
