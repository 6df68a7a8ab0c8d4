import { Cache } from './cache.ts';
import { primary } from './en.primary.ts';
import { loaded, onMessagesChange } from './load-messages.ts';
import { namesFor } from './match-locale.ts';
import type { Messages } from './messages.ts';

/** Messages that the shop has registered, by language. */
export const registered = new Map<string, Partial<Messages>>();

/** The messages put together so far, by the language asked for. */
const made = new Cache<Messages>();
onMessagesChange.add(() => made.clear());

/**
 * All messages in the nearest language there is: the shop's own first, then those that were loaded, then English.
 * English messages behind the first view are missing until the module that shows them has come.
 */
export function messagesFor(tag: string): Messages {
  return made.get(tag, () => putTogether(tag));
}

function putTogether(tag: string): Messages {
  const names = namesFor(tag);
  const base = names.find((each) => loaded.has(each) || each === 'en');
  const shops = names.filter((each) => registered.has(each));
  // A language that only the shop knows has nobody else to say which it is.
  const foreign = !base && shops[0] ? { lang: shops[0] } : undefined;
  const parts = [foreign, base && loaded.get(base), ...shops.reverse().map((each) => registered.get(each))];
  const english = { ...primary, ...loaded.get('en') } as Messages;
  return parts.reduce<Messages>((all, some) => ({ ...all, ...some }), english);
}
