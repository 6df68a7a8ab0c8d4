import { splitStandards } from '../view/network-names.ts';
import { markup, type Markup } from './markup.ts';

/** A list of names and values. */
export const facts = (pairs: readonly (readonly [name: string, value: Markup])[]): Markup =>
  markup`<dl>${pairs.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;

/** A link that sends no referrer to the other site. */
export const link = (url: string, text: string, className: string): Markup =>
  markup`<a class="${className}" href="${url}" referrerpolicy="no-referrer" rel="noopener">${text}</a>`;

/**
 * A text with names of networks, in which no line ends inside the name of a standard: with U+2011, because this HTML has no
 * styles. It is only shown; what is copied has the usual hyphen.
 */
export const networkText = (text: string): string =>
  splitStandards(text)
    .map((part, at) => (at % 2 ? part.replace('-', '\u2011') : part))
    .join('');

/** A text that must be copied unchanged: left to right, and excluded from translation. */
export const exact = (text: string, className: string): Markup =>
  markup`<code class="${className}" dir="ltr" translate="no">${text}</code>`;
