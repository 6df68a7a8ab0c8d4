// Runs Stryker on the modules that decide on money: `npm run mutation`. Stryker is installed in a separate folder, because
// only this command needs it. `--mutate src/core/money/amount.ts,src/server/payments/*.ts` names the modules; other arguments are
// passed to Stryker.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { targets } from '../test/mutation/targets.mjs';
import { install } from './folder.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = fileURLToPath(new URL('../test/mutation', import.meta.url));

const args = process.argv.slice(2);
const option = args.indexOf('--mutate');
const wanted = option === -1 ? undefined : new Set(globSync(args.splice(option, 2)[1].split(','), { cwd: root }));

const missing = targets
  .flatMap(({ folder: from, files, tests }) => [...files.map((name) => `${from}${name}.ts`), ...tests])
  .filter((path) => !path.includes('*') && !existsSync(join(root, path)));
if (missing.length > 0) throw new Error(`test/mutation/targets.mjs: no such files: ${missing.join(', ')}`);

const runs = targets
  .map(({ folder, files, tests }) => ({
    tests,
    mutate: files.map((name) => `${folder}${name}.ts`).filter((path) => wanted?.has(path) ?? true),
  }))
  .filter(({ mutate }) => mutate.length > 0);
if (runs.length === 0) throw new Error('--mutate: test/mutation/targets.mjs contains no such module');

install(folder);
const stryker = `${folder}/node_modules/@stryker-mutator/core/bin/stryker.js`;
// Every change is a process of its own. With its code compiled already, it starts in half the time.
const NODE_COMPILE_CACHE = `${folder}/node_modules/.compile-cache`;
for (const { mutate, tests } of runs) {
  const command = [stryker, 'run', `${folder}/stryker.config.mjs`, '--mutate', mutate.join(','), ...args];
  const env = { ...process.env, NODE_COMPILE_CACHE, MUTATION_TESTS: tests.join(' ') };
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env });
  if (status !== 0) process.exitCode = status ?? 1;
}
