/** Runs in the page: finds what does not fit, in any language. */
import { loadWords } from '../../src/words/load.ts';
import { LOCALES } from '../../src/words/locales.ts';
import { faultsOf } from './fit.ts';
import { settled, showAll, views } from './views.ts';

/** English, and all there are beside it. */
const languages = ['en', ...Object.keys(LOCALES)];

async function prepare(width: number, columns: number): Promise<void> {
  for (const name of languages) {
    loadWords(name);
    await Promise.all(LOCALES[name]?.map((load) => load()) ?? []);
  }
  await showAll(width, columns);
}

/** All views in a language. Gives what does not fit: the view, where in it, what is the matter, and the text. */
async function check(lang: string): Promise<string[]> {
  document.documentElement.lang = lang;
  await settled();
  return [...views].flatMap(([name, tag]) => faultsOf(tag).map((fault) => `${lang}, ${name}: ${fault}`));
}

const calls = { prepare, check };

declare global {
  interface Window {
    overflow: typeof calls;
  }
}

window.overflow = calls;
