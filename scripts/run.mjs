// `npm start`, `npm test` and `npm run sandbox` begin here, on whatever Node there is and with nothing installed.
// It installs what is lacking, sees to a Node that can run the task, and hands over to scripts/<task>.mjs.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The embedded store is node:sqlite (without a flag from 22.13), and tests and demo are TypeScript that Node runs
// as it is (from 22.18). An older machine borrows a newer Node from the npm registry's own `node` package: nothing
// is compiled, the machine's own Node stays as it was, and what is tested is what the documentation names.
const LEAST_NODE = [22, 18];
const BORROWED_NODE = 'node@24.21.0';

const PARENT_LOOK_MS = 500;

const root = fileURLToPath(new URL('..', import.meta.url));
const [task, ...rest] = process.argv.slice(2);

/** npm itself, by its script where npm runs us: on Windows `npm` alone is no program. */
function npm(args, options = {}) {
  const path = process.env.npm_execpath;
  const [command, first] = path ? [process.execPath, [path]] : ['npm', []];
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

function borrowNode() {
  console.log(`Node ${process.versions.node} is older than ${LEAST_NODE.join('.')}: borrowing ${BORROWED_NODE} …`);
  const asked = [
    'exec',
    '--yes',
    '--loglevel=error',
    `--package=${BORROWED_NODE}`,
    '--',
    'node',
    '-p',
    'process.execPath',
  ];
  const { status, stdout } = npm(asked, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
  const path = stdout?.trim().split('\n').pop();
  if (status === 0 && path && existsSync(path)) return path;
  console.error(`No newer Node could be had. Install Node ${LEAST_NODE.join('.')} or later and try again.`);
  process.exit(1);
}

/**
 * Ends the task when whoever started it is gone: a process manager that signals npm alone ends npm and its shell,
 * and the shop would go on without a master.
 */
function endWithParent(end) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end(), PARENT_LOOK_MS).unref();
}

installIfNeeded();
const script = fileURLToPath(new URL(`./${task}.mjs`, import.meta.url));
if (isNewEnough()) {
  process.argv = [process.argv[0], script, ...rest];
  endWithParent(() => process.kill(process.pid, 'SIGTERM'));
  await import(script);
} else {
  const node = borrowNode();
  // First on the path, so that every tool started below runs in it too. Tests try the package in the machine's own.
  const dir = node.slice(0, -'/node'.length);
  const env = {
    ...process.env,
    MACHINE_NODE: process.execPath,
    PATH: `${dir}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
  };
  const child = spawn(node, [script, ...rest], { cwd: root, stdio: 'inherit', env });
  // A terminal sends Ctrl-C to the child as well; a process manager signals only us.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  endWithParent(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}
