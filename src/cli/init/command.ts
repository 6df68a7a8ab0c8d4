import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { CommandError, refuseOptions, UsageError, type Command, type Given } from '../command.ts';
import { createPrompter, type Prompter } from '../prompter.ts';
import { PROVIDERS, readProviderName, type ProviderName } from '../provider-name.ts';
import { DEFAULT_PORT } from '../shop-environment.ts';
import { didYouMean } from '../suggest.ts';
import { additionOf, otherStacks, refuseOtherFramework } from './add.ts';
import { portIn } from './env-file.ts';
import { parseManifest } from './merge.ts';
import type { Manifest } from './example-files.ts';
import { minimumNode, nodeAdvice } from './node-version.ts';
import { moduleMarkOf, planAddition, planShop, type Choice, type PlannedFile } from './plan.ts';
import { moduleFolder, providersOf, readStacks, STORES } from './stacks.ts';
import type { Stack, StoreName } from './stacks.ts';
import { linksIn, makePrivate, writeFile } from './write-file.ts';

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

--add adds a checkout to an app that exists: a module whose three functions read
the orders of the app, its store and its route. It prints what to add to the
app's own files, and never replaces a file.

Exit code: 0 written, or with --dry-run: it could be written, 1 nothing was
written, 2 a wrong command line.`,
  examples: [
    ['init --stack express --dir shop', 'a new shop in the folder shop'],
    ['init --stack node --provider btcpay', 'a new shop whose payments go to your BTCPay Server'],
    ['init --stack next --add --dry-run', 'what --add would write into this app'],
  ],
  options: {
    add: { description: 'adds a checkout to the existing app in the folder' },
    'dry-run': { description: 'prints what would be written, and writes nothing' },
    stack: { value: '<name>', description: Object.keys(readStacks()).join(', ') },
    store: { value: '<name>', description: `${Object.keys(STORES).join(', ')}: where orders and payments are stored` },
    provider: {
      value: '<name>',
      description: 'service (default) or btcpay: the payment service of an operator, or your own BTCPay Server',
    },
    dir: {
      value: '<folder>',
      description: 'the folder to write to; created if it does not exist (default: the current folder)',
    },
    force: { description: 'replaces existing files that differ' },
    typescript: {
      description:
        'with types, which Node 22.18 or later removes when it runs the shop (node, express, fastify, --add)',
    },
    yes: { description: 'asks no questions; uses the defaults of missing options' },
  },
  async run(given) {
    const prompter = createPrompter(!given.has('yes'));
    try {
      const isAddition = given.has('add');
      if (isAddition) refuseOptions(given, ['force'], 'does not apply to --add, which never replaces a file.');
      const { name, stack } = await chooseStack(given, prompter);
      if (isAddition) additionOf(name);
      const provider = readProvider(given, stack);
      const isTypeScript = chooseTypes(given, stack);
      const store = await chooseStore(given, stack, prompter);
      const dir = resolve(given.text('dir') ?? (await prompter.text('Folder', '.')));
      if (isAddition && !existsSync(dir))
        throw new CommandError(`${dir} does not exist. Pass the folder of the app with --dir.`);
      checkFolder(dir);
      if (isAddition) refuseOtherFramework(name, manifestIn(dir), join(dir, 'package.json'));
      const choice = { name, stack, store, provider, isTypeScript, dir };
      const files = isAddition ? planAddition(choice) : planShop(choice);
      refuseLinks(dir, files);
      if (given.has('dry-run')) return reportPlan(files, dir);
      const conflicts = conflictsIn(dir, files);
      if (conflicts !== '' && !given.has('force')) {
        if (isAddition)
          throw new CommandError(`${conflicts}Nothing was written. Rename them, or add their content by hand.`);
        if (!prompter.isInteractive)
          throw new CommandError(`${conflicts}Nothing was written. Use --force to replace them.`);
        process.stderr.write(conflicts);
        if (!(await prompter.confirm('Replace them?'))) throw new CommandError('Nothing was written.');
      }
      writeAll(files, dir);
      (isAddition ? reportAddition : reportShop)(files, choice);
      process.stdout.write(nodeAdvice(minimumNode(name, isTypeScript), process.versions.node));
      return 0;
    } finally {
      prompter.close();
    }
  },
};

/** @throws UsageError when the stack does not exist */
async function chooseStack(given: Given, prompter: Prompter): Promise<{ name: string; stack: Stack }> {
  const stacks = readStacks();
  const list = Object.entries(stacks).map(([name, { title }]) => `  ${name.padEnd(10)} ${title}\n`);
  if (given.text('stack') === undefined && prompter.isInteractive) process.stderr.write(`Stacks:\n${list.join('')}`);
  const name =
    given.text('stack') ?? (prompter.isInteractive ? await prompter.choice('Stack', Object.keys(stacks)) : undefined);
  if (name === undefined) throw new UsageError(`--stack is missing. Choose one of:\n${list.join('').trimEnd()}`);
  if (!Object.hasOwn(stacks, name))
    throw new UsageError(
      `There is no stack '${name}'.${didYouMean(name, Object.keys(stacks))} Choose one of:\n${list.join('').trimEnd()}`,
    );
  return { name, stack: stacks[name]! };
}

/** @throws UsageError when the provider does not exist, or the stack cannot use it */
function readProvider(given: Given, stack: Stack): ProviderName {
  const provider = readProviderName(given);
  if (providersOf(stack).includes(provider)) return provider;
  const able = Object.entries(readStacks()).filter(([, other]) => providersOf(other).includes(provider));
  throw new UsageError(
    `A shop with ${stack.title} cannot take payments with ${PROVIDERS[provider]} yet. ` +
      `These stacks can: ${able.map(([each]) => each).join(', ')}.`,
  );
}

/** Whether modules keep their types. @throws UsageError when the stack has no modules */
function chooseTypes(given: Given, { title, language }: Stack): boolean {
  const isAsked = given.has('typescript');
  if (isAsked && language === undefined) throw new UsageError(`--typescript does not apply to ${title}.`);
  return isAsked || (language === 'typescript' && !given.has('add'));
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

/**
 * Checks that files can be written to a folder, or to the nearest one above it that exists.
 *
 * @throws CommandError when it is a file, Error of the system when this user may not write to it
 */
function checkFolder(dir: string): void {
  const above = dirname(dir);
  const found = statSync(dir, { throwIfNoEntry: false });
  if (!found) return above === dir ? undefined : checkFolder(above);
  if (!found.isDirectory()) throw new CommandError(`${dir} is not a folder. Pass a folder with --dir.`);
  accessSync(dir, constants.W_OK);
}

/** @throws CommandError when a file, or a folder above it, is a symbolic link */
function refuseLinks(dir: string, files: readonly PlannedFile[]): void {
  const links = linksIn(dir, files);
  if (links.length === 0) return;
  throw new CommandError(
    `These paths in ${dir} are symbolic links:\n${links.map((path) => `  ${path}\n`).join('')}` +
      'Nothing was written: their targets may belong to another project. Replace them by files of this folder.',
  );
}

/** Lists the files that exist with different content. An empty text when there are none. */
function conflictsIn(dir: string, files: readonly PlannedFile[]): string {
  const paths = files.filter(({ change }) => change === 'conflict').map(({ path }) => `  ${path}\n`);
  return paths.length === 0 ? '' : `These files in ${dir} exist and have different content:\n${paths.join('')}`;
}

function writeAll(files: readonly PlannedFile[], dir: string): void {
  if (files.some(({ addsSecret }) => addsSecret) && makePrivate(join(dir, '.env')))
    process.stdout.write('.env contains a secret now: other users of this machine can no longer read it.\n\n');
  for (const { path, text, mode } of files) writeFile(join(dir, path), text, mode);
}

const CHANGES: Readonly<Record<PlannedFile['change'], string>> = {
  create: 'new',
  complete: 'completed',
  same: 'unchanged',
  conflict: 'exists with different content',
};

/** Prints what would be written. Returns the exit code: 1 when a file is in the way. */
function reportPlan(files: readonly PlannedFile[], dir: string): number {
  const width = Math.max(...files.map(({ path }) => path.length));
  const lines = files.map(({ path, change }) => `  ${path.padEnd(width)}  ${CHANGES[change]}\n`);
  process.stdout.write(
    `These files would be written to ${dir}:\n${lines.join('')}${keptIn(files)}Nothing was written.\n`,
  );
  return files.some(({ change }) => change === 'conflict') ? 1 : 0;
}

/** Lists what differs from the example and is kept. */
function keptIn(files: readonly PlannedFile[]): string {
  const kept = files.flatMap((file) => file.kept.map((what) => `  ${file.path}: ${what}\n`));
  return kept.length === 0 ? '' : `Not changed:\n${kept.join('')}`;
}

const portOf = (dir: string) => portIn(readFileSync(join(dir, '.env'), 'utf8')) ?? DEFAULT_PORT;

const DATABASE_STEP = 'Create a database, and set DATABASE_URL in .env to its address. Then:\n\n';

/** `cd` to the folder, where it is not the current one. */
function cdTo(dir: string): string {
  const path = relative(process.cwd(), dir);
  return path === '' ? '' : `  cd ${path.startsWith('..') ? dir : path}\n`;
}

function reportShop(files: readonly PlannedFile[], { dir, stack, store, provider, isTypeScript }: Choice): void {
  const kept = keptIn(files);
  if (kept !== '') process.stdout.write(`${kept}\n`);
  const panel = provider === 'btcpay' ? 'in the sandbox, which plays BTCPay Server' : "in the sandbox's control panel";
  const written = files.filter(({ change }) => change !== 'same').length;
  const what = written === 0 ? 'all files are already' : written === 1 ? '1 file' : `${written} files`;
  process.stdout.write(`A shop with ${stack.title} and ${STORES[store]}: ${what} in ${dir}.

