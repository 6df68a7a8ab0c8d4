import { findCoin, type CoinSymbol } from '../../../core/index.ts';
import { readCount } from '../../read-options.ts';
import { ChainError } from '../chain-error.ts';
import type { ChainSource, SourceCallOptions, Transfer, Transfers } from '../chain-source.ts';
import { createEvmBlocks, requestBlock } from './evm-blocks.ts';
import { createHttpClient, type EndpointOptions } from './http-client.ts';
import { amountOfUnits, createAnswerReader } from './read-answer.ts';
import { createRecentMap } from './recent-map.ts';
import { CLOCK_SLACK_MS, readCoin, readPace, readToken } from './source-options.ts';

/** The options of `evmRpc`: the coin, and the address of the node. */
export interface EvmRpcOptions extends EndpointOptions {
  /**
   * The coin of the chain that the node is on. For `ERC20/USDT`, transfers of the token are read instead of those of
   * the coin of the chain.
   */
  readonly coin: 'ETH' | 'BNB' | 'ERC20/USDT';
  /** The chain id of another network, for tests. Default: 1 for ETH and USDT, 56 for BNB. */
  readonly chainId?: number | undefined;
  /** The contract of the token. Default: that of USDT on Ethereum. */
  readonly token?: string | undefined;
  /** How many blocks are kept and looked back at, for ETH and BNB. Default: 2,000, on Ethereum more than six hours. */
  readonly blocks?: number | undefined;
  /** How many blocks one `eth_getLogs` may cover, for USDT. Servers have different limits. Default: 2,000. */
  readonly logBlocks?: number | undefined;
}

const POSSIBLE: readonly CoinSymbol[] = ['ETH', 'BNB', 'ERC20/USDT'];

/**
 * A look is about two requests when the blocks have been read. For ETH and BNB, each block is one request, too: of BNB there
 * are about 80 a minute.
 */
const REQUESTS_PER_MINUTE = 300;

/** keccak256 of `Transfer(address,address,uint256)`. */
const TRANSFER_EVENT = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Older blocks are final on Ethereum: two epochs of 32 slots. */
const FINAL_AFTER_BLOCKS = 64;

/** The average time of a block is measured over this many blocks. */
const MEASURED_BLOCKS = 100;

/**
 * The RPC of Ethereum: ETH and BNB by reading blocks, USDT by `eth_getLogs`.
 *
 * It sees transactions and the token's events. It does not see internal transfers, which a contract sends, and no
 * transaction before it is in a block.
 *
 *     evmRpc({ coin: 'ERC20/USDT', url: 'https://eth.example/v2/key' })
 *
 * @throws ConfigurationError that names the option
 */
