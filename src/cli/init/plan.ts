import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';
import { CommandError } from '../command.ts';
import { DEFAULT_PORT } from '../shop-environment.ts';
import { addedFiles, additionOf } from './add.ts';
import { envFile, portIn } from './env-file.ts';
import { exampleFiles, manifestOf, neededPackages, type ExampleChoice, type Manifest } from './example-files.ts';
import { mergeEnv, mergeLines, mergeManifest, parseManifest } from './merge.ts';
import { moduleFolder } from './stacks.ts';

const IGNORED = `node_modules/
.env
.pay-elements/
*.db
*.db-shm
*.db-wal
`;

/** Files of an existing project to which missing parts are added. They are not replaced. */
const MERGED = ['package.json', '.env', '.gitignore'];

/** What is chosen for a shop. */
export interface Choice extends ExampleChoice {
  readonly dir: string;
}

/** A file to write. */
export interface PlannedFile {
  readonly path: string;
  readonly text: string;
  /** What writing it does to the folder. A conflict is a different file at this path. */
  readonly change: 'create' | 'complete' | 'same' | 'conflict';
  /** Differences between the existing file and the example that are kept, as text for the user. */
  readonly kept: readonly string[];
  /** True for a `package.json` whose own `type` is kept, with which the shop does not start. */
  readonly keepsType?: boolean;
  /** POSIX permissions of a new file. */
  readonly mode?: number;
  /** True when a secret is added to an existing file, which others may be allowed to read. */
  readonly addsSecret?: boolean;
}

/** Returns the files of a new shop: the example of the stack. */
export function planShop(choice: Choice): PlannedFile[] {
  const { name, dir } = choice;
  const files = exampleFiles(choice);
  const manifest = manifestOf(files.get('package.json')!, choice);
  const present = reader(dir);
  const own = [...files].filter(
    ([path]) => !MERGED.includes(path) && !(path === 'README.md' && present(path) !== undefined),
  );
  return [
    ...own.map(([path, text]) => plan(path, text, present(path))),
    planManifest(dir, manifest, packageNameOf(dir) || name),
    ...planSettings(choice, DEFAULT_PORT),
  ];
}

/** Returns the files that an existing app needs for its checkout. */
export function planAddition(choice: Choice): PlannedFile[] {
  const { name, dir } = choice;
  const { port = DEFAULT_PORT } = additionOf(name);
  const present = reader(dir);
  return [
    ...[...addedFiles(choice), ...moduleMark(choice)].map(([path, text]) => plan(path, text, present(path))),
    ...(present('package.json') === undefined ? [] : [planManifest(dir, neededPackages(choice), '')]),
    ...planSettings(choice, port, true),
  ];
}

/** The file that makes the added files modules, in an app of Node that is CommonJS. */
export const moduleMarkOf = ({ stack }: ExampleChoice) => `${moduleFolder(stack)}/package.json`;

/** That file, where Node runs the files as they are, and `package.json` does not say that they are modules. */
function moduleMark(choice: Choice): readonly (readonly [path: string, text: string])[] {
  const manifest = reader(choice.dir)('package.json');
  if (manifest === undefined || additionOf(choice.name).assets === undefined) return [];
  if (parseManifest(manifest, join(choice.dir, 'package.json')).type === 'module') return [];
  return [[moduleMarkOf(choice), '{ "type": "module" }\n']];
}

/** Reads files of a folder. @throws CommandError when a path is a folder */
const reader = (dir: string) => (path: string) => {
  const file = join(dir, path);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(`${file} is a folder, and a file is needed. Nothing was written.`);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

function plan(path: string, text: string, present: string | undefined): PlannedFile {
  const change = present === undefined ? 'create' : present === text ? 'same' : 'conflict';
  return { path, text, change, kept: [] };
}

/** A file whose missing parts are added. */
function completion(path: string, text: string, present: string | undefined): PlannedFile {
  const change = present === undefined ? 'create' : present === text ? 'same' : 'complete';
  return { path, text, change, kept: [] };
}

function planManifest(dir: string, manifest: Manifest, name: string): PlannedFile {
  const present = reader(dir)('package.json');
  if (present === undefined)
    return completion('package.json', `${JSON.stringify({ ...manifest, name }, null, 2)}\n`, present);
  const { text, kept, keepsType } = mergeManifest(present, manifest, join(dir, 'package.json'), hasModules(dir));
  return { ...completion('package.json', text, present), kept, keepsType };
}

/** Whether a folder has files whose kind `type` in `package.json` decides. */
const hasModules = (dir: string): boolean =>
  readdirSync(dir, { withFileTypes: true }).some((entry) =>
    entry.isDirectory()
      ? !/^(?:\.|node_modules$)/.test(entry.name) && hasModules(join(dir, entry.name))
      : /\.[jt]sx?$/.test(entry.name),
  );

const packageNameOf = (dir: string) =>
  basename(dir)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '');

/** The files `.env` and `.gitignore`. @param port - the port of a shop whose `.env` has none */
function planSettings({ stack, store, provider, dir }: Choice, port: string, isAddition = false): PlannedFile[] {
  const present = reader(dir);
  const ignored = IGNORED + (stack.ignored ?? []).map((line) => `${line}\n`).join('');
  const env = present('.env');
  const wanted = envFile(randomBytes(32).toString('hex'), portIn(env ?? '') ?? port, { store, provider }, isAddition);
  return [
    {
      ...completion('.env', env === undefined ? wanted : mergeEnv(env, wanted), env),
      mode: 0o600, // other users must not read the secret
      addsSecret: env !== undefined && parseEnv(env)['PAY_SECRET'] === undefined,
    },
    completion('.gitignore', mergeLines(present('.gitignore') ?? '', ignored), present('.gitignore')),
  ];
}
