/** Wallets for a page: EIP-6963 in the page, real chains behind it. They act as extensions do, and as bad ones do. */
import type { Page } from 'puppeteer-core';
import { RICH, RpcError, type Chain } from './anvil.ts';

export interface WalletOptions {
  readonly name: string;
  readonly chains: readonly Chain[];
  /** The chain that it is on. */
  readonly on: Chain;
  readonly account?: string;
  /** Answers that it gives in the place of its own. `undefined` for its own. */
  readonly answer?: (method: string, params: readonly unknown[]) => unknown;
}

export interface TestWallet {
  readonly options: WalletOptions;
  readonly calls: string[];
  on: Chain;
}

export const makeWallet = (options: WalletOptions): TestWallet => ({ options, calls: [], on: options.on });

const hex = (value: number) => `0x${value.toString(16)}`;

async function answer(wallet: TestWallet, method: string, params: readonly unknown[]): Promise<unknown> {
  const { chains, account = RICH, answer: own } = wallet.options;
  const given = own?.(method, params);
  if (given !== undefined) return given;
  if (method === 'eth_requestAccounts') return [account];
  if (method === 'eth_chainId') return hex(wallet.on.chainId);
  if (method === 'wallet_switchEthereumChain') {
    const { chainId } = params[0] as { chainId: string };
    const found = chains.find((chain) => hex(chain.chainId) === chainId);
    if (!found) throw new RpcError({ code: 4902, message: 'Unrecognized chain ID' });
    wallet.on = found;
    return null;
  }
  return wallet.on.rpc(method, ...params);
}

/** Announces the wallets in a page that is not loaded yet. Whatever else the page touches of them throws. */
export async function install(page: Page, wallets: readonly TestWallet[]): Promise<void> {
  await page.exposeFunction('askWallet', async (at: number, method: string, params: unknown[]) => {
    const wallet = wallets[at]!;
    wallet.calls.push(method);
    try {
      return { result: await answer(wallet, method, params) };
    } catch (error) {
      const { code = -32603, message } = error as Partial<RpcError>;
      return { error: { code, message } };
    }
  });
  await page.evaluateOnNewDocument(
    (names: string[]) => {
      type Answer = { result?: unknown; error?: { code: number; message: string } };
      type Ask = (at: number, method: string, params: readonly unknown[]) => Promise<Answer>;
      const { askWallet } = window as unknown as { askWallet: Ask };
      const touched = ((window as unknown as { touched: string[] }).touched = [] as string[]);
      // What a page used before EIP-6963.
      for (const name of ['ethereum', 'web3', 'BinanceChain', 'trustwallet'])
        Object.defineProperty(window, name, { get: () => void touched.push(name) });
      const details = names.map((name, at) => {
        const request = async ({ method, params }: { method: string; params: readonly unknown[] }) => {
          const { result, error } = await askWallet(at, method, params);
          if (error) throw Object.assign(new Error(error.message), { code: error.code });
          return result;
        };
        const provider = new Proxy(
          { request },
          {
            get: (target, key) => {
              if (key !== 'request') touched.push(`${name}.${String(key)}`);
              return Reflect.get(target, key) as unknown;
            },
          },
        );
        return Object.freeze({ info: Object.freeze({ uuid: String(at), name, icon: '', rdns: 'example' }), provider });
      });
      const announce = () =>
        details.forEach((detail) => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })));
      addEventListener('eip6963:requestProvider', announce);
      announce();
    },
    wallets.map(({ options }) => options.name),
  );
}
