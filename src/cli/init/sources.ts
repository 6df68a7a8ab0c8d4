import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packageRoot } from '../package-root.ts';

/** The sources of the examples, each by its path in the repository of this package: `examples/node/server.ts`. */
interface Sources {
  readonly files: Readonly<Record<string, string>>;
  /** Modules in TypeScript without their types. A module that has nothing but types is not in it. */
  readonly javascript: Readonly<Record<string, string>>;
}

/** What a backend in PHP or Python writes when it was run in its own folder. */
const WRITTEN = /(?:^|\/)(?:__pycache__|\.[\w-]+)(?:\/|$)|\.db/;

let sources: Sources | undefined;

/** Returns the sources that the build has written into one file. */
const readSources = (): Sources =>
  (sources ??= JSON.parse(readFileSync(join(packageRoot, 'dist/examples.json'), 'utf8')) as Sources);

/** The backends in PHP and Python are files of the documentation, which the package has anyway. */
const isDocumentation = (path: string) => path.startsWith('docs/');

/** @throws Error when there is no such source, which a test of this package finds */
export function readSource(path: string): string {
  const text = isDocumentation(path) ? readFileSync(join(packageRoot, path), 'utf8') : readSources().files[path];
  if (text === undefined) throw new Error(`dist/examples.json has no ${path}`);
  return text;
}

/** Returns a module without its types, or undefined when it has nothing else. */
export const readJavaScript = (path: string): string | undefined => readSources().javascript[path];

/** Returns the paths of the sources below a folder, relative to it. */
export function sourcesBelow(folder: string): string[] {
  const paths = isDocumentation(folder) ? filesBelow(join(packageRoot, folder)) : Object.keys(readSources().files);
  return paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1));
}

/** Returns the paths of the files below a folder, relative to the package. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(packageRoot, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !WRITTEN.test(path));

/** The fields of this package that a new shop gets. */
export const ownManifest = () =>
  JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string; engines: { node: string } };
