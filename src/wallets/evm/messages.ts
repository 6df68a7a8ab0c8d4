import { walletTitles } from '../../i18n/en.wallets.ts';
import { onMessagesChange } from '../../i18n/load-messages.ts';
import { namesFor } from '../../i18n/match-locale.ts';
import type { WalletMessages } from '../../i18n/wallet-messages.ts';
import { options } from './options.ts';

/** The messages that have come so far, by the language that was asked for. `undefined` while they are loaded. */
const loaded = new Map<string, WalletMessages | undefined>();

/**
 * The messages of the nearest language there is, with the shop's own. Until they are loaded, and without them, English.
 *
 * @param english - What comes with the module that pays.
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
    // Asked for again with the next rendering.
    loaded.delete(locale);
  }
}
