import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  defaultClientConditions,
  defineConfig,
  type BuildEnvironmentOptions,
  type EnvironmentOptions,
  type Plugin,
  type UserConfig,
} from 'vite';
import { sourcesOf } from './scripts/entries.mjs';
import { integrityOf } from './scripts/integrity.mjs';
import { localesAsFiles, writeLocales } from './scripts/locale-files.mjs';
import {
  browserSourceMaps,
  minifyScripts,
  modulePreloadList,
  onePolicy,
  shrinkTemplates,
  staticImports,
  thirdPartyLicences,
} from './scripts/vite-plugins.mjs';

const root = import.meta.dirname;
const dist = join(root, 'dist');

/**
 * Replaces the transport of the backend's client in browsers. The stories pass their own transport, and the default one
 * imports Node's `http`, which no browser can load.
 */
const withoutNodeTransport: Plugin = {
  name: 'without-node-transport',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/src/server/providers/service/transport/node-transport.ts')
      ? 'export const nodeTransport = undefined;'
      : null,
};

/** Leaves these URLs to the test runner, which answers them itself. */
const testRunnerUrls: Plugin = {
  name: 'test-runner-urls',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('/__web-') ? { id, external: true } : null),
};

/** Modules that are built separately, with their package bundled. */
const VENDORED = ['qr', 'lit-react'];

const { bin, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  bin: Readonly<Record<string, string>>;
  exports: Readonly<Record<string, string | { default: string; 'react-server'?: string }>>;
};

/** The paths of the entry points in `dist/`, without the languages, which are built separately. */
const entryPoints = [
  ...Object.values(bin),
  ...Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' ? entry : [entry.default, entry['react-server'] ?? []].flat(),
  ),
  // What the generated wrappers of each framework import.
  './dist/react/wrap.js',
  './dist/vue/wrap.js',
].filter((file) => !file.startsWith('./dist/cdn/locales/'));

/** The sources of built files by their path without extension. */
const inputs = (files: string[]) =>
  Object.fromEntries(sourcesOf(root, files).map((path) => [path, join(root, 'src', `${path}.ts`)]));

/** Code for bundlers and Node: it is not minified, and packages stay imports. */
const modules = (
  rolldownOptions: NonNullable<BuildEnvironmentOptions['rolldownOptions']>,
  options: BuildEnvironmentOptions = {},
): EnvironmentOptions => ({
  consumer: 'server',
  // No comments with the paths of modules: they are 17 kB of the package.
  build: {
    outDir: dist,
    minify: false,
    lib: false,
    rolldownOptions: { ...rolldownOptions, experimental: { attachDebugInfo: 'none' } },
    ...options,
  },
});

/** Modules that are loaded on demand, or are chunks of their own. */
const NOT_OF_CARD = [
  'markup-check',
  'console-hints',
  'coin-marks',
  'floating',
  'qr-element',
  'styles/qr',
  'styles/other-skeletons',
].join('|');

/**
 * The chunks that several entry points share, and which sources each contains. A source that matches several belongs to
 * the first. A chunk also contains what its sources import and no chunk before it contains, so a source that several chunks
 * need is named before them. What is not named here is part of its only importer, or is loaded on demand and has a file of
 * its own.
 */
