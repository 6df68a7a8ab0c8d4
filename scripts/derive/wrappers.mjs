/**
 * Creates `pay-elements/react` and `pay-elements/vue`: a small module for each tag, which calls src/react/wrap.ts or
 * src/vue/wrap.ts, and one file of declarations.
 */
import { comment } from './tags.mjs';
import { optional } from './typings.mjs';

const HEAD = '// Made from custom-elements.json by the build: change the comments of the classes, not this.\n';

const ours = (tag) => tag.attributes.filter(({ field }) => field);

const fields = (tag) => ours(tag).map(({ field, type, about }) => `${comment(about)}\n  ${field}?: ${optional(type)};`);
const handlers = (tag) =>
  tag.events.map(
    ({ handler, type, description }) =>
      `${comment(description)}\n  ${handler}?: ((event: Pay.${type}) => void) | undefined;`,
  );

const props = (tag, base) =>
  `${comment(`What \`<${tag.component}>\` takes.`)}\nexport interface ${tag.component}Props extends ${base} {\n  ${[...fields(tag), ...handlers(tag)].join('\n  ')}\n}\n`;

/** Omits the unnamed slot, which is Vue's `default`. */
const named = (tag) => tag.slots.filter(({ name }) => name);

const table = (pairs) => JSON.stringify(Object.fromEntries(pairs), null, 2);
const attributeNames = (tag) => table(ours(tag).map(({ field, name }) => [field, name]));

const react = {
  js: (tag) => `'use client';
${HEAD}import '../elements/define/${tag.name}.js';
import { ${tag.element} } from '${tag.path.replace(/^dist/, '..')}';
import { wrap } from './wrap.js';

export const ${tag.component} = wrap({
  tagName: '${tag.name}',
  displayName: '${tag.component}',
  elementClass: ${tag.element},
  attributes: ${attributeNames(tag)},
  events: ${table(tag.events.map(({ handler, name }) => [handler, name]))},
});
`,
  imports: `import type { ForwardRefExoticComponent, HTMLAttributes, RefAttributes } from 'react';
import type * as Pay from '../elements/index.js';
`,
  types: (tag) => `
${props(tag, `HTMLAttributes<Pay.${tag.element}>`)}
${comment(tag.description)}
export declare const ${tag.component}: ForwardRefExoticComponent<${tag.component}Props & RefAttributes<Pay.${tag.element}>>;
`,
};

const vue = {
  js: (tag) => `${HEAD}import '../elements/define/${tag.name}.js';
import { wrap } from './wrap.js';

export const ${tag.component} = wrap({
  tagName: '${tag.name}',
  name: '${tag.component}',
  attributes: ${attributeNames(tag)},
  slots: ${JSON.stringify(named(tag).map(({ name }) => name))},
  handlers: ${JSON.stringify(tag.events.map(({ handler }) => handler))},
});
`,
  imports: `import type { HTMLAttributes, ReservedProps, VNodeChild } from 'vue';
import type * as Pay from '../elements/index.js';
`,
  types: (tag) => `
${props(tag, 'HTMLAttributes')}
${comment(`What a template ref to \`<${tag.component}>\` holds.`)}
export interface ${tag.component}Instance {
  /** The tag itself, once it is mounted. */
  readonly element: Pay.${tag.element} | undefined;
  /** Asks the status address now. */
  refresh(): void;
}

${comment(tag.description)}
export declare const ${tag.component}: new () => ${tag.component}Instance & {
  $props: ${tag.component}Props & ReservedProps;
  $slots: {
    ${tag.slots
      .filter(({ name }) => !name)
      .map(({ description }) => comment(description))
      .join()}
    default?(): VNodeChild;
    ${named(tag)
      .map(({ name, description }) => `${comment(description)}\n    '${name}'?(): VNodeChild;`)
      .join('\n    ')}
  };
};
`,
};

/** Returns the file names below dist with their text. */
export const wrappers = (tags) =>
  Object.entries({ react, vue }).flatMap(([room, { js, imports, types }]) => [
    ...tags.map((tag) => [`${room}/${tag.name}.js`, js(tag)]),
    [
      `${room}/index.js`,
      `${room === 'react' ? "'use client';\n" : ''}${HEAD}${tags.map(({ name }) => `export * from './${name}.js';\n`).join('')}`,
    ],
    [`${room}/index.d.ts`, HEAD + imports + tags.map(types).join('')],
  ]);
