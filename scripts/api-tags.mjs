// The public surface that is no TypeScript: what a page may write on a tag, and what the package itself promises.

const KINDS = {
  attributes: 'Attributes',
  members: 'Properties and methods',
  events: 'Events',
  slots: 'Slots',
  cssParts: 'Parts',
  cssProperties: 'Custom properties',
  cssStates: 'States',
};

const byName = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const quoted = (text) => `\`${text}\``;

function line({ name, type, default: value, parameters, readonly, reflects, static: isStatic }) {
  const call = parameters?.map((p) => `${p.name}${p.optional ? '?' : ''}: ${p.type?.text ?? 'unknown'}`).join(', ');
  return [
    `- ${quoted(parameters ? `${name}(${call})` : name)}`,
    type?.text && quoted(type.text.replace(/\s+/g, ' ')),
    value !== undefined && `= ${quoted(value)}`,
    isStatic && 'static',
    readonly && 'read only',
    reflects && 'reflected',
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * Every public thing of every tag, by its name in markup, from custom-elements.json.
 * @param {{ modules: { declarations?: (Record<string, unknown> & { tagName?: string })[] }[] }} manifest
 * @returns {string}
 */
export function tagsReport(manifest) {
  const tags = manifest.modules.flatMap(({ declarations = [] }) => declarations.filter(({ tagName }) => tagName));
  tags.sort((a, b) => byName(a.tagName, b.tagName));
  const sections = tags.flatMap((tag) => [
    `## \`<${tag.tagName}>\``,
    ...Object.entries(KINDS).flatMap(([kind, title]) => {
      const lines = (tag[kind] ?? [])
        .map((thing) => line(kind === 'members' && thing.kind === 'method' ? { parameters: [], ...thing } : thing))
        .sort(byName);
      return lines.length ? [`### ${title}`, lines.join('\n')] : [];
    }),
  ]);
  return `${['# The tags', ...sections].join('\n\n')}\n`;
}

/**
 * What somebody who installs the package relies on before any line of code.
 * @param {{ exports: object, bin?: object, engines?: object, dependencies?: object, peerDependencies?: object }} manifest
 * @returns {string}
 */
export function packageReport({ exports, bin = {}, engines = {}, dependencies = {}, peerDependencies = {} }) {
  const list = (title, lines) => (lines.length ? [`## ${title}`, lines.map((text) => `- ${text}`).join('\n')] : []);
  const pairs = (object) => Object.entries(object).map(([name, value]) => `${quoted(name)} ${quoted(value)}`);
  const entries = Object.entries(exports).map(([name, target]) =>
    [quoted(name), typeof target === 'string' ? '' : `(${Object.keys(target).join(', ')})`].filter(Boolean).join(' '),
  );
  const parts = [
    '# The package',
    ...list('Entries', entries),
    ...list('Commands', Object.keys(bin).map(quoted)),
    ...list('Engines', pairs(engines)),
    // By name: a new version of a dependency changes nothing for a shop's code.
    ...list('Dependencies', Object.keys(dependencies).map(quoted)),
    ...list('Peer dependencies', pairs(peerDependencies)),
  ];
  return `${parts.join('\n\n')}\n`;
}
