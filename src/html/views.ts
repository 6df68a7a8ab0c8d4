import { markup, type Markup } from './markup.ts';

/** Names and values. */
export const facts = (pairs: readonly (readonly [name: string, value: Markup])[]): Markup =>
  markup`<dl>${pairs.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;

/** A link. It does not tell another site where the payer came from. */
export const link = (url: string, text: string, className: string): Markup =>
  markup`<a class="${className}" href="${url}" referrerpolicy="no-referrer" rel="noopener">${text}</a>`;

/** What is to be copied as it is: left to right, and let alone by translators. */
export const exact = (text: string, className: string): Markup =>
  markup`<code class="${className}" dir="ltr" translate="no">${text}</code>`;
