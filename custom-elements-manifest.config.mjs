/** Leaves out what no page may touch, so that neither the docs nor the editors offer it. */
const publicOnly = {
  name: 'public-only',
  packageLinkPhase({ customElementsManifest }) {
    for (const { declarations = [] } of customElementsManifest.modules)
      for (const declaration of declarations)
        if (declaration.members)
          declaration.members = declaration.members.filter(
            ({ name, privacy }) => !name.startsWith('#') && (!privacy || privacy === 'public'),
          );
  },
};

/**
 * Lets a tag's own comment say which attributes it has and what they take (`'auto'|'stack'|'row'`, `'none'`): the
 * analyzer would put the property's type in its place. What describes itself as read only is marked so.
 */
function documentedAttributes() {
  const written = new Map();
  return {
    name: 'documented-attributes',
    analyzePhase({ ts, node }) {
      if (!ts.isClassDeclaration(node)) return;
      const comment = (node.jsDoc ?? []).map((doc) => doc.getFullText()).join('\n');
      for (const [, type, name] of comment.matchAll(/@attr \{([^}]+)\} ([\w-]+)/g))
        written.set(`${node.name.text} ${name}`, type.replaceAll('|', ' | '));
    },
    packageLinkPhase({ customElementsManifest }) {
      for (const declaration of customElementsManifest.modules.flatMap(({ declarations = [] }) => declarations)) {
        for (const member of declaration.members ?? [])
          if (/\bRead only\./.test(member.description ?? '')) member.readonly = true;
        if (!declaration.tagName) continue;
        const typeOf = (name) => written.get(`${declaration.name} ${name}`);
        // What a tag has by inheritance alone, as <pay-checkout> a payment, is not offered.
        declaration.attributes = declaration.attributes.filter(({ name }) => typeOf(name));
        declaration.members = declaration.members.filter(({ attribute }) => !attribute || typeOf(attribute));
        for (const attribute of declaration.attributes) attribute.type = { text: typeOf(attribute.name) };
      }
    },
  };
}

/** `src/elements/pay-crypto.ts` is packed as `dist/elements/pay-crypto.js`. */
const packed = (path) => path.replace(/^\/?src\//, 'dist/').replace(/\.ts$/, '.js');

function renamePaths(value) {
  if (Array.isArray(value)) return value.forEach(renamePaths);
  if (typeof value !== 'object' || value === null) return;
  for (const key of ['path', 'module']) if (typeof value[key] === 'string') value[key] = packed(value[key]);
  Object.values(value).forEach(renamePaths);
}

/**
 * Speaks of the files that are packed, and says which module registers which tag: the analyzer looks for a call of
 * `customElements.define`, and ours is behind a guard (register.ts).
 */
const asPacked = {
  name: 'as-packed',
  packageLinkPhase({ customElementsManifest: { modules } }) {
    renamePaths(modules);
    for (const module of modules) {
      // `export type {} from …` brings types and no module.
      module.exports = module.exports?.filter(({ name }) => name !== '*');
      const [, tag] = /\/define\/([\w-]+)\.js$/.exec(module.path) ?? [];
      if (!tag) continue;
      const home = modules.find(({ declarations = [] }) => declarations.some(({ tagName }) => tagName === tag));
      const { name } = home.declarations.find(({ tagName }) => tagName === tag);
      module.exports = [{ kind: 'custom-element-definition', name: tag, declaration: { name, module: home.path } }];
    }
  },
};

export default {
  globs: ['src/elements/pay-*.ts', 'src/elements/events.ts', 'src/elements/define/*.ts'],
  exclude: ['**/*.styles.ts'],
  outdir: '.',
  litelement: true,
  packagejson: false,
  plugins: [publicOnly, documentedAttributes(), asPacked],
};
