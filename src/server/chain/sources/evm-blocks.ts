import { ChainError } from '../chain-error.ts';
import type { SourceCallOptions } from '../chain-source.ts';
import type { HttpClient } from './http-client.ts';
import type { AnswerReader } from './read-answer.ts';
import { createRecentMap } from './recent-map.ts';
import { CLOCK_SLACK_MS } from './source-options.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A transaction of a block that moves coins. */
interface ValueTransfer {
  readonly to: string;
  readonly transaction: string;
  readonly index: number;
  readonly units: bigint;
  readonly block: { readonly height: number; readonly hash: string; readonly at: number };
}

interface Block {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  readonly at: number;
  readonly transfers: readonly ValueTransfer[];
}

/** Reads the blocks of a chain of Ethereum's kind. */
export interface EvmBlocks {
  /**
   * All transfers to an address since a time, and the newest block. Blocks are read once for all addresses, and again when
   * a reorganisation has replaced them.
   */
  readonly transfersTo: (
    address: string,
    since: number,
    call: SourceCallOptions,
  ) => Promise<{ readonly tip: Omit<ValueTransfer['block'], 'hash'>; readonly transfers: readonly ValueTransfer[] }>;
}

/** The block of a height, or the newest one, with its transactions or only their hashes. */
export async function requestBlock(
  http: HttpClient,
  read: AnswerReader,
  height: number | 'latest',
  withTransactions: boolean,
  call: SourceCallOptions,
): Promise<{ readonly fields: Fields; readonly header: ValueTransfer['block'] }> {
  const tag = height === 'latest' ? height : `0x${height.toString(16)}`;
  const fields = read.record(await http.rpc('eth_getBlockByNumber', [tag, withTransactions], call), 'block');
  const header = {
    height: Number(read.quantity(fields['number'], 'number')),
    hash: read.text(fields['hash'], 'hash'),
    at: Number(read.quantity(fields['timestamp'], 'timestamp')) * 1000,
  };
  if (height !== 'latest' && header.height !== height) throw read.fail('number', 'the block asked for');
  return { fields, header };
}

/**
 * The RPC has no history of an address, so the blocks are read. The last `most` blocks are kept, with their transfers
 * alone; of older ones only the transfers to addresses that were asked for.
 */
export function createEvmBlocks(http: HttpClient, read: AnswerReader, most: number): EvmBlocks {
  /** The newest blocks, oldest first, each the parent of the next. */
  let chain: Block[] = [];
  /** Transfers in blocks that are kept no more, by address. An address without an entry was not asked for lately. */
  const older = createRecentMap<ValueTransfer[]>();
  let queue: Promise<unknown> = Promise.resolve();

  async function blockAt(height: number | 'latest', call: SourceCallOptions): Promise<Block> {
    const { fields, header: block } = await requestBlock(http, read, height, true, call);
    const transfers = read.list(fields['transactions'], 'transactions').flatMap((each, index): ValueTransfer[] => {
      const tx: Fields = read.record(each, 'transaction');
      const units = read.quantity(tx['value'], 'value');
      // Without `to`, a contract is created.
      if (units === 0n || typeof tx['to'] !== 'string') return [];
      return [{ to: tx['to'].toLowerCase(), transaction: read.text(tx['hash'], 'hash'), index, units, block }];
    });
    return { ...block, parent: read.text(fields['parentHash'], 'parentHash'), transfers };
  }

  /**
   * Reads all blocks up to the newest one, oldest first: after a request that fails, the next call continues. Blocks that
   * are no longer its ancestors are dropped.
   */
  async function advance(call: SourceCallOptions): Promise<Block> {
    const newest = await blockAt('latest', call);
    const last = chain.at(-1);
    if (!last || newest.height - last.height > most) {
      chain = [newest];
      older.clear();
      return newest;
    }
    chain = chain.filter(({ height, hash }) => height < newest.height || hash === newest.hash);
    let isRead = false;
    while (chain.at(-1)?.hash !== newest.hash) {
      const parent = chain.at(-1);
      if (!parent) {
        // A reorganisation of all kept blocks: what older blocks held is not known any more.
        older.clear();
        chain = [newest];
        break;
      }
      const next = parent.height + 1 === newest.height ? newest : await blockAt(parent.height + 1, call);
      if (next.parent === parent.hash) {
        append(next);
        isRead = true;
        continue;
      }
      // The chain has changed since its newest block was read.
      if (isRead) throw read.fail('parentHash', 'the block before');
      chain.pop();
    }
    return newest;
  }

  function append(block: Block): void {
    chain.push(block);
    while (chain.length > most)
      for (const transfer of chain.shift()!.transfers) older.peek(transfer.to)?.push(transfer);
  }

  /** Reads older blocks until one from before the time. */
  async function reachBack(since: number, call: SourceCallOptions): Promise<void> {
    while (chain[0]!.at >= since - CLOCK_SLACK_MS && chain[0]!.height > 0) {
      if (chain.length >= most)
        throw new ChainError('history-too-short', http.name, `the payment is older than the last ${most} blocks`);
      const first = chain[0]!;
      const block = await blockAt(first.height - 1, call);
      if (block.hash !== first.parent) throw read.fail('hash', 'the parent of the next block');
      chain.unshift(block);
    }
  }

  async function transfersTo(address: string, since: number, call: SourceCallOptions) {
    const tip = await advance(call);
    const to = address.toLowerCase();
    let before = older.get(to);
    if (!before) {
      await reachBack(since, call);
      before = [];
      older.set(to, before);
    }
    const kept = chain.flatMap(({ transfers }) => transfers.filter((transfer) => transfer.to === to));
    return { tip: { height: tip.height, at: tip.at }, transfers: [...before, ...kept] };
  }

  return {
    transfersTo(...args) {
      const turn = queue.then(() => transfersTo(...args));
      queue = turn.catch(() => {});
      return turn;
    },
  };
}
