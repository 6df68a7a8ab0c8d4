/** Every fenced snippet of the README and of docs/*.md, with the package that a user gets: the packed tarball. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type * as Core from 'pay-elements/core';
import type * as Testing from 'pay-elements/testing';
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import ts from 'typescript';
import type * as Css from 'vscode-css-languageservice';
import type * as Html from 'vscode-html-languageservice';
import { findInterpreters } from '../../scripts/interpreters.mjs';
import { packInto, unpack } from '../../scripts/pack.mjs';
import { CHECKS } from '../../src/cli/conformance/checks/index.ts';
import { checkUsage } from '../../src/cli/doctor/account.ts';
import { reportOf } from '../../src/cli/doctor/report.ts';
import { startSandbox } from '../../src/sandbox/index.ts';
import { openBrowser } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { FRAMEWORK_LANGUAGES, readSnippets, type Snippet } from '../support/snippets.ts';
import { until } from '../support/until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Below our package.json, where the package finds its dependencies. */
const folder = mkdtempSync(join(root, 'test/.readme-snippets-'));
const installed = join(folder, 'node_modules/pay-elements');
after(() => rmSync(folder, { recursive: true }));

unpack(installed, packInto(folder));
const snippets = readSnippets(installed);
const read = (file: string) => readFileSync(join(installed, file), 'utf8');
const load = <Module>(file: string) => import(join(installed, 'dist', file)) as Promise<Module>;

const require = createRequire(import.meta.url);
const css = require('vscode-css-languageservice') as typeof Css;
const html = require('vscode-html-languageservice') as typeof Html;
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

type Kind = 'attributes' | 'cssParts' | 'cssProperties' | 'cssStates' | 'slots';
type Tag = { readonly tagName?: string } & Readonly<Record<Kind, readonly { readonly name: string }[]>>;
const manifest = JSON.parse(read('custom-elements.json')) as { modules: { declarations?: Tag[] }[] };
const tags = manifest.modules.flatMap(({ declarations = [] }) => declarations.filter(({ tagName }) => tagName));

function assertHas(tagName: string, kind: Kind, name: string): void {
  const tag = tags.find((one) => one.tagName === tagName);
  assert.ok(tag, `no tag ${tagName}`);
  assert.ok(
    tag[kind].some((one) => one.name === name),
    `${tagName} has no ${name} among its ${kind}`,
  );
}

const { php, python } = findInterpreters();

type Checker = (snippet: Snippet) => void | Promise<void>;
const CHECKERS: Readonly<Record<string, Checker>> = {
  caddy: checkBlocks,
  css: checkStyles,
  dockerfile: checkImage,
  html: checkMarkup,
  http: checkStatusAnswer,
  js: checkTypes,
  json: checkJson,
  nginx: checkProxy,
  ...(php && { php: checkOtherLanguage }),
  ...(python && { python: checkOtherLanguage }),
  sh: checkCommands,
  sql: checkStatement,
  text: checkReport,
  toml: checkSettingsFile,
  ts: checkTypes,
  yaml: checkWorkflow,
};

