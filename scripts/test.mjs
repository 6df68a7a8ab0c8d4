// Every check of the project: the build, then two at a time. All run even when one fails.
// `npm test` runs all; `npm test -- lint node` only the named ones; `npm run visual -- --update` takes the pictures anew.
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installBrowsers, leftOut } from './browsers.mjs';
import { prepareFrameworks } from './frameworks.mjs';
import { installInterpreters, interpretersLeftOut } from './interpreters.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'pay-elements-'));
const bin = (name) => join(root, 'node_modules', name);

const children = new Set();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
    process.exit(1);
  });

/** Longer than any check takes on a slow machine: what has not ended then hangs. Milliseconds. */
const LIMIT_MS = 20 * 60_000;

/** Whether a program ends well, and what it said: two checks run at a time, and each is heard out when it is over. */
function run(args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    children.add(child);
    const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
    child.on('close', (code) => {
      children.delete(child);
      clearTimeout(limit);
      resolve({ ok: code === 0, said: Buffer.concat(said).toString() });
    });
  });
}

/** A check without tests of its own counts as one. */
const check = (args) => async () => {
  const { ok, said } = await run(args);
  return { passed: Number(ok), failed: Number(!ok), said };
};

/** A test runner that leaves its counts in a file; one that ends badly without a failed test counts as one. */
async function counted(name, args) {
  const file = join(scratch, `${name}.json`);
  const { ok, said } = await run(args(file), { COUNT_FILE: file });
  const count = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 0 };
  return { ...count, failed: count.failed || Number(!ok), said };
}

const nodeTests = (pattern) => globSync(pattern, { cwd: root }).sort();

/** Tests of their own runner, or of a step of their own. */
const ELSEWHERE = ['elements', 'visual', 'frameworks', 'runtimes'].map((name) => join('test', name));

const nodeRunner = (name, files) =>
  counted(name, (file) => [
    '--test',
    '--test-timeout=180000', // ms; what hangs fails
    '--test-concurrency=2', // most of them wait for a browser or another process
    '--test-reporter=dot',
    '--test-reporter-destination=stdout',
    '--test-reporter=./scripts/count-node.mjs',
    `--test-reporter-destination=${file}`,
    ...files,
  ]);

const steps = {
  build: check(['scripts/build.mjs']),
  types: check([bin('typescript/bin/tsc'), '-p', 'tsconfig.json']),
  lint: check([bin('eslint/bin/eslint.js'), '.']),
  templates: check([bin('lit-analyzer/cli.js'), 'src/elements/**/*.ts', '--strict', '--quiet']),
  format: check([bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']),
  api: check(['scripts/api.mjs', '--check']),
  size: check(['scripts/size.mjs']),
  node: () =>
    nodeRunner(
      'node',
      nodeTests('test/**/*.test.ts').filter((file) => !ELSEWHERE.some((folder) => file.startsWith(folder))),
    ),
  runtimes: () => counted('runtimes', () => ['scripts/runtimes.mjs']),
  elements: () => counted('elements', () => [bin('@web/test-runner/dist/bin.js')]),
  visual: () => nodeRunner('visual', nodeTests('test/visual/*.test.ts')),
  frameworks: () =>
    prepareFrameworks()
      ? nodeRunner('frameworks', nodeTests('test/frameworks/*.test.ts'))
      : { passed: 0, failed: 1, said: 'The frameworks could not be installed.' },
};

/** Everything else reads what the build wrote. Then these, and beside them all others, which take about as long. */
const FIRST = ['build'];
const BESIDE = ['node', 'runtimes'];

const wanted = process.argv.slice(2).filter((word) => word !== '--update');
if (wanted.length < process.argv.length - 2) process.env.UPDATE_PICTURES = '1';
const unknown = wanted.filter((name) => !steps[name]);
if (unknown.length) {
  console.error(`No such check: ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

const total = { passed: 0, failed: 0 };
const lines = [];

async function runAll(names) {
  for (const name of names) {
    const begin = performance.now();
    const { passed, failed, said } = await steps[name]();
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    console.log(`\n── ${name}\n${said.trimEnd()}`);
    total.passed += passed;
    total.failed += failed;
    lines.push(
      `${name.padEnd(10)} ${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed ${seconds.padStart(6)} s`,
    );
  }
}

const asked = Object.keys(steps).filter((name) => !wanted.length || wanted.includes(name));
const others = asked.filter((name) => !FIRST.includes(name) && !BESIDE.includes(name));
installBrowsers();
installInterpreters();
await runAll(asked.filter((name) => FIRST.includes(name)));
await Promise.all([runAll(asked.filter((name) => BESIDE.includes(name))), runAll(others)]);

rmSync(scratch, { recursive: true, force: true });
console.log(`\n${lines.join('\n')}\n`);
for (const line of [leftOut(), interpretersLeftOut()]) if (line) console.log(line);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;
