import { cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { liveExample } from './live/markup.mjs';
import { setUpMarkdown } from './markdown.mjs';
import { changeLinks, readGroups, root, siteLink, version } from './pages.mjs';
import { searchIndex } from './search-index.mjs';
import { findStorybook } from './storybook.mjs';

/** The policy of every page: what we advise to shops, without any address but the site's own. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

const site = import.meta.dirname;
const output = join(site, 'dist', version);

/** The Markdown of a page for programs that read it: its links lead to the text of the other pages. */
const plainText = ({ markdown, source }, pages) =>
  changeLinks(markdown.replace(/<!-- live: .*? -->\n+/g, ''), (href) => siteLink(href, source, pages, '.md'));

export default function (config) {
  const groups = readGroups(findStorybook(output));
  const pages = groups.flatMap((group) => group.pages);

  for (const [i, { slug, source, markdown, title, description, generated }] of pages.entries())
    config.addTemplate(`${slug}.md`, markdown, {
      ...{ slug, source, title, description, generated },
      layout: 'page.njk',
      permalink: `${slug}.html`,
      live: markdown.includes('<!-- live: '),
      previous: pages[i - 1],
      next: pages[i + 1],
    });
  config.addGlobalData('groups', groups);
  config.addGlobalData('version', version);
  config.addGlobalData('policy', POLICY);
  config.addGlobalData('example', liveExample('all'));
  config.amendLibrary('md', (md) => setUpMarkdown(md, () => pages));
  config.addFilter('headings', (html) =>
    [...html.matchAll(/<h2 id="([^"]+)"[^>]*>(.*?)<\/h2>/g)].map(([, id, text]) => ({
      id,
      text: text.replace(/<[^>]+>/g, ''),
    })),
  );

  for (const name of ['site.css', 'icon.svg']) config.addPassthroughCopy({ [`assets/${name}`]: `assets/${name}` });
  config.on('eleventy.after', ({ results }) => {
    mkdirSync(output, { recursive: true });
    for (const page of pages) writeFileSync(join(output, `${page.slug}.md`), plainText(page, pages));
    const index = searchIndex(
      results.filter(({ outputPath }) => outputPath.endsWith('.html')),
      pages,
    );
    mkdirSync(join(output, 'assets'), { recursive: true });
    writeFileSync(join(output, 'assets/search.json'), index);
    // What pages link to beside other pages: the examples in other languages, pictures, the licence.
    for (const file of linkedFiles(pages)) {
      mkdirSync(dirname(join(output, 'files', file)), { recursive: true });
      cpSync(join(root, file), join(output, 'files', file));
    }
  });

  for (const pattern of ['*.md', 'docs/**/*.md', 'site/assets/*', 'site/includes/*'])
    config.addWatchTarget(join(root, pattern), { resetConfig: true });
  return {
    dir: { input: 'content', includes: '../includes', output: `dist/${version}` },
    markdownTemplateEngine: false,
    htmlTemplateEngine: false,
  };
}

/** The files of the repository that pages link to, and those beside them in `docs/any-backend`. */
function linkedFiles(pages) {
  const linked = [];
  for (const { markdown, source } of pages)
    changeLinks(markdown, (href) => void linked.push(siteLink(href.split('#')[0] || '#', source, pages, '.html')));
  const named = linked.filter((link) => link.startsWith('files/')).map((link) => link.slice('files/'.length));
  return new Set([...named, ...globSync('docs/any-backend/**/*.{php,py}', { cwd: root })]);
}
