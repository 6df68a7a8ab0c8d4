import { webUrl } from '../../core/web.ts';
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

const COINS = ['ETH', 'BNB', 'ERC20/USDT'];

/** True for a contract address, for the coin that is a token, and for undefined, for other coins. */
const isToken = (coin: string, token: string | undefined) =>
  coin === 'ERC20/USDT' ? /^0x[\da-f]{40}$/i.test(token ?? '') : token === undefined;

/** Whether a value is an object whose values all pass the test. */
const isObjectOf = (test: (value: unknown) => boolean, value: unknown): boolean =>
  Object(value) === value && Object.values(value as object).every(test);

const isTexts = (value: unknown) => isObjectOf((text) => typeof text === 'string', value);

/** @throws TypeError with the text, unless the value is true */
function need(isValid: boolean, text: string): void {
  if (!isValid) throw new TypeError(text);
}

/**
 * Sets options of the wallets in the browser. Options that are not passed keep their values.
 *
 * @example
 * configureEvmWallets({ walletPage: '/pay/open/{token}' });
 *
 * @throws TypeError that names the option, when it is unknown or invalid
 */
export function configureEvmWallets(given: EvmWalletOptions): void {
  const names = Object.keys(options);
  need(Object(given) === given, `an object with ${names.join(', ')} is needed`);
  for (const name of Object.keys(given)) need(names.includes(name), `${name}: no such option; use ${names.join(', ')}`);
  const { walletPage, apps = [], testNetworks = options.testNetworks, messages = options.messages } = given;
  need(!walletPage || !!webUrl(walletPage, 'https://x'), 'walletPage: not a web address');
  const isApp = ({ name, link }: Partial<WalletApp>) => typeof name === 'string' && typeof link === 'function';
  need(
    Array.isArray(apps) && apps.every((app) => isApp(Object(app) as Partial<WalletApp>)),
    'apps: a list of { name, link } is needed, with a function as link',
  );
  need(isObjectOf(isTexts, messages), 'messages: texts by language are needed, such as { de: { payHere: … } }');
  need(
    Object(testNetworks) === testNetworks,
    'testNetworks: an object such as { ETH: { chainId: 11155111 } } is needed',
  );
  for (const [coin, network] of Object.entries(testNetworks)) {
    need(COINS.includes(coin), `testNetworks: ${coin}: not one of ${COINS.join(', ')}`);
    const { chainId, token } = Object(network) as TestNetwork;
    need(typeof chainId !== 'string', `testNetworks: ${coin}: chainId: a number is needed, not text`);
    const isTestNetwork = Number.isSafeInteger(chainId) && chainId > 0 && !MAINNETS.includes(chainId);
    need(isTestNetwork, `testNetworks: ${coin}: chainId: not a test network: ${chainId}`);
    need(isToken(coin, token), `testNetworks: ${coin}: token: for USDT an address, else none`);
  }
  Object.assign(options, { ...given, testNetworks, messages });
  for (const notify of onMessagesChange) notify();
}
