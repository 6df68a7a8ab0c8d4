/**
 * The pages of the documentation site, in the order of its navigation. A page is a Markdown file of the repository, which stays
 * readable there and in the package, or is generated from the sources (`reference/`).
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blocks } from './reference/markdown.mjs';
import { tagNames, tagPage } from './reference/tags.mjs';
import { commandLinePage } from './reference/command-line.mjs';
import { errorsPage } from './reference/errors.mjs';
import { eventsPage } from './reference/events.mjs';
import { localesPage } from './reference/locales.mjs';
import { optionsPage } from './reference/options.mjs';
import { coinsPage, orderPage } from './reference/order.mjs';
import { sizingPage } from './reference/sizing.mjs';
import { stackNames, stackPage } from './reference/stacks.mjs';
import { statusMapPage } from './reference/status-map.mjs';
import { CARRIED, LOCAL } from './storybook.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** A page whose text is a file of the repository. */
const file = (source, slug = source.replace(/^docs\/|\.md$/g, '')) => ({
  slug,
  source,
  markdown: () => readFileSync(join(root, source), 'utf8'),
});
/** A page whose text is made from the sources, and is on the site alone. */
const generated = (slug, markdown) => ({ slug, source: `docs/${slug}.md`, generated: true, markdown });
/** A page of the reference, which is made from the sources and is also a file of the package: see tables.mjs. */
const reference = (slug, markdown) => ({ slug, source: `docs/reference/${slug}.md`, generated: true, markdown });

/** In the order in which a reader meets the questions. */
const groups = {
  Start: [file('docs/why.md'), file('docs/try.md'), file('docs/start.md'), file('docs/faq.md')],
  'Your stack': [
    file('docs/examples.md'),
    file('docs/vite.md'),
    ...stackNames.map((name) => generated(`start-${name}`, () => stackPage(name))),
  ],
  'Your shop': [
    file('docs/backend.md'),
    file('docs/fulfilment.md'),
    file('docs/testing.md'),
    file('docs/sandbox.md'),
    file('docs/go-live.md'),
  ],
  'In production': [
    file('docs/deploying.md'),
    file('docs/operations.md'),
    file('docs/stores.md'),
    file('docs/chain.md'),
    file('SECURITY.md', 'security'),
    generated('sizing', sizingPage),
  ],
  'The page': [
    file('docs/tags.md'),
    file('docs/theming.md'),
    file('docs/languages.md'),
    file('docs/accessibility.md'),
    file('docs/wallets.md'),
    file('docs/preloading.md'),
  ],
  Reference: [
    reference('options', optionsPage),
    reference('order', orderPage),
    reference('coins', coinsPage),
    reference('events', eventsPage),
    reference('errors', errorsPage),
    reference('status-map', statusMapPage),
    reference('command-line', commandLinePage),
    ...tagNames.map((name) => reference(name, (storybook) => tagPage(name, storybook))),
    reference('locales', localesPage),
  ],
  'Payment servers': [
    file('docs/service-interface.md'),
    file('docs/contract-gaps.md'),
    file('docs/btcpay.md'),
    file('docs/providers.md'),
  ],
  'Other backends': [file('docs/any-backend.md'), file('docs/conformance.md'), file('docs/own-store.md')],
  'Upgrade and leave': [
    file('docs/upgrade.md'),
    file('docs/support.md'),
    file('docs/leaving.md'),
    file('CHANGELOG.md', 'migration'),
    file('CONTRIBUTING.md', 'contributing'),
  ],
};

/** The first sentence of a page, without Markdown: what lists of pages say of it. */
function descriptionOf(markdown) {
  const blocks = markdown.replace(/^```[\s\S]*?^```$/gm, '').split(/\n{2,}/);
  const paragraph = blocks.find((block) => /^(?![#|<!-])./.test(block)) ?? '';
  const plain = paragraph
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return (/^.{20,}?[.:](?= |$)/.exec(plain)?.[0] ?? plain).replace(/:$/, '.');
}

/**
 * The groups of the navigation, each with its pages: `{ slug, source, generated, markdown, title, description }`.
 *
 * @param {string} [storybook] where the pages of the tags find Storybook
 */
export function readGroups(storybook = LOCAL) {
  return Object.entries(groups).map(([name, pages]) => ({
    name,
    pages: pages
      .filter(({ generated, source }) => generated || existsSync(join(root, source)))
      .map((page) => {
        const markdown = page.markdown(storybook);
        return {
          ...page,
          markdown,
          title: /^# (.+)$/m.exec(markdown)[1].replaceAll('`', ''),
          description: descriptionOf(markdown),
        };
      }),
  }));
}

/** The pages of the reference, each with its file and its text: `{ source, markdown }`. */
export const referencePages = () =>
  Object.values(groups)
    .flat()
    .filter(({ source }) => source.startsWith('docs/reference/'))
    .map(({ source, markdown }) => ({ source, markdown: markdown() }));

/** The table of contents of docs/: every page that is a file, in the order of the site, with its first sentence. */
export const contentsPage = () =>
  blocks(
    '# Documentation',
    readGroups().map(({ name, pages }) => [
      `## ${name}`,
      pages
        .filter(({ source }) => existsSync(join(root, source)))
        .map(({ source, title, description }) =>
          `- [${title}](${relative('docs', source)}): ${description}`.replaceAll('<', '\\<'),
        )
        .join('\n'),
    ]),
  );

/** The `dist/` of the site has a folder for each version of the package. */
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * Where a link of a page leads on the site: to another page, to a copied file, or as it stands when it is an address.
 *
 * @param {string} href as the Markdown has it, relative to `source`
 * @param {string} extension of pages: `.html`, or `.md` in the text that is beside each page
 * @throws Error when the file does not exist
 */
export function siteLink(href, source, pages, extension) {
  if (/^(?:[a-z]+:|#)/.test(href) || href.startsWith(CARRIED)) return href;
  const [path, hash] = href.split('#');
  const target = normalize(join(dirname(source), path)).replaceAll('\\', '/');
  const suffix = hash ? `#${hash}` : '';
  if (target === 'README.md') return `start${extension}`;
  const page = pages.find((other) => other.source === target);
  if (page) return `${page.slug}${extension}${suffix}`;
  if (!existsSync(join(root, target))) throw new Error(`${source}: no such file: ${href}`);
  return `files/${target}${suffix}`;
}

/** Markdown with the addresses of its links changed, but for what is code. @param {(href: string) => string} change */
export const changeLinks = (markdown, change) =>
  markdown
    .split(/(^```[\s\S]*?^```$|`[^`\n]+`)/m)
    .map((part, i) => (i % 2 ? part : part.replace(/(?<=\]\()[^)\s]+(?=\))/g, change)))
    .join('');
