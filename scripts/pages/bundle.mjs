/** The script files of a measured page, as a shop's bundler writes them: minified, and split at each `import()`. */
import { build } from 'vite';

/**
 * @param code - The page's module. Its imports are resolved from `root`.
 * @returns The text of each file by its name; the page loads `entry.js`.
 */
export async function bundlePage(code, root) {
  const id = '\0page';
  const { output } = await build({
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
  return new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
}
