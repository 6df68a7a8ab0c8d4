import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

const pathOf = (name: string): string => `/${name}`;

export interface Bundle {
  /** The files by their path on the server, such as `/define.js`. */
  readonly files: ReadonlyMap<string, Rolldown.OutputChunk>;
  /** The paths that load without an `import()`. */
  readonly first: ReadonlySet<string>;
}

/**
 * Bundles a page that imports a module of `src/`, as a shop's bundler does.
 *
 * @param entry such as `elements/define.ts`, or `pay-elements/define` of the package that is built
 * @param split whether modules that are loaded on demand become files of their own
 */
export async function bundle(entry: string, { split = true } = {}): Promise<Bundle> {
  const path = /^pay-elements\//.test(entry) ? entry : fileURLToPath(new URL(`../../src/${entry}`, import.meta.url));
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? '\0page' : null),
        load: (id) => (id === '\0page' ? `import ${JSON.stringify(path)};` : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: 'page',
        output: split ? { entryFileNames: 'entry.js', chunkFileNames: '[name].js' } : { codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = output.flatMap((file) => (file.type === 'chunk' ? [file] : []));
  const files = new Map(chunks.map((chunk) => [pathOf(chunk.fileName), chunk]));
  const first = new Set<string>();
  const load = (path: string): void => {
    if (first.has(path)) return;
    first.add(path);
    files.get(path)!.imports.forEach((name) => load(pathOf(name)));
  };
  load(pathOf(chunks.find(({ isEntry }) => isEntry)!.fileName));
  return { files, first };
}
