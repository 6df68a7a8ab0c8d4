import { posix } from 'node:path';
import type { ProviderName } from '../provider-name.ts';
import { ownManifest, readJavaScript, readSource, sourcesBelow } from './sources.ts';
import { moduleFolder, type Stack, type StoreName } from './stacks.ts';

/** The releases of `pg` and its types that the examples are tested with. */
const PG = '8.23.1';
const PG_TYPES = '8.23.1';

const DATABASE_WORDS = '# create a database, and set DATABASE_URL in .env';

/** What is chosen for the files of an example. */
export interface ExampleChoice {
  readonly name: string;
  readonly stack: Stack;
  readonly store: StoreName;
  readonly provider: ProviderName;
  /** Whether modules keep their types. */
  readonly isTypeScript: boolean;
}

/**
/** The folder with the modules of a provider that replace those of the payment service. */
const folderOf = (provider: ProviderName) => `examples/shared/${provider === 'btcpay' ? 'btcpay/' : ''}`;

/** The modules of the chosen store and provider: their sources by the path in the shop. */
export function partPaths(stack: Stack, store: StoreName, provider: ProviderName): ReadonlyMap<string, string> {
  const { database } = stack;
  if (database === undefined) return new Map();
  return new Map([
    [database, `examples/shared/stores/${store}.ts`],
    [posix.join(moduleFolder(stack), 'provider.ts'), `${folderOf(provider)}provider.ts`],
  ]);
}

/**
 * Returns the files of an example by their path in the shop: the shared files, those of its store and its provider, and
 * its own files.
 */
export function exampleFiles(choice: ExampleChoice): ReadonlyMap<string, string> {
  const { name, stack, store, provider, isTypeScript } = choice;
  const { shared, folders = {} } = stack;
  const paths = new Map<string, string>();
  for (const [target, source] of Object.entries(folders))
    for (const path of sourcesBelow(source)) paths.set(posix.join(target, path), `${source}/${path}`);
  for (const [target, names] of Object.entries(shared))
    for (const file of names) paths.set(posix.join(target, file), `examples/shared/${file}`);
  for (const [target, source] of partPaths(stack, store, provider)) paths.set(target, source);
  for (const path of sourcesBelow(`examples/${name}`)) paths.set(path, `examples/${name}/${path}`);
  const files = sourceFiles(paths, isTypeScript);
  const readme = files.get('README.md')!;
  const installed = store === 'postgres' ? readme.replace(/^npm install$/m, `$&\n${DATABASE_WORDS}`) : readme;
  files.set('README.md', `${installed}\n${readSource(`${folderOf(provider)}before-real-money.md`)}`);
  return files;
}

/** Reads sources. @param paths - by the path in the shop; a module in JavaScript gets the ending `.js` */
export function sourceFiles(paths: ReadonlyMap<string, string>, isTypeScript: boolean): Map<string, string> {
  const files = new Map<string, string>();
  for (const [target, source] of paths) {
    if (isTypeScript || !/\.(?:ts|md)$|^tsconfig\.json$/.test(target)) files.set(target, readSource(source));
    else if (target.endsWith('.md')) files.set(target, readSource(source).replace(/\.ts(?=`)/g, '.js'));
    else if (target.endsWith('.ts')) {
      const text = readJavaScript(source);
      if (text !== undefined) files.set(target.replace(/ts$/, 'js'), text);
    }
  }
  return files;
}

export const exampleManifest = (name: string) => JSON.parse(readSource(`examples/${name}/package.json`)) as Manifest;

/**
 * Returns what a shop adds to the `package.json` of its stack: this package, the dependency of its store, and the types of
 * Node. A backend in another language runs without npm.
 */
export function neededPackages({ name, stack, store, isTypeScript }: ExampleChoice): Manifest {
  const needed = { 'pay-elements': `^${ownManifest().version}`, ...(store === 'postgres' && { pg: PG }) };
  if (stack.folders !== undefined) return { devDependencies: needed };
  return {
    dependencies: needed,
    ...(isTypeScript && {
      devDependencies: {
        '@types/node': exampleManifest(name).devDependencies!['@types/node']!,
        ...(store === 'postgres' && { '@types/pg': PG_TYPES }),
      },
    }),
  };
}

/** Creates the `package.json` of a new shop from that of the example. */
export function manifestOf(text: string, choice: ExampleChoice): Manifest {
  // Without `exec`, npm ends the shell at SIGTERM, and the server lives on. The shell of Windows has no `exec`.
  const scripts = process.platform === 'win32' ? text.replaceAll('": "exec ', '": "') : text;
  const example = JSON.parse(scripts) as Manifest;
  const manifest = choice.isTypeScript || choice.stack.language === undefined ? example : withoutTypes(example);
  const needed = neededPackages(choice);
  return {
    ...manifest,
    ...sorted('dependencies', manifest.dependencies, needed.dependencies),
    ...sorted('devDependencies', manifest.devDependencies, needed.devDependencies),
  };
}

/** The field of a manifest with the packages of both lists; absent when there are none. */
function sorted(
  field: 'dependencies' | 'devDependencies',
  some: Manifest['dependencies'] = {},
  more: Manifest['dependencies'] = {},
): Manifest {
  const all = { ...some, ...more };
  return Object.keys(all).length > 0 ? { [field]: sortByName(all) } : {};
}

/** Returns packages in the order in which npm writes them. */
export const sortByName = (packages: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));

/**
 * A shop without types runs on every Node that runs this package. Of these examples, nothing but the types needs packages for
 * development.
 */
function withoutTypes({ devDependencies: _, engines, ...manifest }: Manifest): Manifest {
  const { typecheck: __, ...scripts } = manifest.scripts ?? {};
  const named = Object.entries(scripts).map(([name, command]) => [name, command.replace(/\.ts$/, '.js')]);
  return {
    ...manifest,
    ...(engines && { engines: ownManifest().engines }),
    scripts: Object.fromEntries(named) as Record<string, string>,
  };
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
