import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  CryptoFields,
  LocalcodeFields,
  WalletFields,
} from '../../../../src/server/providers/service/client/fields.ts';
import { ADDRESSES, clientWith, DATA, failure, ok, playedTransport } from './support.ts';

const CRYPTO: CryptoFields = {
  amount: '19.99',
  currency: 'USD',
  crypto_coin: 'BTC',
  payout_address: ADDRESSES.BTC,
  webhook_url: 'https://shop.example/hook',
  meta: { order: '1001' },
};
const WALLET: WalletFields = { amount: '19.99', currency: 'USD', payout_email: 'pay@shop.example' };
const LOCALCODE: LocalcodeFields = { amount: '19.99', payout_crypto_coin: 'ETH', payout_address: ADDRESSES.ETH };

const split = (...percents: (number | string)[]) => ({
  ...CRYPTO,
  payout_address: undefined,
  addresses: percents.map((percent, i) => ({ address: i === 0 ? ADDRESSES.BTC : ADDRESSES.OTHER_BTC, percent })),
});

/** Bad on purpose: what a caller without types may hand in. */
type Bad = Record<string, unknown>;

const shared: [string, string, Bad][] = [
  ['no amount', 'amount', { amount: undefined }],
  ['an amount of zero', 'amount', { amount: '0.00' }],
  ['a negative amount', 'amount', { amount: -1 }],
  ['an amount that is not finite', 'amount', { amount: Infinity }],
  ['an amount that is not a number', 'amount', { amount: NaN }],
  ['an amount with a comma', 'amount', { amount: '19,99' }],
  ['an amount with a space', 'amount', { amount: ' 19.99' }],
  ['an amount with its unit', 'amount', { amount: '$19.99' }],
  ['an amount in hexadecimal', 'amount', { amount: '0x10' }],
  ['an empty amount', 'amount', { amount: '' }],
  ['an amount in a list', 'amount', { amount: ['19.99'] }],
  ['a webhook that is no URL', 'webhook_url', { webhook_url: 'shop.example/hook' }],
  ['a webhook of another scheme', 'webhook_url', { webhook_url: 'javascript:alert(1)' }],
  ['a webhook with a space before it', 'webhook_url', { webhook_url: ' https://shop.example/hook' }],
  ['a webhook that is no text', 'webhook_url', { webhook_url: 7 }],
  ['a meta that is a list', 'meta', { meta: ['a'] }],
  ['a meta that is text', 'meta', { meta: 'a' }],
  ['a meta with a number that JSON has not', 'meta.n', { meta: { n: NaN } }],
  ['a meta with a big integer', 'meta', { meta: { n: 1n } }],
];

const crypto: [string, string, Bad][] = [
  ...shared,
  ['no currency', 'currency', { currency: undefined }],
  ['a currency of two letters', 'currency', { currency: 'US' }],
  ['a currency by its sign', 'currency', { currency: '$$$' }],
  ['no coin', 'crypto_coin', { crypto_coin: undefined }],
  ['an unknown coin', 'crypto_coin', { crypto_coin: 'XMR' }],
  ['a coin that is no text', 'crypto_coin', { crypto_coin: 1 }],
  ['no payout', 'payout_address', { payout_address: undefined }],
  ['an address of another coin', 'payout_address', { payout_address: ADDRESSES.ETH }],
  ['an address with a typing mistake', 'payout_address', { payout_address: ADDRESSES.BTC.replace('ar0', 'ar2') }],
  ['an address with a space behind it', 'payout_address', { payout_address: `${ADDRESSES.BTC} ` }],
  ['both payout forms (contract 7)', 'payout_address', { addresses: split(100).addresses }],
  ['a split that does not sum to 100 (contract 7)', 'addresses', split(50, '49.99')],
  ['a split beyond 100 (contract 7)', 'addresses', split(50, 50.01)],
  ['a percent of 0 (contract 7)', 'addresses[0].percent', split(0, 100)],
  ['a percent above 100 (contract 7)', 'addresses[0].percent', split(100.5)],
  [
    'a recipient twice (contract 7)',
    'addresses[1].address',
    {
      payout_address: undefined,
      addresses: [50, 50].map((percent) => ({ address: ADDRESSES.BTC, percent })),
    },
  ],
  [
    'a bad address in a split',
    'addresses[0].address',
    {
      payout_address: undefined,
      addresses: [{ address: 'nowhere', percent: 100 }],
    },
  ],
  ['an empty split', 'addresses', { payout_address: undefined, addresses: [] }],
];

