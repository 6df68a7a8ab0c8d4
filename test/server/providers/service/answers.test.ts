import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ADDRESSES, DATA, failure, ok, played } from './support.ts';

const CRYPTO = { amount: '19.99', currency: 'USD', crypto_coin: 'BTC', payout_address: ADDRESSES.BTC } as const;

describe('an answer', () => {
  const bad: [string, object, string][] = [
    ['no id', { ...DATA.crypto, tid: undefined }, 'tid'],
    ['an empty id', { ...DATA.crypto, tid: '' }, 'tid'],
    ['no status', { ...DATA.crypto, status: null }, 'status'],
    ['no address', { ...DATA.crypto, address: undefined }, 'address'],
    ['no expected amount', { ...DATA.crypto, cryptoAmountExpected: null }, 'cryptoAmountExpected'],
    ['an expected amount of nothing', { ...DATA.crypto, cryptoAmountExpected: 0 }, 'cryptoAmountExpected'],
    ['an expected amount in words', { ...DATA.crypto, cryptoAmountExpected: 'some' }, 'cryptoAmountExpected'],
  ];
  for (const [what, data, field] of bad)
    it(`with ${what} is bad, by name (contract 2.6)`, async () => {
      const error = await failure(played([ok(data)]).client.createCrypto(CRYPTO));
      assert.deepEqual([error.code, error.field, error.sent], ['bad-answer', field, true]);
    });

  it('without a note is bad (contract 2.7)', async () => {
    const { client } = played([ok({ ...DATA.wallet, note: '' })]);
    const fields = { amount: 1, currency: 'USD', payout_email: 'a@shop.example' };
    assert.equal((await failure(client.createWallet(fields))).field, 'note');
  });

  it('without data is bad (contract 2.1)', async () => {
    for (const text of ['{"message":"created"}', '{"data":[]}', '[]', 'null', '"text"', ''])
      assert.equal((await failure(played([{ text }]).client.createCrypto(CRYPTO))).code, 'bad-answer');
  });

  it('of the account that does not report success is a refusal (contract 2.1)', async () => {
    const { client } = played([{ text: '{"status":"error","data":{"id":"1"}}' }]);
    assert.equal((await failure(client.currentUser())).code, 'rejected');
  });

  it('with nothing but what is needed is good', async () => {
    const { tid, status, address, cryptoAmountExpected } = DATA.crypto;
    const answer = await played([ok({ tid, status, address, cryptoAmountExpected })]).client.createCrypto(CRYPTO);
    assert.equal(answer.amountText, undefined);
  });

  it('keeps the digits of its numbers, unknown fields and unknown status words', async () => {
    const text =
      '{"data":{"tid":7123456789012345678,"address":"a","status":"SETTLING","cryptoAmountExpected":1.5e-7,' +
      '"amount":"1234567890.123456789","cryptoCoin":"xmr","later":{"n":1.0}}}';
    const answer = await played([{ text }]).client.createCrypto(CRYPTO);
    assert.deepEqual(answer, {
      tid: '7123456789012345678',
      address: 'a',
      status: 'SETTLING',
      cryptoAmountExpected: 1.5e-7,
      cryptoAmountExpectedText: '0.00000015',
      amount: 1234567890.1234567,
      amountText: '1234567890.123456789',
      cryptoCoin: 'xmr',
      later: { n: 1 },
    });
  });

  for (const [status, body, expected] of [
    [400, '', 'rejected'],
    [401, '', 'unauthorized'],
    [402, '', 'quota-exhausted'],
    [403, '', 'unauthorized'],
    [403, '{"message":"API request limit reached"}', 'quota-exhausted'],
    [404, '', 'rejected'],
    [500, '', 'service-error'],
  ] as const)
    it(`of ${status} ${body} is ${expected}`, async () => {
      const error = await failure(played([{ status, text: body }]).client.createCrypto(CRYPTO));
      assert.deepEqual([error.code, error.status, error.sent], [expected, status, true]);
    });

  it("outside 2xx is read by the shop's `refusal` option, if set", async () => {
    const refusal = () => ({ code: 'quota-exhausted', field: 'amount' }) as const;
    const error = await failure(played([{ status: 418 }], { refusal }).client.createCrypto(CRYPTO));
    assert.deepEqual([error.code, error.field], ['quota-exhausted', 'amount']);
  });
});