${store === 'postgres' ? DATABASE_STEP : ''}${cdTo(dir)}  npm install
  npm run dev

Then open http://127.0.0.1:${portOf(dir)}, buy something, and pay ${panel}. Its address is printed at the start.
${isTypeScript ? 'npm run typecheck checks the types. ' : ''}README.md lists what to do before you take real money.
${files.some(({ keepsType }) => keepsType) ? TYPE_STEP : ''}`);
}

const TYPE_STEP = `
Before npm run dev: set "type": "module" in package.json, or the shop does not start.
`;

/** The lines of an app that is CommonJS: Node requires modules, too. */
const required = (lines: string) => lines.replace(/^import (\{.*\}|\w+) from ('.*');/gm, 'const $1 = require($2);');

const IMPORTED = `

// A file that uses import imports them from the same paths.`;

const CLOSE_STEP = `5. When the app ends, await shop().checkout.close(): it answers payers who wait, and lets a running fulfil() end.
`;

const TYPES_STEP = `6. The modules use Node, and their imports end in .ts. So tsconfig.json needs "types": ["node"], and
   "allowImportingTsExtensions": true, or where tsc writes JavaScript "rewriteRelativeImportExtensions": true.
`;

/** How the page of an app gets the script that defines the tag, when no bundler makes one. */
const withoutBundler = (assets: string) => `
   Without a bundler, serve the folder dist/cdn of this package, and write this in the page:

     <script type="module" src="/assets/pay-elements.js"></script>

${assets.replace(/^(?=.)/gm, '     ')}
`;

