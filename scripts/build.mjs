// Builds dist/. `vite build --mode package` (vite.config.ts) creates the modules and the files for script tags,
// declarations.mjs their declarations, and custom-elements.json is the source of the typings and wrappers. `--if-stale`
// does nothing when dist is newer than every source.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDeclarations } from './declarations.mjs';
import { exampleFiles, writeExamples } from './derive/examples.mjs';
import { writeDerived } from './derive/index.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const STAMP = join(root, 'dist/.built');
const SOURCES = [
  'src/**',

  'scripts/{build,declarations,entries,integrity,locale-files,vite-plugins}.mjs',
  'scripts/derive/*',
  'package.json',
  'tsconfig*.json',
  'vite.config.ts',
  'custom-elements-manifest.config.mjs',
];

const filesOf = (patterns) => globSync(patterns, { cwd: root }).map((name) => join(root, name));

function isFresh() {
  if (!existsSync(STAMP)) return false;
  const built = statSync(STAMP).mtimeMs;
  return [...filesOf(SOURCES), ...exampleFiles(root).map((name) => join(root, name))].every(
    (file) => statSync(file).mtimeMs <= built,
  );
}

const run = (name, ...args) =>
  execFileSync(process.execPath, [join(root, 'node_modules', name), ...args], { cwd: root, stdio: 'inherit' });

if (process.argv.includes('--if-stale') && isFresh()) process.exit(0);
rmSync(join(root, 'dist'), { recursive: true, force: true });
run('vite/bin/vite.js', 'build', '--app', '--mode', 'package');
await writeDeclarations(root);
run(
  '@custom-elements-manifest/analyzer/cem.js',
  'analyze',
  '--config',
  'custom-elements-manifest.config.mjs',
  '--quiet',
);
writeDerived(root);
await writeExamples(root);
chmodSync(join(root, 'dist/cli.js'), 0o755);
writeFileSync(STAMP, '');
