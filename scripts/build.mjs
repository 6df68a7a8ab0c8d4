// Builds dist/: each source file as one module (tsc), the QR encoder as ESM (it is CommonJS), the single file for a
// script tag, and custom-elements.json. `--if-stale` does nothing where dist is newer than every source.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { writeDerived } from './derive/index.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const STAMP = join(root, 'dist/.built');
const THIRD_PARTY = '/*! pay-elements, MIT. With lit (BSD-3-Clause), @floating-ui/dom (MIT) and qrcode (MIT). */';

const filesBelow = (dir) => readdirSync(join(root, dir), { recursive: true }).map((name) => join(root, dir, name));

function isFresh() {
  if (!existsSync(STAMP)) return false;
  const built = statSync(STAMP).mtimeMs;
  return [
    ...filesBelow('src'),
    ...filesBelow('scripts/derive'),
    join(root, 'package.json'),
    fileURLToPath(import.meta.url),
  ].every((file) => statSync(file).mtimeMs <= built);
}

function run(name, ...args) {
  execFileSync(process.execPath, [join(root, 'node_modules', name), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
}

/** tsc rewrites `.ts` in imports of the code it writes, and leaves them in the declarations beside it. */
function rewriteDeclarations() {
  for (const file of filesBelow('dist').filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/((?:from|import)\s*\(?\s*['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2'));
  }
}

/** One file in, one file out, everything inside. */
async function bundle(entry, file, minify) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'es2022',
      outDir: join(root, 'dist'),
      emptyOutDir: false,
      sourcemap: true,
      minify,
      lib: { entry: join(root, entry), formats: ['es'], fileName: () => file },
      rolldownOptions: { output: { codeSplitting: false, banner: THIRD_PARTY } },
    },
  });
}

export async function buildAll() {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  run('typescript/bin/tsc', '-p', 'tsconfig.build.json');
  rewriteDeclarations();
  await bundle('src/vendor/qr.ts', 'vendor/qr.js', false);
  await bundle('src/vendor/lit-react.ts', 'vendor/lit-react.js', false);
  await bundle('src/cdn.ts', 'cdn/pay-elements.js', 'oxc');
  run(
    '@custom-elements-manifest/analyzer/cem.js',
    'analyze',
    '--config',
    'custom-elements-manifest.config.mjs',
    '--quiet',
  );
  writeDerived(root);
  chmodSync(join(root, 'dist/cli.js'), 0o755);
  writeFileSync(STAMP, '');
}

if (process.argv.includes('--if-stale') && isFresh()) process.exit(0);
await buildAll();
