/** Every `sh` snippet of the README and of docs/*.md, executed with the packed tarball, on this machine alone. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findInterpreters } from '../../scripts/interpreters.mjs';
import { packInto, unpack } from '../../scripts/pack.mjs';
import { startSandbox } from '../../src/sandbox/index.ts';
import { freePort } from '../support/free-port.ts';
import { readSnippets, type Snippet } from '../support/snippets.ts';
import { until } from '../support/until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Below our package.json, where the package finds its dependencies. */
const base = mkdtempSync(join(root, 'test/.readme-commands-'));
const installed = join(base, 'node_modules/pay-elements');
after(() => rmSync(base, { recursive: true }));

unpack(installed, packInto(base));
mkdirSync(join(base, 'node_modules/.bin'));
symlinkSync('../pay-elements/dist/cli.js', join(base, 'node_modules/.bin/pay-elements'));

const all = readSnippets(installed);
const snippets = all.filter(({ language }) => language === 'sh');
const pageOf = ({ place }: Snippet) => place.split(':')[0]!;
const { python, php } = findInterpreters();

/** What cannot run here, by the first words of a snippet. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm start': 'runs this repository, and `npm test` would begin itself; every line is a script of package.json',
  'bitcoin-cli -regtest': 'needs a Bitcoin node and a BTCPay Server',
  'npx pay-elements conformance': 'test/chain/any-backend-conformance.test.ts runs it for both languages',
  'npm install pay-elements': 'asks a registry; here the tarball is unpacked, and test/examples installs it by npm',
};

/** What a reader has to replace, or what the tests replace so that they can run beside each other. */
const replacements = (ports: Ports): readonly (readonly [string, string])[] => [
  ['pay-elements init\n', 'pay-elements init --stack node --dir made --yes\n'],
  ['pay-elements dev ', 'pay-elements dev --port 0 '],
  [' sandbox --port 4242', ' sandbox --port 0'],
  ['pay-elements sandbox   ', 'pay-elements sandbox --port 0'],
  ['8080', String(ports.shop)],
  ['5173', String(ports.page)],
];

interface Ports {
  readonly shop: number;
  /** Of Vite. */
  readonly page: number;
}

const ABROAD = join(base, 'asked-abroad');
/** As on a developer's machine, without a registry and without other machines. */
const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, DATABASE_URL: ___, ...inherited } = process.env;
const environment = {
  ...inherited,
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
  NODE_OPTIONS: `--import ${pathToFileURL(join(root, 'test/support/loopback-only.mjs')).href}`,
  ASKED_ABROAD: ABROAD,
};

