import { webUrl } from '../../core/web.ts';
import type { Transfer } from './transaction.ts';

/** A wallet's app that opens pages in a browser of its own. */
export interface WalletApp {
  /** Its name, shown as it is. */
  readonly name: string;
  /**
   * The https address that opens a page in the app.
   *
   * @param page - The page to open.
   * @param chainId - The network of the payment (EIP-155).
   */
  readonly link: (page: URL, chainId: number) => string;
}

/** Trust Wallet names networks as SLIP-44 and its wallet-core do: BNB Smart Chain is 20000714, Ethereum 60. */
const trustCoin = (chainId: number) => (chainId === 56 ? 20000714 : 60);

/**
 * The wallets that are offered by default. Links that fill in a payment are not used: some open on the wrong network
 * (MetaMask/metamask-mobile#24464, #32287, #22847). Sources: docs.metamask.io "Use deeplinks", developer.trustwallet.com
 * "Deep linking".
 */
const defaultApps: readonly WalletApp[] = [
  {
    name: 'MetaMask',
    // Not encoded: an encoded path opens an empty page (genlayer-foundation/points#622).
    link: ({ host, pathname, search }) => `https://link.metamask.io/dapp/${host}${pathname}${search}`,
  },
  {
    name: 'Trust Wallet',
    link: ({ href }, chainId) =>
      `https://link.trustwallet.com/open_url?coin_id=${trustCoin(chainId)}&url=${encodeURIComponent(href)}`,
  },
];

/** A link to an app, checked. */
export interface AppLink {
  readonly name: string;
  readonly url: string;
}

const httpsUrl = (text: string, base?: string) => {
  const url = webUrl(text, base);
  return url?.startsWith('https:') ? url : undefined;
};

/** A token of the helper has 128 bits or more: nobody guesses it. */
const TOKEN = /\/([\w-]{22,})\/?$/;

/**
 * The page that a wallet's app opens: `template` with the payment's token in the place of `{token}`. The token is the
 * last part of the payment's status address, where that cannot be guessed.
 *
 * @returns `undefined` where there is no template or no token, and for an address that is not https.
 */
export function walletPage(template: string | undefined, statusUrl: string | undefined, base: string): URL | undefined {
  if (!template) return undefined;
  const [, token] = TOKEN.exec(new URL(statusUrl ?? '', base).pathname) ?? [];
  if (template.includes('{token}') && token === undefined) return undefined;
  const page = httpsUrl(template.replace('{token}', token ?? ''), base);
  return page === undefined ? undefined : new URL(page);
}

/** The links of the apps to the page of a payment. A link that is not https is left out. */
export const appLinks = (
  page: URL,
  { chainId }: Transfer,
  apps: readonly WalletApp[] = defaultApps,
): readonly AppLink[] =>
  apps.map(({ name, link }) => ({ name, url: link(page, chainId) })).filter(({ url }) => httpsUrl(url) !== undefined);
