import { LOCALES } from './locales.ts';
import { namesFor } from './match-locale.ts';
import type { Messages } from './messages.ts';

/** The messages that have come so far, by their name in `LOCALES`. */
export const loaded = new Map<string, Partial<Messages>>();

/** Called when there are other messages than before. */
export const onMessagesChange = new Set<() => void>();

/** The files that were asked for: `de`, `de secondary`. */
const requested = new Set<string>();

/** The locales of this page. */
const names = new Set<string>();

/** Loads what loads the messages of a part. */
type LaterModule = () => Promise<{ loadLaterMessages(name: string): Promise<void> }>;

/** Of the parts that something on the page shows. */
const laterModules = new Map<string, LaterModule>();

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
  void request(name, name, async () => keepMessages((await load()).messages, name, loaded));
  loadLater(name);
}

/** Adds messages in English, for a module that shows them. */
export const addEnglish = (messages: Partial<Messages>): void => keepMessages(messages, 'en', loaded);

/**
 * Adds a part of the messages in English, for a module that shows them. Those of the languages on the page are loaded from
 * now on.
 *
 * @param others - Loads the module of the other languages: no page in English needs it.
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
    // Asked for again with the next tag.
    requested.delete(file);
    console.warn(`pay-elements: messages for '${name}' could not be loaded`, error);
  }
}
