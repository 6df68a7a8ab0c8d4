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

/** Loads what loads secondary messages. */
type SecondaryModule = () => Promise<{ loadSecondaryMessages(name: string): Promise<void> }>;

/** Set once something on the page shows secondary messages. */
let secondaryModule: SecondaryModule | undefined;

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
  loadSecondary(name);
}

/** Adds messages in English, for a module that shows them. */
export const addEnglish = (messages: Partial<Messages>): void => keepMessages(messages, 'en', loaded);

/**
 * Adds secondary messages in English, for a module that shows them. Those of the languages on the page are loaded from now
 * on.
 *
 * @param others - Loads the module of the other languages: no page in English needs it.
 */
export function addSecondary(english: Partial<Messages>, others: SecondaryModule): void {
  secondaryModule = others;
  addEnglish(english);
  for (const name of names) loadSecondary(name);
}

function loadSecondary(name: string) {
  const load = secondaryModule;
  if (load) void request(`${name} secondary`, name, async () => (await load()).loadSecondaryMessages(name));
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
