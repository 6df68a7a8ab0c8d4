import { isRecord } from '../../core/json.ts';
import { CommandError } from '../command.ts';
import { sortByName, type Manifest } from './example-files.ts';

/** An existing file with the missing parts added. */
export interface Merged {
  readonly text: string;
  /** Parts that differ from the example and are kept, as text for the user. */
  readonly kept: readonly string[];
  /** True when the `type` of the project is kept, with which the modules of the example do not start. */
  readonly keepsType: boolean;
}

/** The fields of a `package.json` that `npm install` writes into an empty folder, and those that say nothing about its code. */
const BARE_FIELDS = ['name', 'version', 'private', 'dependencies', 'devDependencies'];

/** Parses the `package.json` of a project. @throws CommandError that names the file, when it is no JSON object */
export function parseManifest(text: string, file: string): Manifest {
  const wrong = (reason: string) =>
    new CommandError(`${file} cannot be read: ${reason}.\nCorrect it first. Nothing was written.`);
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    throw wrong((error as Error).message);
  }
  if (!isRecord(manifest)) throw wrong('it is no JSON object');
  for (const name of ['scripts', 'dependencies', 'devDependencies'])
    if (!isRecord(manifest[name] ?? {})) throw wrong(`"${name}" is no object`);
  return manifest;
}

/**
 * Adds missing fields to a `package.json`. Existing fields are not changed, but for `type`, which is set only where the
 * project has no code that it could change: `npm init` writes it into an empty folder.
 *
 * @param file - its path, for an error
 * @param hasCode - whether the project has modules of its own
 */
export function mergeManifest(
  present: string,
  { type, engines, ...added }: Manifest,
  file = 'package.json',
  hasCode = true,
): Merged {
  const manifest = parseManifest(present, file);
  const isBare = !hasCode || Object.keys(manifest).every((field) => BARE_FIELDS.includes(field));
  const missing = { ...(type && isBare && { type }), ...(engines && !manifest.engines && { engines }) };
  const kept: string[] = [];
  const keepsType = type !== undefined && !isBare && manifest.type !== type;
  if (keepsType) {
    const own = manifest.type === undefined ? 'missing' : JSON.stringify(manifest.type);
    kept.push(`"type" is ${own}: set it to ${JSON.stringify(type)}, and end your own CommonJS files in .cjs`);
  }
  const sections = ['scripts', 'dependencies', 'devDependencies'] as const;
  const merged = sections.flatMap((section) => {
    const own = manifest[section];
    if (!added[section]) return [];
    // What the shop has as a dependency is not added as one of development.
    const there = section === 'devDependencies' ? manifest.dependencies : {};
    const more = Object.fromEntries(Object.entries(added[section]).filter(([name]) => there?.[name] === undefined));
    for (const [name, value] of Object.entries(more))
      if (own?.[name] !== undefined && own[name] !== value)
        kept.push(`${section}: "${name}" is ${JSON.stringify(own[name])}: the example has ${JSON.stringify(value)}`);
    const all = { ...more, ...own };
    const isComplete = Object.keys(all).every((name) => own?.[name] !== undefined);
    return isComplete ? [] : [[section, section === 'scripts' ? all : sortByName(all)] as const];
  });
  if (Object.keys(missing).length === 0 && merged.length === 0)
    return { text: present.endsWith('\n') ? present : `${present}\n`, kept, keepsType };
  const complete = { ...manifest, ...missing, ...Object.fromEntries(merged) };
  const [indent = '  '] = /^[ \t]+(?=")/m.exec(present) ?? [];
  return { text: `${JSON.stringify(complete, null, indent)}\n`, kept, keepsType };
}

/** Appends missing lines, for example to a `.gitignore`. */
export function mergeLines(present: string, added: string): string {
  const lines = new Set(present.split(/\r?\n/));
  return append(
    present,
    added.split('\n').filter((line) => line !== '' && !lines.has(line)),
  );
}

/** Appends missing variables to a `.env` file. Existing values are not changed. */
export function mergeEnv(present: string, added: string): string {
  const nameOf = (line: string) => /^(?:export\s+)?(\w+)\s*=/.exec(line)?.[1];
  const names = new Set(present.split(/\r?\n/).map(nameOf));
  return append(
    present,
    added.split('\n').filter((line) => nameOf(line) !== undefined && !names.has(nameOf(line))),
  );
}

function append(present: string, lines: readonly string[]): string {
  if (lines.length === 0) return present;
  const gap = present === '' || present.endsWith('\n') ? '' : '\n';
  return `${present}${gap}${lines.join('\n')}\n`;
}
