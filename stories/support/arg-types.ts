import type { ArgTypes } from '@storybook/web-components-vite';
import { describedTag, partName, type Entry, type Tag } from './manifest.ts';

/** Enough to try the direction of writing and the way sums are written. */
const LANGUAGES = ['en', 'de', 'fr', 'ar', 'ja'];

/** The words that a tag's own comment says an attribute takes: `'uri' | 'address'`. */
const literalsOf = (type = '') => [...type.matchAll(/'([\w-]+)'/g)].map(([, word]) => word!);

function controlOf({ name, type }: Entry) {
  if (name === 'phase') return { control: false } as const; // the tag's own to say
  if (name === 'payment') return { control: { type: 'object' } } as const;
  const values = name === 'lang' ? LANGUAGES : literalsOf(type?.text);
  if (!values.length) return { control: { type: 'text' } } as const;
  return { control: { type: 'select' }, options: ['', ...values] } as const; // the empty one leaves the attribute out
}

/** `pay-status` as the name of a listener: `onPayStatus`. */
export const listenerName = (event: string): string =>
  `on${event.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

/** Storybook makes no rows of states by itself. */
const stateRow = ({ name, description }: Entry) =>
  [
    `:state(${name})`,
    { name: `:state(${name})`, description, control: false, table: { category: 'css states' } },
  ] as const;

/**
 * A control for every attribute and named slot of a tag, by the manifest; for what is only read or listened to, none.
 * The words in the table are Storybook's own reading of the same manifest.
 */
export function argTypesOf(tag: Tag): ArgTypes {
  const { attributes, members, events, slots, cssParts, cssProperties, cssStates } = describedTag(tag);
  const own = new Set(attributes.map(({ name }) => name));
  const still = members.filter(({ name, kind }) => kind === 'field' && !own.has(name));
  return Object.fromEntries([
    ...[...still, ...events, ...cssProperties].map(({ name }) => [name, { control: false }]),
    ...cssParts.map(({ name }) => [partName(name), { control: false }]),
    ...cssStates.map(stateRow),
    ...attributes.map((entry) => [entry.name, controlOf(entry)]),
    ...slots.filter(({ name }) => name).map(({ name }) => [name, { control: { type: 'text' } }]),
  ]) as ArgTypes;
}
