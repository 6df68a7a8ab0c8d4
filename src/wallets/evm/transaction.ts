import type { Coin } from '../../core/coin.ts';

/** An amount of a coin to an address, on one network. */
export interface Transfer {
  readonly coin: Coin;
  /** EIP-155. */
  readonly chainId: number;
  /** The ERC-20 contract, for a token. */
  readonly token: string | undefined;
  readonly to: string;
  /** In the coin's smallest unit. */
  readonly amount: bigint;
}

/** What a wallet is asked to send (EIP-1474). Never with `gas`: the wallet knows better. */
export interface Transaction {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly data?: string;
  readonly chainId: string;
}

/** A quantity as JSON-RPC writes it: `0x1`, without leading zeros. */
export const toHex = (value: bigint | number): string => `0x${value.toString(16)}`;

/** Addresses and amounts in call data are words of 32 bytes. */
const word = (hex: string) => hex.slice(2).toLowerCase().padStart(64, '0');

/** The call data of ERC-20's `transfer(address,uint256)`. @internal */
export const transferData = (to: string, amount: bigint): string => `0xa9059cbb${word(to)}${word(toHex(amount))}`;

/** The call data of ERC-20's `balanceOf(address)`. */
export const balanceData = (account: string): string => `0x70a08231${word(account)}`;

/** The transaction that carries a transfer out of an account. */
export function transactionOf({ chainId, token, to, amount }: Transfer, from: string): Transaction {
  const call =
    token === undefined ? { to, value: toHex(amount) } : { to: token, value: '0x0', data: transferData(to, amount) };
  return { from, ...call, chainId: toHex(chainId) };
}
