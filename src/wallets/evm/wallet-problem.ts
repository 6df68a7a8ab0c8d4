import type { WalletMessages } from './wallet-messages.ts';

/** The reason why a wallet did not pay: the key of its message. */
export type WalletProblemKey = keyof Pick<
  WalletMessages,
  'refused' | 'wrongChain' | 'unknownChain' | 'requestOpen' | 'tooLittle' | 'browserWalletGone' | 'browserWalletFailed'
>;

/** One of our checks stopped a payment. */
export class WalletProblem extends Error {
  readonly key: WalletProblemKey;

  constructor(key: WalletProblemKey) {
    super(key);
    this.key = key;
  }
}

/** Error codes of EIP-1193, EIP-3085 and EIP-1474. */
const BY_CODE = new Map<string, WalletProblemKey>([
  ['4001', 'refused'],
  ['4902', 'unknownChain'],
  ['-32002', 'requestOpen'],
  ['4900', 'browserWalletGone'],
  ['4901', 'browserWalletGone'],
]);

interface RpcError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly data?: { readonly originalError?: RpcError };
}

/**
 * Returns the reason of a wallet's error. MetaMask on phones wraps the error of its extension in `data.originalError`.
 * Too low a balance has no code. An extension that was removed or updated throws Chrome's error.
 */
export function walletProblem(error: unknown): WalletProblemKey {
  if (error instanceof WalletProblem) return error.key;
  const { code, message, data } = Object(error) as RpcError;
  const text = String(message);
  const known = BY_CODE.get(String(data?.originalError?.code)) ?? BY_CODE.get(String(code));
  if (known) return known;
  if (/insufficient/i.test(text)) return 'tooLittle';
  return /context invalidated|disconnected/i.test(text) ? 'browserWalletGone' : 'browserWalletFailed';
}
