// Runs a program of this project with any installed Node and without installed packages: every npm script starts here.
// It installs missing dependencies, finds a Node version that can run the program, and with `--build` first builds the
// package when it is older than its sources: node scripts/run.mjs [--build] demo/main.ts …
// Alternatives: the npm package `node` as a development dependency is first on the PATH of every script, needs an
// install before it, and hides the Node version that is to be tested; npm's devEngines only refuses to run.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { npmCommand } from './folder.mjs';

// The embedded store is node:sqlite (without a flag from 22.13), and tests and demo are TypeScript that Node runs
// directly (from 22.18). A machine with an older Node uses a newer one from the npm package `node`: nothing is
// compiled, the installed Node is not changed, and the tests use the documented version.
const LEAST_NODE = [22, 18];
const NPM_NODE = 'node@24.21.0';

const PARENT_LOOK_MS = 500;

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);

function npm(args, options = {}) {
  const [command, first] = npmCommand();
  return spawnSync(command, [...first, ...args], { cwd: root, stdio: 'inherit', ...options });
}

function installIfNeeded() {
  const installed = `${root}node_modules/.package-lock.json`;
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${root}package-lock.json`).mtimeMs) return;
  console.log('Installing the dependencies …');
  const { status } = npm(['ci', '--loglevel=error']);
  if (status !== 0) process.exit(status ?? 1);
}

function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
}

function nodeFromNpm() {
  console.log(`Node ${process.versions.node} is older than ${LEAST_NODE.join('.')}: using ${NPM_NODE} from npm …`);
  const asked = ['exec', '--yes', '--loglevel=error', `--package=${NPM_NODE}`, '--', 'node', '-p', 'process.execPath'];
  const { status, stdout } = npm(asked, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
  const path = stdout?.trim().split('\n').pop();
  if (status === 0 && path && existsSync(path)) return path;
  console.error(`A newer Node could not be installed. Install Node ${LEAST_NODE.join('.')} or later and try again.`);
  process.exit(1);
}

/**
 * Ends the task when its parent process has ended. A process manager that signals only npm ends npm and its shell, and
 * the shop would keep running without a parent.
 */
function endWithParent(end) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end(), PARENT_LOOK_MS).unref();
}

installIfNeeded();
if (isNewEnough()) {
  const builds = args[0] === '--build';
  const [script, ...rest] = builds ? args.slice(1) : args;
  if (builds) {
    const { status } = spawnSync(process.execPath, ['scripts/build.mjs', '--if-stale'], {
      cwd: root,
      stdio: 'inherit',
    });
    if (status !== 0) process.exit(status ?? 1);
  }
  process.argv = [process.argv[0], join(root, script), ...rest];
  endWithParent(() => process.kill(process.pid, 'SIGTERM'));
  await import(pathToFileURL(process.argv[1]).href);
} else {
  const node = nodeFromNpm();
  // This Node is first on the PATH, so that every tool below runs in it too. The tests of the package use the machine's
  // own Node.
  const env = {
    ...process.env,
    MACHINE_NODE: process.execPath,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
  };
  const child = spawn(node, [fileURLToPath(import.meta.url), ...args], { cwd: root, stdio: 'inherit', env });
  // A terminal also sends Ctrl-C to the child; a process manager signals only this process.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  endWithParent(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}
