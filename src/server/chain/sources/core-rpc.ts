import type { CoinSymbol } from '../../../core/index.ts';
import { createHttpClient, RpcFailure, type EndpointOptions } from './http-client.ts';
import { ChainError } from '../chain-error.ts';
import type { ChainSource, SourceCallOptions, Transfer } from '../chain-source.ts';
import { createNetworkCheck, readNetwork, type KnownBlock } from './networks.ts';
import { createAnswerReader } from './read-answer.ts';
import { createRecentMap } from './recent-map.ts';
import { readCoin, readPace, tooManyTransactions } from './source-options.ts';

/** The options of `coreRpc`: the coin, the address of the node, and its user and password. */
export interface CoreRpcOptions extends EndpointOptions {
  /** The coin of the chain that the node is on. */
  readonly coin: 'BTC' | 'LTC' | 'BCH' | 'DOGE';
  /** A block of another network, for tests. Default: the main network of the coin. */
  readonly network?: KnownBlock | undefined;
}

const POSSIBLE: readonly CoinSymbol[] = ['BTC', 'LTC', 'BCH', 'DOGE'];

/** A node of one's own. A look is two requests, and one for each unconfirmed transaction. */
const REQUESTS_PER_MINUTE = 3_000;

/** The most transactions of one address that are read. A deposit address has few. */
const TRANSACTIONS_MAX = 500;

/** The time of a block may be earlier than that of the block before it. The wallet subtracts two hours by itself, too. */
const BLOCK_TIME_SLACK_MS = 2 * 60 * 60_000;

/** Error codes of the RPC (src/rpc/protocol.h): the method is unknown; the transaction is not in the mempool. */
const METHOD_NOT_FOUND = -32601;
const NOT_FOUND = -5;

/**
 * The RPC of Bitcoin Core and of the nodes that come from it: BTC, LTC, BCH, DOGE.
 *
 * It needs a wallet of its own for addresses to watch, without private keys: `createwallet pay-elements true`, and its
 * path in the address. Addresses are imported with the label `pay-elements:<address>` when they are asked for the first
 * time.
 *
 *     coreRpc({ coin: 'BTC', url: 'http://user:password@127.0.0.1:8332/wallet/pay-elements' })
 *
 * @throws ConfigurationError that names the option
 */