const wallet: [string, string, Bad][] = [
  ...shared,
  ['no currency', 'currency', { currency: null }],
  ['no e-mail', 'payout_email', { payout_email: undefined }],
  ...[
    'shop',
    'pay@shop',
    'pay@@shop.example',
    'pay @shop.example',
    'pay@shop.example ',
    '.a@shop.example',
    'a..b@shop.example',
    'a@-shop.example',
    `${'a'.repeat(65)}@shop.example`,
    `a@${'b.'.repeat(130)}example`,
    'a@shop.example\r\nBcc: x@y.example',
  ].map((email): [string, string, Bad] => [
    `the e-mail ${JSON.stringify(email.slice(0, 40))}`,
    'payout_email',
    { payout_email: email },
  ]),
  ['additional information that is no text', 'additional_information', { additional_information: { a: 1 } }],
];

const localcode: [string, string, Bad][] = [
  ...shared,
  ['no coin', 'payout_crypto_coin', { payout_crypto_coin: undefined }],
  ['an unknown coin', 'payout_crypto_coin', { payout_crypto_coin: 'USD' }],
  ['no payout address', 'payout_address', { payout_address: undefined }],
  ['an address of another coin', 'payout_address', { payout_address: ADDRESSES.BTC }],
  ['a meta that uses the name of the mark', 'meta.payElementsNonce', { meta: { payElementsNonce: 'x' } }],
];

const calls = {
  createCrypto: { good: CRYPTO, bad: crypto },
  createWallet: { good: WALLET, bad: wallet },
  createLocalcode: { good: LOCALCODE, bad: localcode },
} as const;

for (const [name, { good, bad }] of Object.entries(calls) as [keyof typeof calls, (typeof calls)[keyof typeof calls]][])
  describe(`${name} refuses, before a request is spent,`, () => {
    for (const [what, field, change] of bad)
      it(what, async () => {
        const { requests, transport } = playedTransport();
        const client = clientWith({ transport });
        const error = await failure(client[name]({ ...good, ...change } as never));
        assert.deepEqual([error.code, error.field, error.sent], ['invalid-request', field, false]);
        assert.match(error.message, new RegExp(`^${field.replace(/[[\]]/g, '\\$&')}: `));
        assert.equal(requests.length, 0);
      });

    it('no fields at all, as a misuse', async () => {
      const client = clientWith({ transport: playedTransport().transport });
      for (const fields of [undefined, null, 'fields', []])
        await assert.rejects(client[name](fields as never), TypeError);
    });
  });

describe('what is sent', () => {
  const sentBy = async (fields: CryptoFields): Promise<string> => {
    const { requests, transport } = playedTransport(ok(DATA.crypto));
    await clientWith({ transport }).createCrypto(fields);
    return requests[0]?.body ?? '';
  };

  for (const [amount, digits] of [
    ['19.99', '19.99'],
    [19.99, '19.99'],
    ['1234567890.123456789', '1234567890.123456789'],
    ['0.000000000000000001', '0.000000000000000001'],
    [1e-7, '0.0000001'],
    [1e21, '1000000000000000000000'],
    ['007.50', '7.5'],
  ] as const)
    it(`writes the amount ${JSON.stringify(amount)} as the JSON number ${digits} (contract 4.3)`, async () => {
      const body = await sentBy({ ...CRYPTO, amount });
      assert.ok(body.includes(`"amount":${digits},`), body);
      JSON.parse(body);
    });

  it('has the contract’s names, the coin as the contract writes it, and nothing that was not given (contract 4.3)', async () => {
    const body = await sentBy({ ...CRYPTO, crypto_coin: 'btc', addresses: null });
    assert.deepEqual(JSON.parse(body), { ...CRYPTO, amount: 19.99 });
  });

  it('has a split with its percents as numbers (contract 4.3)', async () => {
    const { addresses } = JSON.parse(await sentBy(split('33.34', 66.66))) as Bad;
    assert.deepEqual(addresses, [
      { address: ADDRESSES.BTC, percent: 33.34 },
      { address: ADDRESSES.OTHER_BTC, percent: 66.66 },
    ]);
  });

  it('takes a split that is 100 but not in doubles (contract 7)', async () => {
    const fields = { ...CRYPTO, payout_address: null, crypto_coin: 'ETH' };
    const percents = [82.49, 1.61, 2.35, 9.38, 4.17];
    const addresses = percents.map((percent, i) => ({ address: `0x${String(i + 1).repeat(40)}`, percent }));
    assert.match(await sentBy({ ...fields, addresses }), /"percent":82\.49/);
  });

  it('has fields that the contract does not name, as they were given', async () => {
    assert.equal((JSON.parse(await sentBy({ ...CRYPTO, locale: 'de' })) as Bad).locale, 'de');
  });
});
