/** Bundles one of the pages with its framework, as an application's own build would. */
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type InlineConfig } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const require = createRequire(import.meta.url);

interface Babel {
  transformAsync(code: string, options: object): Promise<{ code: string }>;
}
interface Svelte {
  readonly compile: (code: string, options: object) => { js: { code: string } };
}

const solid: Plugin = {
  name: 'solid',
  enforce: 'pre',
  async transform(code, id) {
    if (!id.endsWith('.jsx')) return null;
    const babel = require('@babel/core') as Babel;
    const presets = [require.resolve('babel-preset-solid')];
    const { code: compiled } = await babel.transformAsync(code, { filename: id, presets, configFile: false });
    return { code: compiled, moduleType: 'js' };
  },
};

const svelte: Plugin = {
  name: 'svelte',
  transform(code, id) {
    if (!id.endsWith('.svelte')) return null;
    const { compile } = require('svelte/compiler') as Svelte;
    return { code: compile(code, { filename: id, css: 'injected' }).js.code, moduleType: 'js' };
  },
};

/** What a page does: by default it plays the scenario, and leaves what was seen in `window.seen`, a promise. */
const play = (page: string, scenario: string) =>
  `import { mount } from ${page}; import { play } from ${scenario}; window.seen = play(mount);`;

/**
 * The page's modules by file name, `entry.js` first.
 * @param name of the file in pages/
 * @param folder whose frameworks it gets: '.' or 'react18'
 * @param jsx where its JSX comes from
 * @param program the entry, given the page's module and the scenario's as string literals
 */
export async function bundlePage(
  name: string,
  folder: string,
  jsx?: string,
  program = play,
): Promise<Map<string, string>> {
  const from = join(here, 'pages');
  const pages = folder === '.' ? from : join(here, folder, '.made');
  if (pages !== from) cpSync(from, pages, { recursive: true });
  const config: InlineConfig = {
    root: here,
    configFile: false,
    logLevel: 'error',
    // Frameworks speak up about misuse in development only.
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [
      solid,
      svelte,
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? '\0page' : null),
        load: (id) =>
          id === '\0page'
            ? program(JSON.stringify(join(pages, name)), JSON.stringify(join(from, 'scenario.ts')))
            : null,
      },
    ],
    ...(jsx ? { oxc: { jsx: { runtime: 'automatic' as const, importSource: jsx } } } : {}),
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: 'page', output: { entryFileNames: 'entry.js', chunkFileNames: '[name]-[hash].js' } },
    },
  };
  const result = await build(config);
  if (!('output' in result)) throw new Error('one output was expected');
  return new Map(
    result.output.flatMap((file): [string, string][] => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])),
  );
}
