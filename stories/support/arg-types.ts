import type { ArgTypes } from '@storybook/web-components-vite';
import { describedTag, type Entry, type Tag } from './manifest.ts';

/** The attributes that take one of a few words. The empty one leaves the attribute out. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  qr: ['', 'uri', 'address', 'image', 'none'],
  layout: ['', 'auto', 'stack', 'row'],
  lang: ['', 'en', 'de', 'fr', 'ar', 'ja'],
};

function controlOf({ name }: Entry) {
  if (name === 'phase') return { control: false } as const; // the tag's own to say
  if (name === 'payment') return { control: { type: 'object' } } as const;
  const options = CHOICES[name];
  return options ? ({ control: { type: 'select' }, options } as const) : ({ control: { type: 'text' } } as const);
}

/** `pay-status` as the name of a listener: `onPayStatus`. */
export const listenerName = (event: string): string =>
  `on${event.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

/**
 * A control for every attribute and slot of a tag, by the manifest; for what is only read or listened to, none.
 * The words in the table are Storybook's own reading of the same manifest.
 */
export function argTypesOf(tag: Tag): ArgTypes {
  const { attributes, members, events, slots, cssParts, cssProperties } = describedTag(tag);
  const own = new Set(attributes.map(({ name }) => name));
  const still = members.filter(({ name, kind }) => kind === 'field' && !own.has(name));
  return Object.fromEntries([
    ...[...still, ...events, ...cssParts, ...cssProperties].map(({ name }) => [name, { control: false }]),
    ...attributes.map((entry) => [entry.name, controlOf(entry)]),
    ...slots.map(({ name }) => [name, { control: { type: 'text' } }]),
  ]) as ArgTypes;
}
