import type { walletSteps } from './en.wallet-steps.ts';
import type { walletTitles } from './en.wallets.ts';

/** The messages for browser wallets, by key. */
export type WalletMessages = Readonly<Record<keyof typeof walletTitles | keyof typeof walletSteps, string>>;
