import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { moduleFolder, type ProviderName, type Stack, type StoreName } from './stacks.ts';

/** The release of `pg` that the examples are tested with. */
export const PG = '8.23.1';

/** Generated files of an example that was run in its own folder. */
const NOT_COPIED =
  /(?:^|\/)(?:node_modules|\.[\w-]+|__pycache__|build|dist)\/|(?:^|\/)package-lock\.json$|\.(?:db|pyc)/;

/** What the README of an example says about the sandbox, which plays the payment service alone. */
const SANDBOX_WORDS = /with the\s+sandbox(?:, whose panel plays the payer)?/g;

/** Returns the text files below a folder by their relative path, with `/` as separator. */
function filesBelow(folder: string): [path: string, text: string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [file.slice(folder.length + 1).replaceAll('\\', '/'), file] as const)
    .filter(([path]) => !NOT_COPIED.test(path))
    .map(([path, file]) => [path, readFileSync(file, 'utf8')]);
}

/** What is chosen of an example. */
export interface ExampleChoice {
  readonly name: string;
  readonly stack: Stack;
  readonly store: StoreName;
  readonly provider: ProviderName;
}

/**
 * Returns the files of an example by their path in the shop: the shared files, those of its store and its provider, and
 * its own files.
 *
 * @param root - the folder of the package
 */
export function exampleFiles(
  root: string,
  { name, stack, store, provider }: ExampleChoice,
): ReadonlyMap<string, string> {
  const { database, shared, folders = {} } = stack;
  const ofProvider = provider === 'btcpay' ? 'btcpay/' : '';
  const read = (file: string) => readFileSync(join(root, 'examples/shared', file), 'utf8');
  const files = new Map<string, string>();
  for (const [target, source] of Object.entries(folders))
    for (const [path, text] of filesBelow(join(root, source))) files.set(posix.join(target, path), text);
  for (const [target, names] of Object.entries(shared))
    for (const file of names) files.set(posix.join(target, file), read(file));
  if (database !== undefined) {
    files.set(database, read(`stores/${store}.js`));
    files.set(posix.join(moduleFolder(stack), 'provider.js'), read(`${ofProvider}provider.js`));
  }
  for (const [path, text] of filesBelow(join(root, 'examples', name))) files.set(path, text);
  const readme = files.get('README.md')!;
  const start = provider === 'btcpay' ? readme.replace(SANDBOX_WORDS, 'with BTCPay Server') : readme;
  files.set('README.md', `${start}\n${read(`${ofProvider}before-real-money.md`)}`);
  return files;
}

/**
 * Creates the `package.json` of a new shop from that of the example: with this package, and the dependency of its
 * store.
 */
export function manifestOf(text: string, { version, store }: { version: string; store: StoreName }): Manifest {
  // Without `exec`, npm ends the shell at SIGTERM, and the server lives on. The shell of Windows has no `exec`.
  const scripts = process.platform === 'win32' ? text.replaceAll('": "exec ', '": "') : text;
  const manifest = JSON.parse(scripts) as Manifest;
  const more = { 'pay-elements': `^${version}`, ...(store === 'postgres' && { pg: PG }) };
  const dependencies = Object.entries({ ...manifest.dependencies, ...more }).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...manifest, dependencies: Object.fromEntries(dependencies) };
}

/** The fields of a `package.json` that are read and written. */
export interface Manifest {
  readonly name?: string;
  readonly type?: string;
  readonly engines?: { readonly node?: string };
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
