// Runs the checks, two at a time, and all of them even when one fails. `npm test` runs those of the first table below,
// `npm run test:extended` those of the second, and `npm test -- lint node` only the named ones.
// Alternatives: npm-run-all2 and wireit run commands concurrently, but they do not count tests and must be installed
// first.
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installBrowser } from './browsers.mjs';
import { installDebian } from './debian.mjs';
import { install, placePackage } from './folder.mjs';
import { installInterpreters, interpretersLeftOut } from './interpreters.mjs';
import { count, failuresOf } from './junit-report.mjs';
import { pack } from './pack.mjs';

/** Where Debian's package puts the node. */
const LITECOIND = '/usr/bin/litecoind';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'pay-elements-'));

/**
 * The time limit of a check, in milliseconds. It is longer than any check takes on a slow machine, so a check that
 * exceeds it hangs.
 */
const LIMIT_MS = 20 * 60_000;

/** A placeholder in arguments: the path of the file to which a test runner writes its JUnit report. */
const REPORT = 'REPORT';

const script = (file, ...args) => ({ args: [file, ...args] });
const tool = (file, ...args) => script(join('node_modules', file), ...args);

/**
 * `again` makes the command that runs some of the files a second time.
 * @param {string[]} files - the test files; `node` is the program that runs them.
 */
const nodeTests = (files, { node = process.execPath, flags = [], env } = {}) => ({
  node,
  env,
  again: (failed) => nodeTests(failed, { node, flags, env }),
  args: [
    '--test',
    '--test-timeout=180000', // ms; a test that hangs fails
    '--test-concurrency=2', // most tests wait for a browser or another process
    '--test-reporter=dot',
    '--test-reporter-destination=stdout',
    '--test-reporter=junit',
    `--test-reporter-destination=${REPORT}`,
    ...flags,
    ...files,
  ],
});
const filesOf = (...patterns) => patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).sort());

const elements = (engine, files = []) => ({
  ...tool('@web/test-runner/dist/bin.js', ...(files.length ? ['--files', ...files] : [])),
  env: { ENGINES: engine, JUNIT_FILE: REPORT },
  again: (failed) => elements(engine, failed),
});
/** QR codes are read in every engine. Screenshots are compared, and layouts measured, in Chromium only. */
const codes = (engine) => nodeTests(['test/visual/codes.test.ts'], { env: { ENGINES: engine } });

/** The component tests in an engine. When the engine is not installed, a line at the end reports it. */
function engine(name) {
  if (installBrowser(name)) return [elements(name), codes(name)];
  leftOut.push(`not run in ${name}, which is not on this machine`);
  return [];
}

function visual() {
  installBrowser('chromium');
  return [nodeTests(filesOf('test/visual/*.test.ts').filter((file) => !file.endsWith('codes.test.ts')))];
}

/**
 * The demo shop with every coin, on every profile of the sandbox and in every theme, without scripts, and with two
 * payments of an order; several tabs of a browser, a page that shows thousands of tags, our handler against the whole
 * protocol and against thousands of odd requests, a wrong backend for each rule of the protocol, BTCPay Server in the
 * browser, shops that are killed, callbacks that fail, days of polling, what `doctor` finds and `init` writes, the installed
 * package, changes of the public API, what bundlers keep, the script tag, and the benchmark of the browser.
 */
const LONG_TESTS = [
  'bench/browser',
  'browser/memory',
  'browser/script-tag',
  'browser/tabs',
  'chain/btcpay-tags',
  'chain/checkout',
  'chain/faults',
  'chain/one-order',
  'chain/processes/btcpay-kill',
  'chain/processes/chaos',
  'chain/profiles',
  'chain/themes',
  'chain/without-script',
  'cli/conformance/checks',
  'cli/conformance/own-handler',
  'cli/doctor',
  'cli/doctor-btcpay',
  'cli/init',
  'cli/init-btcpay',
  'model/soak',
  'package/api',
  'package/package',
  'package/shaking',
  'server/http/fuzz/fuzz',
  'server/http/malformed-requests',
  'server/payments/crash',
  'server/payments/faulty-callbacks',
].map((name) => `test/${name}.test.ts`);
function chain() {
  installBrowser('chromium');
  return [nodeTests(LONG_TESTS)];
}

/** React 18 has a separate folder, because it cannot be installed in the same folder as React 19. */
function frameworks() {
  const folders = ['test/frameworks', 'test/frameworks/react18'].map((name) => join(root, name));
  folders.forEach(install);
  folders.forEach(placePackage);
  return [nodeTests(filesOf('test/frameworks/*.test.ts'))];
}

/** Test files of `test/server/<folder>/` that need no PostgreSQL, no browser and no Prism. */
const BACKEND_SUITE = {
  http: 'node privacy status webhook',
  payments: 'delivery-to-shop secrets',
  'payments/creation': 'creation faults',
  'providers/service': 'answers client fields rate-limit redaction response-match retry sandbox transport webhook-body',
  stores: 'memory sqlite',
};