describe('the snippets of the README and the pages', () => {
  it('are in languages that are checked here, or in test/frameworks', () => {
    const languages = new Set(snippets.map(({ language }) => language));
    const checked = new Set([...Object.keys(CHECKERS), ...FRAMEWORK_LANGUAGES, 'php', 'python']);
    assert.deepEqual([...languages].sort(), [...checked].sort());
    const unnamed = snippets.map(({ place }) => place.split(':')[0]!);
    for (const page of new Set(unnamed)) {
      const fences = read(page).match(/^ *```/gm)!.length;
      assert.equal(fences, 2 * unnamed.filter((one) => one === page).length, `${page}: a snippet without a language`);
    }
  });

  for (const snippet of snippets)
    if (snippet.language in CHECKERS)
      it(`${snippet.place} (${snippet.language}) can be taken as it stands`, () =>
        CHECKERS[snippet.language]!(snippet));
});

const programs = snippets
  .filter(({ language }) => language === 'js' || language === 'ts')
  .map(({ place, id, code, language }) => {
    const [, name = `${id}.m${language}`] = /^\/\/ ([\w.]+\.m?js)\n/.exec(code) ?? [];
    const page = join(folder, id.replace(/-\d+$/, ''));
    mkdirSync(page, { recursive: true });
    writeFileSync(join(page, name), code);
    return { place, file: join(page, name) };
  });
let problems: ReadonlyMap<string, string[]> | undefined;

/** By the strict types of the package. All programs are read at once, because that is what takes the time. */
function checkTypes({ place }: Snippet): void {
  problems ??= readProblems();
  assert.deepEqual(problems.get(place), []);
}

function readProblems(): ReadonlyMap<string, string[]> {
  const program = ts.createProgram(
    programs.map(({ file }) => file),
    {
      allowJs: true,
      checkJs: true,
      noEmit: true,
      strict: true,
      noImplicitAny: false,
      skipLibCheck: true,
      resolveJsonModule: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    },
  );
  return new Map(
    programs.map(({ place, file }) => {
      const diagnostics = ts.getPreEmitDiagnostics(program, program.getSourceFile(file));
      return [place, diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))];
    }),
  );
}

/** CSS without a complaint of the editor's service, whose selectors and custom properties the tags have. */
function checkStyles({ code }: Snippet): void {
  const service = css.getCSSLanguageService();
  const document = css.TextDocument.create('file:///shop.css', 'css', 1, code);
  const settings = { validate: true, lint: { unknownProperties: 'error', emptyRules: 'error' } } as const;
  assert.deepEqual(service.doValidation(document, service.parseStylesheet(document), settings), []);
  let checked = 0;
  for (const [, selectors, declarations] of code.matchAll(/([^{}]+)\{([^{}]*)\}/g))
    for (const [, tag, state, part] of selectors!.matchAll(
      /(pay-\w+)(?::state\(([\w-]+)\))?(?:::part\(([\w-]+)\))?/g,
    )) {
      if (state) assertHas(tag!, 'cssStates', state);
      if (part) assertHas(tag!, 'cssParts', part);
      for (const [, name] of declarations!.matchAll(/(--pay-[\w-]+)\s*:/g)) assertHas(tag!, 'cssProperties', name!);
      checked++;
    }
  assert.ok(checked > 0);
}

/** HTML that is closed, with attributes and slots that the tags have, and which shows what it says in Chromium. */
async function checkMarkup({ code }: Snippet): Promise<void> {
  const service = html.getLanguageService();
  const source = html.TextDocument.create('file:///page.html', 'html', 1, code);
  const check = (node: Html.Node): void => {
    assert.ok(node.endTagStart !== undefined, `<${node.tag}> is not closed`);
    if (node.tag!.startsWith('pay-'))
      for (const name of Object.keys(node.attributes ?? {}))
        if (!['id', 'class', 'slot'].includes(name)) assertHas(node.tag!, 'attributes', name);
    node.children.forEach(check);
  };
  const { roots } = service.parseHTMLDocument(source);
  assert.ok(roots.length > 0);
  roots.forEach(check);

  const { version } = JSON.parse(read('package.json')) as { version: string };
  const text = code
    .replaceAll(`https://cdn.example/pay-elements@${version}/`, '/node_modules/pay-elements/')
    .replace('sha384-…', read('dist/cdn/integrity.txt').trim())
    .replaceAll('4f1cTOKEN', (await shop()).token);
  const script = text.includes('<script') ? '' : '<script type="module" src="/assets/pay-elements.js"></script>';
  const page = await openPage(`<!doctype html>\n${text}\n${script}`);
  await page.waitForFunction(() => customElements.get('pay-checkout'));
  const shown = await page.$$('pay-checkout, pay-crypto, pay-wallet, pay-localcode');
  for (const tag of shown)
    await page.waitForFunction((node) => node.shadowRoot?.querySelector('[part~=choice], [part~=qr] path'), {}, tag);
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (context: unknown, options: object) => Promise<{ violations: unknown[] }> };
    };
    // The page around the tags is not the snippet's.
    return (await axe.run(document.body, { rules: { region: { enabled: false } } })).violations;
  });
  if (shown.length > 0) assert.deepEqual(violations, []);
  assert.deepEqual(faults, []);
}

/** A request and its answer: the tag that gets this answer goes on, and ends when its status word is `PAID`. */
async function checkStatusAnswer({ code }: Snippet): Promise<void> {
  const [, path, status, body] = /^GET (\S+)\n\n(\d+) (.+)\n$/.exec(code)!;
  const { status: word } = JSON.parse(body!) as { status: string };
  const { phaseOf } = await load<typeof Core>('core/index.js');
  assert.equal(phaseOf(word), 'awaiting');
  const payment = JSON.stringify({ pid: 'w1', amount: '20.00', currency: 'EUR', note: 'N', status: word });
  let polls = 0;
  answers.set(encodeURI(path!), () => {
    const text = body!.replace(word, polls++ === 0 ? word : 'PAID');
    return { status: Number(status), contentType: 'application/json', body: text };
  });
  const page = await openPage(`<!doctype html>
<script type="module" src="/assets/pay-elements.js"></script>
<pay-wallet payment='${payment}' status-url="${path}"></pay-wallet>`);
  await page.waitForSelector('pay-wallet[phase=paid]');
  assert.ok(polls > 1);
  assert.deepEqual(faults, []);
}

/** An order for `<pay-checkout>`, the body of `POST payments`, or settings with files of the package. */
async function checkJson({ code }: Snippet): Promise<void> {
  const data = JSON.parse(code) as Record<string, unknown>;
  if ('crons' in data) {
    const [{ path }] = data['crons'] as [{ path: string }];
    assert.ok(read('docs/deploying.md').includes(`app${path}/route.js`), path);
  } else if ('methods' in data) {
    answers.set('/pay/orders/shown', () => ({ status: 200, contentType: 'application/json', body: code }));
    const page = await openPage(`<!doctype html>
<script type="module" src="/assets/pay-elements.js"></script>
<pay-checkout src="/pay/orders/shown"></pay-checkout>`);
    const choices = await page.waitForFunction(() => {
      const found = document.querySelector('pay-checkout')!.shadowRoot?.querySelectorAll('[part~=choice]').length;
      return found ? found : undefined;
    });
    assert.equal(await choices.jsonValue(), (data['methods'] as unknown[]).length);
    assert.deepEqual(faults, []);
  } else if ('method' in data) {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ ...data, order: '1002' });
    const made = await fetch(`${(await shop()).url}/payments`, { method: 'POST', headers, body });
    assert.equal(made.status, 201);
  } else {
    const files = Object.values(data).flat().map(String);
    assert.ok(files.length > 0);
    for (const file of files) assert.ok(existsSync(join(folder, file)), file);
  }
}