const UNKNOWN_START = '<the command that starts the app>';

/** The `package.json` of an app; without one, an empty one. */
function manifestIn(dir: string): Manifest {
  const file = join(dir, 'package.json');
  return existsSync(file) ? parseManifest(readFileSync(file, 'utf8'), file) : {};
}

/** The command that starts an app, by the scripts of its `package.json`. */
function startOf(dir: string): string {
  const { scripts = {} } = manifestIn(dir);
  return scripts['dev'] ? 'npm run dev' : scripts['start'] ? 'npm start' : UNKNOWN_START;
}

/** What the last command of an addition does. @param start - the app's own command */
function aboutStart(start: string): string {
  const about = 'The last command starts the sandbox, and then the app. The app alone starts no sandbox.\n';
  if (start === UNKNOWN_START) return about;
  return `${about}To keep the command, add this to "scripts" in package.json, and run npm run dev:pay:

     "dev:pay": "pay-elements dev --env-file .env -- ${start}"
`;
}

/** A question, where the folder does not look like that of an app of the stack. */
function doubtOf(name: string, dir: string): string {
  if (!existsSync(join(dir, 'package.json')))
    return `There is no package.json in ${dir}: is it the folder of the app?\n`;
  const others = otherStacks(name, manifestIn(dir)).map((each) => `--stack ${each}`);
  return others.length === 0
    ? ''
    : `By its package.json, the app may need ${others.join(' or ')} in place of --stack ${name}.\n`;
}