/** The backend's tests in every supported runtime. workerd runs no tests: it serves the shop, and Node tests it. */
function runtimes() {
  const programs = join(root, 'test/runtimes/programs');
  install(programs);
  const program = (path) => join(programs, 'node_modules', path);
  const web = './test/runtimes/web.test.ts';
  const suite = Object.entries(BACKEND_SUITE).flatMap(([folder, names]) =>
    names.split(' ').map((name) => `./test/server/${folder}/${name}.test.ts`),
  );
  const files = [web, ...suite];
  // All files run in one process, as in Bun and Deno.
  const flags = ['--experimental-test-isolation=none'];
  const bun = ['test', '--timeout=60000', '--reporter=junit', `--reporter-outfile=${REPORT}`];
  const deno = ['test', '--allow-all', '--no-check', '--quiet', `--junit-path=${REPORT}`];
  return [
    nodeTests(files, { node: program('node22/bin/node'), flags }),
    // `npm test` runs the whole suite in Node 24, unless the Node that is installed can run it.
    nodeTests([web], { node: program('node24/bin/node') }),
    { node: program('.bin/bun'), args: [...bun, './test/runtimes/bun-sqlite.test.ts', ...files] },
    { node: program('.bin/deno'), args: [...deno, ...files] },
    nodeTests([web], { env: { RUNTIME: 'workerd' } }),
    nodeTests(['test/runtimes/conformance.test.ts']),
  ];
}

/** The shops in PHP and Python, with the tags in Chromium. */
function languages() {
  installBrowser('chromium');
  installInterpreters();
  leftOut.push(...interpretersLeftOut());
  return [nodeTests(filesOf('test/chain/any-backend*.test.ts'))];
}

/** Storybook, served and built, with its stories in Chromium. */
function storybook() {
  installBrowser('chromium');
  return [nodeTests(filesOf('test/browser/storybook*.test.ts'))];
}

/** Payments with wallets in Chromium on real chains. */
function wallets() {
  installBrowser('chromium');
  install(join(root, 'test/wallets/programs'));
  return [nodeTests(filesOf('test/wallets/chain/*.test.ts'))];
}

/** The chain sources, and purchases with the tags in Chromium, on real chains: a Litecoin node of Debian, and Anvil. */
function chains() {
  installBrowser('chromium');
  install(join(root, 'test/wallets/programs'));
  const files = filesOf('test/chain-nodes/ethereum*.test.ts');
  if (!existsSync(LITECOIND)) installDebian('chains', ['litecoind']);
  if (existsSync(LITECOIND)) files.push(...filesOf('test/chain-nodes/litecoin*.test.ts'));
  else leftOut.push('not run with a Litecoin node, which is not on this machine (Debian: litecoind)');
  return [nodeTests(files)];
}

/** The shops of `examples`, as `pay-elements init` of the packed package writes them, in Chromium. */
function examples() {
  installBrowser('chromium');
  installInterpreters();
  pack();
  return [nodeTests(filesOf('test/examples/*.test.ts'))];
}

/** The documentation site: builds it, runs what its pages show, and checks every page in Chromium. */
function site() {
  install(join(root, 'site'));
  installBrowser('chromium');
  // One file checks every page in two widths, which takes three minutes on a busy machine. Milliseconds.
  return [nodeTests(filesOf('test/site/*.test.ts'), { flags: ['--test-timeout=600000'] })];
}

/** Tests that another step runs. */
const ELSEWHERE = [
  'elements',
  'visual',
  'frameworks',
  'runtimes',
  'examples',
  'mutation',
  'chain/any-backend',
  'browser/storybook',
  'wallets/chain',
  'wallets/programs',
  'chain-nodes',
  'site',
]
  .map((name) => join('test', name))
  .concat(LONG_TESTS);

/** All tests that run in Node: core, server, sandbox, purchases, package, and pages in Chromium. */
function node() {
  installBrowser('chromium');
  return [nodeTests(filesOf('test/**/*.test.ts').filter((file) => !ELSEWHERE.some((dir) => file.startsWith(dir))))];
}

/** Steps that do not read the files of the build, and run beside it. */
const UNBUILT = ['format', 'templates'];

/** The longest come first, so that both of those that run at a time end together. */
const steps = {
  build: () => [script('scripts/build.mjs')],
  node,
  elements: () => engine('chromium'),
  lint: () => [
    tool('oxlint/bin/oxlint'),
    tool('eslint/bin/eslint.js', 'src/{elements,wallets}/**/*.ts'),
    tool('knip/bin/knip.js', '--no-config-hints'),
    tool('jscpd/dist/bin/jscpd.js', '--noTips'),
  ],
  types: () => [tool('typescript-native/bin/tsc', '-p', 'tsconfig.json')],
  size: () => [script('scripts/size.mjs')],
  format: () => [tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.')],
  templates: () => [tool('lit-analyzer/cli.js', 'src/{elements,wallets}/**/*.ts', '--strict', '--quiet')],
  api: () => [script('scripts/api.mjs', '--check')],
};

const extendedSteps = {
  build: () => [script('scripts/build.mjs', '--if-stale')],
  firefox: () => engine('firefox'),
  webkit: () => engine('webkit'),
  visual,
  chain,
  frameworks,
  runtimes,
  languages,
  storybook,
  wallets,
  chains,
  examples,
  site,
};

const children = new Set();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
    process.exit(1);
  });

