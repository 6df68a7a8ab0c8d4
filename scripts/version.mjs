// After `changeset version`: the version of package.json into every other place that names it, and no changeset waits
// any more.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { released } from './api-announced.mjs';

const at = (name) => new URL(`../${name}`, import.meta.url);
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));

function change(name, edit) {
  writeFileSync(at(name), edit(readFileSync(at(name), 'utf8')));
}

change('src/elements/version.ts', (text) => text.replace(/(?<=version = ')[^']*/, version));
change('README.md', (text) => text.replace(/(?<=pay-elements@)\d[\w.-]*/g, version));
change('package-lock.json', (text) => {
  const lock = JSON.parse(text);
  lock.version = lock.packages[''].version = version;
  return `${JSON.stringify(lock, null, 2)}\n`;
});
released(fileURLToPath(at('')));
