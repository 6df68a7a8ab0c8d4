import { messagesFor } from '../../i18n/lookup.ts';
import { namesFor } from '../../i18n/match-locale.ts';
import type { WalletMessages } from './wallet-messages.ts';
import { options } from './options.ts';

/**
 * Returns the messages of the nearest available language, with those of `configureEvmWallets` in place of ours. The card
 * around the wallets loads its language.
 */
export function walletMessages(locale: string): WalletMessages {
  const own = namesFor(locale).map((name) => options.messages[name]);
  return Object.assign({}, messagesFor(locale), ...own.reverse()) as WalletMessages;
}
