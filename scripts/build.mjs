// Builds dist/: each source file as one module (tsc), the QR encoder as ESM (it is CommonJS), the single file for a
// script tag, and custom-elements.json. `--if-stale` does nothing where dist is newer than every source.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { build } from 'vite';
import { writeDerived } from './derive/index.mjs';
import { integrityOf } from './integrity.mjs';
import { licenceText, packagesOf } from './licences.mjs';
import { shrinking, shrinkTemplates } from './shrink-templates.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const STAMP = join(root, 'dist/.built');
const THIRD_PARTY =
  '/*! pay-elements, MIT. With lit (BSD-3-Clause), @floating-ui/dom (MIT) and qrcode (MIT): THIRD-PARTY-LICENSES.txt */';

const filesBelow = (dir) => readdirSync(join(root, dir), { recursive: true }).map((name) => join(root, dir, name));

function isFresh() {
  if (!existsSync(STAMP)) return false;
  const built = statSync(STAMP).mtimeMs;
  return [
    ...filesBelow('src'),
    ...filesBelow('scripts/derive'),
    join(root, 'package.json'),
    join(root, 'custom-elements-manifest.config.mjs'),
    fileURLToPath(import.meta.url),
  ].every((file) => statSync(file).mtimeMs <= built);
}

function run(name, ...args) {
  execFileSync(process.execPath, [join(root, 'node_modules', name), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
}

/** Every source as one module, with its types and its map, as `tsconfig.build.json` says. */
function compile() {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => report([problem]) };
  const config = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.build.json'), {}, host);
  const program = ts.createProgram(config.fileNames, config.options);
  const { diagnostics } = program.emit(undefined, undefined, undefined, false, { before: [shrinkTemplates] });
  report([...config.errors, ...ts.getPreEmitDiagnostics(program), ...diagnostics]);
}

function report(problems) {
  if (!problems.length) return;
  const paths = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => '\n' };
  throw new Error(ts.formatDiagnostics(problems, paths));
}

/** tsc rewrites `.ts` in imports of the code it writes, and leaves them in the declarations beside it. */
function rewriteDeclarations() {
  for (const file of filesBelow('dist').filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/((?:from|import)\s*\(?\s*['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2'));
  }
}

/**
 * Lit makes its Trusted Types policy as it loads. A page that allows `lit-html` once would refuse a second copy's,
 * with an error before that copy could say that it is one too many: where every tag is taken, it makes none.
 */
const onePolicy = {
  name: 'one-policy',
  transform(code, id) {
    if (!/[\\/]lit-html[\\/]lit-html\.js$/.test(id)) return null;
    const taken = `['pay-crypto','pay-wallet','pay-localcode','pay-checkout'].every((tag) => globalThis.customElements?.get(tag))`;
    const changed = code.replace(/=(\w+)\.trustedTypes,/, `=${taken} ? void 0 : $1.trustedTypes,`);
    if (changed === code) throw new Error('lit-html makes its Trusted Types policy in another way: see onePolicy');
    return { code: changed, map: null };
  },
};

/** The one file for pages has English in it; another language is a file beside it, loaded when a page asks. */
const localesBeside = {
  name: 'locales-beside',
  enforce: 'pre',
  resolveId: (name) =>
    name.startsWith('./locales/') ? { id: name.replace(/\.ts$/, '.js'), external: 'absolute' } : null,
};

/** Copies what `tsc` made of the locales to where the one file looks for them. */
function copyLocales() {
  const to = join(root, 'dist/cdn/locales');
  mkdirSync(to, { recursive: true });
  for (const file of filesBelow('dist/words/locales').filter((name) => name.endsWith('.js')))
    writeFileSync(join(to, basename(file)), readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*/, ''));
}

/** One file in, one file out, everything inside. Gives the folders of the packages that went in. */
async function bundle(entry, file, minify, plugins = []) {
  const [{ output }] = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [shrinking, ...plugins],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'es2022',
      outDir: join(root, 'dist'),
      emptyOutDir: false,
      sourcemap: true,
      minify,
      lib: { entry: join(root, entry), formats: ['es'], fileName: () => file },
      // Vite leaves the spaces in a library's file, for the sake of bundlers; this one goes to pages as it is.
      rolldownOptions: { output: { codeSplitting: false, postBanner: THIRD_PARTY, minify: minify !== false } },
    },
  });
  return packagesOf(output.flatMap(({ moduleIds = [] }) => moduleIds));
}

/** Beside the file, so that a shop has its hash from the package and not from whoever serves the file. */
function writeIntegrity() {
  const integrity = integrityOf(readFileSync(join(root, 'dist/cdn/pay-elements.js')));
  writeFileSync(join(root, 'dist/cdn/integrity.txt'), `${integrity}\n`);
  console.log(`dist/cdn/pay-elements.js ${integrity}`);
}

export async function buildAll() {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  compile();
  rewriteDeclarations();
  const bundled = [
    ...(await bundle('src/vendor/qr.ts', 'vendor/qr.js', false)),
    ...(await bundle('src/vendor/lit-react.ts', 'vendor/lit-react.js', false)),
    ...(await bundle('src/cdn.ts', 'cdn/pay-elements.js', 'oxc', [onePolicy, localesBeside])),
  ];
  copyLocales();
  writeIntegrity();
  writeFileSync(join(root, 'dist/THIRD-PARTY-LICENSES.txt'), licenceText([...new Set(bundled)]));
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
