/** The script files of a measured page, as a shop's bundler writes them: minified, and split at each `import()`. */
import { basename } from 'node:path';
import { build as buildWithEsbuild } from 'esbuild';
import { build as buildWithVite } from 'vite';

/**
 * @param code - The page's module. Its imports are resolved from `root`.
 * @param {'Vite' | 'esbuild'} bundler
 * @returns The text of each file by its name; the page loads `entry.js`.
 */
export const bundlePage = (code, root, bundler = 'Vite') =>
  bundler === 'Vite' ? bundleWithVite(code, root) : bundleWithEsbuild(code, root);

async function bundleWithVite(code, root) {
  const output = await buildPage(code, root);
  return new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
}

/** Returns the files of Vite for a page, with what it says of each. */
export async function buildPage(code, root) {
  const id = '\0page';
  const { output } = await buildWithVite({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'page',
        resolveId: (name) => (name === 'page' ? id : null),
        load: (name) => (name === id ? code : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      minify: 'oxc',
      modulePreload: false,
      rolldownOptions: {
        input: 'page',
        output: {
          entryFileNames: 'entry.js',
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: '[name]-[hash][extname]',
        },
      },
    },
  });
  return output;
}

async function bundleWithEsbuild(code, root) {
  const { outputFiles } = await buildWithEsbuild({
    stdin: { contents: code, resolveDir: root, sourcefile: 'entry.js' },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    outdir: 'page',
    entryNames: 'entry',
    chunkNames: '[name]-[hash]',
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}
