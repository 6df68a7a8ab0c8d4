import { Cache } from './cache.ts';
import { loaded, onMessagesChange, registered } from './load-messages.ts';
import { LOCALES } from './locales.ts';
import { namesFor } from './match-locale.ts';
import { en, type Messages } from './messages.ts';

const made = new Cache<Messages>();
onMessagesChange.add(() => made.clear());

/**
 * Returns all messages in the nearest available language: the shop's own first, then the loaded ones, then English.
 *
 * Alternatives: @lit/localize in its runtime mode has one locale for the whole page. Here each tag has a `lang` of its own,
 * a page shows several languages, and a server renders all of them. @shoelace-style/localize takes the language of the
 * host or of `<html>`, with an observer of the document: it has no language files that load on demand, and no part for a
 * server. Either would add to what every page loads. A language here is plain data, which the script-tag build fetches as
 * JSON and compares with a hash.
 */
export function messagesFor(tag: string): Messages {
  return made.get(tag, () => putTogether(tag));
}

function putTogether(tag: string): Messages {
  const names = namesFor(tag);
  const base = names.find((each) => loaded.has(each) || each === 'en');
  const shops = names.filter((each) => registered.has(each));
  // A language that only the shop has registered has no `lang` message of its own. One of ours is not loaded yet: the text is
  // English.
  const isOurs = names.some((each) => LOCALES[each]);
  const foreign = !base && !isOurs && shops[0] ? { lang: shops[0] } : undefined;
  const parts = [foreign, base && loaded.get(base), ...shops.reverse().map((each) => registered.get(each))];
  return parts.reduce<Messages>((all, some) => ({ ...all, ...some }), en);
}
