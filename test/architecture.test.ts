import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');

interface Import {
  readonly file: string;
  readonly line: number;
  readonly to: string;
  readonly typeOnly: boolean;
  readonly lazy: boolean;
}

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .map((name) => join(src, name));

function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  const add = (node: ts.Node, specifier: ts.Expression | undefined, typeOnly: boolean, lazy: boolean) => {
    if (!specifier || !ts.isStringLiteral(specifier)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    const to = specifier.text.startsWith('.')
      ? relative(src, resolve(dirname(file), specifier.text))
          .split(sep)
          .join('/')
      : specifier.text;
    found.push({ file: relative(root, file), line: line + 1, to, typeOnly, lazy });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const clause = node.importClause;
      const named = clause?.namedBindings;
      const allTypes =
        !!named && ts.isNamedImports(named) && !clause?.name && named.elements.every((e) => e.isTypeOnly);
      add(node, node.moduleSpecifier, clause?.phaseModifier === ts.SyntaxKind.TypeKeyword || allTypes, false);
    }
    if (ts.isExportDeclaration(node)) add(node, node.moduleSpecifier, node.isTypeOnly, false);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node, node.arguments[0], false, true);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const VENDORED_QR = /^vendor\/qr\.ts$/;
const HASHES = /^@(?:noble\/hashes|scure\/base)(?:\/|$)/;