/** Runs a command to its end, and buffers its output, because another command runs at the same time. */
function run({ node = process.execPath, args, env }, report) {
  const place = (text) => text.replace(REPORT, report);
  const given = Object.entries(env ?? {}).map(([name, text]) => [name, place(text)]);
  return new Promise((resolve) => {
    const child = spawn(node, args.map(place), {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The files of a step share the compile cache of Node, which saves a fifth of the work.
      env: {
        ...process.env,
        NO_COLOR: '1',
        NODE_COMPILE_CACHE: join(reports, 'compiled'),
        ...Object.fromEntries(given),
      },
    });
    children.add(child);
    const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => output.push(Buffer.from(String(error))));
    child.on('close', (code) => {
      children.delete(child);
      clearTimeout(limit);
      resolve({ ok: code === 0, output: Buffer.concat(output).toString() });
    });
  });
}

const total = { passed: 0, failed: 0 };
const lines = [];
const leftOut = [];
const unstable = [];

/**
 * Runs a command of a step. When a few of its tests fail, their files run once more, because pages in a browser on a
 * busy machine sometimes exceed a time limit. Tests that pass the second time are named at the end of the run.
 */
async function runCounted(command, report) {
  const first = await run(command, report);
  const counts = count(report, first.ok);
  const failures = failuresOf(report);
  const files = [...new Set(failures.map(({ file }) => file))];
  // The output is not printed when the report shows no failure.
  const output = counts.failed || !existsSync(report) ? first.output : '';
  // A test that a shared file declares has the name of that file, which cannot run by itself.
  const areTests = files.every((file) => file?.endsWith('.test.ts'));
  const few = failures.length === counts.failed && files.length > 0 && files.length <= 3 && areTests;
  if (!few || !command.again) return { ...counts, output };
  const secondReport = report.replace('.xml', '-again.xml');
  const second = await run(command.again(files.map((file) => relative(root, resolve(root, file)))), secondReport);
  if (!second.ok || count(secondReport, true).failed) return { ...counts, output: output + second.output };
  for (const { name, file, message } of failures)
    unstable.push(`${name} (${relative(root, resolve(root, file))}) passed when it ran again. At first: ${message}`);
  return { passed: counts.passed + counts.failed, failed: 0, output: '' };
}

async function runStep(name) {
  const begin = performance.now();
  const sum = { passed: 0, failed: 0, output: '' };
  try {
    for (const [index, command] of table[name]().entries()) {
      const { passed, failed, output } = await runCounted(command, join(reports, `${name}-${index}.xml`));
      sum.passed += passed;
      sum.failed += failed;
      sum.output += output;
    }
  } catch (error) {
    sum.failed++;
    sum.output += error.message;
  }
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const counts = `${String(sum.passed).padStart(5)} passed ${String(sum.failed).padStart(3)} failed`;
  const line = `${name.padEnd(10)} ${counts} ${seconds.padStart(6)} s`;
  console.log(`${line}\n${sum.output}`);
  lines.push(line);
  total.passed += sum.passed;
  total.failed += sum.failed;
}

const args = process.argv.slice(2);
const extended = args.includes('--extended');
const table = extended ? extendedSteps : steps;
if (args.includes('--update')) process.env.UPDATE_PICTURES = '1';
const named = args.filter((arg) => !arg.startsWith('--'));
const unknown = named.filter((name) => !(name in table));
if (unknown.length) {
  console.error(`Unknown check: ${unknown.join(', ')}. Available checks: ${Object.keys(table).join(', ')}.`);
  process.exit(2);
}

const isAsked = (name) => !named.length || named.includes(name) || (extended && name === 'build');
const asked = Object.keys(table).filter(isAsked);
const runAll = async (names) => {
  while (names.length) await runStep(names.shift());
};
// Both take the next step of `others`, when the build has ended.
const beside = asked.filter((name) => UNBUILT.includes(name));
const others = asked.filter((name) => name !== 'build' && !UNBUILT.includes(name));
const build = runAll(asked.filter((name) => name === 'build'));
await Promise.all([build, runAll(beside).then(() => build)].map((ready) => ready.then(() => runAll(others))));

rmSync(reports, { recursive: true, force: true });
console.log(`\n${[...lines, '', ...leftOut, ...unstable].join('\n')}`);
// `.ci/run` adds up the counts of both commands.
if (process.env.COUNT_FILE) writeFileSync(process.env.COUNT_FILE, `${total.passed} ${total.failed}\n`);
else console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;