/** Blocks that are closed. It is not run, because Caddy is not installed here. */
function checkBlocks({ code }: Snippet): void {
  assert.equal(code.match(/\{$/gm)?.length, code.match(/^\}$/gm)?.length);
  assert.ok(code.includes('reverse_proxy /pay/*'));
}

/** Instructions that there are, in an order that builds, with files that `init` writes and a Node that is supported. */
function checkImage({ code }: Snippet): void {
  const lines = code.trim().split('\n');
  for (const line of lines) assert.match(line, /^(?:FROM|WORKDIR|COPY|RUN|USER|ENV|EXPOSE|CMD) \S/);
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  const [, node] = /^FROM node:(\d+)/.exec(lines[0]!)!;
  assert.ok(Number(node) >= parseFloat(engines.node.slice(2)), 'the package runs on it');
  const [, program] = /CMD \["node", "(\S+)"\]$/.exec(lines.at(-1)!)!;
  const { files, javascript } = JSON.parse(read('dist/examples.json')) as Record<string, Record<string, string>>;
  for (const stack of ['node', 'express', 'fastify'])
    assert.ok(javascript![`examples/${stack}/${program!.replace(/js$/, 'ts')}`], stack);
  assert.ok(files!['examples/hono/server.ts'], 'the page names the other ending');
}

