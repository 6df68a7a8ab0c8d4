import { LOCALES } from './locales.ts';
import { namesFor } from './match-locale.ts';
import type { Messages } from './messages.ts';

/** The messages that are loaded so far, by their name in `LOCALES`. */
export const loaded = new Map<string, Partial<Messages>>();

/** Messages that the shop has registered, by language. */
export const registered = new Map<string, Partial<Messages>>();

/** Listeners that are called when messages were added or replaced. */
export const onMessagesChange = new Set<() => void>();

/** The names of the locales that were requested. */
const requested = new Set<string>();

/** The languages that there are, for a language that is none of them: its text is English. Else `undefined`. */
export function languagesInsteadOf(tag: string): readonly string[] | undefined {
  const isThere = (name: string) => name === 'en' || LOCALES[name] !== undefined || registered.has(name);
  return namesFor(tag).some(isThere) ? undefined : ['en', ...Object.keys(LOCALES)];
}

/** Adds messages to those of a locale and notifies the listeners. */
export function keepMessages(messages: Partial<Messages>, name: string, among: Map<string, Partial<Messages>>): void {
  among.set(name, { ...among.get(name), ...messages });
  for (const notify of onMessagesChange) notify();
}

/**
 * Loads the messages of the nearest available language, once. Until they are loaded, and when they cannot be loaded,
 * the text is English.
 */
export function loadMessages(tag: string): void {
  const name = namesFor(tag).find((each) => LOCALES[each] || each === 'en');
  if (name !== undefined && name !== 'en') void load(name);
}

async function load(name: string) {
  if (requested.has(name)) return;
  requested.add(name);
  try {
    keepMessages((await LOCALES[name]!()).messages, name, loaded);
  } catch (error) {
    // The next element requests it again.
    requested.delete(name);
    console.warn(`pay-elements: messages for '${name}' could not be loaded, the text is English`, error);
  }
}