const SHARED: readonly (readonly [chunk: string, sources: RegExp])[] = [
  ['elements/events', /^elements\/events\.ts$/],
  ['elements/register', /^elements\/register\.ts$/],
  // `@noble/hashes` and `@scure/base`, which no tag loads.
  ['core/core', /^core\/(?!index\.ts$|coins\/(?:address|cash-address)|money\/payout)/],
  ['core/addresses', /^core\//],
  ['view/view', /^(?:i18n\/[\w-]+\.ts$|view\/(?!receipt-|sent-|share-))/],
  [
    'elements/card',
    new RegExp(`^elements/(?:pay-crypto/payment-options|(?:base|card|controllers)/(?!${NOT_OF_CARD}))`),
  ],
  ['elements/other-skeletons', /^elements\/card\/styles\/other-skeletons/],
  ['elements/qr', /^elements\/(?:base\/qr-element|card\/styles\/qr)/],
  ...['pay-crypto', 'pay-wallet', 'pay-localcode', 'pay-checkout'].map(
    (tag) => [`elements/${tag}/${tag}`, new RegExp(`^elements/${tag}/${tag}\\.ts$`)] as const,
  ),
  ['server/common', /^server\/(?!(?:index|store|checkout|lazy-checkout|options|payments)\.ts$)[\w-]+\.ts$/],
  ['server/stores/stores', /^server\/stores\/(?!sqlite|postgres)/],
  // The transport for Node imports `node:http`, which some runtimes of the helper do not have.
  ['server/http/node', /^server\/(?:http\/node\/|providers\/service\/transport\/node-transport)/],
  ['server/server', /^server\/(?!store\.ts$|stores\/|providers\/btcpay\/|chain\/|observability\/opentelemetry\/)/],
  // The command-line program has it, too.
  ['server/providers/btcpay/btcpay', /^server\/providers\/btcpay\/(?!index\.ts$)/],
  ['sandbox/sandbox', /^sandbox\/(?!index\.ts$|node\/)/],
  ['sandbox/start-sandbox', /^sandbox\//],
  ['cli/shared', /^cli\/(?!run|local-sandbox|sandbox|schema)[\w-]+\.ts$/],
];

const sourcePath = (id: string) => relative(join(root, 'src'), id).replaceAll('\\', '/');

/** `dist/`: a file for each entry point, the chunks that they share, and a file for each part that is loaded on demand. */
const library = modules(
  {
    input: inputs(entryPoints),
    external: /[\\/](?:vendor|locales)[\\/]/,
    output: {
      entryFileNames: '[name].js',
      // A chunk that is loaded on demand has the path of its source.
      chunkFileNames: ({ name, facadeModuleId, moduleIds }) =>
        name.includes('/') ? `${name}.js` : sourcePath(facadeModuleId ?? moduleIds.at(-1)!).replace(/\.ts$/, '.js'),
      codeSplitting: {
        groups: SHARED.map(([name, sources], index) => ({
          name,
          test: (id: string) => sources.test(sourcePath(id)),
          priority: SHARED.length - index,
        })),
      },
      // The names of the sources. custom-elements.json and the wrappers import the classes from their chunks.
      minifyInternalExports: false,
      // The source maps contain the sources with their comments.
      comments: { jsdoc: false },
      // Rolldown resolves the path of an external module relative to the folder of the sources.
      paths: (id) =>
        id.replace(join(root, 'src/i18n'), join(root, 'cdn')).replace(join(root, 'src'), root).replace(/\.ts$/, '.js'),
    },
    // The directive of an entry point is preserved.
    onLog: (level, log, handle) => log.code === 'MODULE_LEVEL_DIRECTIVE' || handle(level, log),
  },
  { sourcemap: 'hidden' },
);

// Built for browsers: @lit/react has different code for Node, which sets no properties.
const vendor: EnvironmentOptions = {
  ...modules({
    input: Object.fromEntries(VENDORED.map((name) => [name, join(root, `src/vendor/${name}.ts`)])),
    output: { entryFileNames: 'vendor/[name].js', comments: { jsdoc: false } },
  }),
  resolve: { noExternal: true, conditions: [...defaultClientConditions] },
};

const THIRD_PARTY =
  '/*! pay-elements, MIT. With lit (BSD-3-Clause), @floating-ui/dom (MIT) and lean-qr (MIT): THIRD-PARTY-LICENSES.txt */';

/** One file for script tags that contains all modules. */
const script = (name: string, entry: string): EnvironmentOptions => ({
  consumer: 'client',
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: join(dist, 'cdn'),
    minify: 'oxc',
    lib: { entry: join(root, entry), formats: ['es'], fileName: () => name },
    // By default Vite keeps the spaces in a library's file for bundlers; pages load this file directly.
    rolldownOptions: { output: { codeSplitting: false, postBanner: THIRD_PARTY, minify: true } },
  },
});

/** The files for script tags by the names of their builds: one with all tags, and one for each tag of a payment. */
const SCRIPTS = {
  all: { name: 'pay-elements.js', entry: 'src/cdn.ts' },
  crypto: { name: 'pay-crypto.js', entry: 'src/elements/define/pay-crypto.ts' },
  wallet: { name: 'pay-wallet.js', entry: 'src/elements/define/pay-wallet.ts' },
  localcode: { name: 'pay-localcode.js', entry: 'src/elements/define/pay-localcode.ts' },
};

/** The hashes are part of the package, so that a shop does not have to trust the server of the files. */
function writeIntegrity(): void {
  const names = Object.values(SCRIPTS).map(({ name }) => name);
  const hashes = names.map((name) => [name, integrityOf(readFileSync(join(dist, 'cdn', name)))] as const);
  writeFileSync(join(dist, 'cdn/integrity.txt'), `${hashes[0]![1]}\n`);
  writeFileSync(join(dist, 'cdn/integrity.json'), `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
  for (const [name, integrity] of hashes) console.log(`dist/cdn/${name} ${integrity}`);
}

/** `vite build --mode package`: the modules, then the files for script tags, which read the written locales. */
function packageBuild(): UserConfig {
  let written: Awaited<ReturnType<typeof writeLocales>>;
  const only = (plugin: Plugin, applies: (name: string) => boolean): Plugin => ({
    ...plugin,
    applyToEnvironment: ({ name }) => applies(name),
  });
  const isScript = (name: string) => name in SCRIPTS;
  return {
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      shrinkTemplates,
      only(onePolicy, isScript),
      only(staticImports, isScript),
      only(minifyScripts, isScript),
      only(
        { name: 'locales-as-files', enforce: 'pre', load: (id: string) => localesAsFiles(written).load(id) },
        isScript,
      ),
      only(browserSourceMaps, (name) => name === 'library'),
      only(modulePreloadList, (name) => name === 'library'),
      thirdPartyLicences(join(dist, 'THIRD-PARTY-LICENSES.txt')),
    ],
    // Vite reads from the configuration, and not from the environment, whether it builds a library; in an application
    // it would preload imports.
    build: { target: 'es2022', emptyOutDir: false, copyPublicDir: false, lib: { entry: join(root, 'src/cdn.ts') } },
    environments: {
      library,
      vendor,
      ...Object.fromEntries(Object.entries(SCRIPTS).map(([key, { name, entry }]) => [key, script(name, entry)])),
    },
    builder: {
      // All builds share one set of plug-ins, so that their licences are written to one file.
      sharedConfigBuild: true,
      sharedPlugins: true,
      async buildApp(builder) {
        const build = (name: string) => builder.build(builder.environments[name]!);
        for (const name of ['library', 'vendor']) await build(name);
        written = await writeLocales(join(root, 'src/i18n/locales'), join(dist, 'cdn/locales'));
        for (const name of Object.keys(SCRIPTS)) await build(name);
        writeIntegrity();
      },
    },
  };
}

/**
 * The only configuration of Vite. Storybook and `npm run dev` use it directly, and tests use the mode `test`.
 * `vite build --mode package` creates `dist/` except its declarations.
 */
export default defineConfig(({ mode }) => {
  if (mode === 'package') return packageBuild();
  return {
    root,
    appType: 'custom',
    clearScreen: false,
    plugins: [withoutNodeTransport, ...(mode === 'test' ? [testRunnerUrls] : [])],
    build: { target: 'es2022' },
    ...(mode === 'test' && {
      logLevel: 'warn',
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
      optimizeDeps: {
        // All dependencies are listed before the first test: one that is found later would reload the page.
        noDiscovery: true,
        include: [
          'lean-qr',
          'jsqr',
          'storybook/preview-api',
          'storybook/test',
          '@storybook/web-components/entry-preview',
          '@storybook/web-components',
        ],
        // Lit must not be duplicated.
        exclude: ['lit'],
      },
    }),
  };
});
