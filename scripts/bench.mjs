// `npm run bench -- server` runs bench/server/run.mjs, with what stands behind it.
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [name, ...rest] = process.argv.slice(2);
const root = fileURLToPath(new URL('..', import.meta.url));
const there = globSync('bench/*/run.mjs', { cwd: root }).map((path) => path.split(/[\\/]/)[1]);
if (!there.includes(name)) {
  console.error(`Which one? There are: ${there.join(', ')}.`);
  process.exit(2);
}
process.argv = [process.argv[0], `${root}bench/${name}/run.mjs`, ...rest];
await import(`../bench/${name}/run.mjs`);
