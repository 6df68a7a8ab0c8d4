// What other people wrote and we hand on inside our files, with their licences word for word.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that ask for their text to travel along, and for nothing that a shop could not give. */
const KNOWN = ['MIT', 'BSD-3-Clause', 'BSD-2-Clause', 'ISC', '0BSD'];

/**
 * The folders of the packages that a bundle took modules from.
 * @param {Iterable<string>} moduleIds paths of modules, as a bundler names them
 * @returns {string[]}
 */
export function packagesOf(moduleIds) {
  const folders = [...moduleIds].flatMap((id) => {
    const [, folder] = /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id) ?? [];
    return folder ? [folder] : [];
  });
  return [...new Set(folders)].sort();
}

/**
 * The text of THIRD-PARTY-LICENSES.txt.
 * @param {string[]} folders of packages
 * @returns {string}
 * @throws Error for a package without a licence text, or with a licence nobody has looked at.
 */
export function licenceText(folders) {
  const parts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (!KNOWN.includes(license)) throw new Error(`${name} ${version} is bundled; nobody looked at '${license}'`);
    const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
    if (!file) throw new Error(`${name} ${version} is bundled and has no licence text`);
    const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
    return { title: `${name} ${version} (${license})`, text };
  });
  parts.sort((a, b) => (a.title < b.title ? -1 : 1));
  const rule = '-'.repeat(79);
  return [
    'Files of pay-elements (dist/cdn/pay-elements.js, dist/vendor/*.js) hold code of these packages:',
    parts.map(({ title }) => `  ${title}`).join('\n'),
    ...parts.map(({ title, text }) => `${rule}\n${title}\n${rule}\n\n${text}`),
  ]
    .join('\n\n')
    .concat('\n');
}
