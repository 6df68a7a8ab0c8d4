import { LOCALES, type LoadLocale } from './locales.ts';
import { namesFor } from './match-locale.ts';
import type { Messages } from './messages.ts';

/** The messages that have come so far, by their name in `LOCALES`. */
export const loaded = new Map<string, Partial<Messages>>();

/** Called when there are other messages than before. */
export const onMessagesChange = new Set<() => void>();

/** The files that were asked for: `de`, `de secondary`. */
const requested = new Set<string>();

/** How the secondary messages of this page's locales are loaded, once something shows them. */
const secondaryOf = new Map<string, LoadLocale>();
let showsSecondary = false;

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
  void request(name, name, load);
  loadSecondary(name);
}

/** Adds messages in English, for a module that shows them. */
export const addEnglish = (messages: Partial<Messages>): void => keepMessages(messages, 'en', loaded);

/**
 * Adds secondary messages in English, for a module that shows them. Those of the languages on the page are loaded from now
 * on.
 */
export function addSecondary(english: Partial<Messages>): void {
  showsSecondary = true;
  addEnglish(english);
  for (const name of secondaryOf.keys()) loadSecondary(name);
}

function loadSecondary(name: string) {
  const load = secondaryOf.get(name);
  if (load && showsSecondary) void request(`${name} secondary`, name, load);
}

async function request(file: string, name: string, load: LoadLocale) {
  if (requested.has(file)) return;
  requested.add(file);
  try {
    const { messages, secondary } = await load();
    keepMessages(messages, name, loaded);
    if (secondary) secondaryOf.set(name, secondary);
    loadSecondary(name);
  } catch (error) {
    // Asked for again with the next tag.
    requested.delete(file);
    console.warn(`pay-elements: messages for '${name}' could not be loaded`, error);
  }
}
