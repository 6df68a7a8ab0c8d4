/**
 * All cards behind one door: they share most of what they are, so one file of all three is smaller than what a
 * bundler would cut out for the first of them, and comes in one question. Who registers one tag alone gets its
 * card alone, from bundlers that read `(await import(…)).X`.
 */
export { CryptoCard } from './crypto-card.ts';
export { LocalcodeCard } from './localcode-card.ts';
export { WalletCard } from './wallet-card.ts';
