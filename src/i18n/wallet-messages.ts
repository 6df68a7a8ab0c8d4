import type { walletSteps } from './en.wallet-steps.ts';
import type { walletTitles } from './en.wallets.ts';

/** What is said of the wallets in the browser, by key. */
export type WalletMessages = Readonly<Record<keyof typeof walletTitles | keyof typeof walletSteps, string>>;
