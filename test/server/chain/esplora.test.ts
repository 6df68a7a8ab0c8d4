import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ChainError, esplora } from '../../../src/server/chain/index.ts';
import { startApi, type ApiServer } from './api-server.ts';

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const OTHER = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const BTC_BLOCK = '00000000000000000019f112ec0a9982926f1258cdcc558dd7c3b7e5dc7fa148';
const NOW = Math.floor(Date.now() / 1000);

/** The transaction format of API.md (Blockstream/esplora). */
const TX = {
  type: 'object',
  required: ['txid', 'version', 'locktime', 'vin', 'vout', 'size', 'weight', 'fee', 'status'],
  properties: {
    vout: {
      items: {
        required: ['scriptpubkey', 'scriptpubkey_asm', 'scriptpubkey_type', 'value'],
        properties: { value: { type: 'integer' } },
      },
    },
    status: { required: ['confirmed'], properties: { confirmed: { type: 'boolean' } } },
  },
};

const output = (address: string, value: number | string) => ({
  scriptpubkey: '0014',
  scriptpubkey_asm: 'OP_0',
  scriptpubkey_type: 'v0_p2wpkh',
  scriptpubkey_address: address,
  value,
});
const tx = (txid: string, height: number | undefined, ...vout: object[]) => ({
  txid,
  version: 2,
  locktime: 0,
  vin: [{ txid: 'aa', vout: 0, is_coinbase: false, sequence: 4294967293 }],
  vout,
  size: 222,
  weight: 561,
  fee: 1410,
  status:
    height === undefined
      ? { confirmed: false }
      : { confirmed: true, block_height: height, block_hash: 'bb', block_time: NOW - (900_000 - height) * 600 },
});

