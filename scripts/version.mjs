// After `changeset version`: the version of package.json into the file that the tags know theirs from.
import { readFileSync, writeFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const file = new URL('../src/elements/version.ts', import.meta.url);
writeFileSync(file, readFileSync(file, 'utf8').replace(/(?<=version = ')[^']*/, version));
