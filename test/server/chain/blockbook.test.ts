import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { blockbook, type BlockbookOptions } from '../../../src/server/chain/index.ts';
import { startApi, type ApiServer } from './api-server.ts';

const NOW = Math.floor(Date.now() / 1000);
const AMOUNT = { type: 'string', pattern: '^\\d+$' };

/** Of `openapi.yaml` (trezor/blockbook): the fields that are read. */
const ADDRESS_SCHEMA = {
  type: 'object',
  required: ['address', 'balance', 'txs'],
  properties: {
    transactions: {
      items: {
        required: ['txid', 'vin', 'vout', 'blockHeight', 'confirmations', 'blockTime'],
        properties: {
          confirmations: { type: 'integer' },
          blockTime: { type: 'integer' },
          vout: { items: { required: ['n', 'addresses', 'isAddress'], properties: { value: AMOUNT } } },
          ethereumSpecific: { required: ['status', 'nonce'], properties: { status: { enum: [1, 0, -1] } } },
          tokenTransfers: {
            items: { required: ['from', 'to', 'contract', 'decimals'], properties: { value: AMOUNT } },
          },
        },
      },
    },
  },
};

const status = (fields = {}) => ({
  blockbook: {
    coin: 'X',
    inSync: true,
    initialSync: false,
    bestHeight: 1000,
    lastBlockTime: new Date(NOW * 1000),
    ...fields,
  },
  backend: { chain: 'main' },
});
const output = (address: string | null, value?: string) => ({
  ...(value === undefined ? {} : { value }),
  n: 0,
  addresses: address === null ? null : [address],
  isAddress: address !== null,
});
const tx = (txid: string, confirmations: number, fields: object) => ({
  txid,
  vin: [],
  vout: [],
  blockHeight: confirmations === 0 ? -1 : 1001 - confirmations,
  confirmations,
  blockTime: NOW - confirmations * 60,
  value: '0',
  ...fields,
});

let api: ApiServer | undefined;
afterEach(() => api?.close());

const call = { timeout: 2_000, signal: new AbortController().signal };
const network = { height: 0, hash: '0xaa' };

async function transfersOf(
  coin: BlockbookOptions['coin'],
  address: string,
  transactions: object[] | undefined,
  fields = {},
) {
  api = await startApi(({ path }) => {
    if (path === '/api/v2/block-index/0') return { json: { blockHash: '0xAA' } };
    if (path === '/api/status') return { json: status(fields) };
    const page = { page: 1, totalPages: 1, itemsOnPage: 100, balance: '0', txs: transactions?.length ?? 0 };
    const json = { ...page, address, ...(transactions && { transactions }) };
    return path.startsWith('/api/v2/address/') ? { json, schema: ADDRESS_SCHEMA } : undefined;
  });
  const source = blockbook({ coin, url: api.url, network });
  return (await source.transfers({ coin, address, since: 0 }, call)).transfers;
}
const look = async (...given: Parameters<typeof transfersOf>) =>
  (await transfersOf(...given)).map(({ transaction, amount, confirmations }) => [transaction, amount, confirmations]);

