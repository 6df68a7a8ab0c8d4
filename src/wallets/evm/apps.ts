import { webUrl } from '../../core/web.ts';
import type { EvmTransfer } from './transaction.ts';

/** A wallet's app with a built-in browser. */
export interface WalletApp {
  /** The name of the app, which is shown unchanged. */
  readonly name: string;
  /**
   * Returns the https URL that opens a page in the app.
   *
   * @param page - The page to open.
   * @param chainId - The network of the payment (EIP-155).
   */
  readonly link: (page: URL, chainId: number) => string;
}

/**
 * Trust Wallet identifies networks by the numbers of SLIP-44 and its wallet-core: BNB Smart Chain is 20000714, Ethereum
 * 60.
 */
const trustCoin = (chainId: number) => (chainId === 56 ? 20000714 : 60);

/**
 * The apps that are offered by default. Links that fill in a payment are not used, because some open on the wrong
 * network (MetaMask/metamask-mobile#24464, #32287, #22847). Sources: docs.metamask.io "Use deeplinks",
 * developer.trustwallet.com "Deep linking".
 */
const defaultApps: readonly WalletApp[] = [
  {
    name: 'MetaMask',
    // The path is not encoded: an encoded path opens an empty page (genlayer-foundation/points#622).
    link: ({ host, pathname, search }) => `https://link.metamask.io/dapp/${host}${pathname}${search}`,
  },
  {
    name: 'Trust Wallet',
    link: ({ href }, chainId) =>
      `https://link.trustwallet.com/open_url?coin_id=${trustCoin(chainId)}&url=${encodeURIComponent(href)}`,
  },
];

/** A validated link to an app. */
export interface AppLink {
  readonly name: string;
  readonly url: string;
}

const httpsUrl = (text: string, base?: string) => {
  const url = webUrl(text, base);
  return url?.startsWith('https:') ? url : undefined;
};

/** A token of the helper has at least 128 bits, so it cannot be guessed. */
const TOKEN = /\/([\w-]{22,})\/?$/;

/**
 * Returns the page that a wallet's app opens: `template` with the payment's token instead of `{token}`. The token is
 * the last segment of the payment's status URL, when it is long enough that it cannot be guessed.
 *
 * @returns `undefined` without a template or a token, and for a URL that is not https
 */
export function walletPage(template: string | undefined, statusUrl: string | undefined, base: string): URL | undefined {
  if (!template) return undefined;
  const [, token] = TOKEN.exec(new URL(statusUrl ?? '', base).pathname) ?? [];
  if (template.includes('{token}') && token === undefined) return undefined;
  const page = httpsUrl(template.replace('{token}', token ?? ''), base);
  return page === undefined ? undefined : new URL(page);
}

/** Returns the links of the apps to the page of a payment. A link that is not https is omitted. */
export const appLinks = (
  page: URL,
  { chainId }: EvmTransfer,
  apps: readonly WalletApp[] = defaultApps,
): readonly AppLink[] =>
  apps.map(({ name, link }) => ({ name, url: link(page, chainId) })).filter(({ url }) => httpsUrl(url) !== undefined);
