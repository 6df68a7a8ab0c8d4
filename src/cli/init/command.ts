import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import { isLocal } from '../../server/read-options.ts';
import { CommandError, UsageError, type Command, type Given } from '../command.ts';
import { DEFAULT_PORT, localPayUrl } from '../shop-environment.ts';
import { exampleFiles, manifestOf } from './example-files.ts';
import { mergeEnv, mergeLines, mergeManifest } from './merge.ts';
import { minimumNode, nodeAdvice } from './node-version.ts';
import { packageRoot } from '../package-root.ts';
import { readStacks, STORES, type Stack, type StoreName } from './stacks.ts';
import { linksIn, makePrivate, writeFile } from './write-file.ts';

const IGNORED = `node_modules/
.env
.pay-elements/
*.db
*.db-shm
*.db-wal
`;

const DATABASE = `
# The PostgreSQL database of the shop. Create it before the first start.
DATABASE_URL=postgres://user:password@127.0.0.1:5432/shop
`;

/**
 * @param secret - the secret that signs webhook addresses
 * @param port - the port that is in `PAY_URL` too
 */
function envFile(secret: string, port: string, store: StoreName): string {
  return `# Settings of the shop, for npm start. npm run dev sets those of the service itself, for the sandbox.
PAY_SECRET=${secret}
# The shop listens at this port. PAY_URL is where the service reaches its checkout: on this machine, at the same port.
PORT=${port}
PAY_URL=${localPayUrl(port)}
${store === 'postgres' ? DATABASE : ''}
# Before you take real money: the values from your operator, and your payout addresses. README.md lists what else to do.
# SERVICE_URL=
# SERVICE_KEY=
# PAYOUT_BTC=
# PAYOUT_ETH=
# PAYOUT_WALLET=
`;
}

/** The port of a `.env` file: that of PORT, otherwise that of a PAY_URL on this machine. */
function portIn(env: string): string | undefined {
  const { PORT, PAY_URL = '' } = parseEnv(env);
  if (PORT) return PORT;
  return URL.canParse(PAY_URL) && isLocal(PAY_URL) ? new URL(PAY_URL).port || undefined : undefined;
}

/** Files of an existing project to which missing parts are added. They are not replaced. */
const MERGED = ['package.json', '.env', '.gitignore'];

/** The command `pay-elements init`. */
export const init: Command = {
  name: 'init',
  about: `Creates a small shop that takes payments: the example for a stack, a .env file
with a new secret, and a script that runs the shop with the sandbox.

In a terminal, it asks for each missing option. In an existing project, it adds
missing entries to package.json, .env and .gitignore, and does not change
README.md. If any other file exists with different content, it lists the files
and writes nothing unless you agree. It never writes through a symbolic
link.

Exit code: 0 written, 1 nothing was written, 2 usage error.`,
  options: {
    stack: { value: '<name>', description: Object.keys(readStacks()).join(', ') },
    store: { value: '<name>', description: `${Object.keys(STORES).join(', ')}: where orders and payments are stored` },
    dir: {
      value: '<folder>',
      description: 'the folder to write to; created if it does not exist (default: the current folder)',
    },
    force: { description: 'replaces existing files that differ' },
    yes: { description: 'asks no questions; uses the defaults of missing options' },
  },
  async run(given) {
    const prompter = createPrompter(given);
    try {
      const { name, stack } = await chooseStack(given, prompter);
      const store = await chooseStore(given, stack, prompter);
      const dir = resolve(given.text('dir') ?? (await prompter.text('Folder', '.')));
      const files = filesFor(name, stack, store, dir);
      const links = linksIn(dir, files);
      if (links.length > 0)
        throw new CommandError(
          `These paths in ${dir} are symbolic links:\n${links.map((path) => `  ${path}\n`).join('')}` +
            'Nothing was written: their targets may belong to another project. Replace them by files of this folder.',
        );
      const conflicts = files.filter(({ conflict }) => conflict).map(({ path }) => path);
      if (conflicts.length > 0 && !given.has('force')) {
        const conflictList = `These files in ${dir} exist and have different content:\n${conflicts.map((path) => `  ${path}\n`).join('')}`;
        if (!prompter.isInteractive)
          throw new CommandError(`${conflictList}Nothing was written. Use --force to replace them.`);
        process.stderr.write(conflictList);
        if (!(await prompter.confirm('Replace them?'))) throw new CommandError('Nothing was written.');
      }
      const env = join(dir, '.env');
      if (files.some(({ addsSecret }) => addsSecret) && makePrivate(env))
        process.stdout.write('.env contains a secret now: other users of this machine can no longer read it.\n\n');
      for (const { path, text, mode } of files) writeFile(join(dir, path), text, mode);
      report(files, { dir, title: stack.title, store, port: portIn(readFileSync(env, 'utf8')) ?? DEFAULT_PORT });
      process.stdout.write(nodeAdvice(minimumNode(name), process.versions.node));
      return 0;
    } finally {
      prompter.close();
    }
  },
};

interface Prompter {
  /** True when there is a terminal to ask questions. */
  readonly isInteractive: boolean;
  readonly text: (prompt: string, fallback: string) => Promise<string>;
  /** Asks until the answer is one of the choices. */
  readonly choice: (prompt: string, choices: readonly string[]) => Promise<string>;
  readonly confirm: (prompt: string) => Promise<boolean>;
  readonly close: () => void;
}

