import { readPng } from '../../core/web.ts';

/** The part of EIP-1193 that is used. */
export interface Provider {
  request(call: { readonly method: string; readonly params: readonly unknown[] }): Promise<unknown>;
}

/** A wallet that has announced itself to the page. */
export interface InjectedWallet {
  readonly name: string;
  /** A `data:` URL of a PNG. */
  readonly icon: string | undefined;
  readonly provider: Provider;
}

/** The longest name that is shown, in characters. */
const MAX_NAME = 30;

/** The largest number of wallets. More announcements are a mistake of the page or of an extension. */
const MAX_WALLETS = 12;

/** Removes control characters, marks that change the direction of text, and lone surrogates, and truncates the name. */
const plainName = (name: string) => [...name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()].slice(0, MAX_NAME).join('');

/**
 * Adds the wallet of an announcement (`detail` of `eip6963:announceProvider`). Returns the same list when nothing is
 * added: an invalid announcement, or a wallet that is in the list already.
 */
export function withAnnounced(wallets: readonly InjectedWallet[], detail: unknown): readonly InjectedWallet[] {
  const { info, provider } = Object(detail) as { readonly info?: unknown; readonly provider?: Partial<Provider> };
  const { name, icon } = Object(info) as { readonly name?: unknown; readonly icon?: unknown };
  const shown = typeof name === 'string' && plainName(name);
  if (!shown || typeof provider?.request !== 'function' || wallets.length >= MAX_WALLETS) return wallets;
  if (wallets.some((each) => each.provider === provider)) return wallets;
  // Icons may be SVG or PNG. Only PNG is shown, which is safe as an image under a strict policy.
  return [...wallets, { name: shown, icon: readPng(icon), provider: provider as Provider }];
}

/**
 * Requests the wallets of this browser (EIP-6963), and listens for later announcements. No other global is read.
 *
 * @returns A function that stops listening.
 */
export function discover(found: (detail: unknown) => void): () => void {
  const listen = (event: Event) => found((event as CustomEvent<unknown>).detail);
  addEventListener('eip6963:announceProvider', listen);
  dispatchEvent(new Event('eip6963:requestProvider'));
  return () => removeEventListener('eip6963:announceProvider', listen);
}
