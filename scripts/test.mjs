// Every check of the project, one after the other; all of them run even when one fails.
// `npm test` runs all; `npm test -- lint node` only the named ones; `npm run visual -- --update` takes the pictures anew.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installBrowsers, leftOut } from './browsers.mjs';
import { prepareFrameworks } from './frameworks.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'pay-elements-'));
const bin = (name) => join(root, 'node_modules', name);

function run(args, env = {}) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
}

/** A check without tests of its own counts as one. */
const check = (args) => () => (run(args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** A test runner that leaves its counts in a file; one that ends badly without a failed test counts as one. */
function counted(name, args, env) {
  const file = join(scratch, `${name}.json`);
  const ok = run(args(file), { COUNT_FILE: file, ...env });
  const count = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 0 };
  return ok || count.failed ? count : { ...count, failed: 1 };
}

const nodeTests = (pattern) => globSync(pattern, { cwd: root }).sort();

/** Tests of their own runner, or of a step of their own. */
const ELSEWHERE = ['elements', 'visual', 'frameworks'].map((name) => join('test', name));

const nodeRunner = (name, files) =>
  counted(name, (file) => [
    '--test',
    '--test-timeout=180000', // ms; what hangs fails
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
  elements: () => counted('elements', () => [bin('@web/test-runner/dist/bin.js')]),
  visual: () => nodeRunner('visual', nodeTests('test/visual/*.test.ts')),
  frameworks: () =>
    prepareFrameworks() ? nodeRunner('frameworks', nodeTests('test/frameworks/*.test.ts')) : { passed: 0, failed: 1 },
};

const wanted = process.argv.slice(2).filter((word) => word !== '--update');
if (wanted.length < process.argv.length - 2) process.env.UPDATE_PICTURES = '1';
const unknown = wanted.filter((name) => !steps[name]);
if (unknown.length) {
  console.error(`No such check: ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

installBrowsers();
const total = { passed: 0, failed: 0 };
const lines = [];
for (const [name, step] of Object.entries(steps)) {
  if (wanted.length && !wanted.includes(name)) continue;
  console.log(`\n── ${name}`);
  const begin = performance.now();
  const { passed, failed } = step();
  total.passed += passed;
  total.failed += failed;
  lines.push(
    `${name.padEnd(10)} ${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed ${((performance.now() - begin) / 1000).toFixed(1).padStart(6)} s`,
  );
}
rmSync(scratch, { recursive: true, force: true });
console.log(`\n${lines.join('\n')}\n`);
if (leftOut()) console.log(leftOut());
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;
