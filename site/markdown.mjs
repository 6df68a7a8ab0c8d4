/** How Markdown becomes the HTML of the site: links between pages, headings with an address, tables and code that scroll. */
import GithubSlugger from 'github-slugger';
import anchor from 'markdown-it-anchor';
import prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';
import { liveExample } from './live/markup.mjs';
import { siteLink } from './pages.mjs';

loadLanguages.silent = true;
loadLanguages(['jsx', 'typescript', 'bash', 'json', 'http', 'php', 'python', 'sql', 'nginx', 'docker', 'yaml', 'toml']);
const LANGUAGES = {
  html: 'markup',
  vue: 'markup',
  sh: 'bash',
  js: 'javascript',
  ts: 'typescript',
  caddy: 'nginx',
  dockerfile: 'docker',
};

/** Colours of code by classes alone: the policy of the site allows no inline styles. */
function highlight(code, language) {
  const name = LANGUAGES[language] ?? language;
  return name in prism.languages ? prism.highlight(code, prism.languages[name], name) : '';
}

/** The headings of a page by the algorithm of GitHub, so that a link to one works in both places. */
function slugs() {
  const sluggers = new WeakMap();
  return (title, state) => {
    if (!sluggers.has(state)) sluggers.set(state, new GithubSlugger());
    return sluggers.get(state).slug(title);
  };
}

/**
 * Where the reference explains a name: that of an option, or of an event of the backend. Names of one plain word, such as `order`,
 * have other meanings too and are left out.
 */
function references(pages) {
  const headingsOf = (slug) => {
    const { markdown } = pages.find((page) => page.slug === slug);
    return [...markdown.matchAll(/^### (.+)$/gm)].map(([, name]) => [
      name,
      `${slug}.html#${name.toLowerCase().replace(/[^\w-]/g, '')}`,
    ]);
  };
  const all = [...headingsOf('events'), ...headingsOf('options')];
  return new Map(all.filter(([name]) => /[A-Z.-]/.test(name)));
}

/** @param {() => readonly object[]} pages all pages of the site, for links between them */
export function setUpMarkdown(md, pages) {
  md.set({ html: true, highlight });
  md.use(anchor, {
    slugifyWithState: slugs(),
    getTokensText: (tokens) => tokens.map(({ content }) => content).join(''),
    permalink: anchor.permalink.headerLink({ safariReaderFix: true }),
    level: [2, 3],
  });

  const rules = md.renderer.rules;
  const plain = (tokens, i, options, env, self) => self.renderToken(tokens, i, options);
  const link = rules.link_open ?? plain;
  rules.link_open = (tokens, i, options, env, self) => {
    const href = tokens[i].attrGet('href');
    if (env.source && !href.startsWith(`${CONTRACT}.html`))
      tokens[i].attrSet('href', siteLink(href, env.source, pages(), '.html'));
    return link(tokens, i, options, env, self);
  };
  const image = rules.image;
  rules.image = (tokens, i, options, env, self) => {
    tokens[i].attrSet('src', siteLink(tokens[i].attrGet('src'), env.source, pages(), '.html'));
    return image(tokens, i, options, env, self);
  };

  // The names of options and of the backend's events lead to the reference, which the repository does not have as a file.
  const code = rules.code_inline;
  let names;
  rules.code_inline = (tokens, i, options, env, self) => {
    const text = code(tokens, i, options, env, self);
    const count = (type) => tokens.slice(0, i).filter((token) => token.type === type).length;
    const isFree = count('link_open') === count('link_close') && !['options', 'events', CONTRACT].includes(env.slug);
    names ??= references(pages());
    const href = isFree && names.get(tokens[i].content);
    return href ? `<a href="${href}">${text}</a>` : text;
  };

  md.core.ruler.push('contract', (state) => linkContract(state, pages()));

  // What is wider than a phone scrolls by itself, also by keyboard.
  rules.table_open = () => '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table role="table">\n';
  md.core.ruler.push('cells', ({ tokens }) => describeCells(tokens));
  rules.table_close = () => '</table></div>\n';
  const fence = rules.fence;
  rules.fence = (...given) => fence(...given).replace('<pre>', '<pre tabindex="0" role="group" aria-label="Code">');

  // `<!-- live: pay-crypto -->` is an example that works; in the repository nothing shows.
  rules.html_block = (tokens, i) => {
    const [, name] = /^<!-- live: ([\w-]+) -->\n?$/.exec(tokens[i].content) ?? [];
    return name ? liveExample(name) : tokens[i].content;
  };
}

/** The roles that a browser no longer gives when the style sheet shows each row below the other. */
const ROLES = { thead: 'rowgroup', tbody: 'rowgroup', tr: 'row', th: 'columnheader', td: 'cell' };

/** Gives each part of a table its role, and each cell the title of its column, which a phone shows beside it. */
function describeCells(tokens) {
  let titles = [];
  let column = 0;
  for (const [at, token] of tokens.entries()) {
    const { type, tag } = token;
    if (type === 'table_open') titles = [];
    if (type === 'tr_open') column = 0;
    if (token.nesting === 1 && ROLES[tag]) token.attrSet('role', ROLES[tag]);
    if (type === 'th_open') titles.push(plainText(tokens[at + 1]));
    if (type !== 'td_open') continue;
    const title = titles[column++];
    if (title) token.attrSet('data-title', title);
  }
}

const plainText = ({ children }) => children.map(({ content }) => content).join('');

const CONTRACT = 'service-interface';

/** The sections of the interface by number: `4.5` is `service-interface.html#45-create-a-local-code`. */
function contractSections(pages) {
  const { markdown } = pages.find(({ slug }) => slug === CONTRACT);
  const slugger = new GithubSlugger();
  const titles = [...markdown.matchAll(/^#{1,3} (.+)$/gm)].map(([, title]) => title.replaceAll('`', ''));
  const sections = titles.map((title) => [
    /^(\d(?:\.\d)?)/.exec(title)?.[1],
    `${CONTRACT}.html#${slugger.slug(title)}`,
  ]);
  return new Map(sections.filter(([number]) => number));
}

/** Makes links of "contract 4.5" and "(4.5)" after it, outside of code, of other links and of the page itself. */
function linkContract({ tokens, Token, env }, pages) {
  if (env.slug === CONTRACT) return;
  const sections = contractSections(pages);
  for (const { type, children } of tokens) {
    if (type !== 'inline') continue;
    let depth = 0;
    const changed = children.flatMap((token) => {
      if (token.type === 'link_open') depth++;
      if (token.type === 'link_close') depth--;
      return token.type === 'text' && depth === 0 ? withContractLinks(token.content, sections, Token) : token;
    });
    children.splice(0, children.length, ...changed);
  }
}

function withContractLinks(content, sections, Token) {
  return content.split(/(\bcontract \d(?:\.\d)?)/).flatMap((part) => {
    const text = Object.assign(new Token('text', '', 0), { content: part });
    const href = sections.get(/^contract (\d(?:\.\d)?)$/.exec(part)?.[1]);
    if (!href) return text;
    const open = new Token('link_open', 'a', 1);
    open.attrSet('href', href);
    return [open, text, new Token('link_close', 'a', -1)];
  });
}
