/** What the helper makes of a point that the contract of the payment service does not show. */
export interface ContractGap {
  /** The options of `createCheckout` that change it, which a test compares; none where the helper does not depend on the point. */
  readonly options: readonly string[];
  /** What happens without them, as Markdown. */
  readonly byDefault: string;
}

/** Each point by its name in `gaps` of the sandbox (src/sandbox/contract/settings.ts). The table of docs/contract-gaps.md. */
export const contractGaps = {
  roles: {
    options: [],
    byDefault: 'No role is read.',
  },
  feeUnits: {
    options: [],
    byDefault: 'No fee is read, shown or calculated.',
  },
  singlePayout: {
    options: [],
    byDefault: 'The recipients in the response are not read.',
  },
  states: {
    options: ['statusMap'],
    byDefault:
      'Words that can mean only one thing have a phase; any other word is `unknown`, which is neither success nor failure.',
  },
  transitions: {
    options: ['verifyPayment', 'afterExpiry', 'amountTolerance'],
    byDefault:
      'A payment moves only forward, and a final phase stays; a word that would move it back changes nothing. A payment called paid is paid also after `expiresAt`, and underpaid when less than expected was received by the same report, or by the last one with an amount.',
  },
  cryptoInfo: {
    options: [
      'service.cryptoInfo.method',
      'service.cryptoInfo.path',
      'service.cryptoInfo.query',
      'service.cryptoInfo.body',
      'service.cryptoInfo.read',
    ],
    byDefault:
      '`GET /v1/crypto-info?crypto_coin=BTC`; `minimum_transaction_coin` is read at the top or in `data`. Without a minimum the payment is made all the same, with the event `minimum-unknown`.',
  },
  required: {
    options: [],
    byDefault: 'All fields that apply are sent; `meta` and `additional_information` when `order()` gives them.',
  },
  usd: {
    options: ['currencies'],
    byDefault:
      "Wallet payments are offered in every currency. Where yours take USD alone: `currencies: { wallet: ['USD'] }`.",
  },
  code: {
    options: [],
    byDefault:
      'The payer enters it on the hosted page. A shop with a form of its own puts it into the slot `code` of `<pay-localcode>`.',
  },
  auth: {
    options: ['service.auth'],
    byDefault: '`bearer`: the API key goes with all five calls.',
  },
  keys: {
    options: ['service.apiKey', 'service.auth'],
    byDefault: 'One key for all calls. A function as `auth` gives the headers for each path.',
  },
  webhook: {
    options: ['readWebhook', 'verifyPayment', 'secret'],
    byDefault:
      '`tid`, `pid` or `bid` and `status`, at the top or one level down, as JSON or a form, by POST or PUT. The address of each payment is signed and unguessable. A webhook that comes again changes nothing; 500 asks for another try.',
  },
  moments: {
    options: ['order'],
    byDefault:
      'No change is relied on. An offer ends at the `expiresAt` that `order()` gives, or else at the first that a webhook names; without news a payment stays as it is.',
  },
  errorShape: {
    options: ['service.refusal'],
    byDefault: 'The field at fault is read from `field`, `error.field` or `errors[0].field`.',
  },
  errorStatus: {
    options: ['service.refusal'],
    byDefault:
      '4xx is a refusal, 401 and 403 a wrong key, 402 a used-up quota, 429 is waited for, 5xx is a failure of the service.',
  },
  limit: {
    options: ['service.limit.perMinute', 'service.limit.maxWait', 'service.refusal'],
    byDefault:
      'No more than 35 requests a minute are sent. 429 is waited for, as long as `Retry-After` says, 8 s at most in all.',
  },
  lengths: {
    options: [],
    byDefault: 'No text is shortened. A refused one is a refusal that names the field.',
  },
  versions: {
    options: [],
    byDefault: 'The paths have the versions of the contract; unknown fields are kept, and no header is read.',
  },
} as const satisfies Readonly<Record<string, ContractGap>>;