describe('Esplora', () => {
  let api: ApiServer;
  let txs: object[] = [];
  let pages: Record<string, object[]> = {};
  let genesis = BTC_BLOCK;
  const call = { timeout: 2_000, signal: new AbortController().signal };
  const open = (path = '') => esplora({ coin: 'BTC', url: `${api.url}${path}` });
  const look = (since = 0) => open().transfers({ coin: 'BTC', address: ADDRESS, since }, call);

  before(async () => {
    api = await startApi(({ path: asked }) => {
      const path = asked.replace('?key=k', '');
      if (path === '/block-height/478559') return { json: genesis, plain: true };
      if (path === '/blocks') return { json: [{ id: 'cc', height: 900_000, timestamp: NOW, tx_count: 1 }] };
      if (path === `/address/${ADDRESS}/txs`) return { json: txs, schema: { type: 'array', items: TX } };
      const page = pages[path.replace(`/address/${ADDRESS}/txs/chain/`, '')];
      return page && { json: page, schema: { type: 'array', items: TX } };
    });
  });
  after(() => api.close());
  beforeEach(() => {
    txs = [];
    pages = {};
    genesis = BTC_BLOCK;
    api.next = undefined;
  });

  it('reads satoshis, confirmations and what is unconfirmed, of outputs to the address alone', async () => {
    txs = [
      tx('t3', undefined, output(ADDRESS, 1)),
      tx('t2', 900_000, output(OTHER, 5_000), output(ADDRESS, 2_100_000_000_000_000)),
      tx('t1', 899_996, output(ADDRESS, 150_000_000), output(ADDRESS, 7)),
    ];
    const { transfers, tip } = await look();
    assert.deepEqual(tip, { height: 900_000, at: NOW * 1000 });
    assert.deepEqual(
      transfers.map(({ transaction, index, amount, confirmations }) => [transaction, index, amount, confirmations]),
      [
        ['t3', 0, '0.00000001', 0],
        ['t2', 1, '21000000', 1],
        ['t1', 0, '1.5', 5],
        ['t1', 1, '0.00000007', 5],
      ],
    );
    assert.equal(transfers[0]!.at, undefined);
    assert.equal(transfers[2]!.at, (NOW - 2_400) * 1000);
  });

  it('reads further pages until the payment was created, and not all that an address ever had', async () => {
    const page = (from: number) =>
      Array.from({ length: 25 }, (_, i) => tx(`t${from - i}`, from - i, output(ADDRESS, 1)));
    txs = page(900_000);
    pages = { t899976: page(899_975), t899951: page(899_950) };
    const { transfers } = await look((NOW - 40 * 600) * 1000);
    assert.equal(transfers.length, 50);
    pages = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`t${899_976 - 25 * i}`, page(899_975 - 25 * i)]));
    await assert.rejects(look(), { code: 'history-too-short' });
  });

  it('refuses an address with so many transactions that they are not all listed', async () => {
    const unconfirmed = (count: number) =>
      Array.from({ length: count }, (_, i) => tx(`u${i}`, undefined, output(ADDRESS, 600)));
    txs = unconfirmed(49);
    assert.equal((await look()).transfers.length, 49);
    txs = unconfirmed(50);
    await assert.rejects(look(), { code: 'history-too-short' });
    // Of 50 large transactions, the answer is too long. That is no failure of the source.
    txs = [tx('large', undefined, { ...output(ADDRESS, 600), scriptpubkey: '00'.repeat(5_000_000) })];
    await assert.rejects(look(), { code: 'history-too-short' });
  });

  it('refuses what it cannot read, and never takes it for an empty address', async () => {
    const wrong: [unknown, RegExp][] = [
      [[tx('t1', 899_996, output(ADDRESS, 1.5))], /value/],
      [[tx('t1', 899_996, output(ADDRESS, -1))], /value/],
      [[{ txid: 't1' }], /status/],
      [{ error: 'rate' }, /transactions/],
    ];
    for (const [answer, field] of wrong) {
      const server = await startApi(({ path }) => {
        if (path.startsWith('/block-height')) return { json: BTC_BLOCK, plain: true };
        return path === '/blocks' ? { json: [{ height: 900_000, timestamp: NOW }] } : { json: answer };
      });
      const source = esplora({ coin: 'BTC', url: server.url });
      await assert.rejects(source.transfers({ coin: 'BTC', address: ADDRESS, since: 0 }, call), (error: ChainError) => {
        assert.equal(error.code, 'bad-answer');
        assert.match(error.message, field);
        return true;
      });
      await server.close();
    }
  });

  it('refuses another network: Bitcoin Cash has the same blocks up to 478558', async () => {
    genesis = '000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec';
    await assert.rejects(look(), { code: 'wrong-network' });
    await assert.rejects(open().check('BTC', call), { code: 'wrong-network' });
  });

  it('has a code for each failure', async () => {
    const failing = async (next: ApiServer['next'], options = call) => {
      const source = open();
      api.next = next;
      const error: unknown = await source
        .transfers({ coin: 'BTC', address: ADDRESS, since: 0 }, options)
        .catch((reason: unknown) => reason);
      assert.ok(error instanceof ChainError);
      return [error.code, error.retryAfter];
    };
    assert.deepEqual(await failing({ status: 429, headers: { 'retry-after': '7' } }), ['rate-limited', 7]);
    assert.deepEqual(await failing({ status: 503 }), ['rate-limited', undefined]);
    assert.deepEqual(await failing({ status: 403 }), ['unauthorized', undefined]);
    assert.deepEqual(await failing({ status: 500 }), ['rejected', undefined]);
    assert.deepEqual(await failing({ status: 302, headers: { location: 'http://127.0.0.1:1/' } }), [
      'rejected',
      undefined,
    ]);
    assert.deepEqual(await failing('reset'), ['unreachable', undefined]);
    assert.deepEqual(await failing('hang', { ...call, timeout: 50 }), ['timeout', undefined]);
    assert.deepEqual(await failing('hang', { ...call, signal: AbortSignal.timeout(50) }), ['aborted', undefined]);
  });

  it('reads no endless answer', async () => {
    const source = open();
    await source.check('BTC', call);
    api.next = { text: `[${'1'.repeat(9_000_000)}]` };
    await assert.rejects(source.check('BTC', call), { code: 'bad-answer', message: /longer/ });
  });

  it('keeps the query of its address behind the path', async () => {
    await open('?key=k').check('BTC', call);
    assert.deepEqual(
      api.requests.slice(-2).map(({ path }) => path),
      ['/block-height/478559?key=k', '/blocks?key=k'],
    );
  });

  it('keeps its address and its key secret', async () => {
    const source = esplora({
      coin: 'BTC',
      url: api.url.replace('//', '//user-name:pass-word@').concat('/secret-path'),
      headers: { 'x-api-key': 'header-key' },
    });
    const error: unknown = await source.check('BTC', call).catch((reason: unknown) => reason);
    assert.equal(api.requests.at(-1)!.headers.authorization, `Basic ${btoa('user-name:pass-word')}`);
    assert.equal(api.requests.at(-1)!.headers['x-api-key'], 'header-key');
    const written = inspect([error, source], { depth: 9, showHidden: true }) + JSON.stringify([error, source]);
    assert.doesNotMatch(written, /pass-word|secret-path|header-key|127\.0\.0\.1/);
    const nowhere = esplora({ coin: 'BTC', url: 'http://hidden-host.invalid:1/key' });
    const refused: unknown = await nowhere.check('BTC', call).catch((reason: unknown) => reason);
    assert.doesNotMatch(inspect(refused) + JSON.stringify(refused), /hidden-host|key/);
  });

  it('names an option that cannot be used', () => {
    assert.throws(() => esplora({ coin: 'ETH' as 'BTC', url: 'https://x.example' }), /esplora\.coin: one of BTC, LTC/);
    assert.throws(() => esplora({ coin: 'BTC', url: 'x.example' }), /esplora\.url/);
    assert.throws(() => esplora({ coin: 'BTC', url: 'https://x.example', requestsPerMinute: 0 }), /requestsPerMinute/);
  });
});
