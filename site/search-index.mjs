import MiniSearch from 'minisearch';
import { SEARCH } from './assets/search-fields.mjs';

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** HTML of ours as plain text. */
const textOf = (html) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(\w+|#39);/g, (all, name) => ENTITIES[name] ?? all)
    .replace(/\s+/g, ' ')
    .trim();

/** The sections of a page, each below a heading with an id. */
export function sectionsOf(html) {
  const [, main = ''] = /<article[^>]*>([\s\S]*?)<\/article>/.exec(html) ?? [];
  const [intro, ...rest] = main.split(/(?=<h[23] id=)/);
  const sections = rest.map((part) => {
    const [whole, id, heading] = /^<h[23] id="([^"]+)"[^>]*>([\s\S]*?)<\/h[23]>/.exec(part);
    return { hash: `#${id}`, heading: textOf(heading), text: textOf(part.slice(whole.length)) };
  });
  return [{ hash: '', heading: '', text: textOf(intro.replace(/<h1[\s\S]*?<\/h1>/, '')) }, ...sections];
}

/** The index that the search page loads, as JSON: one entry for each section of each page. */
export function searchIndex(results, pages) {
  const search = new MiniSearch(SEARCH);
  let id = 0;
  for (const { slug, title } of pages) {
    const { content } = results.find(({ outputPath }) => outputPath.endsWith(`/${slug}.html`));
    for (const { hash, heading, text } of sectionsOf(content))
      search.add({ id: id++, url: `${slug}.html${hash}`, title, heading, text });
  }
  return JSON.stringify(search);
}
