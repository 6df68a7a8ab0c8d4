import { walletTitles } from '../../i18n/en.wallets.ts';
import { onMessagesChange } from '../../i18n/load-messages.ts';
import { namesFor } from '../../i18n/match-locale.ts';
import type { WalletMessages } from '../../i18n/wallet-messages.ts';
import { options } from './options.ts';

/** The loaded messages, by the requested language. `undefined` while they are loading. */
const loaded = new Map<string, WalletMessages | undefined>();

/**
 * Returns the messages of the nearest available language, with the shop's own messages. Missing messages, and messages
 * that are still loading, are in English.
 *
 * @param english - The English messages of the module that pays.
 */
export function walletMessages(locale: string, english?: Partial<WalletMessages>): WalletMessages {
  if (!loaded.has(locale)) void load(locale);
  const own = namesFor(locale).map((name) => options.messages[name]);
  return Object.assign({}, walletTitles, english, loaded.get(locale), ...own.reverse()) as WalletMessages;
}

async function load(locale: string) {
  loaded.set(locale, undefined);
  const names = namesFor(locale);
  if (names.includes('en')) return;
  try {
    const { WALLET_LOCALES } = await import('../../i18n/wallet-locales.ts');
    const name = names.find((each) => WALLET_LOCALES[each]);
    if (name) loaded.set(locale, (await WALLET_LOCALES[name]!()).messages);
    for (const notify of onMessagesChange) notify();
  } catch {
    // The next rendering loads them again.
    loaded.delete(locale);
  }
}
