// The locales of the script-tag build: one JSON file each, and one that lists their hashes (src/i18n/locale-files.ts).
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { integrityOf } from './integrity.mjs';

/**
 * Writes the locales of a folder of modules as JSON files, all parts of a locale in one, and the list of their hashes.
 * @param {string} from
 * @param {string} to
 * @returns {Promise<{ names: string[], integrity: string }>} which there are, and the hash of the list
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

/** Puts `localeFiles()` in the place of the modules that import the locales. */
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
