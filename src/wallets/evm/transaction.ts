import type { Coin } from '../../core/coins/coin.ts';

/** An amount of a coin to an address, on one network. */
export interface EvmTransfer {
  readonly coin: Coin;
  /** The EIP-155 chain id. */
  readonly chainId: number;
  /** The address of the ERC-20 contract, for a token. */
  readonly token: string | undefined;
  readonly to: string;
  /** The amount in the coin's smallest unit. */
  readonly amount: bigint;
}

/** The transaction for the wallet (EIP-1474). It has no `gas`, because the wallet's own estimate is better. */
export interface Transaction {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly data?: string;
  readonly chainId: string;
}

/** Formats a JSON-RPC quantity: `0x1`, without leading zeros. */
export const toHex = (value: bigint | number): string => `0x${value.toString(16)}`;

/** Encodes an address or an amount as a 32-byte word of call data. */
const word = (hex: string) => hex.slice(2).toLowerCase().padStart(64, '0');

/** The call data of ERC-20's `transfer(address,uint256)`. @internal */
export const transferData = (to: string, amount: bigint): string => `0xa9059cbb${word(to)}${word(toHex(amount))}`;

/** The call data of ERC-20's `balanceOf(address)`. */
export const balanceData = (account: string): string => `0x70a08231${word(account)}`;

/** Creates the transaction of a transfer from an account. */
export function transactionOf({ chainId, token, to, amount }: EvmTransfer, from: string): Transaction {
  const call =
    token === undefined ? { to, value: toHex(amount) } : { to: token, value: '0x0', data: transferData(to, amount) };
  return { from, ...call, chainId: toHex(chainId) };
}