/** Which file may import what; the first rule whose `from` matches a file is its rule. */
const RULES: readonly {
  from: RegExp;
  may: readonly RegExp[];
  mayTypes?: readonly RegExp[];
  mayLazily?: readonly RegExp[];
}[] = [
  { from: /^core\/coins\/(?:address|cash-address)/, may: [/^core\//, HASHES] },
  { from: /^core\//, may: [/^core\//] },
  { from: /^i18n\//, may: [/^i18n\//, /^core\/(?!coins\/(?:address|cash-address)|money\/payout|index)/] },
  { from: /^model\//, may: [/^model\//, /^core\/(?!coins\/(?:address|cash-address)|money\/payout|index)/] },
  {
    from: /^elements\//,
    // Addresses are checked on the server: the hashes they stand on never reach a browser.
    may: [
      /^elements\//,
      /^model\//,
      /^view\//,
      /^i18n\//,
      /^core\/(?!coins\/(?:address|cash-address)|money\/payout|index)/,
      /^lit(?:\/|$)/,
      /^@floating-ui\/dom$/,
      VENDORED_QR,
    ],
  },
  {
    from: /^wallets\//,
    may: [
      /^wallets\//,
      /^elements\//,
      /^view\//,
      /^i18n\//,
      /^core\/(?!coins\/(?:address|cash-address)|money\/payout|index)/,
      /^lit$/,
    ],
  },
  {
    from: /^view\//,
    may: [/^view\//, /^i18n\//, /^core\/(?!coins\/(?:address|cash-address)|money\/payout|index)/],
    mayTypes: [/^model\//],
  },
  {
    from: /^html\//,
    may: [
      /^html\//,
      /^view\//,
      /^i18n\//,
      /^core\/(?!coins\/(?:address|cash-address)|money\/payout|index)/,
      VENDORED_QR,
    ],
  },
  { from: /^cdn\.ts$/, may: [/^elements\//] },
  {
    from: /^cli(?:\.ts$|\/)/,
    may: [
      /^cli\//,
      /^server\//,
      /^core\//,
      /^sandbox\/(?:btcpay\/start-btcpay-sandbox|node\/start-sandbox|check-options|contract\/profiles|webhooks\/sender)\.ts$/,
      /^node:/,
    ],
    mayTypes: [/^sandbox\/(?:contract\/(?:profile-settings|payment-records)|service)\.ts$/],
    mayLazily: [/^pg$/],
  },
  {
    from: /^server\/(?:http\/node\/|providers\/service\/transport\/node-transport\.ts)/,
    may: [/^server\//, /^core\//, /^node:/],
  },
  { from: /^server\/observability\/opentelemetry\//, may: [/^server\/(?!http\/node\/)/, /^@opentelemetry\/api$/] },
  {
    from: /^server\//,
    may: [/^server\/(?!http\/node\/|providers\/service\/transport\/node-transport)/, /^core\//, VENDORED_QR],
    mayTypes: [/^server\/http\/node\//],
    // The one exception: `fetch` refuses the GET with a body of contract 4.5.
    mayLazily: [/^server\/providers\/service\/transport\/node-transport\.ts$/],
  },
  {
    from: /^sandbox\/(?:node\/|index\.ts$)/,
    may: [/^sandbox\//, /^node:/],
    mayTypes: [/^core\//],
  },
  { from: /^sandbox\/btcpay\//, may: [/^sandbox\//, HASHES, /^node:/] },
  { from: /^sandbox\//, may: [/^sandbox\//, HASHES, VENDORED_QR], mayTypes: [/^core\//] },
  { from: /^testing\//, may: [/^testing\//, /^server\//, /^core\//, /^sandbox\/index\.ts$/, /^node:/] },
  { from: /^react\//, may: [/^elements\//, /^vendor\/lit-react\.ts$/, /^react$/] },
  { from: /^vue\//, may: [/^elements\//, /^vue$/] },
  { from: /^vendor\//, may: [/^lean-qr$/, /^@lit\/react$/] },
];

/** The folders of `src/server`, each with the folders that it may import, types included. */
const SERVER_LAYERS: Readonly<Record<string, readonly string[]>> = {
  observability: [],
  stores: ['observability'],
  providers: ['observability'],
  chain: ['providers', 'observability'],
  orders: ['providers', 'observability'],
  payments: ['orders', 'providers', 'chain', 'stores', 'observability'],
  http: ['orders', 'payments', 'providers', 'chain', 'stores', 'observability'],
};

/** The modules beside these folders that put them together. The other modules beside them import none of the folders. */
const SERVER_ASSEMBLY = /^server\/(?:checkout|checkout-type|lazy-checkout|options|payments|index|store)\.ts$/;

/** The folder of a module of `src/server`; an empty text for a module beside the folders. */
const serverFolderOf = (path: string) => /^server\/(?:([\w-]+)\/)?[^/]+/.exec(path)?.[1] ?? '';

function isAllowed({ file, to, typeOnly, lazy }: Import): boolean {
  const from = relative('src', file).split(sep).join('/');
  const rule = RULES.find((rule) => rule.from.test(from));
  if (!rule) return false;
  const may = [...rule.may, ...((typeOnly && rule.mayTypes) || []), ...((lazy && rule.mayLazily) || [])];
  return may.some((pattern) => pattern.test(to));
}

describe('the architecture', () => {
  const imports = sources.flatMap(importsOf);

  it('keeps the allowed imports between modules', () => {
    const wrong = imports.filter((i) => !isAllowed(i)).map(({ file, line, to }) => `${file}:${line} -> ${to}`);
    assert.deepEqual(wrong, []);
  });

  it('keeps the layers of the server', () => {
    const wrong: string[] = [];
    for (const { file, line, to, lazy } of imports) {
      const from = relative('src', file).split(sep).join('/');
      if (!from.startsWith('server/') || !to.startsWith('server/') || SERVER_ASSEMBLY.test(from) || lazy) continue;
      const [folder, target] = [serverFolderOf(from), serverFolderOf(to)];
      const allowed = folder === '' ? [] : SERVER_LAYERS[folder];
      assert.ok(allowed, `${file}: the folder ${folder} has no layer`);
      const isInside = target === folder || (target === '' && !SERVER_ASSEMBLY.test(to));
      if (!isInside && !allowed.includes(target)) wrong.push(`${file}:${line} -> ${to}`);
    }
    assert.deepEqual(wrong, []);
  });

  it('has no two folders of the server that import each other', () => {
    const between = new Map<string, string>();
    for (const { file, line, to } of imports) {
      const from = relative('src', file).split(sep).join('/');
      if (!from.startsWith('server/') || !to.startsWith('server/')) continue;
      const [folder, target] = [serverFolderOf(from), serverFolderOf(to)];
      if (folder !== '' && target !== '' && folder !== target) between.set(`${folder} ${target}`, `${file}:${line}`);
    }
    const pairs = [...between.keys()].filter((pair) => between.has(pair.split(' ').reverse().join(' ')));
    assert.deepEqual(
      pairs.map((pair) => `${between.get(pair)}: ${pair}`),
      [],
    );
  });

  it('reads the imports', () => assert.ok(imports.length > 50, `${imports.length} imports read`));

  it('imports files that exist', () => {
    const missing = imports.filter(({ to }) => to.endsWith('.ts') && !existsSync(join(src, to)));
    assert.deepEqual(missing, []);
  });

  it('has no import cycle, not even of types', () => {
    const byFile = new Map<string, Import[]>();
    for (const each of imports) {
      const file = relative('src', each.file).split(sep).join('/');
      byFile.set(file, [...(byFile.get(file) ?? []), each]);
    }
    const done = new Set<string>();
    const cycleFrom = (file: string, path: readonly string[]): readonly string[] | undefined => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
      if (done.has(file)) return undefined;
      for (const { to } of byFile.get(file) ?? []) {
        const cycle = cycleFrom(to, [...path, file]);
        if (cycle) return cycle;
      }
      done.add(file);
      return undefined;
    };
    const cycles = [...byFile.keys()].map((file) => cycleFrom(file, [])?.join(' -> ')).filter(Boolean);
    assert.deepEqual([...new Set(cycles)], []);
  });

  it('keeps templates readable: no nested conditions, and no line of more than 120 characters', () => {
    const wrong: string[] = [];
    for (const file of sources.filter((name) => /^(?:elements|html|view|wallets)/.test(relative(src, name)))) {
      const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
      const at = (node: ts.Node, what: string) => {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        wrong.push(`${relative(root, file)}:${line + 1} ${what}`);
      };
      const isNested = (node: ts.Node): boolean =>
        ts.forEachChild(node, (child) => ts.isConditionalExpression(child) || isNested(child)) ?? false;
      const isInTemplate = (node: ts.Node): boolean =>
        ts.isTaggedTemplateExpression(node) || (ts.forEachChild(node, isInTemplate) ?? false);
      const visit = (node: ts.Node): void => {
        if (
          ts.isConditionalExpression(node) &&
          isNested(node) &&
          (isInTemplate(node) || ts.findAncestor(node, ts.isTaggedTemplateExpression))
        )
          at(node, 'a condition in a condition');
        if (
          ts.isTaggedTemplateExpression(node) &&
          node
            .getText()
            .split('\n')
            .some((line) => line.length > 120)
        )
          at(node, 'a line of more than 120 characters');
        ts.forEachChild(node, visit);
      };
      visit(source);
    }
    assert.deepEqual(wrong, []);
  });

  it('keeps core and model free of the page, the clock and the network', () => {
    const globals = new Set(
      `document window self globalThis navigator location history fetch XMLHttpRequest WebSocket EventSource BroadcastChannel
      setTimeout setInterval queueMicrotask requestAnimationFrame localStorage sessionStorage performance addEventListener
      dispatchEvent crypto`.split(/\s+/),
    );
    const wrong: string[] = [];
    for (const file of sources.filter((name) => /^(?:core|model)/.test(relative(src, name)))) {
      const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
      const visit = (node: ts.Node): void => {
        const { parent } = node;
        /** A member, such as `ports.fetch`, has the name of a global function without being it. */
        const isMemberName =
          (ts.isPropertyAccessExpression(parent) || ts.isMethodSignature(parent) || ts.isPropertyAssignment(parent)) &&
          parent.name === node;
        const isGlobal =
          ts.isIdentifier(node) && globals.has(node.text) && !isMemberName && !ts.isTypeReferenceNode(parent);
        const isClock =
          (ts.isPropertyAccessExpression(node) && /^(?:Date\.now|Math\.random)$/.test(node.getText())) ||
          (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length);
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        if (isGlobal || isClock) wrong.push(`${relative(root, file)}:${line + 1} ${node.getText()}`);
        ts.forEachChild(node, visit);
      };
      ts.forEachChild(source, visit);
    }
    assert.deepEqual(wrong, []);
  });

  it('puts nothing into a page but text', () => {
    const sinks =
      /\binnerHTML\b|\bouterHTML\b|insertAdjacentHTML|document\.write|\bunsafe(?:HTML|SVG|CSS|Static)\b|\beval\(|new Function\(|\sstyle="/;
    for (const file of sources.filter((name) => /^(?:elements|wallets)/.test(relative(src, name)))) {
      const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      assert.doesNotMatch(code, sinks, relative(root, file));
    }
  });
});