describe('the commands of the README and the pages', { timeout: 300_000 }, () => {
  let folder: string;
  let env: Record<string, string | undefined>;
  let ports: Ports;
  let printed: string;
  const running = new Set<ChildProcess>();

  beforeEach(async () => {
    folder = mkdtempSync(join(base, 'shop-'));
    symlinkSync('../node_modules', join(folder, 'node_modules'));
    ports = { shop: await freePort(), page: await freePort() };
    env = { ...environment, PORT: String(ports.shop) };
    printed = '';
  });
  afterEach(async () => {
    await endAll();
    assert.ok(!existsSync(ABROAD), existsSync(ABROAD) ? readFileSync(ABROAD, 'utf8') : '');
  });

  const prepare = (text: string) => replacements(ports).reduce((code, [from, to]) => code.replaceAll(from, to), text);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), prepare(text));

  /** Begins a command in a shell, as in a terminal. */
  function begin(line: string): ChildProcess {
    const child = spawn('bash', ['-c', prepare(line)], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child);
    child.once('close', () => running.delete(child));
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
    return child;
  }
  /** Runs a command to its end. @returns what it has written to its output */
  async function run(line: string): Promise<string> {
    const child = begin(line);
    let output = '';
    child.stdout!.on('data', (chunk) => (output += String(chunk)));
    const [code] = (await once(child, 'close')) as [number];
    assert.equal(code, 0, printed);
    return output;
  }
  async function endAll(): Promise<void> {
    for (const child of running) {
      const closed = once(child, 'close');
      process.kill(-child.pid!, 'SIGTERM');
      await closed;
    }
  }
  /** Waits for a line that a running command prints. @returns its first group */
  async function prints(pattern: RegExp): Promise<string> {
    await until(() => pattern.test(printed) || running.size === 0, `${pattern} in: ${printed}`);
    return pattern.exec(printed)?.[1] ?? assert.fail(`${pattern} is not in: ${printed}`);
  }
  const panel = () => prints(/Control panel +(http:\S+)\//);
  const answers = (url: string) => until(() => fetch(url).then(() => true, () => false), `${url}: ${printed}`); // prettier-ignore

  /** The program of a page, by the name in its first line, or the first one. */
  function saveProgram(page: string, name: string): void {
    const programs = all.filter((snippet) => snippet.language === 'js' && pageOf(snippet) === page);
    const program = programs.find(({ code }) => code.startsWith(`// ${name}\n`)) ?? programs[0]!;
    write(name, program.code);
  }
  /** Creates a payment as a payer in the browser does, and pays it as the payer. */
  async function buy(origin: string, order = '1001'): Promise<void> {
    await answers(origin);
    const made = await fetch(`${origin}/pay/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'customer=ann' },
      body: JSON.stringify({ order, method: 'wallet' }),
    });
    const payment = (await made.json()) as { pid: string; statusUrl: string };
    assert.ok(payment.pid, JSON.stringify(payment) + printed);
    const paid = await fetch(`${await panel()}/_control/payments/${payment.pid}/pay`, { method: 'POST' });
    assert.equal(paid.status, 200);
    const phase = async () => ((await (await fetch(payment.statusUrl)).json()) as { phase: string }).phase;
    await until(async () => (await phase()) === 'paid', `the payment to be paid: ${printed}`);
  }

  async function runShop(page: string, line: string): Promise<void> {
    saveProgram(page, 'shop.mjs');
    begin(line);
    await buy(`http://127.0.0.1:${ports.shop}`);
    await prints(/(is paid|Paid: 19\.99 USD)/);
  }

  /** What each snippet does, by its first words. */
  const RUNS: Readonly<Record<string, (snippet: Snippet) => Promise<void>>> = {
    async 'npx pay-elements init --stack'({ code }) {
      mkdirSync(join(folder, 'made'));
      assert.match(await run(code), /shop\/shop\.js +new\n/);
      assert.ok(!existsSync(join(folder, 'made/shop')), 'nothing is written');
    },
    async 'npx pay-elements init'({ code }) {
      await run(code);
      for (const file of ['package.json', '.env', 'server.js']) assert.ok(existsSync(join(folder, 'made', file)), file);
    },
    async 'npx pay-elements init --stack express --add'({ code }) {
      assert.match(await run(code), /shop\/shop\.js/);
      assert.ok(!existsSync(join(folder, 'shop')), 'nothing is written');
    },
    'npx pay-elements dev -- node shop.mjs': (snippet) => runShop(pageOf(snippet), snippet.code),
    'npx pay-elements dev -- npm run dev': ({ code }) => {
      write('package.json', JSON.stringify({ type: 'module', scripts: { dev: 'node shop.mjs' } }));
      return runShop('docs/start.md', code);
    },
    async 'npx pay-elements dev --pay-url'({ code }) {
      saveProgram('docs/start.md', 'shop.mjs');
      begin(code);
      await answers(`http://127.0.0.1:${ports.shop}`);
      await startVite('npm run dev');
      await buy(`http://localhost:${ports.page}`);
      await prints(/(Paid: 19\.99 USD)/);
    },
    'npm run dev': ({ code }) => startVite(code),
    async 'npx pay-elements sandbox --port 4242'({ code }) {
      begin(code);
      assert.equal((await fetch(await panel())).status, 200);
      await prints(/(SERVICE_KEY=\S+)/);
      if (code.includes('--data .pay-elements')) assert.ok(existsSync(join(folder, '.pay-elements/sandbox.json')));
    },
    async 'npx pay-elements sandbox --provider'({ code }) {
      begin(code.replace('--provider', '--port 0 --provider'));
      await prints(/(BTCPAY_WEBHOOK_SECRET=\S+)/);
      assert.match(await prints(/Webhook +(\S+)/), new RegExp(`:${ports.shop}/pay/webhook/btcpay$`));
    },
    async 'npx pay-elements doctor --config'({ code }) {
      const sandbox = await startSandbox();
      env = { ...env, SERVICE_URL: sandbox.url, SERVICE_KEY: sandbox.apiKey, ALLOW_TEST_PAYMENTS: 'yes' };
      env = { ...env, PAY_SECRET: 'a secret of thirty-two characters', PAY_URL: `http://127.0.0.1:${ports.shop}/pay` };
      try {
        saveProgram('docs/operations.md', 'pay.config.mjs');
        saveProgram('docs/operations.md', 'shop.mjs');
        begin('node shop.mjs');
        await answers(`http://127.0.0.1:${ports.shop}`);
        assert.match(await run(code), /^Webhooks +ok /m);
      } finally {
        await sandbox.close();
      }
    },
    async 'npx pay-elements payments --sqlite'({ code }) {
      // A shop with the store of docs/stores.md, in which something was bought.
      saveProgram('docs/operations.md', 'pay.config.mjs');
      saveProgram('docs/operations.md', 'shop.mjs');
      begin('npx pay-elements dev -- node shop.mjs');
      await buy(`http://127.0.0.1:${ports.shop}`);
      for (const line of code.trim().split('\n')) {
        const text = await run(line);
        if (line.includes('--open')) assert.equal(text, '', 'the payment is paid');
        else assert.match(text, /1001/, line);
      }
    },
    async 'cat node_modules'({ code }) {
      assert.match(await run(code), /^sha384-\S{64}\n$/);
    },
    ...(python && {
      async 'STATUS_MAP='({ code }) {
        cdToExample('python');
        env = { ...env, SERVICE_URL: 'http://x', SERVICE_KEY: 'k', PAY_URL: 'http://x', PAY_SECRET: 's'.repeat(32) };
        env = { ...env, PAYOUT_WALLET: 'till@shop.example' };
        const text = await run(`set -a\n${code}python3 -c 'from pay import settings; print(settings.STATUS_MAP)'`);
        assert.equal(text, "{'COMPLETED': 'paid'}\n");
      },
    }),
    ...(python &&
      php && {
        async 'npx pay-elements sandbox '({ code }) {
          await runExample('python', code);
          await runExample('php', code.replace(/^.*# or: /gm, ''));
        },
      }),
  };

  /** A project as `npm create vite` makes it, with the tag alone and the settings of docs/vite.md. */
  async function startVite(line: string): Promise<void> {
    write('package.json', JSON.stringify({ type: 'module', scripts: { dev: 'vite' } }));
    saveProgram('docs/vite.md', 'vite.config.js');
    write(
      'index.html',
      `<pay-checkout src="/pay/orders/1001"></pay-checkout><script type="module" src="/main.js"></script>`,
    );
    write('main.js', "import 'pay-elements/define';\n");
    env = { ...env, PATH: `${join(root, 'node_modules/.bin')}:${env['PATH']}` };
    begin(line);
    await answers(`http://localhost:${ports.page}`);
    assert.match(await (await fetch(`http://localhost:${ports.page}/main.js`)).text(), /pay-elements/);
  }

  function cdToExample(language: 'python' | 'php'): void {
    folder = join(installed, 'docs/any-backend', language);
  }

  /** Line by line: the sandbox and the shop keep running, and `export` is for the lines after it. */
  async function runExample(language: 'python' | 'php', code: string): Promise<void> {
    cdToExample(language);
    for (const line of code.trim().split('\n')) {
      if (line.includes(' sandbox')) {
        begin(line);
        await prints(/ALLOW_TEST_PAYMENTS=(\S+)/);
      } else if (line.startsWith('export ')) {
        const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(printed)![1]!;
        const named = line.replaceAll(/(\w+)=…/g, (_, name: string) => `${name}=${valueOf(name)}`);
        const text = await run(`${named}\nenv -0`);
        for (const entry of text.split('\0').filter(Boolean)) {
          const [name, ...value] = entry.split('=');
          env = { ...env, [name!]: value.join('=') };
        }
      } else if (/ (?:shop\.py|serve\.php)/.test(line)) {
        begin(line);
        await answers(`http://127.0.0.1:${ports.shop}`);
      } else {
        const text = await run(line);
        const [, ref] = /<pay-checkout src="\S+\/orders\/(\w+)">/.exec(text) ?? assert.fail(text);
        await buy(`http://127.0.0.1:${ports.shop}`, ref);
      }
    }
    await endAll();
    printed = '';
  }

  const longest = (names: readonly string[], code: string) =>
    names.filter((name) => code.startsWith(name)).sort((a, b) => b.length - a.length)[0];

  it('are all run here, or named with a reason', () => {
    const left = python && php ? [] : ['STATUS_MAP=', 'npx pay-elements sandbox  '];
    const names = [...Object.keys(RUNS), ...Object.keys(NOT_RUN), ...left];
    for (const { code, place } of snippets) assert.ok(longest(names, code), `${place} is neither run nor named`);
    for (const name of names) assert.ok(snippets.some(({ code }) => code.startsWith(name)), `${name} is on no page`); // prettier-ignore
  });

  for (const snippet of snippets) {
    const name = longest(Object.keys(RUNS), snippet.code);
    if (name) it(`${snippet.place} works as the page describes: ${name}`, () => RUNS[name]!(snippet));
  }
});
