/** Leaves out what no page may touch, so that neither the docs nor the editors offer it. */
const publicOnly = {
  name: 'public-only',
  packageLinkPhase({ customElementsManifest }) {
    for (const { declarations = [] } of customElementsManifest.modules)
      for (const declaration of declarations)
        if (declaration.members)
          declaration.members = declaration.members.filter(
            ({ name, privacy, static: ofClass }) =>
              !name.startsWith('#') && !ofClass && (!privacy || privacy === 'public'),
          );
  },
};

/** A class and its base classes of this package, the class itself first. */
function ancestry(manifest, declaration) {
  const declarations = manifest.modules.flatMap((module) => module.declarations ?? []);
  const base = declarations.find(({ name }) => name === declaration.superclass?.name);
  return base ? [declaration, ...ancestry(manifest, base)] : [declaration];
}

/**
 * Takes the attributes of a tag and their types (`'auto'|'stack'|'row'`, `'none'`) from its comment and from those of its
 * base classes: the analyzer would use the types of the properties. A member described as read only is marked read-only.
 */
function documentedAttributes() {
  const written = new Map();
  return {
    name: 'documented-attributes',
    analyzePhase({ ts, node }) {
      if (!ts.isClassDeclaration(node)) return;
      const comment = (node.jsDoc ?? []).map((doc) => doc.getFullText()).join('\n');
      for (const [, type, name, description] of comment.matchAll(/@attr \{([^}]+)\} ([\w-]+) - (.+)/g))
        written.set(`${node.name.text} ${name}`, { type: { text: type.replaceAll('|', ' | ') }, description });
      const [, omitted = ''] = /@omits ([\w, -]+)/.exec(comment) ?? [];
      for (const name of omitted.split(', ')) written.set(`${node.name.text} ${name}`, undefined);
    },
    packageLinkPhase({ customElementsManifest }) {
      for (const declaration of customElementsManifest.modules.flatMap(({ declarations = [] }) => declarations)) {
        for (const member of declaration.members ?? [])
          if (/\bRead only\./.test(member.description ?? '')) member.readonly = true;
        if (!declaration.tagName) continue;
        const keys = (name) => ancestry(customElementsManifest, declaration).map((type) => `${type.name} ${name}`);
        const documented = (name) => written.get(keys(name).find((key) => written.has(key)));
        // Not those that a tag omits, as <pay-checkout> the payment.
        declaration.attributes = declaration.attributes.filter(({ name }) => documented(name));
        declaration.members = declaration.members.filter(({ attribute }) => !attribute || documented(attribute));
        for (const attribute of declaration.attributes) Object.assign(attribute, documented(attribute.name));
      }
    },
  };
}

/** What a tag inherits of its base classes beside members: documented once, there. */
const DOCUMENTED = ['events', 'slots', 'cssParts', 'cssProperties', 'cssStates'];

/**
 * Gives every tag what its base classes document, and what the tags document that it shows (`@shows`). An entry of the
 * tag's own replaces one of the same name.
 */
function inheritedDocumentation() {
  /** What each class documents itself, before the analyzer mixes it with that of its base class. */
  const written = new Map();
  /** The classes of the tags inside each tag. */
  const shown = new Map();
  return {
    name: 'inherited-documentation',
    analyzePhase({ ts, node }) {
      if (!ts.isClassDeclaration(node)) return;
      const comment = (node.jsDoc ?? []).map((doc) => doc.getFullText()).join('\n');
      const [, names = ''] = /@shows ([\w, ]+)/.exec(comment) ?? [];
      shown.set(node.name.text, names.split(/[, ]+/).filter(Boolean));
    },
    moduleLinkPhase({ moduleDoc }) {
      for (const declaration of moduleDoc.declarations ?? [])
        for (const kind of DOCUMENTED)
          written.set(`${declaration.name} ${kind}`, structuredClone(declaration[kind] ?? []));
    },
    packageLinkPhase({ customElementsManifest }) {
      const declarations = customElementsManifest.modules.flatMap((module) => module.declarations ?? []);
      for (const tag of declarations.filter(({ tagName }) => tagName))
        for (const kind of DOCUMENTED) {
          const inside = declarations.filter(({ name }) => shown.get(tag.name).includes(name));
          const classes = [tag, ...inside].map((each) => ancestry(customElementsManifest, each));
          // An event that the analyzer has found in the code, and that no comment describes, is not documented.
          const entries = [tag, ...classes.flat()]
            .flatMap(({ name }) => written.get(`${name} ${kind}`))
            .filter(({ description }) => description);
          tag[kind] = entries.filter(({ name }, at) => entries.findIndex((entry) => entry.name === name) === at);
        }
    },
  };
}

/** Leaves out `export type { … }`: the manifest lists what a module exports at run time. */
const valuesOnly = {
  name: 'values-only',
  analyzePhase({ ts, node, moduleDoc }) {
    if (!ts.isExportDeclaration(node) || !node.isTypeOnly || !node.exportClause?.elements) return;
    const types = node.exportClause.elements.map(({ name }) => name.text);
    moduleDoc.exports = moduleDoc.exports?.filter(({ name }) => !types.includes(name));
  },
};

/** The base classes of the tags: no entry point exports them, and each tag has what it inherits of them. */
const isInternal = (path) => /\/elements\/base\//.test(path);

/** Leaves out the modules of the base classes, and what names them. */
const withoutBaseClasses = {
  name: 'without-base-classes',
  packageLinkPhase({ customElementsManifest }) {
    customElementsManifest.modules = customElementsManifest.modules.filter(({ path }) => !isInternal(path));
    for (const { declarations = [] } of customElementsManifest.modules)
      for (const declaration of declarations) {
        if (isInternal(declaration.superclass?.module ?? '')) delete declaration.superclass;
        const { members, attributes, events, slots, cssParts, cssProperties, cssStates } = declaration;
        for (const entry of [members, attributes, events, slots, cssParts, cssProperties, cssStates].flat())
          delete entry?.inheritedFrom;
      }
  },
};

/** `src/elements/pay-crypto/pay-crypto.ts` is packed as `dist/elements/pay-crypto/pay-crypto.js`. */
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
    // The analyzer finds files in any order.
    modules.sort((a, b) => (a.path < b.path ? -1 : 1));
    for (const module of modules) {
      // `export type { … }` brings types and no values: what is exported is declared in the module.
      const declared = (module.declarations ?? []).map(({ name }) => name);
      module.exports = module.exports?.filter(({ kind, name }) => kind !== 'js' || declared.includes(name));
      const [, tag] = /\/define\/([\w-]+)\.js$/.exec(module.path) ?? [];
      if (!tag) continue;
      const home = modules.find(({ declarations = [] }) => declarations.some(({ tagName }) => tagName === tag));
      const { name } = home.declarations.find(({ tagName }) => tagName === tag);
      module.exports = [{ kind: 'custom-element-definition', name: tag, declaration: { name, module: home.path } }];
    }
  },
};

export default {
  globs: [
    'src/elements/pay-*/pay-*.ts',
    'src/elements/base/pay-element.ts',
    'src/elements/base/payment-element.ts',
    'src/elements/base/qr-element.ts',
    'src/elements/events.ts',
    'src/elements/define/*.ts',
  ],
  exclude: ['**/*.styles.ts'],
  outdir: '.',
  litelement: true,
  packagejson: false,
  plugins: [valuesOnly, publicOnly, documentedAttributes(), inheritedDocumentation(), withoutBaseClasses, asPacked],
};