export function coreRpc(options: CoreRpcOptions): ChainSource {
  const http = createHttpClient('coreRpc', options, ['coin', 'network']);
  const coin = readCoin('coreRpc', options.coin, POSSIBLE);
  const network = readNetwork('coreRpc', options.network);
  const { name } = http;
  const read = createAnswerReader(name);
  const watched = createRecentMap<true>();
  /** The imports of addresses that have failed, or that may not have ended. */
  const imports = createRecentMap<'running' | 'failed'>();
  let blockTime: { readonly hash: string; readonly at: number } | undefined;
  const checkNetwork = createNetworkCheck(name, coin, network, async (height, call) =>
    read.text(await http.rpc('getblockhash', [height], call), 'block hash'),
  );

  async function timeOf(hash: string, call: SourceCallOptions): Promise<number> {
    const header = read.record(await http.rpc('getblockheader', [hash], call), 'getblockheader');
    return read.time(header['time'], 'time');
  }

  async function tip(call: SourceCallOptions): Promise<{ height: number; at: number; prunedTo: number | undefined }> {
    const info = read.record(await http.rpc('getblockchaininfo', [], call), 'getblockchaininfo');
    const height = read.count(info['blocks'], 'blocks');
    if (info['initialblockdownload'] === true)
      throw new ChainError('out-of-sync', name, 'it has not read the whole chain yet');
    const hash = read.text(info['bestblockhash'], 'bestblockhash');
    if (blockTime?.hash !== hash) blockTime = { hash, at: await timeOf(hash, call) };
    const prunedTo = info['pruneheight'] === undefined ? undefined : read.count(info['pruneheight'], 'pruneheight');
    return { height, at: blockTime.at, prunedTo };
  }

  const label = (address: string) => `pay-elements:${address}`;

  /** Whether the wallet knows the address: it was imported, also before a restart of the shop. */
  async function isKnown(address: string, call: SourceCallOptions): Promise<boolean> {
    let answer: unknown;
    try {
      answer = await http.rpc('getaddressinfo', [address], call);
    } catch (error) {
      if (!(error instanceof RpcFailure) || error.rpcCode !== METHOD_NOT_FOUND) throw error;
      // Dogecoin Core 1.14 has the older method.
      answer = await http.rpc('validateaddress', [address], call);
    }
    const info = read.record(answer, 'address info');
    return info['iswatchonly'] === true || info['ismine'] === true;
  }

  /** Whether the wallet is reading old blocks, as after an import whose answer did not come in time. */
  async function isScanning(call: SourceCallOptions): Promise<boolean> {
    const { scanning } = read.record(await http.rpc('getwalletinfo', [], call), 'getwalletinfo');
    return typeof scanning === 'object' && scanning !== null;
  }

  const cannotWatch = () =>
    new ChainError(
      'history-too-short',
      name,
      'the address cannot be watched: the wallet must have no private keys, and the node the blocks of the last days',
    );

  /** Imports an address and reads the blocks since the payment was created. */
  async function watch(address: string, since: number, call: SourceCallOptions): Promise<void> {
    if (watched.get(address)) return;
    // After an import that has failed or has not ended, the wallet may know the address, but not all of its transactions.
    const begun = imports.get(address);
    if (begun === 'failed') throw cannotWatch();
    const wasKnown = await isKnown(address, call);
    if (wasKnown && begun === 'running' && (await isScanning(call)))
      throw new ChainError('history-too-short', name, 'the wallet is still reading the blocks since the payment');
    if (!wasKnown) {
      imports.set(address, 'running');
      const timestamp = Math.max(0, Math.floor((since - BLOCK_TIME_SLACK_MS) / 1000));
      const wallet = read.record(await http.rpc('getwalletinfo', [], call), 'getwalletinfo');
      let results: unknown;
      if (wallet['descriptors'] === true) {
        const info = read.record(await http.rpc('getdescriptorinfo', [`addr(${address})`], call), 'getdescriptorinfo');
        const desc = read.text(info['descriptor'], 'descriptor');
        results = await http.rpc('importdescriptors', [[{ desc, timestamp, label: label(address) }]], call);
      } else {
        const wanted = { scriptPubKey: { address }, timestamp, watchonly: true, label: label(address) };
        results = await http.rpc('importmulti', [[wanted], { rescan: true }], call);
      }
      const [result] = read.list(results, 'import');
      if (read.record(result, 'import')['success'] !== true) {
        imports.set(address, 'failed');
        throw cannotWatch();
      }
    }
    watched.set(address, true);
  }

  async function isInMempool(transaction: string, call: SourceCallOptions): Promise<boolean> {
    try {
      await http.rpc('getmempoolentry', [transaction], call);
      return true;
    } catch (error) {
      if (error instanceof RpcFailure && error.rpcCode === NOT_FOUND) return false;
      throw error;
    }
  }

  return {
    name,
    coins: [coin],
    requestsPerMinute: readPace('coreRpc', options.requestsPerMinute, REQUESTS_PER_MINUTE),
    async transfers({ address, since }, call) {
      await checkNetwork(call);
      await watch(address, since, call);
      const { height, at } = await tip(call);
      const listed = await http.rpc('listtransactions', [label(address), TRANSACTIONS_MAX, 0, true], call);
      const entries = read.list(listed, 'listtransactions').map((each) => read.record(each, 'listtransactions'));
      // Oldest first. Older ones are left out, which must not look like money that has gone.
      if (entries.length >= TRANSACTIONS_MAX && read.time(entries[0]!['time'], 'time') >= since)
        throw tooManyTransactions(name);
      const transfers: Transfer[] = [];
      for (const entry of entries) {
        // The node may write the address in another way, such as with the prefix of Bitcoin Cash: then its label is the same.
        const isTo = entry['address'] === address || entry['label'] === label(address);
        if (entry['category'] !== 'receive' || !isTo) continue;
        const transaction = read.text(entry['txid'], 'txid');
        // Below zero: another transaction that spends the same money is in a block.
        if (/^-\d+$/.test(String(entry['confirmations'])) || entry['abandoned'] === true) continue;
        const confirmations = read.count(entry['confirmations'], 'confirmations');
        // The wallet keeps a transaction that was replaced or forgotten: only the mempool knows that it may still come.
        if (confirmations === 0 && !(await isInMempool(transaction, call))) continue;
        const seenAt = read.time(entry['timereceived'], 'timereceived');
        transfers.push({
          transaction,
          index: read.count(entry['vout'], 'vout'),
          amount: read.amount(entry['amount'], coin, 'amount'),
          confirmations,
          ...(confirmations > 0 ? { at: read.time(entry['blocktime'], 'blocktime'), seenAt } : { at: seenAt }),
        });
      }
      return { transfers, tip: { height, at } };
    },
    async check(_coin, call) {
      await checkNetwork(call);
      const { height, at, prunedTo } = await tip(call);
      await http.rpc('getwalletinfo', [], call);
      if (prunedTo === undefined) return { height, at, notes: [] };
      // A pruned node keeps the headers of all blocks.
      const oldest = await timeOf(read.text(await http.rpc('getblockhash', [prunedTo], call), 'block hash'), call);
      const notes = [`The node is pruned: payments from before block ${prunedTo} are not found.`];
      return { height, at, historyMs: Math.max(0, at - oldest), notes };
    },
  };
}
