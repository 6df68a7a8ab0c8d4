import type { ContractGaps } from './contract-gaps.ts';

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
}

/** Each setting with its gap in the contract. */
export const settings: Readonly<Record<keyof ContractGaps, Setting>> = {
  userRole: { gap: 'roles', says: 'the role of the user' },
  planFees: { gap: 'feeUnits', says: 'the fees of the plan, as percent or as a part of one' },
  singlePayout: { gap: 'singlePayout', says: 'how a single payout_address is reported' },
  absentWebhookUrl: { gap: 'silence', says: 'webhookUrl when none was sent' },
  absentMeta: { gap: 'silence', says: 'meta when none was sent' },
  testMark: { gap: 'silence', says: 'the extra field test: true' },
  quoteDecimals: { gap: 'silence', says: 'decimals of an expected amount' },
  noteMarks: { gap: 'silence', says: 'whether a note contains quotes and brackets' },
  numbers: { gap: 'silence', says: 'the format of numbers' },
  optionalFields: { gap: 'silence', says: 'fields that are not needed to pay' },
  extraFields: { gap: 'silence', says: 'fields that the contract does not name' },
  keyOrder: { gap: 'silence', says: 'the order of the fields' },
  contentType: { gap: 'silence', says: 'the media type of a response' },
  statusWords: { gap: 'states', says: 'the status words of the states' },
  expiresAfterMs: { gap: 'transitions', says: 'when an open payment expires automatically' },
  confirmations: { gap: 'transitions', says: 'how many confirmations a transfer needs, and their interval' },
  afterExpiry: { gap: 'transitions', says: 'the state of an exact payment after expiry' },
  cryptoInfoMethod: { gap: 'cryptoInfo', says: 'the method of crypto-info' },
  cryptoInfoParameter: { gap: 'cryptoInfo', says: 'the parameter that names the coin' },
  cryptoInfoShape: { gap: 'cryptoInfo', says: 'the envelope of its response' },
  required: { gap: 'required', says: 'the required fields' },
  defaultCurrency: { gap: 'required', says: 'the currency when none was sent' },
  coinCase: { gap: 'silence', says: 'the letter case of coin symbols' },
  nullMeansAbsent: { gap: 'required', says: 'whether null counts as not sent' },
  numberText: { gap: 'silence', says: 'whether a number may be sent as text' },
  walletCurrencies: { gap: 'usd', says: 'the currencies of a wallet payment' },
  codeEntry: { gap: 'code', says: 'how the code of the payer is sent' },
  createdStatus: { gap: 'silence', says: 'the HTTP status of a creation' },
  paymentAuth: { gap: 'auth', says: 'whether payment calls need a key' },
  paymentKeys: { gap: 'keys', says: 'the keys that payment calls accept' },
  accountKeys: { gap: 'keys', says: 'the keys that the account call accepts' },
  webhookStates: { gap: 'moments', says: 'the states that are reported by webhook' },
  webhookBody: { gap: 'webhook', says: 'the body of a webhook' },
  webhookMethod: { gap: 'webhook', says: 'the method of a webhook' },
  webhookSignature: { gap: 'webhook', says: 'whether a webhook is signed' },
  webhookRetriesMs: { gap: 'webhook', says: 'pauses before each new attempt' },
  webhookScript: { gap: 'webhook', says: 'faults in the delivery of webhooks' },
  refusalStatus: { gap: 'errorStatus', says: 'the HTTP status of each refusal' },
  refusalBody: { gap: 'errorShape', says: 'the body of a refusal' },
  sendRetryAfter: { gap: 'limit', says: 'whether and how a 429 has Retry-After' },
  rateWindow: { gap: 'limit', says: 'how the minute is counted' },
  rateCountsRefused: { gap: 'limit', says: 'whether refused requests count too' },
  quotaCounts: { gap: 'limit', says: 'the requests that count against the quota' },
  quotaPeriodMs: { gap: 'limit', says: 'the period of the quota' },
  maxBodyBytes: { gap: 'lengths', says: 'the longest body' },
  maxLength: { gap: 'lengths', says: 'the longest texts' },
  sunset: { gap: 'versions', says: 'the end of support for the version' },
};
