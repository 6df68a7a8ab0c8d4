import { LOCALES, type LoadLocale, type Locales } from './locales.ts';
import { namesFor } from './match-locale.ts';
import type { Messages } from './messages.ts';

/** The messages that have come so far, by their name in `LOCALES`. */
export const loaded = new Map<string, Partial<Messages>>();

/** Called when there are other messages than before. */
export const onMessagesChange = new Set<() => void>();

/** The locales of this page. */
const names = new Set<string>();

/** What was asked for. */
const requested = new Set<LoadLocale>();

/** Where the messages are that modules show which were loaded later. */
const laterLocales = new Set<Locales>();

/** What has come so far of the messages of a language. */
export const loadedMessages = (tag: string): Partial<Messages> | undefined =>
  loaded.get(namesFor(tag).find((name) => loaded.has(name)) ?? '');

/** Keeps messages beside those there are, and notifies those who show them. */
export function keepMessages(messages: Partial<Messages>, name: string, among: Map<string, Partial<Messages>>): void {
  among.set(name, { ...among.get(name), ...messages });
  for (const notify of onMessagesChange) notify();
}

/**
 * Loads the messages of the nearest language there is, once. Until then, and when they cannot be loaded, the text is
 * English.
 */
export function loadMessages(tag: string): void {
  const name = namesFor(tag).find((each) => LOCALES[each] || each === 'en');
  const load = name && LOCALES[name];
  if (!load) return;
  names.add(name);
  void request(name, load);
  loadLater(name);
}

/**
 * Adds messages behind the first view, for a module that shows them: those in English come with it, those of the languages on
 * the page are loaded from now on.
 */
export function addSecondary(english: Partial<Messages>, locales: Locales): void {
  laterLocales.add(locales);
  keepMessages(english, 'en', loaded);
  for (const name of names) loadLater(name);
}

function loadLater(name: string) {
  for (const { [name]: load } of laterLocales) if (load) void request(name, load);
}

async function request(name: string, load: LoadLocale) {
  if (requested.has(load)) return;
  requested.add(load);
  try {
    keepMessages((await load()).messages, name, loaded);
  } catch (error) {
    // Asked for again with the next tag.
    requested.delete(load);
    console.warn(`pay-elements: messages for '${name}' could not be loaded`, error);
  }
}
