// `npm run release` writes what changesets and npm do not know: the version into other files, and into package.json the fields
// that are made of `config.repository`. `--check` only fails when that setting is missing.
import { readFileSync, writeFileSync } from 'node:fs';
import { repositoryFields, writeRepositoryFields } from './release/repository.mjs';

const at = (name) => new URL(`../${name}`, import.meta.url);
const { version, config } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const change = (name, place) => writeFileSync(at(name), readFileSync(at(name), 'utf8').replace(place, version));

try {
  repositoryFields(config.repository);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
if (!process.argv.includes('--check')) {
  writeRepositoryFields();
  change('src/elements/version.ts', /(?<=version = ')[^']*/);
  change('docs/tags.md', /(?<=pay-elements@)\d[\w.-]*/g);
}
