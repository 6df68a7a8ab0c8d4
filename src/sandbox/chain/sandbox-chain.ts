import { ControlError } from '../actions/control-error.ts';
import type { VirtualClock } from '../actions/virtual-clock.ts';
import { symbols, type CoinSymbol } from '../contract/coins.ts';
import { seededHex } from '../seeded.ts';

/** A transfer on a simulated chain. */
export interface ChainTransfer {
  /** The id of the transaction: 64 hexadecimal digits. */
  readonly transaction: string;
  /** The coin of the chain. USDT has a chain of its own. */
  readonly coin: CoinSymbol;
  /** The recipient, as it was given to `send`. */
  readonly address: string;
  /** Decimal text, in the coin. */
  readonly amount: string;
  /** When the payer has sent it, milliseconds since 1970, by the sandbox's clock. */
  readonly sentAt: number;
  /** The block with the transaction, and its time; absent while it waits for one. */
  readonly block?: { readonly height: number; readonly at: number };
}

/** What a simulated chain answers about an address. */
export interface ChainLook {
  /**
   * The transfers to the address, oldest first. `amount` is decimal text in the coin; `confirmations` is 0 without a
   * block; `at` is the time of the block, or of the sending.
   */
  readonly transfers: readonly {
    readonly transaction: string;
    readonly index: 0;
    readonly amount: string;
    readonly confirmations: number;
    readonly at: number;
  }[];
  /** The height of the newest block. `at`: the time whose state is shown, `lag` ago, in milliseconds since 1970. */
  readonly tip: { readonly height: number; readonly at: number };
}

/** The state of the chains, from which a restart continues. */
export interface SavedChain {
  readonly transfers: readonly ChainTransfer[];
  readonly blocks: readonly (readonly [CoinSymbol, number])[];
  readonly made: number;
}

/** The chains of the nine coins, as a payer, a miner and a broken server act on them. */
export interface SandboxChain {
  /** Sends money to an address. No webhook tells of it. @returns the id of the transaction */
  readonly send: (coin: CoinSymbol, address: string, amount: string) => string;
  /** Adds blocks. The first one takes all waiting transactions. */
  readonly mine: (coin: CoinSymbol, blocks?: number) => void;
  /**
   * Replaces a waiting transaction by one with another amount, or without `amount` by one that pays somebody else.
   *
   * @returns the id of the new transaction; undefined when nothing is left
   */
  readonly replace: (transaction: string, amount?: string) => string | undefined;
  /** Replaces the newest blocks by as many empty ones. Their transactions wait again, or with `drop` are gone. */
  readonly reorganize: (coin: CoinSymbol, blocks: number, options?: { readonly drop?: boolean }) => void;
  /** Answers with the state of this many milliseconds ago, as a server that lags. 0 ends it. */
  readonly lag: (ms: number) => void;
  /** Answers with an error, as a server that cannot be reached, until it is called with false. */
  readonly fail: (failing: boolean) => void;
  /** Reads an address, as a source of `pay-elements/server/chain` does. @throws ControlError `chain_unreachable` */
  readonly look: (coin: CoinSymbol, address: string) => ChainLook;
  /** The newest first. */
  readonly transfers: () => readonly ChainTransfer[];
  /** The height of the newest block. */
  readonly heightOf: (coin: CoinSymbol) => number;
  /** The present `lag` in milliseconds, and whether `fail` was called with true. */
  readonly state: () => { readonly lag: number; readonly failing: boolean };
  /** @internal */
  readonly save: () => SavedChain;
}

/** The height of each chain at its beginning. */
const FIRST_HEIGHT = 1_000;

const AMOUNT = /^(?=.*[1-9])\d{1,30}(\.\d{1,30})?$/;

/** Simulates chains: no proof of work, no fees, one output a transaction. */
export function createSandboxChain(options: {
  readonly virtualClock: Pick<VirtualClock, 'now'>;
  readonly seed: string;
  readonly saved?: SavedChain | undefined;
}): SandboxChain {
  const { virtualClock, seed, saved } = options;
  let transfers: ChainTransfer[] = [...(saved?.transfers ?? [])];
  const heights = new Map<CoinSymbol, number>(saved?.blocks);
  let made = saved?.made ?? 0;
  let lag = 0;
  let failing = false;

  const heightOf = (coin: CoinSymbol) => heights.get(coin) ?? FIRST_HEIGHT;

  function checkCoin(coin: CoinSymbol): void {
    if (!symbols.includes(coin)) throw new ControlError('bad_request', `must be one of ${symbols.join(', ')}`, 'coin');
  }

  function send(coin: CoinSymbol, address: string, amount: string): string {
    checkCoin(coin);
    if (address === '') throw new ControlError('bad_request', 'is missing', 'address');
    if (!AMOUNT.test(amount)) throw new ControlError('bad_amount', 'must be a decimal above zero', 'amount');
    const transaction = seededHex(seed, `transaction ${made}`, 32);
    made += 1;
    transfers.push({ transaction, coin, address, amount, sentAt: virtualClock.now() });
    return transaction;
  }

  return {
    send,
    mine(coin, blocks = 1) {
      checkCoin(coin);
      const block = { height: heightOf(coin) + 1, at: virtualClock.now() };
      transfers = transfers.map((each) => (each.coin === coin && !each.block ? { ...each, block } : each));
      heights.set(coin, heightOf(coin) + blocks);
    },
    replace(transaction, amount) {
      const old = transfers.find((each) => each.transaction === transaction);
      if (!old) throw new ControlError('unknown_transaction', 'there is no such transaction');
      if (old.block) throw new ControlError('wrong_state', 'the transaction is in a block: reorganize the chain first');
      transfers = transfers.filter((each) => each !== old);
      return amount === undefined ? undefined : send(old.coin, old.address, amount);
    },
    reorganize(coin, blocks, { drop = false } = {}) {
      checkCoin(coin);
      const last = heightOf(coin) - blocks;
      transfers = transfers.flatMap((each): ChainTransfer[] => {
        if (each.coin !== coin || !each.block || each.block.height <= last) return [each];
        const { block: _block, ...waiting } = each;
        return drop ? [] : [waiting];
      });
    },
    lag(ms) {
      lag = ms;
    },
    fail(now) {
      failing = now;
    },
    look(coin, address) {
      checkCoin(coin);
      if (failing) throw new ControlError('chain_unreachable', 'the chain cannot be reached');
      const at = virtualClock.now() - lag;
      const seen = transfers.filter((each) => each.coin === coin && each.address === address && each.sentAt <= at);
      // A chain that lags has not seen the blocks since.
      const height = heightOf(coin);
      return {
        transfers: seen.map(({ transaction, amount, sentAt, block }) => {
          const known = block && block.at <= at ? block : undefined;
          const confirmations = known ? height - known.height + 1 : 0;
          return { transaction, index: 0, amount, confirmations, at: known?.at ?? sentAt };
        }),
        tip: { height, at },
      };
    },
    transfers: () => [...transfers].reverse(),
    heightOf,
    state: () => ({ lag, failing }),
    save: () => ({ transfers, blocks: [...heights], made }),
  };
}
