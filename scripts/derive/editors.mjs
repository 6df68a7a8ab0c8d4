/** Data for code completion in editors: VS Code's custom data, and web-types for those of JetBrains. */

const stateList = (tag) => tag.states.map(({ name }) => `\`:state(${name})\``).join(', ');

/** https://code.visualstudio.com/api/extension-guides/custom-data-extension, version 1.1 */
export const vsCodeData = (tags) => ({
  version: 1.1,
  tags: tags.map((tag) => ({
    name: tag.name,
    description: {
      kind: 'markdown',
      value: [
        tag.description,
        `Events\n${tag.events.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n')}`,
        `Slots\n${tag.slots.map(({ name, description }) => `- \`${name || 'default'}\`: ${description}`).join('\n')}`,
        `States: ${stateList(tag)}`,
      ].join('\n\n'),
    },
    attributes: tag.attributes.map(({ name, description, words }) => ({
      name,
      description,
      ...(words.length ? { values: words.map((word) => ({ name: word })) } : {}),
    })),
  })),
});

/** Lists each name once, with its meaning in the tags that have it. */
function gathered(tags, kind, said = ({ description }) => description) {
  const names = new Map();
  for (const tag of tags)
    for (const one of tag[kind]) {
      const meanings = names.get(one.name) ?? new Map();
      const of = meanings.get(said(one)) ?? [];
      names.set(one.name, meanings.set(said(one), [...of, `\`<${tag.name}>\``]));
    }
  return [...names].map(([name, meanings]) => ({
    name,
    description: {
      kind: 'markdown',
      value: [...meanings].map(([text, of]) => `${text} (${of.join(', ')})`).join('\n\n'),
    },
  }));
}

const named = (list, as) => list.map(({ name, description }) => ({ name: as(name), description }));

/** Tokens, states and parts, for completion and hover text in style sheets. */
export const vsCodeCssData = (tags) => ({
  version: 1.1,
  properties: gathered(tags, 'properties', (one) => `${one.description} Default: \`${one.default}\`.`),
  pseudoClasses: named(gathered(tags, 'states'), (name) => `:state(${name})`),
  pseudoElements: named(gathered(tags, 'parts'), (name) => `::part(${name})`),
});

/** https://github.com/JetBrains/web-types */
export const webTypes = (tags, { name, version }) => ({
  $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
  name,
  version,
  'js-types-syntax': 'typescript',
  'description-markup': 'markdown',
  contributions: {
    html: {
      elements: tags.map((tag) => ({
        name: tag.name,
        description: tag.description,
        source: { module: name, symbol: tag.element },
        attributes: tag.attributes.map(({ name, description, type }) => ({ name, description, value: { type } })),
        slots: tag.slots.map(({ name, description }) => ({ name, description })),
        js: {
          properties: tag.members
            .filter(({ kind }) => kind === 'field')
            .map(({ name, description, type, readonly }) => ({
              name,
              ...(description ? { description } : {}),
              type: type.text,
              ...(readonly ? { 'read-only': true } : {}),
            })),
          events: tag.events.map(({ name, description, type }) => ({ name, description, type })),
        },
        css: {
          properties: tag.properties.map(({ name, description, default: initial }) => ({
            name,
            description,
            default: initial,
          })),
          parts: tag.parts.map(({ name, description }) => ({ name, description })),
          'pseudo-classes': named(tag.states, (name) => `state(${name})`),
        },
      })),
    },
  },
});
