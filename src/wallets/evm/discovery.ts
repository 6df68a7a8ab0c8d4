import { readPng } from '../../core/web.ts';

/** What of EIP-1193 is used. */
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

/** Names are shown up to this. Characters. */
const MAX_NAME = 30;

/** More wallets than anybody has are a page's or an extension's mistake. */
const MAX_WALLETS = 12;

/** Without control characters, those that change the direction of text, and half letters; at most so long. */
const plainName = (name: string) => [...name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()].slice(0, MAX_NAME).join('');

/**
 * The wallets after an announcement (`detail` of `eip6963:announceProvider`), the same list where it adds none. A wallet
 * that announces itself again is there already.
 */
export function withAnnounced(wallets: readonly InjectedWallet[], detail: unknown): readonly InjectedWallet[] {
  const { info, provider } = Object(detail) as { readonly info?: unknown; readonly provider?: Partial<Provider> };
  const { name, icon } = Object(info) as { readonly name?: unknown; readonly icon?: unknown };
  const shown = typeof name === 'string' && plainName(name);
  if (!shown || typeof provider?.request !== 'function' || wallets.length >= MAX_WALLETS) return wallets;
  if (wallets.some((each) => each.provider === provider)) return wallets;
  // Icons are SVG as often as PNG: only what is safe as a picture under a strict policy is shown.
  return [...wallets, { name: shown, icon: readPng(icon), provider: provider as Provider }];
}

/**
 * Asks for the wallets of this browser (EIP-6963), and listens for those that come later. No other global is read.
 *
 * @returns Ends it.
 */
export function discover(found: (detail: unknown) => void): () => void {
  const listen = (event: Event) => found((event as CustomEvent<unknown>).detail);
  addEventListener('eip6963:announceProvider', listen);
  dispatchEvent(new Event('eip6963:requestProvider'));
  return () => removeEventListener('eip6963:announceProvider', listen);
}
