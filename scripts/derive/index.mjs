/**
 * Writes all files in dist/ that are generated from custom-elements.json: editors' files, typings and framework
 * wrappers.
 * Alternatives: custom-element-vs-code-integration and custom-element-jet-brains-integration omit states, offer
 * `phase`, which only the tag sets, and list a part or token once for every tag that has it: 8 of 12 tests of
 * `test/editors.test.ts` fail.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { vsCodeCssData, vsCodeData, webTypes } from './editors.mjs';
import { readTags } from './tags.mjs';
import { typings } from './typings.mjs';
import { wrappers } from './wrappers.mjs';

export function writeDerived(root) {
  const manifest = join(root, 'custom-elements.json');
  const tags = readTags(manifest);
  // Programs read these files: spaces would be a third of their size.
  const json = (value) => `${JSON.stringify(value)}\n`;
  writeFileSync(manifest, json(JSON.parse(readFileSync(manifest, 'utf8'))));
  const files = [
    ['editors/vscode.html-custom-data.json', json(vsCodeData(tags))],
    ['editors/vscode.css-custom-data.json', json(vsCodeCssData(tags))],
    ['editors/web-types.json', json(webTypes(tags, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))))],
    ...typings(tags).map(([name, text]) => [`types/${name}`, text]),
    ...wrappers(tags),
  ];
  for (const [name, text] of files) {
    const file = join(root, 'dist', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
