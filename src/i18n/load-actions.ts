import { ACTION_LOCALES } from './action-locales.ts';
import { actions } from './en.actions.ts';
import { keepMessages, loaded } from './load-messages.ts';
import { namesFor } from './match-locale.ts';

keepMessages(actions, 'en', loaded);

/** The requested files, by the name of their locale. */
const loading = new Map<string, Promise<void>>();

/** Loads the messages of `en.actions.ts` in the nearest available language. Missing messages fall back to English. */
export async function loadActions(locale: string): Promise<void> {
  const name = namesFor(locale).find((each) => ACTION_LOCALES[each] || each === 'en');
  const load = name && ACTION_LOCALES[name];
  if (!load) return;
  const request = loading.get(name) ?? load().then(({ messages }) => keepMessages(messages, name, loaded));
  loading.set(name, request);
  try {
    await request;
  } catch (error) {
    // The next click requests the file again.
    loading.delete(name);
    console.warn(`pay-elements: messages for '${name}' could not be loaded`, error);
  }
}
