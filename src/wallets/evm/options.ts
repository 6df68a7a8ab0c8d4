import { onMessagesChange } from '../../i18n/load-messages.ts';
import type { WalletMessages } from '../../i18n/wallet-messages.ts';
import type { WalletApp } from './apps.ts';

/** A network for test payments. */
export interface TestNetwork {
  /** EIP-155: 11155111 for Sepolia, 31337 for a local Anvil or Hardhat. Never 1 or 56. */
  readonly chainId: number;
  /** Address of the ERC-20 contract, for USDT. */
  readonly token?: string;
}

/** The coins that a wallet in the browser can pay. */
export type EvmCoin = 'ETH' | 'BNB' | 'ERC20/USDT';

/** What `configureEvmWallets` takes. */
export interface EvmWalletOptions {
  /**
   * The page that a wallet's app opens on a phone, relative to the page: `/pay/open/{token}`. `{token}` becomes the last
   * part of the payment's `statusUrl`, where that has 22 characters or more of `A-Z a-z 0-9 - _`. The page must show the
   * payment without cookies. Default: none, and apps are not offered.
   */
  readonly walletPage?: string;
  /** The apps that are offered on a phone. Default: MetaMask and Trust Wallet. */
  readonly apps?: readonly WalletApp[] | undefined;
  /** The networks of test payments, by coin. Default: none, and test payments have no wallet buttons. */
  readonly testNetworks?: Readonly<Partial<Record<EvmCoin, TestNetwork>>>;
  /** Texts of your own, by language: `{ de: { payHere: 'Mit Wallet zahlen' } }`. */
  readonly messages?: Readonly<Record<string, Partial<WalletMessages>>>;
}

/** The options in use. */
export const options = {
  walletPage: undefined as string | undefined,
  apps: undefined as readonly WalletApp[] | undefined,
  testNetworks: {} as NonNullable<EvmWalletOptions['testNetworks']>,
  messages: {} as NonNullable<EvmWalletOptions['messages']>,
};

const MAINNETS = [1, 56];

/** An address, for the coin that is a token and for no other. */
const isToken = (coin: string, token: string | undefined) =>
  coin === 'ERC20/USDT' ? /^0x[\da-f]{40}$/i.test(token ?? '') : token === undefined;

/**
 * Sets options of the wallets in the browser. What is not given stays as it is.
 *
 * @example
 * configureEvmWallets({ walletPage: '/pay/open/{token}' });
 *
 * @throws TypeError when a test network is none.
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