function reportAddition(files: readonly PlannedFile[], choice: Choice): void {
  const { dir, name, stack, store, isTypeScript } = choice;
  const folder = moduleFolder(stack);
  const addition = additionOf(name);
  const named = isTypeScript ? addition.mount : addition.mount.replaceAll('.ts', '.js');
  const mark = moduleMarkOf(choice);
  const isMarked = files.some(({ path }) => path === mark);
  const mount = isMarked ? required(named) + IMPORTED : named;
  const assets = isMarked && addition.assets ? required(addition.assets) : addition.assets;
  const isBackend = stack.folders !== undefined;
  const backendOrders = name === 'php' ? 'orders.php' : 'pay/orders.py';
  const orders = isBackend
    ? `Connect ${folder}/${backendOrders} to your tables: docs/any-backend.md of this package, "Start from an example".`
    : `Write the three functions at the top of ${folder}/shop.${isTypeScript ? 'ts' : 'js'}: they read the orders of this app.`;
  const written = files.filter(({ change }) => change !== 'same').map(({ path }) => `  ${path}\n`);
  const script = isBackend
    ? `with the script dist/cdn/pay-elements.js of this package: docs/any-backend.md, "The script without npm".`
    : assets === undefined
      ? `with a script that imports 'pay-elements/define'.`
      : `with a script that your bundler makes and that imports 'pay-elements/define'.${withoutBundler(assets)}`;
  const copied = isMarked ? `   Where tsc writes to another folder, copy ${mark} there, too.\n` : '';
  const types = isTypeScript ? TYPES_STEP + copied : '';
  const envFlag = isBackend ? '' : ': Node reads\n   them with --env-file=.env';
  const install = isBackend ? '' : '  npm install\n';
  const start = isBackend ? UNKNOWN_START : startOf(dir);
  const what = written.length === 0 ? `All files are in ${dir} already.\n` : `Written to ${dir}:\n${written.join('')}`;
  const doubt = isBackend ? '' : doubtOf(name, dir);
  process.stdout.write(`${what}${keptIn(files)}${doubt}
1. ${orders}
2. Add the checkout to the app:

${mount.replace(/^(?=.)/gm, '     ')}

3. Show it in your page of an order, with your own address in contact:
   <pay-checkout src="/pay/orders/ORDER" contact="mailto:help@shop.example"></pay-checkout>,
   ${script}
4. The settings are in .env, and pay-elements dev passes them on. Start the app with them in production, too${envFlag}.
   If the app does not listen at port ${portOf(dir)}, change PORT and PAY_URL there.
${isBackend ? '' : CLOSE_STEP}${types}
${aboutStart(start)}
${store === 'postgres' ? DATABASE_STEP : ''}${cdTo(dir)}${install}  npx pay-elements dev --env-file .env -- ${start}
`);
}