export function evmRpc(options: EvmRpcOptions): ChainSource {
  const http = createHttpClient('evmRpc', options, ['coin', 'chainId', 'token', 'blocks', 'logBlocks']);
  const coin = readCoin('evmRpc', options.coin, POSSIBLE);
  const known = findCoin(coin)!;
  const chainId = readCount('evmRpc.chainId', options.chainId, known.chainId!, 1, Number.MAX_SAFE_INTEGER);
  const blocksMax = readCount('evmRpc.blocks', options.blocks, 2_000, 100, 100_000);
  const logBlocks = readCount('evmRpc.logBlocks', options.logBlocks, 2_000, 10, 100_000);
  const token = readToken('evmRpc', options.token, coin);
  const { name } = http;
  const read = createAnswerReader(name);
  const blocks = createEvmBlocks(http, read, blocksMax);
  let isRightNetwork = false;

  async function checkNetwork(call: SourceCallOptions): Promise<void> {
    if (isRightNetwork) return;
    const id = read.quantity(await http.rpc('eth_chainId', [], call), 'eth_chainId');
    if (id !== BigInt(chainId))
      throw new ChainError('wrong-network', name, `its chain id is ${id}, that of ${coin} is ${chainId}`);
    isRightNetwork = true;
  }

  const headerAt = async (height: number | 'latest', call: SourceCallOptions) =>
    (await requestBlock(http, read, height, false, call)).header;

  /** Whether a transaction succeeded, by the block that it is in. */
  const outcomes = createRecentMap<boolean>();
  async function hasSucceeded(transaction: string, blockHash: string, call: SourceCallOptions): Promise<boolean> {
    const key = `${transaction} ${blockHash}`;
    const outcome = outcomes.get(key);
    if (outcome !== undefined) return outcome;
    const receipt = read.record(await http.rpc('eth_getTransactionReceipt', [transaction], call), 'receipt');
    // The block was replaced since it was read: the next call reads it again.
    if (receipt['blockHash'] !== blockHash) return false;
    const succeeded = read.quantity(receipt['status'], 'status') === 1n;
    outcomes.set(key, succeeded);
    return succeeded;
  }

  async function nativeTransfers(address: string, since: number, call: SourceCallOptions): Promise<Transfers> {
    const { tip, transfers: found } = await blocks.transfersTo(address, since, call);
    const transfers: Transfer[] = [];
    for (const { transaction, index, units, block } of found) {
      if (!(await hasSucceeded(transaction, block.hash, call))) continue;
      const confirmations = tip.height - block.height + 1;
      transfers.push({ transaction, index, amount: amountOfUnits(units, coin), confirmations, at: block.at });
    }
    return { transfers, tip };
  }

  interface Log {
    readonly transaction: string;
    readonly index: number;
    readonly units: bigint;
    readonly block: number;
    readonly at: number;
  }
  /** The newest block of the call before. One answer that is too high must not make blocks final that do not exist yet. */
  let lastHeight = 0;
  /** What final blocks hold for an address, up to a block. */
  const finalLogs = createRecentMap<{ readonly to: number; readonly logs: readonly Log[] }>();
  const blockTimes = createRecentMap<number>();

  async function logsOf(address: string, from: number, to: number, call: SourceCallOptions): Promise<Log[]> {
    const topic = `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
    const filter = {
      address: token,
      topics: [TRANSFER_EVENT, null, topic],
      fromBlock: `0x${from.toString(16)}`,
      toBlock: `0x${to.toString(16)}`,
    };
    const logs: Log[] = [];
    const answer = await http.rpc('eth_getLogs', [filter], { ...call, tooLong: 'history-too-short' });
    for (const each of read.list(answer, 'eth_getLogs')) {
      const log = read.record(each, 'log');
      const topics = read.list(log['topics'], 'topics');
      // A server that ignores the filter must not turn another token into money.
      if (String(log['address']).toLowerCase() !== token || topics[0] !== TRANSFER_EVENT || topics[2] !== topic)
        throw read.fail('log', 'an event of the token and the address asked for');
      if (log['removed'] === true) continue;
      const hash = read.text(log['blockHash'], 'blockHash');
      const block = Number(read.quantity(log['blockNumber'], 'blockNumber'));
      let at = blockTimes.get(hash);
      if (at === undefined) {
        const header = await headerAt(block, call);
        if (header.hash !== hash) continue; // a reorganisation since: the next call reads it again
        at = header.at;
        blockTimes.set(hash, at);
      }
      const units = read.quantity(log['data'], 'data');
      const index = Number(read.quantity(log['logIndex'], 'logIndex'));
      logs.push({ transaction: read.text(log['transactionHash'], 'transactionHash'), index, units, block, at });
    }
    return logs;
  }

  /** The last block from before a time: steps back from the newest one that double, then halves. */
  async function blockBefore(since: number, newest: number, call: SourceCallOptions): Promise<number> {
    let high = newest;
    let low = newest;
    for (let step = 16; low > 0 && (await headerAt(low, call)).at >= since; step *= 2) {
      high = low;
      low = Math.max(0, low - step);
    }
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if ((await headerAt(middle, call)).at < since) low = middle;
      else high = middle;
    }
    return low;
  }

  async function tokenTransfers(address: string, since: number, call: SourceCallOptions): Promise<Transfers> {
    const { height, at } = await headerAt('latest', call);
    const final = finalLogs.get(address);
    const first = final ? final.to + 1 : await blockBefore(since - CLOCK_SLACK_MS, height, call);
    const logs = [...(final?.logs ?? [])];
    for (let from = first; from <= height; from += logBlocks)
      logs.push(...(await logsOf(address, from, Math.min(from + logBlocks - 1, height), call)));
    const to = Math.min(height, lastHeight) - FINAL_AFTER_BLOCKS;
    lastHeight = height;
    if (to >= first) finalLogs.set(address, { to, logs: logs.filter(({ block }) => block <= to) });
    const transfers = logs
      .filter(({ units }) => units > 0n)
      .map(({ transaction, index, units, block, at: time }) => ({
        transaction,
        index,
        amount: amountOfUnits(units, coin),
        confirmations: Math.max(1, height - block + 1),
        at: time,
      }));
    return { transfers, tip: { height, at } };
  }

  return {
    name,
    coins: [coin],
    requestsPerMinute: readPace('evmRpc', options.requestsPerMinute, REQUESTS_PER_MINUTE),
    async transfers({ address, since }, call) {
      await checkNetwork(call);
      return token === undefined ? nativeTransfers(address, since, call) : tokenTransfers(address, since, call);
    },
    async check(_coin, call) {
      await checkNetwork(call);
      if ((await http.rpc('eth_syncing', [], call)) !== false)
        throw new ChainError('out-of-sync', name, 'it has not read the whole chain yet');
      const { height, at } = await headerAt('latest', call);
      if (token === undefined) {
        const notes = ['Internal transfers, which a contract sends, are not seen.'];
        if (height <= blocksMax) return { height, at, notes };
        const { at: earlier } = await headerAt(height - MEASURED_BLOCKS, call);
        const historyMs = Math.round((blocksMax * (at - earlier)) / MEASURED_BLOCKS);
        const minutes = Math.round(historyMs / 60_000);
        notes.push(`After a restart, payments are found that are younger than about ${minutes} minutes.`);
        return { height, at, historyMs, notes };
      }
      if ((await http.rpc('eth_getCode', [token, 'latest'], call)) === '0x')
        throw new ChainError('wrong-network', name, 'the contract of the token is not on this chain');
      return { height, at, notes: [] };
    },
  };
}
