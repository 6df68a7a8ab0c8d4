/** The search page: reads the index that the build has made, and lists the sections that match. */
import MiniSearch from 'minisearch';
import { SEARCH } from './search-fields.mjs';

/** Most readers find what they look for among the first few. */
const MOST_HITS = 20;
/** Characters of text that a hit shows. */
const EXCERPT = 160;

const found = document.querySelector('#found');
const list = document.querySelector('#results');
const input = document.querySelector('#find');

/** The text around the first of the words. */
function excerpt(text, words) {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((index) => index >= 0);
  const start = places.length ? Math.max(0, Math.min(...places) - EXCERPT / 4) : 0;
  const end = start + EXCERPT;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > end ? '…' : ''}`;
}

function item({ url, title, heading, text }, words) {
  const element = document.createElement('li');
  const link = document.createElement('a');
  link.href = url;
  link.textContent = heading ? `${title}: ${heading}` : title;
  const about = document.createElement('p');
  about.textContent = excerpt(text, words);
  element.append(link, about);
  return element;
}

const search = MiniSearch.loadJSON(await (await fetch('assets/search.json')).text(), SEARCH);
const options = { prefix: true, fuzzy: 0.2, combineWith: 'AND', boost: { title: 3, heading: 4 } };

function show() {
  const words = input.value.trim().toLowerCase();
  const hits = words ? search.search(words, options) : [];
  list.replaceChildren(...hits.slice(0, MOST_HITS).map((hit) => item(hit, words.split(/\s+/))));
  found.textContent = words
    ? `${hits.length} ${hits.length === 1 ? 'section' : 'sections'} found.`
    : 'Type a word above.';
}

input.value = new URLSearchParams(location.search).get('q') ?? '';
input.addEventListener('input', show);
input.form.addEventListener('submit', (event) => event.preventDefault());
show();
