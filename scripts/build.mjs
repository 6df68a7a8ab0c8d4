// Builds dist/: each source file as one module (tsc), the QR encoder as ESM (it is CommonJS), the single file for a
// script tag, and custom-elements.json; templates lose their indentation on the way. `--if-stale` does nothing where dist is newer than every source.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const STAMP = join(root, 'dist/.built');
const THIRD_PARTY = '/*! pay-elements, MIT. With lit (BSD-3-Clause), @floating-ui/dom (MIT) and qrcode (MIT). */';

const filesBelow = (dir) => readdirSync(join(root, dir), { recursive: true }).map((name) => join(root, dir, name));

function isFresh() {
  if (!existsSync(STAMP)) return false;
  const built = statSync(STAMP).mtimeMs;
  return [...filesBelow('src'), join(root, 'package.json'), fileURLToPath(import.meta.url)].every(
    (file) => statSync(file).mtimeMs <= built,
  );
}

function run(name, ...args) {
  execFileSync(process.execPath, [join(root, 'node_modules', name), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
}

const text = {
  /** Our styles hold no string with spaces that count; comments, line breaks and what stands around signs go. */
  css: (css) =>
    css
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};,>]) ?/g, '$1')
      .replace(/: /g, ':')
      .replace(/;}/g, '}'),
  /** One space is the same to a browser as a line break with indentation; none would not be. */
  html: (html) => html.replace(/[ \t\r\n]+/g, ' '),
};

/** Takes the indentation out of `css` and `html` templates: minifiers leave the text of templates alone. */
export const shrinkTemplates = (context) => (file) => {
  const { factory: make } = context;
  const shrunk = (template, shrink) => {
    const part = (create, { text, rawText = text }) => create(shrink(text), shrink(rawText));
    if (ts.isNoSubstitutionTemplateLiteral(template)) return part(make.createNoSubstitutionTemplateLiteral, template);
    const spans = template.templateSpans.map(({ expression, literal }) =>
      make.createTemplateSpan(
        ts.visitNode(expression, visit),
        part(ts.isTemplateTail(literal) ? make.createTemplateTail : make.createTemplateMiddle, literal),
      ),
    );
    return make.createTemplateExpression(part(make.createTemplateHead, template.head), spans);
  };
  const visit = (node) => {
    const shrink = ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && text[node.tag.text];
    if (!shrink) return ts.visitEachChild(node, visit, context);
    return make.updateTaggedTemplateExpression(node, node.tag, undefined, shrunk(node.template, shrink));
  };
  return ts.visitNode(file, visit);
};

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

/** The same for what Vite bundles from the sources themselves. */
const shrinking = {
  name: 'templates',
  enforce: 'pre',
  transform(code, id) {
    if (!/[\\/]src[\\/]elements[\\/].*\.ts$/.test(id)) return undefined;
    const { options } = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.build.json'), {}, ts.sys);
    const compilerOptions = { ...options, inlineSources: false, declaration: false };
    const transformers = { before: [shrinkTemplates] };
    const { outputText, sourceMapText } = ts.transpileModule(code, { compilerOptions, fileName: id, transformers });
    return { code: outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'), map: sourceMapText };
  },
};

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
    plugins: [shrinking],
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
  compile();
  rewriteDeclarations();
  await bundle('src/vendor/qr.ts', 'vendor/qr.js', false);
  await bundle('src/cdn.ts', 'cdn/pay-elements.js', 'oxc');
  run(
    '@custom-elements-manifest/analyzer/cem.js',
    'analyze',
    '--config',
    'custom-elements-manifest.config.mjs',
    '--quiet',
  );
  chmodSync(join(root, 'dist/cli.js'), 0o755);
  writeFileSync(STAMP, '');
}

// Not when a test takes `shrinkTemplates` from here.
if (process.argv[1] === fileURLToPath(import.meta.url) && !(process.argv.includes('--if-stale') && isFresh()))
  await buildAll();
