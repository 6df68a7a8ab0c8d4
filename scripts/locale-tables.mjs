// The tables of the languages: src/i18n/locales.ts, which loads each language in browsers, and src/html/locales.ts, which has
// all of them on a server. `npm run translations` writes both from the files in src/i18n/locales, so that a new language is
// one new file.
// Alternatives: `import.meta.glob` is known to Vite alone, and the sources run in Node as they are.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('../src/i18n/locales/', import.meta.url);
const IN_BROWSERS = new URL('../src/i18n/locales.ts', import.meta.url);
const ON_SERVERS = new URL('../src/html/locales.ts', import.meta.url);

/**
 * The names of the languages besides English.
 * @returns {string[]}
 */
export const languageNames = () =>
  readdirSync(FOLDER)
    .flatMap((file) => /^(.+)\.ts$/.exec(file)?.[1] ?? [])
    .sort();

/** `zh-Hant` -> `zhHant` */
const identifierOf = (name) => name.replaceAll('-', '');

const keyOf = (name) => (name.includes('-') ? `'${name}'` : name);

/**
 * The text of a module with a table of these languages.
 * @param {string} source the present text
 * @param {string[]} names
 */
export const browserTable = (source, names) =>
  source.replace(/(LOCALES: Locales = \{\n)[^]*?(\};)/, (_, start, end) => {
    const rows = names.map((name) => `  ${keyOf(name)}: () => import('./locales/${name}.ts'),\n`);
    return `${start}${rows.join('')}${end}`;
  });

/**
 * The same of the module for servers.
 * @param {string} source the present text
 * @param {string[]} names
 */
export function serverTable(source, names) {
  const imports = names.map(
    (name) => `import { messages as ${identifierOf(name)} } from '../i18n/locales/${name}.ts';\n`,
  );
  const rows = names.map((name) => `  ${identifierOf(name)},\n`);
  return source
    .replace(/^(import \{ messages as .*\n)+/, imports.join(''))
    .replace(/(ALL_LOCALES: [^=]+= \[\n)[^]*?(\];)/, (_, start, end) => `${start}${rows.join('')}${end}`);
}

/**
 * Both tables, with the text that they should have.
 * @returns {{ file: URL, present: string, wanted: string }[]}
 */
export function localeTables() {
  const names = languageNames();
  return [
    [IN_BROWSERS, browserTable],
    [ON_SERVERS, serverTable],
  ].map(([file, table]) => {
    const present = readFileSync(file, 'utf8');
    return { file, present, wanted: table(present, names) };
  });
}

export function writeLocaleTables() {
  for (const { file, present, wanted } of localeTables()) if (present !== wanted) writeFileSync(file, wanted);
}
