import { createHttpClient, RpcFailure, type EndpointOptions } from './http-client.ts';
import type { ChainSource, SourceCallOptions, Transfer, Transfers } from '../chain-source.ts';
import { createNetworkCheck, readNetwork, type KnownBlock } from './networks.ts';
import { amountOfUnits, createAnswerReader } from './read-answer.ts';
import { createRecentMap } from './recent-map.ts';
import { CLOCK_SLACK_MS, readPace, tooManyTransactions } from './source-options.ts';
import { omitUndefined } from '../../omit-undefined.ts';

/** The options of `solanaRpc`: the address of the node. */
export interface SolanaRpcOptions extends EndpointOptions {
  /** The genesis block of another network, for tests. Default: that of the main network. */
  readonly network?: KnownBlock | undefined;
}

/** A look is three requests, and one for each new transaction. Public endpoints allow more than twice as many. */
const REQUESTS_PER_MINUTE = 100;

/** The most transactions that are read. A deposit address has few. */
const SIGNATURES_MAX = 200;

/** A finalized block has the votes of two thirds of the stake, each locked for 32 slots. */
const FINALIZED = 32;

/** Error codes of the RPC (custom-errors of Agave): the block is not there yet, or its slot was skipped or is not kept. */
const NO_BLOCK: ReadonlySet<number> = new Set([-32001, -32004, -32007, -32009, -32014]);

/**
 * The RPC of Solana: SOL. A transfer is by how much a transaction has raised the balance of the address, so transfers by
 * programs are seen, too.
 *
 *     solanaRpc({ url: 'https://sol.example/?api-key=key' })
 *
 * @throws ConfigurationError that names the option
 */
export function solanaRpc(options: SolanaRpcOptions): ChainSource {
  const http = createHttpClient('solanaRpc', options, ['network']);
  const network = readNetwork('solanaRpc', options.network);
  const { name } = http;
  const read = createAnswerReader(name);
  /** By how much a transaction has raised the balance of an address. It does not change. */
  const raised = createRecentMap<bigint>();
  const checkNetwork = createNetworkCheck(name, 'SOL/SOL', network, async (_height, call) =>
    read.text(await http.rpc('getGenesisHash', [], call), 'genesis hash'),
  );

  /** The time of a height; undefined where the chain has no block. */
  async function timeOf(height: number, call: SourceCallOptions): Promise<number | undefined> {
    try {
      return read.time(await http.rpc('getBlockTime', [height], call), 'block time');
    } catch (error) {
      if (!(error instanceof RpcFailure) || !NO_BLOCK.has(error.rpcCode)) throw error;
      return undefined;
    }
  }

  /** Whether a transaction has failed and moved nothing: `err` is null when it has not. */
  function hasFailed({ err }: Readonly<Record<string, unknown>>): boolean {
    if (err === undefined) throw read.fail('err', 'null or an error');
    return err !== null;
  }

  async function tip(call: SourceCallOptions): Promise<Transfers['tip']> {
    const height = read.count(await http.rpc('getSlot', [{ commitment: 'confirmed' }], call), 'slot');
    const at = await timeOf(height, call);
    return { height, ...omitUndefined({ at }) };
  }

  async function raisedBy(signature: string, address: string, call: SourceCallOptions): Promise<bigint> {
    const key = `${signature} ${address}`;
    const known = raised.get(key);
    if (known !== undefined) return known;
    const config = { commitment: 'confirmed', encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 };
    const answer = read.record(await http.rpc('getTransaction', [signature, config], call), 'transaction');
    const meta = read.record(answer['meta'], 'meta');
    if (hasFailed(meta)) return 0n;
    const message = read.record(read.record(answer['transaction'], 'transaction')['message'], 'message');
    const keys = read.list(message['accountKeys'], 'accountKeys');
    const place = keys.findIndex((each) => read.record(each, 'accountKeys')['pubkey'] === address);
    if (place < 0) throw read.fail('accountKeys', 'the address asked for');
    const balance = (field: string) => read.units(read.list(meta[field], field)[place], field);
    const change = balance('postBalances') - balance('preBalances');
    raised.set(key, change);
    return change;
  }

  return {
    name,
    coins: ['SOL/SOL'],
    requestsPerMinute: readPace('solanaRpc', options.requestsPerMinute, REQUESTS_PER_MINUTE),
    async transfers({ address, since }, call) {
      await checkNetwork(call);
      const newest = await tip(call);
      const config = { commitment: 'confirmed', limit: SIGNATURES_MAX };
      const listed = read.list(await http.rpc('getSignaturesForAddress', [address, config], call), 'signatures');
      const entries = listed.map((each) => {
        const entry = read.record(each, 'signatures');
        return { entry, at: entry['blockTime'] === null ? undefined : read.time(entry['blockTime'], 'blockTime') };
      });
      // Before the transactions are read: anyone can cause many of them, and each is a request.
      const oldest = Math.min(...entries.map(({ at = Infinity }) => at));
      if (listed.length === SIGNATURES_MAX && oldest >= since) throw tooManyTransactions(name);
      const transfers: Transfer[] = [];
      for (const { entry, at } of entries) {
        if (hasFailed(entry) || (at !== undefined && at < since - CLOCK_SLACK_MS)) continue;
        const transaction = read.text(entry['signature'], 'signature');
        const units = await raisedBy(transaction, address, call);
        // The service sends the money on: that is no transfer to the address.
        if (units <= 0n) continue;
        const age = Math.max(1, newest.height - read.count(entry['slot'], 'slot') + 1);
        const isFinal = entry['confirmationStatus'] === 'finalized';
        const confirmations = isFinal ? Math.max(FINALIZED, age) : Math.min(FINALIZED - 1, age);
        const amount = amountOfUnits(units, 'SOL/SOL');
        transfers.push({ transaction, index: 0, amount, confirmations, ...omitUndefined({ at }) });
      }
      return { transfers, tip: newest };
    },
    async check(_coin, call) {
      await checkNetwork(call);
      const newest = await tip(call);
      const first = read.count(await http.rpc('getFirstAvailableBlock', [], call), 'first block');
      if (first === 0) return { ...newest, notes: [] };
      const oldest = newest.at === undefined ? undefined : await timeOf(first, call);
      const history = oldest === undefined ? {} : { historyMs: Math.max(0, newest.at! - oldest) };
      return { ...newest, ...history, notes: [`The node has no block before ${first}.`] };
    },
  };
}
