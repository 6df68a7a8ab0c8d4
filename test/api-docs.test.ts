import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { entriesOf } from '../scripts/entries.mjs';
import { phases } from '../src/core/payments/phases.ts';
import {
  PayCheckoutElement,
  PayCryptoElement,
  PayLocalcodeElement,
  PayWalletElement,
  type PayElement,
} from '../src/elements/index.ts';

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

const CLASSES: Readonly<Record<string, typeof PayElement>> = {
  'pay-crypto': PayCryptoElement,
  'pay-wallet': PayWalletElement,
  'pay-localcode': PayLocalcodeElement,
  'pay-checkout': PayCheckoutElement,
};

/** What a tag has by inheritance alone, and does nothing with. */
const NOT_FOR: Readonly<Record<string, readonly string[]>> = {
  'pay-checkout': ['payment', 'status-url', 'statusUrl'],
};

/** The modules of the base classes of each tag, in `src/elements/base`. */
const BASES: Readonly<Record<string, readonly string[]>> = {
  'pay-crypto': ['qr-element', 'payment-element', 'pay-element'],
  'pay-wallet': ['payment-element', 'pay-element'],
  'pay-localcode': ['qr-element', 'payment-element', 'pay-element'],
  'pay-checkout': ['pay-element'],
};

/** States of choosing. */
const MORE_STATES: Readonly<Record<string, readonly string[]>> = { 'pay-checkout': ['choosing', 'preparing', 'busy'] };

/** What TypeScript says a page may touch of a class of ours: public, and not what Lit or the platform call. */
function publicMembers(tag: string): string[] {
  const CALLBACKS = ['connectedCallback', 'disconnectedCallback', 'attributeChangedCallback'];
  const files = [`elements/${tag}/${tag}.ts`, ...BASES[tag]!.map((name) => `elements/base/${name}.ts`)];
  const members = files.flatMap((name) => {
    const source = ts.createSourceFile(
      name,
      readFileSync(join(root, 'src', name), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    return source.statements.filter(ts.isClassDeclaration).flatMap(({ members }) =>
      members.flatMap((member) => {
        const flags = ts.getCombinedModifierFlags(member);
        const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;
        const isInternal = ts.getJSDocTags(member).some(({ tagName }) => tagName.text === 'internal');
        if (!member.name || !ts.isIdentifier(member.name) || flags & hidden || isInternal) return [];
        return CALLBACKS.includes(member.name.text) ? [] : [member.name.text];
      }),
    );
  });
  return [...new Set(members)];
}

describe('the custom elements manifest (custom-elements.json)', () => {
  it('has the four tags', () =>
    assert.deepEqual(tags.map(({ tagName }) => tagName).sort(), Object.keys(CLASSES).sort()));

  for (const tag of tags)
    it(`describes every public member of ${tag.tagName}`, () => {
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
    it(`documents every public member of ${tag}, and no other`, () => {
      const { attributes = [], members = [], cssStates = [] } = tags.find(({ tagName }) => tagName === tag)!;
      const names = (list: readonly Documented[]) => list.map(({ name }) => name).sort();
      const own = (name: string) => !NOT_FOR[tag]?.includes(name);
      assert.deepEqual(names(attributes), type.observedAttributes.filter(own).sort());
      assert.deepEqual(names(members), publicMembers(tag).filter(own).sort());
      assert.deepEqual(names(members.filter(({ readonly }) => readonly)), ['phase']);
      assert.deepEqual(names(cssStates), [...phases, 'loading', 'problem', 'lost', ...(MORE_STATES[tag] ?? [])].sort());
    });

  it('documents no private member of any class', () => {
    const members = manifest.modules.flatMap(({ declarations = [] }) =>
      declarations.flatMap(({ members = [] }) => members),
    );
    assert.ok(members.length > 0);
    assert.deepEqual(
      members.filter(({ name = '', privacy = 'public' }) => privacy !== 'public' || /^[#_]/.test(name)),
      [],
    );
  });

  it('hands every part of the three tags on through pay-checkout', () => {
    const source = readFileSync(join(root, 'src/elements/pay-checkout/payment-tag.ts'), 'utf8');
    const [, handed = ''] = /PARTS =([^;]+);/.exec(source) ?? [];
    const partsOf = ({ cssParts = [] }: Tag) => cssParts.map(({ name = '' }) => name);
    const inner = new Set(tags.filter(({ tagName }) => tagName !== 'pay-checkout').flatMap(partsOf));
    const outer = new Set(tags.filter(({ tagName }) => tagName === 'pay-checkout').flatMap(partsOf));
    assert.deepEqual(handed.match(/[a-z-]+/g)?.sort(), [...inner].sort());
    assert.deepEqual(
      [...inner].filter((name) => !outer.has(name)),
      [],
    );
  });
});

/** As a shop's editor reads them: the declarations in dist, those of the wrappers and typings among them. */
describe('the public entries', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  const entries = entriesOf(root, exports);
  const program = ts.createProgram(
    entries.map(({ types }) => join(root, types)),
    { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, noLib: true, types: [] },
  );
  const checker = program.getTypeChecker();

  it('are all here', () => {
    const names = entries.map(({ name }) => name);
    for (const name of ['.', './react', './vue', './types/solid', './define/pay-wallet', './autoload'])
      assert.ok(names.includes(name));
  });

  for (const { name, types } of entries)
    it(`${name} exports nothing undocumented`, () => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, types))!);
      const silent = (module ? checker.getExportsOfModule(module) : []).filter((exported) => {
        const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
        return symbol.getDocumentationComment(checker).length === 0;
      });
      assert.deepEqual(
        silent.map(({ name }) => name),
        [],
      );
    });
});
