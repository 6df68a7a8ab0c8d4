import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Documented {
  readonly name?: string;
  readonly description?: string;
  readonly inheritedFrom?: object;
  readonly kind?: string;
}

interface Tag extends Documented {
  readonly tagName: string;
  readonly attributes?: Documented[];
  readonly members?: Documented[];
  readonly events?: Documented[];
  readonly slots?: Documented[];
  readonly cssParts?: Documented[];
  readonly cssProperties?: Documented[];
  readonly cssStates?: Documented[];
}

const manifest = JSON.parse(readFileSync(join(root, 'custom-elements.json'), 'utf8')) as {
  modules: { declarations?: (Documented & Partial<Tag>)[] }[];
};
const tags = manifest.modules.flatMap(({ declarations = [] }) => declarations.filter((d): d is Tag => !!d.tagName));

const templates = readdirSync(join(root, 'src/elements'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(root, 'src/elements', name), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, ''))
  .join('\n');

const namesOf = (kind: 'slots' | 'cssParts' | 'cssProperties' | 'events') =>
  new Set(tags.flatMap((tag) => (tag[kind] ?? []).map(({ name = '' }) => name)));

const used = (pattern: RegExp) => new Set([...templates.matchAll(pattern)].flatMap(([, names]) => names!.split(/\s+/)));

describe('the manual of the tags (custom-elements.json)', () => {
  it('has the three tags', () =>
    assert.deepEqual(tags.map(({ tagName }) => tagName).sort(), ['pay-crypto', 'pay-localcode', 'pay-wallet']));

  for (const tag of tags)
    it(`says of every public thing of ${tag.tagName} what it is`, () => {
      assert.ok(tag.description, 'the tag itself');
      for (const kind of [
        'attributes',
        'members',
        'events',
        'slots',
        'cssParts',
        'cssProperties',
        'cssStates',
      ] as const) {
        const list = tag[kind] ?? [];
        assert.ok(list.length > 0, `${kind}: none`);
        for (const { name, description } of list) assert.ok(description, `${kind}: ${name} says nothing`);
      }
      const leaked = (tag.members ?? []).filter(({ name }) => /^[#_]/.test(name ?? ''));
      assert.deepEqual(leaked, []);
    });

  it('names every part, slot and token that the templates and styles have, and none that they have not', () => {
    const parts = used(/\bpart="([\w -]+)"/g);
    for (const part of parts) assert.ok(namesOf('cssParts').has(part), `part ${part} is not documented`);
    const slots = used(/<slot name="([\w-]+)"/g);
    assert.deepEqual([...namesOf('slots')].sort(), [...slots].sort());
    const tokens = used(/var\((--pay-[\w-]+)/g);
    assert.deepEqual([...namesOf('cssProperties')].sort(), [...tokens].sort());
  });

  it('names every event that there is a class for', () => {
    const events = used(/super\('(pay-[\w-]+)'/g);
    assert.deepEqual([...namesOf('events')].sort(), [...events].sort());
  });
});

describe('the public entries', () => {
  const entries = [
    'core/index.ts',
    'elements/index.ts',
    'server/index.ts',
    'server/node/index.ts',
    'server/stores/sqlite.ts',
    'sandbox/index.ts',
  ];
  const files = entries.map((name) => join(root, 'src', name));
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (name) => ts.sys.readFile(name)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();

  for (const file of files)
    it(`${relative(root, file)} exports nothing without a word on it`, () => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
      const silent = checker.getExportsOfModule(module).filter((exported) => {
        const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
        return symbol.getDocumentationComment(checker).length === 0;
      });
      assert.deepEqual(
        silent.map(({ name }) => name),
        [],
      );
    });
});
