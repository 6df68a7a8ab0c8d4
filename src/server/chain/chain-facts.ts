import type { CoinSymbol } from '../../core/index.ts';

/** What is particular to the chain of a coin. */
export interface ChainFacts {
  /** How many confirmations a payment needs by default. `docs/chain.md` has the reasons. */
  readonly confirmations: number;
  /** The average time from one block to the next, in milliseconds. */
  readonly blockMs: number;
  /** A source whose newest block is older lags, and is not believed. Milliseconds. */
  readonly lagMs: number;
  /** How much earlier than the real time the time of a block may be, in milliseconds. */
  readonly blockTimeSlackMs: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Miners choose the time of their blocks; on the other chains, validators reject a wrong one. */
const MINED = { blockTimeSlackMs: 10 * MINUTE };
const VALIDATED = { blockTimeSlackMs: 30 * SECOND };

/**
 * Block times: see `confirmationMinutes` in `core/coins/coin.ts`. `lagMs`: proof of work finds blocks at random, so that 12
 * average times without a block are rare, and a chain of validators stands still only when it has failed.
 */
export const chainFacts: Readonly<Record<CoinSymbol, ChainFacts>> = {
  BTC: { confirmations: 2, blockMs: 10 * MINUTE, lagMs: 3 * HOUR, ...MINED },
  LTC: { confirmations: 6, blockMs: 150 * SECOND, lagMs: 45 * MINUTE, ...MINED },
  BCH: { confirmations: 6, blockMs: 10 * MINUTE, lagMs: 6 * HOUR, ...MINED },
  DOGE: { confirmations: 20, blockMs: MINUTE, lagMs: 30 * MINUTE, ...MINED },
  ETH: { confirmations: 12, blockMs: 12 * SECOND, lagMs: 5 * MINUTE, ...VALIDATED },
  'ERC20/USDT': { confirmations: 12, blockMs: 12 * SECOND, lagMs: 5 * MINUTE, ...VALIDATED },
  BNB: { confirmations: 15, blockMs: SECOND, lagMs: 2 * MINUTE, ...VALIDATED },
  TRX: { confirmations: 20, blockMs: 3 * SECOND, lagMs: 2 * MINUTE, ...VALIDATED },
  'SOL/SOL': { confirmations: 32, blockMs: SECOND, lagMs: 2 * MINUTE, ...VALIDATED },
};
