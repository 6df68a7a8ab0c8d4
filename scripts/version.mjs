// `npm run release` copies the version of package.json to the other files that contain it; changesets and npm do not
// know them.
import { readFileSync, writeFileSync } from 'node:fs';

const at = (name) => new URL(`../${name}`, import.meta.url);
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const change = (name, place) => writeFileSync(at(name), readFileSync(at(name), 'utf8').replace(place, version));

change('src/elements/version.ts', /(?<=version = ')[^']*/);
change('docs/tags.md', /(?<=pay-elements@)\d[\w.-]*/g);
