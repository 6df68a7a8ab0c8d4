import type { Manifest } from './example-files.ts';

/** A file that was there, with what it lacked. */
export interface Merged {
  readonly text: string;
  /** What it has and keeps, where the example has something else: for people. */
  readonly kept: readonly string[];
}

/** Adds what a `package.json` lacks. Nothing in it is changed. */
export function mergeManifest(present: string, { type, ...added }: Manifest): Merged {
  const manifest = JSON.parse(present) as Manifest;
  const kept: string[] = [];
  if (type !== undefined && manifest.type !== type) {
    kept.push(`"type" is ${JSON.stringify(manifest.type ?? 'commonjs')}: the example needs ${JSON.stringify(type)}`);
  }
  const sections = ['scripts', 'dependencies', 'devDependencies'] as const;
  const merged = sections.flatMap((section) => {
    const [own, more] = [manifest[section], added[section]];
    if (!more) return [];
    for (const [name, value] of Object.entries(more))
      if (own?.[name] !== undefined && own[name] !== value)
        kept.push(`${section}: "${name}" is ${JSON.stringify(own[name])}: the example has ${JSON.stringify(value)}`);
    return [[section, { ...more, ...own }] as const];
  });
  return { text: `${JSON.stringify({ ...manifest, ...Object.fromEntries(merged) }, null, 2)}\n`, kept };
}

/** The lines that another text lacks, appended: those of a `.gitignore`. */
export function mergeLines(present: string, added: string): string {
  const lines = new Set(present.split(/\r?\n/));
  return append(
    present,
    added.split('\n').filter((line) => line !== '' && !lines.has(line)),
  );
}

/** The variables that a `.env` file lacks, appended. Values that are set stay as they are. */
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
