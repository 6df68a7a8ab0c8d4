// The declarations of the package: tsc writes one for each source, and rollup-plugin-dts bundles them: one file for each
// entry point, and one for each folder whose types several of them name.
// Alternatives: API Extractor bundles one entry point at a time, so that a class in two of them would be two types.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { sourcesOf } from './entries.mjs';

/** The folders whose types several entry points name. */
const SHARED = /^(core|elements|i18n|sandbox|server|view)\//;

/** All languages have the same declarations, those of one of them. */
const LOCALES = { 'i18n/locale': 'i18n/locales/de' };

/** tsc keeps the `.ts` of imports in the declarations. */
const typescriptImports = {
  name: 'typescript-imports',
  resolveId(id, importer) {
    if (importer === undefined) return null;
    return id.startsWith('.') ? join(importer, '..', id.replace(/\.ts$/, '.d.ts')) : { id, external: true };
  },
};

/**
 * @param {string} from the folder of the declarations of all sources
 * @param {string} to
 * @param {Readonly<Record<string, string>>} entries the name of each file, and of its declarations
 */
async function bundle(from, to, entries) {
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, declarations]) => [name, join(from, `${declarations}.d.ts`)]),
  );
  const isEntry = new Set(Object.values(input));
  const build = await rollup({ input, plugins: [typescriptImports, dts()] });
  await build.write({
    dir: to,
    entryFileNames: '[name].d.ts',
    chunkFileNames: '[name].d.ts',
    minifyInternalExports: false,
    manualChunks: (file) => {
      const [, folder] = SHARED.exec(relative(from, file).replaceAll('\\', '/')) ?? [];
      return folder && !isEntry.has(file) ? `${folder}/types` : undefined;
    },
  });
}

/**
 * Writes the declarations of the entry points to `dist/`.
 * @param {string} root the folder of the package
 */
export async function writeDeclarations(root) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const entries = sourcesOf(
    root,
    Object.values(exports).flatMap(({ types }) => types ?? []),
  );
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-types-'));
  try {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const options = ['-p', 'tsconfig.build.json', '--outDir', folder];
    execFileSync(process.execPath, [tsc, ...options], { cwd: root, stdio: 'inherit' });
    const named = Object.fromEntries(entries.map((entry) => [entry, entry]));
    await bundle(folder, join(root, 'dist'), { ...named, ...LOCALES });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
