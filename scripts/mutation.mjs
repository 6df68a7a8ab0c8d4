// Runs Stryker on the code that handles money: `npm run mutation`. Stryker is installed in a separate folder, because
// only this command needs it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { install } from './folder.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = fileURLToPath(new URL('../test/mutation', import.meta.url));

install(folder);
const stryker = `${folder}/node_modules/@stryker-mutator/core/bin/stryker.js`;
const args = [stryker, 'run', `${folder}/stryker.config.mjs`, ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
