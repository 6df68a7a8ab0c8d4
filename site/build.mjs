// Builds the documentation site into site/dist/<version>/, offline once its tools are installed: `npm run docs:build`. With
// `--serve` (`npm run docs`) it also serves the site, and builds pages again when a file changes. `--port` names the port.
// With `--storybook` it also builds Storybook into the site, and the pages of the tags link to it there.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { install } from '../scripts/folder.mjs';
import { serve } from './serve.mjs';
import { buildStorybook } from './storybook.mjs';

const site = import.meta.dirname;
install(site);

// Below: what is installed above.
const { default: Eleventy } = await import('@11ty/eleventy');
const { root, version } = await import('./pages.mjs');

const { values } = parseArgs({
  options: {
    serve: { type: 'boolean' },
    storybook: { type: 'boolean' },
    port: { type: 'string', default: '8081' },
  },
});
const dist = join(site, 'dist');
const output = join(dist, version);

/** The scripts of live examples, search and the version switch: what a page needs, in files of their own. */
const buildScripts = () =>
  build({
    configFile: join(root, 'vite.config.ts'),
    mode: 'site',
    logLevel: 'warn',
    publicDir: false,
    base: './',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: join(output, 'assets'),
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: {
          live: join(site, 'live/live.ts'),
          search: join(site, 'assets/search.mjs'),
          versions: join(site, 'assets/versions.mjs'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', assetFileNames: '[name][extname]' },
      },
    },
  });

/** The page that lists all versions that are in `dist/`, and the list for the version switch with the pages of each. */
function writeVersions() {
  const newer = (a, b) => b.localeCompare(a, 'en', { numeric: true });
  const versions = readdirSync(dist)
    .filter((name) => /^\d/.test(name))
    .sort(newer);
  const items = versions.map((name) => `<li><a href="${name}/index.html">${name}</a></li>`).join('\n');
  const text = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'">
<title>Pay Elements: versions</title>
<link rel="stylesheet" href="${versions[0]}/assets/site.css">
<main class="versions">
<h1>Pay Elements</h1>
<p>The documentation of each version, the newest first.</p>
<ul>
${items}
</ul>
</main>
</html>
`;
  writeFileSync(join(dist, 'index.html'), text);
  const pagesOf = (name) => readdirSync(join(dist, name)).filter((file) => file.endsWith('.html'));
  const list = versions.map((name) => ({ version: name, pages: pagesOf(name) }));
  writeFileSync(join(dist, 'versions.json'), JSON.stringify(list));
}

const begin = performance.now();
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
if (values.storybook) buildStorybook(output);
await buildScripts();
process.chdir(site); // Eleventy's folders are relative to it
const eleventy = new Eleventy('content', `dist/${version}`, {
  configPath: 'eleventy.config.mjs',
  quietMode: true,
  source: 'script',
});
if (values.serve) {
  await eleventy.init();
  await eleventy.watch();
} else await eleventy.write();
writeVersions();
console.log(`site/dist/${version}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
if (values.serve) {
  const { url } = await serve(dist, Number(values.port));
  console.log(`${url}${version}/`);
}
