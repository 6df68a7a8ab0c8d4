// `npm run release` writes the version of package.json where else it stands: changesets and npm know of no other place.
import { readFileSync, writeFileSync } from 'node:fs';

const at = (name) => new URL(`../${name}`, import.meta.url);
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const change = (name, place) => writeFileSync(at(name), readFileSync(at(name), 'utf8').replace(place, version));

change('src/elements/version.ts', /(?<=version = ')[^']*/);
change('docs/tags.md', /(?<=pay-elements@)\d[\w.-]*/g);
