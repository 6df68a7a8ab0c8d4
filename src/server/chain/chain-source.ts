import type { CoinSymbol } from '../../core/index.ts';

/** The address to look at. */
export interface TransferQuery {
  /** One of the `coins` of the source. */
  readonly coin: CoinSymbol;
  /** The deposit address, as the payer sees it. */
  readonly address: string;
  /** Milliseconds since 1970. Transfers in older blocks may be left out; unconfirmed ones are always included. */
  readonly since: number;
}

/** One transfer to an address, on the chain or waiting for a block. */
export interface Transfer {
  /** The id of the transaction. */
  readonly transaction: string;
  /** Tells the transfers of one transaction apart: the number of its output or log. */
  readonly index: number;
  /** The amount in the coin, exact decimal text. */
  readonly amount: string;
  /** The number of blocks from the one with the transaction to the newest, both counted. 0: it is in no block yet. */
  readonly confirmations: number;
  /** The time of the block, or while it is in none, when the source first saw the transaction: milliseconds since 1970. */
  readonly at?: number;
  /**
   * When the source first saw the transaction in no block, where it knows: milliseconds since 1970. Only the end of an offer
   * is compared with it.
   */
  readonly seenAt?: number;
}

/** What a source answers about one address. */
export interface Transfers {
  /** Transfers that the chain or the mempool has at present. A replaced or reorganised transaction is not among them. */
  readonly transfers: readonly Transfer[];
  /** The newest block that the source knows. `at`: its time, milliseconds since 1970. */
  readonly tip: { readonly height: number; readonly at?: number };
}

/** Earlier times are in seconds: 1973 in milliseconds. */
const TIME_MIN = 1e11;

/**
 * Checks what a source has answered, because one of the shop's own may return anything. A transfer that is there twice counts
 * once: while pages are read, a new transaction moves others to the next page.
 *
 * @throws TypeError that names the field
 */
export function readTransfers(answer: Transfers): Transfers {
  const { transfers, tip } = Object(answer) as Partial<Transfers>;
  const need = (holds: boolean, field: string, what: string) => {
    if (!holds) throw new TypeError(`transfers(): ${field}: ${what} is needed`);
  };
  const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
  const isTime = (value: unknown) => value === undefined || (Number.isFinite(value) && Number(value) >= TIME_MIN);
  need(Array.isArray(transfers), 'transfers', 'a list');
  need(isCount(tip?.height), 'tip.height', 'the number of the newest block');
  need(isTime(tip!.at), 'tip.at', 'a time in milliseconds since 1970');
  const once = new Map<string, Transfer>();
  transfers!.forEach((transfer, number) => {
    const { transaction, index, amount, confirmations, at, seenAt } = Object(transfer) as Partial<Transfer>;
    const path = `transfers[${number}]`;
    need(typeof transaction === 'string' && transaction !== '', `${path}.transaction`, 'the id of the transaction');
    const isDecimal = typeof amount === 'string' && /^\d+(\.\d+)?$/.test(amount);
    need(isDecimal, `${path}.amount`, "decimal text such as '0.00031113'");
    need(isCount(confirmations), `${path}.confirmations`, 'a whole number from 0 on');
    need(isTime(at), `${path}.at`, 'a time in milliseconds since 1970');
    need(isTime(seenAt), `${path}.seenAt`, 'a time in milliseconds since 1970');
    once.set(`${transaction} ${index}`, transfer);
  });
  return { transfers: [...once.values()], tip: tip! };
}

/** The limits of one call of a source. */
export interface SourceCallOptions {
  /** Milliseconds for each request. A call that sends none for longer than this, and does not end, has failed. */
  readonly timeout: number;
  /** Aborts the call: it then rejects with the code `aborted`. */
  readonly signal: AbortSignal;
  /**
   * Counts a request. A source awaits it before each of its requests. @throws ChainError `paused` when no more are allowed
   * now: the source then rejects with it, and is called again later. Absent: requests are not counted.
   */
  readonly beforeRequest?: () => Promise<void>;
}

/** What `check` has found out. A source that cannot be used rejects with a `ChainError` instead. */
export interface SourceCheck {
  /** The height of the newest block that the source knows. */
  readonly height: number;
  /** The time of the newest block, milliseconds since 1970. Absent when the source does not say. */
  readonly at?: number;
  /**
   * How far back the source finds payments, in milliseconds. Absent when it finds all of them, or does not say.
   */
  readonly historyMs?: number;
  /** Limits of the source that a shop has to know, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * A source looks at a deposit address on its public chain.
 *
 * It answers one question: which transfers have arrived at an address. It rejects with a `ChainError` when it cannot
 * know, and never answers an empty list instead.
 */
export interface ChainSource {
  /** In events, errors and health, such as `esplora`. It contains no address and no key. */
  readonly name: string;
  /** The coins whose addresses it can look at, as contract 2.9 writes them. */
  readonly coins: readonly CoinSymbol[];
  /** How many requests the source allows a minute, over all processes of the shop. See `beforeRequest`. */
  readonly requestsPerMinute: number;
  /**
   * Resolves with all transfers to the address since a time, or rejects: never with an incomplete list. @throws
   * ChainError
   */
  readonly transfers: (query: TransferQuery, options: SourceCallOptions) => Promise<Transfers>;
  /** Checks that the source is reachable, on the right network and in sync. For `doctor`. @throws ChainError */
  readonly check: (coin: CoinSymbol, options: SourceCallOptions) => Promise<SourceCheck>;
}
