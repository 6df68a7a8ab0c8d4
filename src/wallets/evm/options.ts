import { onMessagesChange } from '../../i18n/load-messages.ts';
import type { WalletMessages } from './wallet-messages.ts';
import type { WalletApp } from './apps.ts';

/** A network for test payments. */
export interface TestNetwork {
  /** The EIP-155 chain id: 11155111 for Sepolia, 31337 for a local Anvil or Hardhat. Never 1 or 56. */
  readonly chainId: number;
  /** The address of the ERC-20 contract, for USDT. */
  readonly token?: string;
}

/** The coins that a wallet in the browser can pay. */
export type EvmCoin = 'ETH' | 'BNB' | 'ERC20/USDT';

/** The options of `configureEvmWallets`. */
export interface EvmWalletOptions {
  /**
   * The page that a wallet's app opens on a phone, relative to the present page: `/pay/open/{token}`. `{token}` is
   * replaced by the last segment of the payment's `statusUrl`, when that has at least 22 characters of
   * `A-Z a-z 0-9 - _`. The page must show the payment without cookies. By default there is none, and no apps are
   * offered.
   */
  readonly walletPage?: string;
  /** The apps that are offered on a phone. Default: MetaMask and Trust Wallet. */
  readonly apps?: readonly WalletApp[] | undefined;
  /** The networks of test payments, by coin. By default there are none, and test payments have no wallet buttons. */
  readonly testNetworks?: Readonly<Partial<Record<EvmCoin, TestNetwork>>>;
  /** Your own messages, by language: `{ de: { payHere: 'Mit Wallet zahlen' } }`. */
  readonly messages?: Readonly<Record<string, Partial<WalletMessages>>>;
}

/** The present options. */
export const options = {
  walletPage: undefined as string | undefined,
  apps: undefined as readonly WalletApp[] | undefined,
  testNetworks: {} as NonNullable<EvmWalletOptions['testNetworks']>,
  messages: {} as NonNullable<EvmWalletOptions['messages']>,
};

const MAINNETS = [1, 56];

/** True for a contract address, for the coin that is a token, and for undefined, for other coins. */
const isToken = (coin: string, token: string | undefined) =>
  coin === 'ERC20/USDT' ? /^0x[\da-f]{40}$/i.test(token ?? '') : token === undefined;

/**
 * Sets options of the wallets in the browser. Options that are not passed keep their values.
 *
 * @example
 * configureEvmWallets({ walletPage: '/pay/open/{token}' });
 *
 * @throws TypeError when a test network is invalid
 */
export function configureEvmWallets(given: EvmWalletOptions): void {
  for (const [coin, { chainId, token }] of Object.entries(given.testNetworks ?? {})) {
    if (!Number.isSafeInteger(chainId) || chainId < 1 || MAINNETS.includes(chainId))
      throw new TypeError(`testNetworks: ${coin}: chainId: not a test network: ${chainId}`);
    if (!isToken(coin, token)) throw new TypeError(`testNetworks: ${coin}: token: for USDT an address, else none`);
  }
  Object.assign(options, given);
  for (const notify of onMessagesChange) notify();
}
