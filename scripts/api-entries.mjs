// The public surface in TypeScript: what each entry exports, and every type of ours that its signatures lead to.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const printer = ts.createPrinter({ removeComments: true });

/** What of a class is nobody's but its own and its heirs': the classes are made to be used, not extended. */
const isHidden = (member) =>
  (member.name && ts.isPrivateIdentifier(member.name)) ||
  !!(ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected));

function withoutPrivate(node) {
  if (!ts.isClassDeclaration(node)) return node;
  const { modifiers, name, typeParameters, heritageClauses, members } = node;
  const kept = members.filter((member) => !isHidden(member));
  return ts.factory.updateClassDeclaration(node, modifiers, name, typeParameters, heritageClauses, kept);
}

function print(node) {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const text = printer.printNode(ts.EmitHint.Unspecified, withoutPrivate(statement), node.getSourceFile());
  return text.replace(/^(?:export |declare |default )+/, '');
}

/**
 * The entries that have declarations, `./x/*` as every file that it stands for; locales are all of one type.
 * @param {string} root folder of the package, built
 * @param {Record<string, string | { types?: string }>} exports
 * @returns {{ name: string, types: string }[]}
 */
export function entriesOf(root, exports) {
  return Object.entries(exports).flatMap(([name, target]) => {
    if (typeof target !== 'object' || !target.types || name === './locales/*') return [];
    const [before, after] = target.types.split('*');
    if (after === undefined) return [{ name, types: target.types }];
    return readdirSync(join(root, before))
      .filter((file) => file.endsWith(after))
      .sort()
      .map((file) => ({ name: name.replace('*', file.slice(0, -after.length)), types: before + file }));
  });
}

/**
 * The reports of the entries in a package's `exports` that have declarations, read from those.
 * @param {string} root folder of the package, built
 * @param {Record<string, string | { types?: string }>} exports
 * @returns {[string, string][]} file name and text
 */
export function entryReports(root, exports) {
  const entries = entriesOf(root, exports);
  const program = ts.createProgram(
    entries.map(({ types }) => join(root, types)),
    {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2022,
      noEmit: true,
      // Texts are printed as declared: what the platform's types hold is not asked.
      noLib: true,
      types: [],
    },
  );
  const checker = program.getTypeChecker();
  const dist = join(root, 'dist');
  const isOurs = (file) => !relative(dist, file.fileName).startsWith('..') && !file.fileName.includes('node_modules');

  const settle = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  const declarationsOf = (symbol) =>
    (symbol.declarations ?? []).filter(
      (node) =>
        isOurs(node.getSourceFile()) &&
        (ts.isStatement(node) || ts.isVariableDeclaration(node)) &&
        !ts.isSourceFile(node),
    );

  /** Symbols of ours that a declaration names, as `import('./x').Y` too. */
  function named(node, found = new Set()) {
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node);
      if (symbol) found.add(settle(symbol));
    }
    // What a class hides leads nowhere.
    if (!(ts.isClassElement(node) && isHidden(node))) ts.forEachChild(node, (child) => void named(child, found));
    return found;
  }

  /** Files that an entry brings along, for what they add to the global types. */
  function reachedFiles(file, seen = new Set()) {
    if (seen.has(file) || !isOurs(file)) return seen;
    seen.add(file);
    for (const statement of file.statements) {
      const specifier =
        (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) && statement.moduleSpecifier;
      const target = specifier && checker.getSymbolAtLocation(specifier)?.valueDeclaration;
      if (target && ts.isSourceFile(target)) reachedFiles(target, seen);
    }
    return seen;
  }

  function report({ name, types }) {
    const file = program.getSourceFile(join(root, types));
    if (!file) throw new Error(`${name}: ${types} is not there; build first`);
    const module = checker.getSymbolAtLocation(file);
    const exported = new Map(
      (module ? checker.getExportsOfModule(module) : []).map((symbol) => [settle(symbol), symbol.name]),
    );
    const reached = new Set(exported.keys());
    for (const symbol of reached)
      for (const node of declarationsOf(symbol))
        for (const next of named(node)) if (declarationsOf(next).length) reached.add(next);

    const text = (symbol, as) => {
      const code = declarationsOf(symbol).map(print).join('\n');
      return as === symbol.name || !as ? code : `// as ${as}\n${code}`;
    };
    const block = (title, texts) =>
      texts.length ? [`## ${title}`, ...texts.sort().map((code) => `\`\`\`ts\n${code}\n\`\`\``)] : [];
    const globals = [...reachedFiles(file)].flatMap((each) =>
      each.statements.filter(
        (node) =>
          ts.isModuleDeclaration(node) &&
          (node.flags & ts.NodeFlags.GlobalAugmentation || ts.isStringLiteral(node.name)),
      ),
    );
    const inner = [...reached].filter((symbol) => !exported.has(symbol));
    const parts = [
      `# ${name === '.' ? 'pay-elements' : `pay-elements/${name.slice(2)}`}`,
      ...block(
        'Exports',
        [...exported].map(([symbol, as]) => text(symbol, as)),
      ),
      ...block(
        'Named by these, not exported',
        inner.map((symbol) => text(symbol)),
      ),
      ...block('Added to global types', globals.map(print)),
    ];
    return `${parts.join('\n\n')}\n`;
  }

  return entries.map((entry) => {
    const stem = entry.name === '.' ? 'index' : entry.name.slice(2).replaceAll('/', '-');
    return [`${stem}.md`, report(entry)];
  });
}
