/**
 * Runs the helper's own suite, and the one of its web-standard part, in every runtime it is for: Node 22 and 24, Bun and
 * Deno, each from its npm package, installed when lacking. workerd runs no tests: it serves the shop that Node tests.
 *
 * Two at a time. Says the counts of each, the whole output of those that failed, and `COUNT_FILE` gets the sum.
 */
import { spawn } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './folder.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const programs = join(root, 'test/runtimes/programs');
const program = (path) => join(programs, 'node_modules', path);

/** A suite that hangs fails. Milliseconds. */
const LIMIT_MS = 180_000;

const WEB = './test/runtimes/web.test.ts';

/** What is tested of the helper: the merchant's side itself. Left out: what needs PostgreSQL, a browser, or Prism. */
const HELPER = [
  'checkout/{creation,delivery,faults,node,privacy,secrets,status,webhook,webhook-body}',
  'client/{answers,client,echo,fields,rate-limit,redaction,retry,sandbox,transport}',
  'stores/{memory,sqlite}',
]
  .flatMap((pattern) => globSync(`test/server/${pattern}.test.ts`, { cwd: root }))
  .sort()
  .map((file) => `./${file}`);

const node = (path, files, env) => ({
  // One process for all files, as in the other runtimes.
  command: [path, '--test', '--experimental-test-isolation=none', '--test-reporter=spec', ...files],
  passed: /^ℹ pass (\d+)$/m,
  failed: /^ℹ fail (\d+)$/m,
  env,
});

const runtimes = {
  'Node 22': node(program('node22/bin/node'), [WEB, ...HELPER]),
  'Node 24': node(program('node24/bin/node'), [WEB, ...HELPER]),
  Bun: {
    command: [program('.bin/bun'), 'test', '--timeout=60000', WEB, './test/runtimes/bun-sqlite.test.ts', ...HELPER],
    passed: /^ *(\d+) pass$/m,
    failed: /^ *(\d+) fail$/m,
  },
  Deno: {
    command: [program('.bin/deno'), 'test', '--allow-all', '--no-check', '--quiet', WEB, ...HELPER],
    // A `describe` is a test of Deno's, an `it` a step of it.
    passed: /\d+ passed \((\d+) steps?\)/,
    failed: /\d+ failed(?: \((\d+) steps?\))?/,
  },
  workerd: node(process.execPath, [WEB], { RUNTIME: 'workerd' }),
};

function run({ command: [name, ...args], passed, failed, env }) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(name, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, NODE_TEST_CONTEXT: undefined, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ passed: 0, failed: 1, output: String(error) }));
    child.on('close', (code) => {
      const count = (pattern) => Number(pattern.exec(output)?.[1] ?? 0);
      const counts = { passed: count(passed), failed: count(failed) };
      // Whatever was counted: one that ends badly, or ran nothing, has failed.
      const sound = code === 0 && counts.passed > 0;
      resolve({ passed: counts.passed, failed: sound ? counts.failed : Math.max(1, counts.failed), output });
    });
  });
}

if (!install(programs)) process.exit(1);
const total = { passed: 0, failed: 0 };
const waiting = Object.entries(runtimes);
async function runAll() {
  for (let next; (next = waiting.shift());) {
    const [name, runtime] = next;
    const begin = performance.now();
    const { passed, failed, output } = await run(runtime);
    total.passed += passed;
    total.failed += failed;
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    console.log(
      `${name.padEnd(8)} ${String(passed).padStart(4)} passed ${String(failed).padStart(3)} failed ${seconds} s`,
    );
    if (failed) console.log(output);
  }
}
await Promise.all([runAll(), runAll()]);
if (process.env.COUNT_FILE) writeFileSync(process.env.COUNT_FILE, JSON.stringify(total));
process.exitCode = total.failed ? 1 : 0;
