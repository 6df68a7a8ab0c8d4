import { LOCALES } from './locales.ts';
import { namesFor } from './match-locale.ts';
import type { Messages } from './messages.ts';

/** The messages that are loaded so far, by their name in `LOCALES`. */
export const loaded = new Map<string, Partial<Messages>>();

/** Listeners that are called when messages were added or replaced. */
export const onMessagesChange = new Set<() => void>();

/** The files that were requested: `de`, `de secondary`. */
const requested = new Set<string>();

/** The locales that this page uses. */
const names = new Set<string>();

/** Imports the module that loads the messages of a part. */
type LaterModule = () => Promise<{ loadLaterMessages(name: string): Promise<void> }>;

/** The modules of the parts that this page shows. */
const laterModules = new Map<string, LaterModule>();

/** The messages of a language that are loaded so far. */
export const loadedMessages = (tag: string): Partial<Messages> | undefined =>
  loaded.get(namesFor(tag).find((name) => loaded.has(name)) ?? '');

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
  const load = name && LOCALES[name];
  if (!load) return;
  names.add(name);
  void request(name, name, async () => keepMessages((await load()).messages, name, loaded));
  loadLater(name);
}

/** Adds English messages, for a module that shows them. */
export const addEnglish = (messages: Partial<Messages>): void => keepMessages(messages, 'en', loaded);

/**
 * Adds a part of the English messages, for a module that shows them. The same part is then loaded for the languages of
 * the page.
 *
 * @param others - Imports the module of the other languages. A page in English does not need it.
 */
export function addSecondary(part: 'secondary' | 'sent', english: Partial<Messages>, others: LaterModule): void {
  laterModules.set(part, others);
  addEnglish(english);
  for (const name of names) loadLater(name);
}

function loadLater(name: string) {
  for (const [part, load] of laterModules)
    void request(`${name} ${part}`, name, async () => (await load()).loadLaterMessages(name));
}

async function request(file: string, name: string, load: () => Promise<void>) {
  if (requested.has(file)) return;
  requested.add(file);
  try {
    await load();
  } catch (error) {
    // The next element requests it again.
    requested.delete(file);
    console.warn(`pay-elements: messages for '${name}' could not be loaded`, error);
  }
}
