/** Bundles the pages of a framework, as an application's own build would: once, with every page for every tag. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin } from 'vite';

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
    if (!/\.jsx\b/.test(id)) return null;
    const babel = require('@babel/core') as Babel;
    const presets = [require.resolve('babel-preset-solid')];
    const { code: compiled } = await babel.transformAsync(code, { filename: id, presets, configFile: false });
    return { code: compiled, moduleType: 'js' };
  },
};

const svelte: Plugin = {
  name: 'svelte',
  transform(code, id) {
    if (!/\.svelte\b/.test(id)) return null;
    const { compile } = require('svelte/compiler') as Svelte;
    return { code: compile(code, { filename: id, css: 'injected' }).js.code, moduleType: 'js' };
  },
};

/** `pay-crypto` -> `PayCrypto` */
const component = (tag: string) => tag.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A page is written for `<pay-tag>`; asked for as `page.tsx?pay-crypto`, it is that tag's, as if written for it. */
const ofTag: Plugin = {
  name: 'of-tag',
  enforce: 'pre',
  resolveId(id, importer) {
    return id.includes('?pay-') && importer ? join(here, 'pages', id) : null;
  },
  load(id) {
    const [file = '', tag] = id.split('?');
    if (!tag?.startsWith('pay-')) return null;
    const code = readFileSync(file, 'utf8').replaceAll('pay-tag', tag).replaceAll('PayTag', component(tag));
    const extension = file.split('.').pop();
    return { code, ...(extension !== 'svelte' && { moduleType: extension as 'tsx' }) };
  },
};

/** React 18 has a folder of its own: what pages import by name is that folder's. */
const from = (folder: string): Plugin => ({
  name: 'from',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!/^[\w@]/.test(id) || !importer?.startsWith(join(here, 'pages'))) return null;
    return this.resolve(id, join(here, folder, 'package.json'), { skipSelf: true });
  },
});

export interface Framework {
  /** Where it is installed: '.' or 'react18' */
  readonly folder: string;
  /** Where its JSX comes from. */
  readonly jsx?: string;
}

/**
 * The modules by file name, `entry.js` first.
 * @param entry the program: what it imports by a name that ends in `?pay-…` is the page of that tag
 */
export async function bundle({ folder, jsx }: Framework, entry: string): Promise<Map<string, string>> {
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
      from(folder),
      ofTag,
      solid,
      svelte,
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? join(here, 'entry') : null),
        load: (id) => (id === join(here, 'entry') ? entry : null),
      },
    ],
    ...(jsx ? { oxc: { jsx: { runtime: 'automatic' as const, importSource: jsx } } } : {}),
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: 'entry', output: { entryFileNames: 'entry.js', chunkFileNames: '[name]-[hash].js' } },
    },
  };
  const result = await build(config);
  if (!('output' in result)) throw new Error('one output was expected');
  return new Map(
    result.output.flatMap((file): [string, string][] => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])),
  );
}