describe('Blockbook', () => {
  it('reads an address without transactions, whose list is left out', async () => {
    assert.deepEqual(await look('BTC', 'bc1qx', undefined), []);
  });

  it('reads amounts in the smallest unit, and leaves outputs without one address alone', async () => {
    const transactions = [
      tx('t2', 0, { vout: [output('D1', '123456789')] }),
      tx('t1', 3, { vout: [output(null), output('D2', '5'), output('D1', '4200000000'), output('D1')] }),
    ];
    assert.deepEqual(await look('DOGE', 'D1', transactions), [
      ['t2', '1.23456789', 0],
      ['t1', '42', 3],
    ]);
  });

  it('has the time of the block, or when the server first saw the transaction, where it knows', async () => {
    const vout = [output('bc1qx', '5')];
    const transactions = [tx('seen', 0, { vout }), tx('unseen', 0, { vout, blockTime: 0 }), tx('mined', 2, { vout })];
    assert.deepEqual(
      (await transfersOf('BTC', 'bc1qx', transactions)).map(({ at, seenAt }) => [at, seenAt]),
      [
        [undefined, NOW * 1000],
        [undefined, undefined],
        [(NOW - 120) * 1000, undefined],
      ],
    );
  });

  it('takes an address of Bitcoin Cash with and without its prefix for the same', async () => {
    const transactions = [tx('t1', 1, { vout: [output('bitcoincash:qz', '100000000')] })];
    assert.deepEqual(await look('BCH', 'qz', transactions), [['t1', '1', 1]]);
  });

  it('takes the older form of an address of Bitcoin Cash for the same', async () => {
    const [older, cash] = [
      '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    ];
    const transactions = [tx('a', 1, { vout: [output(cash, '100000000')] })];
    assert.deepEqual(await look('BCH', older, transactions), [['a', '1', 1]]);
  });

  it('counts wei of transactions that succeeded, and internal transfers', async () => {
    const to = '0xAbCd';
    const of = (value: number, fields = {}) => ({ ethereumSpecific: { status: value, nonce: 1, ...fields } });
    const internalTransfers = [
      { type: 0, from: '0x1', to: '0xabcd', value: '5' },
      { type: 0, from: '0x1', to: '0x2', value: '7' },
    ];
    const transactions = [
      tx('pending', 0, { vout: [output('0xabcd', '1123456789012345678')], ...of(-1) }),
      tx('failed', 2, { vout: [output('0xabcd', '9')], ...of(0) }),
      tx('internal', 2, { vout: [output('0x9', '0')], ...of(1, { internalTransfers }) }),
      tx('paid', 2, { vout: [output('0xABCD', '1000000000000000000')], ...of(1) }),
    ];
    assert.deepEqual(await look('ETH', to, transactions), [
      ['pending', '1.123456789012345678', 0],
      ['internal', '0.000000000000000005', 2],
      ['paid', '1', 2],
    ]);
  });

  it('counts transfers of the token with the right contract alone', async () => {
    const transfer = (contract: string, value: string, to = '0xab') => ({
      from: '0x1',
      to,
      contract,
      value,
      decimals: 6,
    });
    const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7';
    const tokenTransfers = [
      transfer('0xfa15e', '9000000'),
      transfer(usdt.toUpperCase().replace('0X', '0x'), '12345678'),
    ];
    const transactions = [
      tx('t1', 1, {
        tokenTransfers: [...tokenTransfers, transfer(usdt, '1', '0xcd')],
        ethereumSpecific: { status: 1, nonce: 1 },
        vout: [output('0xab', '5')],
      }),
    ];
    assert.deepEqual(await look('ERC20/USDT', '0xab', transactions), [['t1', '12.345678', 1]]);
    assert.match(api!.requests.at(-1)!.path, /contract=0xdac17f958d2ee523a2206206994597c13d831ec7/);
  });

  it('does not take transfers of a token without a contract, as older servers have them, for an empty address', async () => {
    const old = {
      from: '0x1',
      to: '0xab',
      token: '0xdac17f958d2ee523a2206206994597c13d831ec7',
      value: '1',
      decimals: 6,
    };
    api = await startApi(({ path }) => {
      if (path === '/api/v2/block-index/0') return { json: { blockHash: '0xaa' } };
      if (path === '/api/status') return { json: status() };
      const transactions = [tx('t1', 1, { tokenTransfers: [old], ethereumSpecific: { status: 1, nonce: 1 } })];
      return { json: { page: 1, totalPages: 1, address: '0xab', transactions } };
    });
    const source = blockbook({ coin: 'ERC20/USDT', url: api.url, network });
    const wanted = { coin: 'ERC20/USDT', address: '0xab', since: 0 } as const;
    await assert.rejects(source.transfers(wanted, call), { code: 'bad-answer' });
  });

  it('reads on to the last page where the server does not know how many there are', async () => {
    api = await startApi(({ path }) => {
      if (path === '/api/v2/block-index/0') return { json: { blockHash: '0xaa' } };
      if (path === '/api/status') return { json: status() };
      const count = path.endsWith('page=1') ? 100 : 3;
      const transactions = Array.from({ length: count }, (_, index) =>
        tx(`${path.at(-1)}-${index}`, 1, { vout: [output('bc1qx', '1')] }),
      );
      return { json: { page: 1, totalPages: -1, address: 'bc1qx', transactions } };
    });
    const source = blockbook({ coin: 'BTC', url: api.url, network });
    const { transfers } = await source.transfers({ coin: 'BTC', address: 'bc1qx', since: 0 }, call);
    assert.equal(transfers.length, 103);
  });

  it('is not asked while it reads the chain', async () => {
    await assert.rejects(look('BTC', 'bc1qx', [], { inSync: false }), { code: 'out-of-sync' });
  });

  it('refuses an answer about another address', async () => {
    api = await startApi(({ path }) => {
      if (path === '/api/v2/block-index/0') return { json: { blockHash: '0xaa' } };
      return { json: path === '/api/status' ? status() : { address: 'bc1qother', balance: '0', txs: 0 } };
    });
    const source = blockbook({ coin: 'BTC', url: api.url, network });
    await assert.rejects(source.transfers({ coin: 'BTC', address: 'bc1qx', since: 0 }, call), { code: 'bad-answer' });
  });
});
