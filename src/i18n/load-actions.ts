import { ACTION_LOCALES } from './action-locales.ts';
import { actions } from './en.actions.ts';
import { keepMessages, loaded } from './load-messages.ts';
import { namesFor } from './match-locale.ts';

keepMessages(actions, 'en', loaded);

/** The files that were asked for, by the name of their locale. */
const loading = new Map<string, Promise<void>>();

/** Loads the messages of what a click opens, in the nearest language there is. Without them the text is English. */
export async function loadActions(locale: string): Promise<void> {
  const name = namesFor(locale).find((each) => ACTION_LOCALES[each] || each === 'en');
  const load = name && ACTION_LOCALES[name];
  if (!load) return;
  const request = loading.get(name) ?? load().then(({ messages }) => keepMessages(messages, name, loaded));
  loading.set(name, request);
  try {
    await request;
  } catch (error) {
    // Asked for again with the next click.
    loading.delete(name);
    console.warn(`pay-elements: messages for '${name}' could not be loaded`, error);
  }
}
