import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ServiceClient } from '../../../../src/server/providers/service/client/index.ts';
import { ADDRESSES, answer, failure, httpServer, KEY } from './support.ts';

const FIELDS = {
  amount: '20.50',
  payout_crypto_coin: 'ETH',
  payout_address: ADDRESSES.ETH,
  meta: { order: '1' },
} as const;

type Fields = Record<string, unknown>;

/** A client of a service that echoes what it is asked, as `change` makes it. */
async function clientOf(t: TestContext, change: (data: Fields) => Fields): Promise<ServiceClient> {
  const baseUrl = await httpServer(t, ({ body }, response) => {
    const {
      amount,
      payout_crypto_coin: payoutCryptoCoin,
      payout_address: payoutAddress,
      meta,
    } = JSON.parse(body) as Fields;
    const data = { bid: 'b-1', status: 'PENDING', amount, payoutCryptoCoin, payoutAddress, meta };
    answer(response, 200, { message: 'waiting for the code', data: change(data) });
  });
  return new ServiceClient({ baseUrl, apiKey: KEY });
}

describe('the response of 4.5 is compared with the request', () => {
  it('and a stale one, as a cache in between would give, is refused', async (t) => {
    let first: Fields | undefined;
    const client = await clientOf(t, (data) => (first ??= data));
    assert.equal((await client.createLocalcode(FIELDS)).bid, 'b-1');
    const error = await failure(client.createLocalcode(FIELDS));
    assert.deepEqual([error.code, error.field, error.sent], ['bad-answer', 'meta.payElementsNonce', true]);
  });

  for (const [field, change] of [
    ['amount', { amount: 20 }],
    ['payoutCryptoCoin', { payoutCryptoCoin: 'BTC' }],
    ['payoutAddress', { payoutAddress: '0x52908400098527886E0F7030069857D2E4169EE7' }],
    ['meta.payElementsNonce', { meta: { order: '1' } }],
  ] as const)
    it(`and another ${field} is refused`, async (t) => {
      const client = await clientOf(t, (data) => ({ ...data, ...change }));
      const error = await failure(client.createLocalcode(FIELDS));
      assert.deepEqual([error.code, error.field, error.sent], ['bad-answer', field, true]);
    });

  for (const [what, change] of [
    ['a meta that is not echoed', { meta: undefined }],
    ['a meta of null', { meta: null }],
    ['an empty meta', { meta: {} }],
    ['nothing echoed at all', { amount: null, payoutCryptoCoin: undefined, payoutAddress: null, meta: null }],
    ['the coin in lower case', { payoutCryptoCoin: 'eth' }],
    ['the address in another spelling', { payoutAddress: ADDRESSES.ETH.toLowerCase() }],
    ['the amount as text', { amount: '20.5' }],
  ] as const)
    it(`and ${what} is taken`, async (t) => {
      const client = await clientOf(t, (data) => ({ ...data, ...change }));
      assert.equal((await client.createLocalcode(FIELDS)).bid, 'b-1');
    });

  it('and an amount with more digits than the service’s number holds is taken', async (t) => {
    const client = await clientOf(t, (data) => data);
    assert.equal((await client.createLocalcode({ ...FIELDS, amount: '1234567890.123456789' })).bid, 'b-1');
  });

  it('by a mark that is another each time and that the shop does not see', async (t) => {
    const marks = new Set<unknown>();
    const client = await clientOf(t, (data) => {
      marks.add((data.meta as Fields).payElementsNonce);
      return data;
    });
    assert.deepEqual((await client.createLocalcode(FIELDS)).meta, { order: '1' });
    const { meta: _, ...bare } = FIELDS;
    assert.deepEqual((await client.createLocalcode(bare)).meta, {});
    assert.equal(marks.size, 2);
  });
});
