// The locales of the package: a module for each, which the script-tag build reads as JSON (src/i18n/locale-files.ts), and a
// file with the hashes of all.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { integrityOf } from './integrity.mjs';

/**
 * Writes the locales and the list of their hashes. Everything from the first `{` of a module is JSON.
 * @param {string} from the folder of the sources
 * @param {string} to
 * @returns {Promise<{ names: string[], integrity: string }>} the names of the locales, and the hash of the list
 */
export async function writeLocales(from, to) {
  mkdirSync(to, { recursive: true });
  const names = readdirSync(from).flatMap((file) => /^(.+)\.ts$/.exec(file)?.[1] ?? []);
  const hashes = {};
  for (const name of names) {
    const { messages } = await import(pathToFileURL(join(from, `${name}.ts`)));
    const text = `export const messages = ${JSON.stringify(messages)}`;
    writeFileSync(join(to, `${name}.js`), text);
    hashes[name] = integrityOf(text, 'sha256');
  }
  const list = JSON.stringify(hashes);
  writeFileSync(join(to, 'integrity.json'), list);
  return { names, integrity: integrityOf(list, 'sha256') };
}

/** Replaces the module that imports the locales by `localeFiles()`. */
export const localesAsFiles = ({ names, integrity }) => ({
  name: 'locales-as-files',
  enforce: 'pre',
  load(id) {
    if (!/[\\/]src[\\/]i18n[\\/]locales\.ts$/.test(id)) return null;
    return `import { localeFiles } from './locale-files.ts';
const folder = new URL(/* @vite-ignore */ 'locales/', import.meta.url).href;
export const LOCALES = localeFiles('${names.join(' ')}'.split(' '), folder, '${integrity}');`;
  },
});
