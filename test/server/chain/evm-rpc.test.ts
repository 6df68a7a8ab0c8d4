import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { ChainError, evmRpc, type SourceCallOptions } from '../../../src/server/chain/index.ts';
import { readToken } from '../../../src/server/chain/sources/source-options.ts';
import { coins, findCoin } from '../../../src/core/index.ts';
import { startApi, type ApiServer } from './api-server.ts';

const NOW = Math.floor(Date.now() / 1000);
const ADDRESS = '0xaff4d6793f584a473348eba058deb8caad77a288';
const call = { timeout: 2_000, signal: new AbortController().signal };
const hex = (value: number) => `0x${value.toString(16)}`;
let api: ApiServer | undefined;
afterEach(() => api?.close());

describe('the blocks of a chain of Ethereum', () => {
  /** A chain whose blocks are named by their height and their branch. A block pays the address when it is in `paying`. */
  async function start(height: number) {
    const chain = { height, forkAt: Infinity, branch: 'a', paying: new Set<number>(), failAt: -1 };
    const branchAt = (at: number) => (at >= chain.forkAt ? chain.branch : 'a');
    const hashOf = (at: number) => `0x${branchAt(at)}${at}`;
    const answers: Record<string, (params: unknown[]) => unknown> = {
      eth_chainId: () => '0x1',
      eth_getBlockByNumber([tag]) {
        const at = tag === 'latest' ? chain.height : Number(tag);
        return {
          number: hex(at),
          hash: hashOf(at),
          parentHash: hashOf(at - 1),
          timestamp: hex(NOW - (chain.height - at)),
          transactions: chain.paying.has(at) ? [{ to: ADDRESS, hash: `0xtx${at}`, value: hex(1e18) }] : [],
        };
      },
      eth_getTransactionReceipt: ([id]) => ({ blockHash: hashOf(Number(String(id).slice(4))), status: '0x1' }),
    };
    const heights: number[] = [];
    api = await startApi(({ body }) => {
      const [tag] = body['params'] as unknown[];
      if (body['method'] === 'eth_getBlockByNumber' && tag !== 'latest') heights.push(Number(tag));
      if (Number(tag) === chain.failAt) return undefined;
      return { json: { result: answers[String(body['method'])]!(body['params'] as unknown[]) } };
    });
    const source = evmRpc({ coin: 'ETH', url: api.url });
    const look = async (options: Partial<SourceCallOptions> = {}) => {
      const query = { coin: 'ETH', address: ADDRESS, since: NOW * 1000 } as const;
      const { transfers } = await source.transfers(query, { ...call, ...options });
      return transfers.map(({ transaction, confirmations }) => [transaction, confirmations]);
    };
    return { chain, heights, look };
  }

  it('are read on after a request that has failed, none of them twice', async () => {
    const { chain, heights, look } = await start(1_000);
    chain.paying.add(1_010);
    await look();
    heights.length = 0;
    chain.height = 1_100;
    chain.failAt = 1_090;
    await assert.rejects(look, { code: 'rejected' });
    chain.failAt = -1;
    assert.deepEqual(await look(), [['0xtx1010', 91]]);
    assert.deepEqual(
      heights.filter((height, index) => heights.indexOf(height) !== index),
      [1_090],
    );
  });

  it('are read in the pace of the source, each request counted, and on in the next call', async () => {
    const { chain, heights, look } = await start(1_000);
    await look();
    heights.length = 0;
    api!.requests.length = 0;
    Object.assign(chain, { height: 1_100, paying: new Set([1_010]) });
    let counted = 0;
    const beforeRequest = async () => {
      if ((counted += 1) % 40 === 0) throw new ChainError('paused', 'evm-rpc', 'its pace is used up');
    };
    for (let i = 0; i < 2; i += 1) await assert.rejects(look({ beforeRequest }), { code: 'paused' });
    assert.deepEqual(await look({ beforeRequest }), [['0xtx1010', 91]]);
    assert.equal(counted, api!.requests.length + 2);
    assert.equal(new Set(heights).size, heights.length);
  });

  it('are replaced by a reorganisation, and the money in them is gone', async () => {
    const { chain, look } = await start(1_000);
    chain.paying.add(1_000);
    assert.deepEqual(await look(), [['0xtx1000', 1]]);
    Object.assign(chain, { forkAt: 998, branch: 'b', height: 1_003, paying: new Set([1_002]) });
    assert.deepEqual(await look(), [['0xtx1002', 2]]);
    // Back to a lower block of the first branch.
    Object.assign(chain, { forkAt: Infinity, height: 1_001, paying: new Set([1_000]) });
    assert.deepEqual(await look(), [['0xtx1000', 2]]);
    Object.assign(chain, { forkAt: 1, branch: 'c', height: 1_010, paying: new Set([1_010]) });
    assert.deepEqual(await look(), [['0xtx1010', 1]]);
  });
});

it('a coin with a contract in the table of coins is read as a token, and no other coin', () => {
  const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
  const known = coins.filter((coin) => coin.token !== undefined);
  for (const coin of coins) assert.equal(readToken('evmRpc', token, coin.symbol) !== undefined, known.includes(coin));
  const another = findCoin('BNB') as { token?: string };
  another.token = token;
  try {
    assert.equal(readToken('evmRpc', undefined, 'BNB'), token.toLowerCase());
  } finally {
    delete another.token;
  }
});

it('a height that was once too high hides no later transfer of a token', async () => {
  const token = '0xdac17f958d2ee523a2206206994597c13d831ec7';
  const event = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const chain = { height: 1_000, paidAt: 0 };
  const answers: Record<string, (params: unknown[]) => unknown> = {
    eth_chainId: () => '0x1',
    eth_getBlockByNumber([tag]) {
      const at = tag === 'latest' ? chain.height : Number(tag);
      return { number: hex(at), hash: `0x${at}`, timestamp: hex(NOW - (1_000 - at)) };
    },
    eth_getLogs([filter]) {
      const { fromBlock, toBlock, topics } = filter as { fromBlock: string; toBlock: string; topics: unknown[] };
      const { paidAt } = chain;
      if (paidAt < Number(fromBlock) || paidAt > Math.min(Number(toBlock), 1_010)) return [];
      const log = { address: token, topics: [event, null, topics[2]], data: hex(5_000_000), logIndex: '0x0' };
      return [{ ...log, blockHash: `0x${paidAt}`, blockNumber: hex(paidAt), transactionHash: '0xpaid' }];
    },
  };
  api = await startApi(({ body }) => ({
    json: { result: answers[String(body['method'])]!(body['params'] as unknown[]) },
  }));
  const source = evmRpc({ coin: 'ERC20/USDT', url: api.url });
  const look = async (height: number) => {
    chain.height = height;
    const query = { coin: 'ERC20/USDT', address: ADDRESS, since: (NOW - 20) * 1000 } as const;
    return (await source.transfers(query, call)).transfers.length;
  };
  for (const tooHigh of [1_070, 9_000]) {
    assert.equal(await look(1_000), 0);
    assert.equal(await look(tooHigh), 0);
    chain.paidAt = 1_003;
    assert.equal(await look(1_010), 1, `after ${tooHigh}`);
    chain.paidAt = 0;
  }
});
