/** The pages of the tags, from `custom-elements.json`, which the build makes of their classes. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LOCAL, storyLink } from '../storybook.mjs';
import { blocks, cell, code, compactTable, table } from './markdown.mjs';

/** In the order of the navigation. */
export const tagNames = ['pay-checkout', 'pay-crypto', 'pay-wallet', 'pay-localcode'];

const MANIFEST = fileURLToPath(new URL('../../custom-elements.json', import.meta.url));

/** A tag as `custom-elements.json` describes it. @throws Error when it does not */
export function readTag(name) {
  const { modules } = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const tag = modules.flatMap(({ declarations = [] }) => declarations).find(({ tagName }) => tagName === name);
  if (!tag) throw new Error(`custom-elements.json does not describe ${name}: run npm run build`);
  return tag;
}

const byName = (a, b) => (a.name < b.name ? -1 : 1);
const rows = (entries, name = code) =>
  entries.toSorted(byName).map((entry) => [name(entry.name), cell(entry.description)]);

/** The page of a tag, as Markdown. @param {string} [storybook] where its stories are: `LOCAL` or `CARRIED` */
export function tagPage(name, storybook) {
  const tag = readTag(name);
  const fields = tag.members.filter(({ kind }) => kind === 'field');
  const methods = tag.members.filter(({ kind }) => kind === 'method');
  return blocks(
    `# \`<${name}>\``,
    tag.description,
    `<!-- live: ${name} -->`,
    `With the module alone: \`import 'pay-elements/define/${name}'\`. Without a bundler: \`dist/cdn/${name === 'pay-checkout' ? 'pay-elements' : name}.js\`. See
[the tags](../tags.md#add-the-script).`,
    storybook &&
      `[Storybook](${storyLink(name, storybook)}) shows every state of this tag, with a control for each attribute and slot.${
        storybook === LOCAL ? ' Start it in a clone of the repository: `npm run storybook`.' : ''
      }`,
    '## Attributes and properties',
    table(
      ['attribute', 'property', 'value', 'purpose'],
      tag.attributes.map(({ name, fieldName, type, default: standard, description }) => [
        code(name),
        fieldName ? code(fieldName) : '',
        code(type.text),
        cell(description) +
          (standard && standard !== "''" && !/default/i.test(description) ? ` Default: ${code(standard)}.` : ''),
      ]),
    ),
    fields.some(({ attribute }) => !attribute) && [
      'Properties without an attribute:',
      table(['property', 'purpose'], rows(fields.filter(({ attribute }) => !attribute))),
    ],
    '## Methods',
    table(
      ['method', 'purpose'],
      rows(methods, (method) => code(`${method}()`)),
    ),
    '## Events',
    'All of them bubble and leave shadow roots. The classes are exported by `pay-elements`.',
    table(
      ['event', 'class', 'sent when, and fields'],
      tag.events.map(({ name, type, description }) => [code(name), code(type.text), cell(description)]),
    ),
    'The codes of `pay-problem` are listed in [errors](errors.md#problems-of-the-tags).',
    '## Slots',
    table(
      ['slot', 'content'],
      rows(tag.slots, (slot) => (slot ? code(slot) : 'none')),
    ),
    '## States',
    `For style sheets: \`${name}:state(paid)\`. The attribute \`phase\` has the same words where there is a payment.`,
    table(
      ['state', 'meaning'],
      rows(tag.cssStates, (state) => code(`:state(${state})`)),
    ),
    '## Parts',
    `For style sheets: \`${name}::part(card)\`.`,
    compactTable(
      ['part', 'what it is'],
      rows(tag.cssParts, (part) => code(`::part(${part})`)),
    ),
    '## Custom properties',
    'Set them on the tag or on any element around it. See [theming](../theming.md), which has an editor for the most useful.',
    compactTable(
      ['property', 'default', 'purpose'],
      tag.cssProperties.map(({ name, default: standard, description }) => [
        code(name),
        code(standard),
        cell(description),
      ]),
    ),
  );
}
