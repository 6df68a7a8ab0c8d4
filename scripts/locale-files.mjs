// The locales of the script-tag build: a JSON file for each locale, and one with the hashes of all
// (src/i18n/locale-files.ts).
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { integrityOf } from './integrity.mjs';

/**
 * Writes the locales in a folder of modules as JSON files, with all parts of a locale in one file, and the list of
 * their hashes.
 * @param {string} from
 * @param {string} to
 * @returns {Promise<{ names: string[], integrity: string }>} the names of the locales, and the hash of the list
 */
export async function writeLocales(from, to) {
  mkdirSync(to, { recursive: true });
  const names = readdirSync(from).flatMap((file) => /^([^.]+)\.js$/.exec(file)?.[1] ?? []);
  const messagesOf = async (file) => (await import(pathToFileURL(join(from, file)))).messages;
  const hashes = {};
  for (const name of names) {
    const files = [name, `${name}.secondary`, `${name}.sent`, `${name}.actions`];
    const parts = await Promise.all(files.map((file) => messagesOf(`${file}.js`)));
    const text = JSON.stringify(Object.assign({}, ...parts));
    writeFileSync(join(to, `${name}.json`), text);
    hashes[name] = integrityOf(text, 'sha256');
  }
  const list = JSON.stringify(hashes);
  writeFileSync(join(to, 'integrity.json'), list);
  return { names, integrity: integrityOf(list, 'sha256') };
}

/** Replaces the modules that import the locales by `localeFiles()`. */
export const localesAsFiles = ({ names, integrity }) => ({
  name: 'locales-as-files',
  enforce: 'pre',
  load(id) {
    const [, module] = /[\\/]src[\\/]i18n[\\/]([\w-]+)\.ts$/.exec(id) ?? [];
    if (module === 'secondary-locales' || module === 'sent-locales')
      return 'export const loadLaterMessages = async () => {};';
    if (module === 'action-locales') return 'export const ACTION_LOCALES = {};';
    if (module !== 'locales') return null;
    return `import { localeFiles } from './locale-files.ts';
import { primary } from './en.primary.ts';
import { loaded } from './load-messages.ts';
const folder = new URL(/* @vite-ignore */ 'locales/', import.meta.url).href;
export const LOCALES = localeFiles('${names.join(' ')}'.split(' '), folder, '${integrity}', () => ({ ...primary, ...loaded.get('en') }));`;
  },
});
