/** Runs in the page: finds what does not fit, in any language. */
import { loadMessages } from '../../src/i18n/load-messages.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { allOf, faultsOf, untouchable } from './fit.ts';
import { settled, showAll, views } from './views.ts';

/** English, and all there are beside it. */
const languages = ['en', ...Object.keys(LOCALES)];

async function prepare(width: number, columns: number): Promise<void> {
  for (const name of languages) {
    loadMessages(name);
    await LOCALES[name]?.();
  }
  await showAll(width, columns);
}

/** What is folded has to fit, too. A browser does not lay it out while it is folded. */
const unfold = (tag: Element) =>
  allOf(tag)
    .filter((element) => element instanceof HTMLDetailsElement)
    .forEach((details) => (details.open = true));

/** All views in a language. Gives what does not fit: the view, where in it, what is the matter, and the text. */
async function check(lang: string): Promise<string[]> {
  document.documentElement.lang = lang;
  await settled();
  [...views.values()].forEach(unfold);
  return [...views].flatMap(([name, tag]) => faultsOf(tag).map((fault) => `${lang}, ${name}: ${fault}`));
}

/** In all views, what a finger cannot press; with the menu of one of them open. */
async function checkTargets(least: number): Promise<string[]> {
  const root = views.get('pay-crypto awaiting')!.shadowRoot!;
  root.querySelector<HTMLElement>('[part~=menu-button]')!.click();
  while (!root.querySelector('.menu')) await settled();
  await settled();
  return [...views].flatMap(([name, tag]) => untouchable(tag, least).map((fault) => `${name}: ${fault}`));
}

const calls = { prepare, check, checkTargets };

declare global {
  interface Window {
    overflow: typeof calls;
  }
}

window.overflow = calls;
