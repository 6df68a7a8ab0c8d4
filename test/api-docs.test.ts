import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { phases } from '../src/core/status.ts';
import { PayCryptoElement, PayLocalcodeElement, PayWalletElement, type PayElement } from '../src/elements/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Documented {
  readonly name?: string;
  readonly description?: string;
  readonly inheritedFrom?: object;
  readonly kind?: string;
  readonly privacy?: string;
  readonly readonly?: boolean;
  readonly type?: { readonly text: string };
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

const CLASSES: Readonly<Record<string, typeof PayElement>> = {
  'pay-crypto': PayCryptoElement,
  'pay-wallet': PayWalletElement,
  'pay-localcode': PayLocalcodeElement,
};

/** What a tag has by inheritance alone, and does nothing with. */
const NOT_FOR: Readonly<Record<string, readonly string[]>> = { 'pay-wallet': ['qr'] };

/** What TypeScript says a page may touch of a class of ours: public, and not what Lit or the platform call. */
function publicMembers(tag: string): string[] {
  const CALLBACKS = ['connectedCallback', 'disconnectedCallback', 'attributeChangedCallback'];
  return [`elements/${tag}.ts`, 'elements/pay-element.ts'].flatMap((name) => {
    const source = ts.createSourceFile(name, readFileSync(join(root, 'src', name), 'utf8'), ts.ScriptTarget.Latest);
    return source.statements.filter(ts.isClassDeclaration).flatMap(({ members }) =>
      members.flatMap((member) => {
        const flags = ts.getCombinedModifierFlags(member);
        const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;
        if (!member.name || !ts.isIdentifier(member.name) || flags & hidden) return [];
        return CALLBACKS.includes(member.name.text) ? [] : [member.name.text];
      }),
    );
  });
}

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
    });

  for (const [tag, type] of Object.entries(CLASSES))
    it(`tells of ${tag} all that the class has, and nothing that is not for pages`, () => {
      const { attributes = [], members = [], cssStates = [] } = tags.find(({ tagName }) => tagName === tag)!;
      const names = (list: readonly Documented[]) => list.map(({ name }) => name).sort();
      const observed = type.observedAttributes.filter((name) => !(NOT_FOR[tag] ?? []).includes(name));
      assert.deepEqual(names(attributes), observed.sort());

      const symbol = publicMembers(tag).filter((name) => !(NOT_FOR[tag] ?? []).includes(name));
      assert.deepEqual(names(members), symbol.sort());
      assert.deepEqual(names(members.filter(({ readonly }) => readonly)), ['phase']);
      assert.deepEqual(names(cssStates), [...phases, 'loading', 'problem', 'lost'].sort());
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

describe('what is made from it', () => {
  const read = <T>(name: string) => JSON.parse(readFileSync(join(root, 'dist/editors', name), 'utf8')) as T;
  const settable = ({ attributes = [] }: Tag) => attributes.map(({ name }) => name).filter((name) => name !== 'phase');

  it("tells VS Code's HTML every tag, what can be set on it, and the words that fit", () => {
    interface Named {
      name: string;
      description: string | { value: string };
    }
    const data = read<{ version: number; tags: (Named & { attributes: (Named & { values?: Named[] })[] })[] }>(
      'vscode.html-custom-data.json',
    );
    assert.equal(data.version, 1.1);
    for (const tag of tags) {
      const told = data.tags.find(({ name }) => name === tag.tagName)!;
      assert.deepEqual(
        told.attributes.map(({ name }) => name),
        settable(tag),
      );
      const layout = told.attributes.find(({ name }) => name === 'layout')!;
      assert.deepEqual(layout.values, [{ name: 'auto' }, { name: 'stack' }, { name: 'row' }]);
      const text = JSON.stringify(told.description);
      for (const { name = '' } of [...tag.events!, ...tag.slots!, ...tag.cssStates!])
        assert.ok(text.includes(name), `${told.name}: ${name}`);
    }
  });

  it("tells VS Code's CSS every token and part", () => {
    const data = read<{ properties: { name: string }[]; pseudoElements: { description: string }[] }>(
      'vscode.css-custom-data.json',
    );
    assert.deepEqual(new Set(data.properties.map(({ name }) => name)), namesOf('cssProperties'));
    for (const part of namesOf('cssParts')) assert.ok(data.pseudoElements[0]!.description.includes(part), part);
  });

  it('tells JetBrains editors all of it', () => {
    type Named = { name: string };
    const { version, contributions } = read<{
      version: string;
      contributions: {
        html: {
          elements: (Named & {
            attributes: Named[];
            slots: Named[];
            js: { events: Named[]; properties: Named[] };
            css: { parts: Named[]; properties: Named[] };
          })[];
        };
      };
    }>('web-types.json');
    const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string;
      'web-types': string;
    };
    assert.equal(version, own.version);
    assert.equal(own['web-types'], './dist/editors/web-types.json');
    const names = (list: readonly { name?: string }[] = []) => list.map(({ name }) => name);
    for (const tag of tags) {
      const told = contributions.html.elements.find(({ name }) => name === tag.tagName)!;
      assert.deepEqual(names(told.attributes), settable(tag));
      assert.deepEqual(names(told.slots), names(tag.slots));
      assert.deepEqual(names(told.js.events), names(tag.events));
      assert.deepEqual(names(told.js.properties), names(tag.members?.filter(({ kind }) => kind === 'field')));
      assert.deepEqual(names(told.css.parts), names(tag.cssParts));
      assert.deepEqual(names(told.css.properties), names(tag.cssProperties));
    }
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