function createPrompter(given: Given): Prompter {
  const isInteractive = process.stdin.isTTY && !given.has('yes');
  const terminal = isInteractive ? createInterface({ input: process.stdin, output: process.stderr }) : undefined;
  /** @throws CommandError at Ctrl-C and Ctrl-D */
  const readLine = (prompt: string) =>
    new Promise<string>((resolve, reject) => {
      if (!terminal) return resolve('');
      terminal.once('close', () => reject(new CommandError('\nNothing was written.')));
      terminal.question(prompt, resolve);
    });
  const text = async (prompt: string, fallback: string) =>
    (await readLine(`${prompt} (${fallback}): `)).trim() || fallback;
  return {
    isInteractive,
    text,
    async choice(prompt, choices) {
      for (;;) {
        const answer = await text(prompt, choices[0]!);
        if (choices.includes(answer)) return answer;
        process.stderr.write(`'${answer}' is not one of: ${choices.join(', ')}.\n`);
      }
    },
    confirm: async (prompt) => /^y(es)?$/i.test(await readLine(`${prompt} [y/N] `)),
    close: () => terminal?.close(),
  };
}

/** @throws UsageError when the stack does not exist */
async function chooseStack(given: Given, prompter: Prompter): Promise<{ name: string; stack: Stack }> {
  const stacks = readStacks();
  const list = Object.entries(stacks).map(([name, { title }]) => `  ${name.padEnd(10)} ${title}\n`);
  if (given.text('stack') === undefined && prompter.isInteractive) process.stderr.write(`Stacks:\n${list.join('')}`);
  const name =
    given.text('stack') ?? (prompter.isInteractive ? await prompter.choice('Stack', Object.keys(stacks)) : undefined);
  if (name === undefined) throw new UsageError(`--stack is missing. Choose one of:\n${list.join('').trimEnd()}`);
  if (!Object.hasOwn(stacks, name))
    throw new UsageError(`There is no stack '${name}'. Choose one of:\n${list.join('').trimEnd()}`);
  return { name, stack: stacks[name]! };
}

/** @throws UsageError when the stack does not support the store */
async function chooseStore(given: Given, { title, stores }: Stack, prompter: Prompter): Promise<StoreName> {
  const [fallback] = stores;
  const isChoice = stores.length > 1;
  const name =
    given.text('store') ?? (isChoice ? await prompter.choice(`Store: ${stores.join(', ')}`, stores) : fallback);
  const store = stores.find((each) => each === name);
  if (store === undefined)
    throw new UsageError(`--store must be one of ${stores.join(', ')} for ${title}, not '${name}'.`);
  return store;
}

/** A file to write. */
interface PlannedFile {
  readonly path: string;
  readonly text: string;
  /** True when a different file exists at this path. */
  readonly conflict: boolean;
  /** Differences between the existing file and the example that are kept, as text for the user. */
  readonly kept: readonly string[];
  /** POSIX permissions of a new file. */
  readonly mode?: number;
  /** True when a secret is added to an existing file, which others may be allowed to read. */
  readonly addsSecret?: boolean;
}

function filesFor(name: string, stack: Stack, store: StoreName, dir: string): PlannedFile[] {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  const ignored = IGNORED + (stack.ignored ?? []).map((line) => `${line}\n`).join('');
  const files = exampleFiles(packageRoot, name, stack, store);
  const manifest = manifestOf(files.get('package.json')!, { version, store });
  const present = (path: string) => (existsSync(join(dir, path)) ? readFileSync(join(dir, path), 'utf8') : undefined);

  const planned = [...files]
    .filter(([path]) => !MERGED.includes(path) && !(path === 'README.md' && present(path) !== undefined))
    .map(([path, text]) => ({ path, text, conflict: (present(path) ?? text) !== text, kept: [] }));
  const own = present('package.json');
  const packageName =
    basename(dir)
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[._-]+/, '') || name;
  const merged =
    own === undefined
      ? { text: `${JSON.stringify({ ...manifest, name: packageName }, null, 2)}\n`, kept: [] }
      : mergeManifest(own, manifest);
  const envPresent = present('.env');
  const env = envFile(randomBytes(32).toString('hex'), portIn(envPresent ?? '') ?? DEFAULT_PORT, store);
  return [
    ...planned,
    { path: 'package.json', conflict: false, ...merged },
    {
      path: '.env',
      text: envPresent === undefined ? env : mergeEnv(envPresent, env),
      conflict: false,
      kept: [],
      mode: 0o600, // other users must not read the secret
      addsSecret: envPresent !== undefined && parseEnv(envPresent)['PAY_SECRET'] === undefined,
    },
    { path: '.gitignore', text: mergeLines(present('.gitignore') ?? '', ignored), conflict: false, kept: [] },
  ];
}

function report(
  files: readonly PlannedFile[],
  { dir, title, store, port }: { dir: string; title: string; store: StoreName; port: string },
) {
  const path = relative(process.cwd(), dir);
  const kept = files.flatMap((file) => file.kept.map((what) => `  ${file.path}: ${what}\n`));
  if (kept.length > 0) process.stdout.write(`Not changed:\n${kept.join('')}\n`);
  const cd = path === '' ? '' : `  cd ${path.startsWith('..') ? dir : path}\n`;
  const database =
    store === 'postgres' ? 'Create a database, and set DATABASE_URL in .env to its address. Then:\n\n' : '';
  process.stdout.write(`A shop with ${title} and ${STORES[store]}: ${files.length} files in ${dir}.

${database}${cd}  npm install
  npm run dev

Then open http://127.0.0.1:${port}, buy something, and pay in the sandbox's control panel. Its address is printed at the start.
README.md lists what to do before you take real money.
`);
}