/** Sections and settings, each of them once. */
function checkSettingsFile({ code }: Snippet): void {
  const lines = code.split('\n').filter(Boolean);
  for (const line of lines) assert.match(line, /^(?:\[\[?[\w.]+\]\]?|\w+ = (?:"[^"]*"|true|false|\d+))$/);
}

/** Commands that the page names elsewhere, and a Node that is supported. */
function checkWorkflow({ code }: Snippet): void {
  for (const line of code.trimEnd().split('\n')) assert.match(line, /^(?: {2})*(?:- )?[\w-]+:(?: .+)?$/);
  assert.deepEqual(
    [...code.matchAll(/- run: (.+)$/gm)].map(([, command]) => command),
    ['npm ci', 'node --test'],
  );
}

/** Blocks that are closed, with what the page says about them. It is not run, because nginx is not installed here. */
function checkProxy({ code }: Snippet): void {
  const lines = code
    .replace(/ +#.*$/gm, '')
    .trim()
    .split('\n')
    .map((line) => line.trim());
  let depth = 0;
  for (const line of lines) {
    assert.match(line, /^(?:[a-z_]+ [^{};]+(?:;| \{)|\})$/);
    depth += line.endsWith('{') ? 1 : line === '}' ? -1 : 0;
    assert.ok(depth >= 0, 'a block is closed that is not open');
  }
  assert.equal(depth, 0);
  assert.ok(lines.includes('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;'));
  const [, seconds] = /^ *proxy_read_timeout (\d+)s;/m.exec(code)!;
  assert.ok(Number(seconds) > 15, 'it would end long polls');
}

/** Commands that exist, with options that they have. What is harmless is run. */
function checkCommands({ code }: Snippet): void {
  execFileSync('bash', ['-n'], { input: code });
  const lines = code
    .replace(/\\\n */g, '') // a line that goes on
    .replace(/ +#.*$/gm, '')
    .trim()
    .split('\n');
  for (const line of lines) {
    const words = line.split(/ +(?=(?:[^']*'[^']*')*[^']*$)/);
    const assigned = words.filter((word) => /^\w+=/.test(word));
    if (assigned.length > 0) checkSettings(words, assigned);
    else (COMMANDS[words[0]!] ?? assert.fail(`a command that nothing checks: ${line}`))(words.slice(1), line);
  }
}

const COMMANDS: Readonly<Record<string, (words: readonly string[], line: string) => void>> = {
  npm([command, ...words]) {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    if (command === 'install') return assert.deepEqual(words, ['pay-elements']);
    const script = command === 'run' ? words[0]! : command!;
    assert.ok(script in scripts, script);
  },
  npx([name, command, ...words]) {
    assert.equal(name, 'pay-elements');
    const help = execFileSync(process.execPath, [join(installed, 'dist/cli.js'), command!, '--help'], {
      encoding: 'utf8',
    });
    const [usage] = help.split('\n', 1);
    const options = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
    let rest = words.length;
    for (const [i, word] of options.entries()) {
      if (!word.startsWith('--')) continue;
      const [, value] = new RegExp(`^  ${word}( <\\w+>)? {2,}`, 'm').exec(help) ?? assert.fail(`${command} ${word}`);
      rest -= value ? 2 : 1;
      if (value) assert.ok(options[i + 1] && !options[i + 1]!.startsWith('--'), `${word} has a value`);
    }
    // What is no option is in the usage: `[<payment>]`, or `-- <command>`.
    if (rest > 0) assert.match(usage!, /</, `${command} takes no ${words.join(' ')}`);
  },
  cat(_words, line) {
    assert.notEqual(execFileSync('bash', ['-c', line], { cwd: folder, encoding: 'utf8' }), '');
  },
  python3: ([file]) => assert.ok(existsSync(join(installed, 'docs/any-backend/python', file!)), file),
  'bitcoin-cli': ([network]) => assert.equal(network, '-regtest', 'a page sends no real money'),
};

/** Variables that both examples of docs/any-backend read. */
function checkSettings(words: readonly string[], assigned: readonly string[]): void {
  assert.equal(words.length - assigned.length, words[0] === 'export' ? 1 : 0);
  for (const file of ['python/pay/settings.py', 'php/settings.php'])
    for (const word of assigned)
      assert.match(
        read(`docs/any-backend/${file}`),
        new RegExp(`read(?:_setting|_map|_url)?\\(['"]${word.split('=')[0]}`),
      );
}

/** Code for a framework is that of the apps which take a payment in test/chain/any-backend-frameworks.test.ts. */
async function checkOtherLanguage(snippet: Snippet): Promise<void> {
  if (snippet.code.includes('<pay-wallet')) return checkEscaping(snippet);
  const apps = readFileSync(new URL('../chain/any-backend-frameworks.test.ts', import.meta.url), 'utf8');
  for (const line of snippet.code.trim().split('\n')) assert.ok(apps.includes(line), line);
}

/** Writes a payment whose note and address have quotes: the tag has its two attributes, and no other. */
async function checkEscaping({ language, code }: Snippet): Promise<void> {
  const payment = { pid: 'w1', status: 'NEW', amount: '20.00', currency: 'EUR', note: `W1' onfocus='alert(1)' x="<b>` };
  const statusUrl = `/pay/status/4f1cTOKEN?a='b"c`;
  const input = JSON.stringify({ payment, statusUrl });
  const read = 'json_decode(stream_get_contents(STDIN), true)';
  const [program, args] =
    language === 'php'
      ? [php!, ['-r', `['payment' => $payment, 'statusUrl' => $statusUrl] = ${read}; ?>${code}`]]
      : [
          python!,
          [
            '-c',
            `import json, sys\ngiven = json.load(sys.stdin)\npayment, status_url = given.values()\n${code}print(tag)`,
          ],
        ];
  const tag = execFileSync(program, args, { input, encoding: 'utf8' });
  const page = await openPage(`<!doctype html>${tag}`);
  const attributes = await page.$eval('pay-wallet', (node) =>
    [...node.attributes].map(({ name, value }) => [name, value] as const),
  );
  const { payment: written, ...others } = Object.fromEntries(attributes);
  assert.deepEqual([JSON.parse(written!), others], [payment, { 'status-url': statusUrl }]);
}

/** A statement that SQLite prepares, with the tables of the examples and of the store. */
async function checkStatement({ code }: Snippet): Promise<void> {
  const [, schema] = /const SCHEMA = "([^"]+)"/.exec(read('docs/any-backend/php/payments.php'))!;
  const database = new DatabaseSync(':memory:');
  database.exec(schema!);
  const { sqliteStore } = await load<typeof import('../../src/server/stores/sqlite.ts')>('server/stores/sqlite.js');
  const store = sqliteStore(database);
  await store.migrate();
  database.prepare(code);
  await store.close();
  database.close();
}

/** Lines of a report, as the doctor or the command for conformance writes them. */
function checkReport({ code }: Snippet): void {
  if (/^ok +order$/m.test(code)) return checkConformanceReport(code);
  const [, name, used, allowed, since] = /Store (.+): (\d+) of (\d+) requests [\s\S]*?since\s+([\d-]+)\./.exec(code)!;
  const store = { name, currentApiUsage: used, maxApiRequests: allowed, lastApiReset: since };
  const report = reportOf([checkUsage({ stores: [store] } as unknown as Parameters<typeof checkUsage>[0])]);
  assert.ok(report.startsWith(code), report);
}

/** Checks that there are, and the rule of the one that failed. */
function checkConformanceReport(code: string): void {
  for (const [, state, name] of code.matchAll(/^(ok|failed) +([\w-]+)$/gm)) {
    const check = CHECKS.find((one) => one.name === name);
    assert.ok(check, name);
    const text = code.replace(/\s+/g, ' ');
    if (state === 'failed') for (const part of [check.rule, check.section]) assert.ok(text.includes(part), part);
  }
}

interface Shop extends Testing.TestCheckout {
  /** Of a payment in Bitcoin. */
  readonly token: string;
}
let browser: Browser;
let started: Promise<Shop> | undefined;
let faults: string[] = [];
/** What is answered in place of the shop, by path. */
const answers = new Map<string, () => Parameters<HTTPRequest['respond']>[0]>();

const shop = () => (started ??= startShop());
async function startShop(): Promise<Shop> {
  const { startTestCheckout } = await load<typeof Testing>('testing/index.js');
  const payout = { wallet: 'till@shop.example', crypto: { BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' } };
  const checkout = await startTestCheckout({ order: () => ({ amount: '19.99', currency: 'USD', payout }) });
  const { statusUrl } = await checkout.create('1003', 'crypto', 'BTC');
  return { ...checkout, token: statusUrl!.split('/').at(-1)! };
}
before(async () => {
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await (await started)?.close();
});

/** A page of the shop's own origin, with the scripts of the package at /assets. */
async function openPage(text: string): Promise<Page> {
  const { origin } = new URL((await shop()).url);
  faults = [];
  const page = await browser.newPage();
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) faults.push(message.text());
  });
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const [, script] = /^(?:\/assets|\/node_modules\/pay-elements\/dist\/cdn)\/([\w./-]+)$/.exec(pathname) ?? [];
    const contentType = script?.endsWith('.json') ? 'application/json' : 'text/javascript';
    if (pathname === '/') void request.respond({ contentType: 'text/html; charset=utf-8', body: text });
    else if (script) void request.respond({ contentType, body: read(`dist/cdn/${script}`) });
    else if (pathname === '/favicon.ico') void request.respond({ status: 204 });
    else if (answers.has(pathname)) void request.respond(answers.get(pathname)!());
    else void request.continue();
  });
  await page.goto(origin);
  return page;
}

describe('the first page', () => {
  it('is a shop that serves its page under its policy and takes a payment', async () => {
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const { code } = snippets.find(({ place, language }) => place.startsWith('docs/start.md') && language === 'js')!;
    writeFileSync(join(folder, 'shop.mjs'), code.replaceAll('8080', port));
    const sandbox = await startSandbox({ port: 0 });
    const env = {
      ...process.env,
      SERVICE_URL: sandbox.url,
      SERVICE_KEY: sandbox.apiKey,
      PAY_SECRET: 'a secret of thirty-two characters',
      PAY_URL: `${url}/pay`,
      ALLOW_TEST_PAYMENTS: 'yes',
    };
    const child = spawn(process.execPath, ['shop.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    let printed = '';
    child.stdout.on('data', (chunk) => (printed += String(chunk)));
    try {
      await until(() => printed.includes(url), 'the shop to listen');
      const page = await fetch(url);
      assert.match(page.headers.get('content-security-policy')!, /^default-src 'self'/);
      assert.match(await page.text(), /<pay-checkout src="\/pay\/orders\/1001">/);
      for (const file of ['pay-elements.js', 'locales/de.js', 'locales/integrity.json'])
        assert.equal((await fetch(`${url}/${file}`)).status, 200, file);
      assert.equal((await fetch(`${url}/locales/none.js`)).status, 404);
      const made = await fetch(`${url}/pay/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order: '1001', method: 'wallet' }),
      });
      const { pid } = (await made.json()) as { pid: string };
      sandbox.control.pay(pid);
      await until(() => printed.includes('Paid: 19.99 USD'), 'the shop to be told');
      child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null], 'it ends by itself');
      const { ALLOW_TEST_PAYMENTS: _, ...real } = env;
      const { status, stderr } = spawnSync(process.execPath, ['shop.mjs'], {
        cwd: folder,
        env: real,
        encoding: 'utf8',
      });
      assert.equal(status, 1);
      assert.match(stderr, /Set PAYOUT_WALLET or PAYOUT_BTC/);
    } finally {
      child.kill();
      await ended;
      await sandbox.close();
    }
  });
});
