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
 * analyzer would put the common property's type in its place, which is the same for all tags, and offer `qr` on a
 * tag that draws none. What describes itself as read only is marked so.
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
        const typeOf = (attribute) => written.get(`${declaration.name} ${attribute}`);
        declaration.attributes = declaration.attributes
          .filter(({ name }) => typeOf(name))
          .map((attribute) => ({ ...attribute, type: { text: typeOf(attribute.name) } }));
        declaration.members = declaration.members.filter(({ attribute }) => !attribute || typeOf(attribute));
      }
    },
  };
}

export default {
  globs: ['src/elements/pay-*.ts', 'src/elements/events.ts', 'src/elements/define/*.ts'],
  exclude: ['**/*.styles.ts'],
  outdir: '.',
  litelement: true,
  packagejson: false,
  plugins: [publicOnly, documentedAttributes()],
};
