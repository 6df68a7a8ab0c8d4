import type { LoadLocale } from './locales.ts';
import { en, type Messages } from './messages.ts';

/** The file that lists the hash of each locale. */
const LIST = 'integrity.json';

/**
 * The locales of the script-tag build, one file each. The `integrity` attribute of a page covers this one script only,
 * so nothing that the script loads later may run as code: each locale is a module for bundlers, and is only read as text
 * here. Everything from its first `{` is JSON.
 *
 * The script has one hash, that of `integrity.json`; this file has the hash of each locale (56 hashes in the script
 * would add 1.9 kB to every page). The browser refuses a file that does not match, and the page stays in English.
 *
 * @param names - The names of the locales: `de`, `zh-Hant`.
 * @param folder - The URL of their folder, with a trailing slash.
 * @param integrity - The hash of `integrity.json`, as Subresource Integrity writes it.
 */
export function localeFiles(
  names: readonly string[],
  folder: string,
  integrity: string,
): Readonly<Record<string, LoadLocale>> {
  const load = async (name: string) => {
    // For the second locale of a page, this file comes from the browser's cache.
    const hashes = (await fetchJson(folder, LIST, integrity)) as Readonly<Record<string, string>>;
    return { messages: readMessages(await fetchJson(folder, `${name}.js`, hashes[name])) };
  };
  return Object.fromEntries(names.map((name) => [name, () => load(name)]));
}

/** @throws TypeError when the file cannot be fetched or does not match its hash. */
async function fetchJson(folder: string, file: string, integrity: string | undefined): Promise<unknown> {
  // Without a hash, `fetch` would check nothing.
  if (!integrity) throw new TypeError(`${file}: no hash is known`);
  const text = await (await fetch(`${folder}${file}`, { integrity })).text();
  return JSON.parse(text.slice(text.indexOf('{')));
}

/** The messages of a locale whose keys exist in English. All other data is left out. */
export function readMessages(data: unknown): Partial<Messages> {
  const texts = Object.entries(Object(data) as Readonly<Record<string, unknown>>).filter(
    ([key, text]) => Object.hasOwn(en, key) && typeof text === 'string' && (key !== 'dir' || /^(ltr|rtl)$/.test(text)),
  );
  return Object.fromEntries(texts);
}
