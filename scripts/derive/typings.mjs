/**
 * Creates typings with which React, Preact, Solid, Vue and Svelte check the tags in their templates. For each framework
 * there is a file with types, `pay-elements/types/<framework>`. All share an empty module for imports as a value.
 * Alternatives: custom-element-jsx-integration and its siblings for Solid, Vue and Svelte were tried. Their output does not
 * compile: it uses the types of the events without an import, and its global JSX namespaces collide.
 */
import { comment } from './tags.mjs';

const HEAD = `// Made from custom-elements.json by the build: change the comments of the classes, not this.
import type * as Pay from '../elements/index.js';
`;

const attributes = (tag, key = 'name') =>
  tag.attributes
    .filter(({ field }) => field)
    .map((each) => `${comment(each.about)}\n  '${each[key]}'?: ${optional(each.type)};`);

const events = (tag, named) =>
  tag.events.map(
    (event) => `${comment(event.description)}\n  '${named(event)}'?: ((event: Pay.${event.type}) => void) | undefined;`,
  );

/** Adds `undefined` to a type; the value `undefined` removes an attribute. */
export const optional = (type) => (/\bundefined\b/.test(type) ? type : `${type} | undefined`);

const shape = (tag, ...members) =>
  `${comment(tag.description)}\nexport interface ${tag.component}Attributes {\n  ${members.flat().join('\n  ')}\n}\n`;

const augment = (module, lines) => `declare module '${module}' {\n${lines}\n}\n`;
const intrinsic = (module, tags, type) =>
  augment(
    module,
    `  namespace JSX {\n    interface IntrinsicElements {\n${tags.map((tag) => `      ${comment(tag.description)}\n      '${tag.name}': ${type(tag)};`).join('\n')}\n    }\n  }`,
  );

const native = ({ name }) => `on${name}`;
const shapes = (tags, ...parts) => tags.map((tag) => shape(tag, ...parts.map((part) => part(tag)))).join('\n');

const FRAMEWORKS = {
  react: (tags) =>
    `import type { DetailedHTMLProps, HTMLAttributes } from 'react';\n
${shapes(
  tags,
  (tag) => attributes(tag),
  (tag) => events(tag, native),
)}
${intrinsic('react', tags, (tag) => `DetailedHTMLProps<HTMLAttributes<Pay.${tag.element}>, Pay.${tag.element}> & ${tag.component}Attributes`)}`,

  preact: (tags) =>
    `import type { HTMLAttributes } from 'preact';\n
${shapes(
  tags,
  (tag) => attributes(tag),
  (tag) => events(tag, native),
)}
${intrinsic('preact', tags, (tag) => `Omit<HTMLAttributes<Pay.${tag.element}>, keyof ${tag.component}Attributes> & ${tag.component}Attributes`)}`,

  // Solid sets the properties of a custom element; a name without a property must be set as an attribute.
  solid: (tags) =>
    `import type { JSX as SolidJSX } from 'solid-js';\n
${shapes(
  tags,
  (tag) => attributes(tag),
  (tag) =>
    tag.attributes
      .filter(({ field }) => field)
      .map(({ field, type, about }) => `${comment(about)}\n  'prop:${field}'?: ${optional(type)};`),
  (tag) => events(tag, ({ name }) => `on:${name}`),
)}
${intrinsic('solid-js', tags, (tag) => `SolidJSX.HTMLAttributes<Pay.${tag.element}> & ${tag.component}Attributes`)}`,

  // Volar reads `status-url` as `statusUrl`, and does not know `slot`.
  vue: (tags) =>
    `import type { HTMLAttributes, ReservedProps } from 'vue';\n
${shapes(
  tags,
  (tag) => attributes(tag, 'field'),
  (tag) => events(tag, ({ handler }) => handler),
)}
${augment(
  'vue',
  `  interface HTMLAttributes {\n    /** Which slot of the tag around it an element goes into. */\n    slot?: string | undefined;\n  }\n  interface GlobalComponents {\n${tags.map((tag) => `    ${comment(tag.description)}\n    '${tag.name}': new () => Pay.${tag.element} & {\n      $props: HTMLAttributes & ReservedProps & ${tag.component}Attributes;\n      $slots: { default?(): unknown };\n    };`).join('\n')}\n  }`,
)}`,

  svelte: (tags) =>
    `import type { HTMLAttributes } from 'svelte/elements';\n
${shapes(
  tags,
  (tag) => attributes(tag),
  (tag) => events(tag, native),
)}
${augment(
  'svelte/elements',
  `  interface SvelteHTMLElements {\n${tags.map((tag) => `    ${comment(tag.description)}\n    '${tag.name}': HTMLAttributes<Pay.${tag.element}> & ${tag.component}Attributes;`).join('\n')}\n  }`,
)}`,
};

/** Returns the file names below dist/types with their text. */
export const typings = (tags) => [
  ...Object.entries(FRAMEWORKS).map(([name, text]) => [`${name}.d.ts`, HEAD + text(tags)]),
  ['empty.js', 'export {};\n'],
];
