import { Cache } from './cache.ts';
import { primary } from './en.primary.ts';
import { loaded, onMessagesChange } from './load-messages.ts';
import { namesFor } from './match-locale.ts';
import type { Messages } from './messages.ts';

/** Messages that the shop has registered, by language. */
export const registered = new Map<string, Partial<Messages>>();

/** The combined messages, by the requested language. */
const made = new Cache<Messages>();
onMessagesChange.add(() => made.clear());

/**
 * Returns all messages in the nearest available language: the shop's own first, then the loaded ones, then English.
 * English messages that the first view does not need are missing until the module that shows them is loaded.
 */
export function messagesFor(tag: string): Messages {
  return made.get(tag, () => putTogether(tag));
}

function putTogether(tag: string): Messages {
  const names = namesFor(tag);
  const base = names.find((each) => loaded.has(each) || each === 'en');
  const shops = names.filter((each) => registered.has(each));
  // A language that only the shop has registered has no `lang` message of its own.
  const foreign = !base && shops[0] ? { lang: shops[0] } : undefined;
  const parts = [foreign, base && loaded.get(base), ...shops.reverse().map((each) => registered.get(each))];
  const english = { ...primary, ...loaded.get('en') } as Messages;
  return parts.reduce<Messages>((all, some) => ({ ...all, ...some }), english);
}
