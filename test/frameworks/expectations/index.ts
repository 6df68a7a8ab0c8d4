/**
 * What is expected of our tags in any framework: what Custom Elements Everywhere asks of frameworks, asked of our own
 * tags, and what a checkout needs beyond it. Read by the tests for its sentences, and played in the page.
 */
import type { OpenResources } from '../../support/open-resources.ts';
import { children } from './children.ts';
import { events } from './events.ts';
import { following, strictly } from './following.ts';
import { hydrated } from './hydrated.ts';
import { leaving } from './leaving.ts';
import { properties } from './properties.ts';
import { play, type Expectation, type Mount } from './stage.ts';
import { TAGS, type Row, type TagName } from './tags.ts';
import { takenAway } from './taken-away.ts';

const EVERYWHERE = [properties, takenAway, children, events, following, leaving];

/** What is expected of each file in pages/. */
const PAGES = {
  'react-wrapper.tsx': [...EVERYWHERE, strictly],
  'react-hydrate.tsx': [hydrated],
  'react-tags.tsx': [...EVERYWHERE, strictly],
  'vue-wrapper.ts': EVERYWHERE,
  'vue-tags.ts': EVERYWHERE,
  'svelte.ts': EVERYWHERE,
  'preact.tsx': EVERYWHERE,
  'solid.jsx': EVERYWHERE,
};

export type PageName = keyof typeof PAGES;

/** Every expectation of a tag in a page, by its sentence. */
export const expectationsOf = (page: PageName, row: Row): Record<string, Expectation> =>
  Object.assign({}, ...PAGES[page].map((group) => group(row))) as Record<string, Expectation>;

/** What a bundle has: how each of its pages mounts each tag. */
export type Mounts = Readonly<Partial<Record<PageName, Readonly<Record<TagName, Mount>>>>>;

/** Plays one expectation in those pages. */
export const player =
  (mounts: Mounts, resources: OpenResources) =>
  (page: PageName, name: TagName, sentence: string, own: object): Promise<void> => {
    const row: Row = TAGS[name];
    return play(mounts[page]![name], name, row, expectationsOf(page, row)[sentence]!, resources, own);
  };
