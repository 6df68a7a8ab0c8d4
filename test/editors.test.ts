/** What editors are told of the tags: valid by the formats' own schemas, complete, and shown by VS Code's own services. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import type * as Css from 'vscode-css-languageservice';
import type * as Html from 'vscode-html-languageservice';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const css = require('vscode-css-languageservice') as typeof Css;
const html = require('vscode-html-languageservice') as typeof Html;
const read = <T>(name: string) => JSON.parse(readFileSync(join(root, name), 'utf8')) as T;

interface Named {
  readonly name: string;
}
type Kind = 'attributes' | 'members' | 'events' | 'slots' | 'cssParts' | 'cssProperties' | 'cssStates';
type Tag = { readonly tagName?: string } & Readonly<Record<Kind, readonly (Named & { kind?: string })[]>>;

const manifest = read<{ modules: { declarations?: Tag[] }[] }>('custom-elements.json');
const tags = manifest.modules.flatMap(({ declarations = [] }) => declarations.filter(({ tagName }) => tagName));
const names = (list: readonly Named[] = []) => list.map(({ name }) => name);
const settable = ({ attributes }: Tag) => names(attributes).filter((name) => name !== 'phase');

const htmlFile = 'dist/editors/vscode.html-custom-data.json';
const cssFile = 'dist/editors/vscode.css-custom-data.json';

function assertValid(schema: object, data: unknown): void {
  const ajv = new Ajv({ strict: false, allErrors: true });
  assert.ok(ajv.validate(schema, data), ajv.errorsText());
}

it('the manifest keeps to the schema of its format', () =>
  assertValid(require('custom-elements-manifest/schema.json') as object, manifest));

describe('VS Code', () => {
  for (const [service, file] of Object.entries({
    'vscode-html-languageservice': htmlFile,
    'vscode-css-languageservice': cssFile,
  }))
    it(`is given data that keep to the schema of ${service}`, () =>
      assertValid(read(`node_modules/${service}/docs/customData.schema.json`), read(file)));

  /** What is offered where `|` stands, with what is said of it. */
  function offeredInHtml(text: string): Map<string, string> {
    const data = html.newHTMLDataProvider('ours', read<Html.HTMLDataV1>(htmlFile));
    const service = html.getLanguageService({ useDefaultDataProvider: false, customDataProviders: [data] });
    const document = html.TextDocument.create('file:///page.html', 'html', 1, text.replace('|', ''));
    const at = document.positionAt(text.indexOf('|'));
    const { items } = service.doComplete(document, at, service.parseHTMLDocument(document));
    return new Map(items.map(({ label, documentation }) => [label, JSON.stringify(documentation ?? '')]));
  }

  it('offers the tags, each with its description', () => {
    const offered = offeredInHtml('<p|');
    offered.delete('!DOCTYPE');
    assert.deepEqual(new Set(offered.keys()), new Set(tags.map(({ tagName }) => tagName)));
    for (const tag of tags)
      for (const { name } of [...tag.events, ...tag.slots, ...tag.cssStates])
        assert.ok(offered.get(tag.tagName!)!.includes(name), `${tag.tagName}: ${name}`);
  });

  for (const tag of tags)
    it(`offers what can be set on ${tag.tagName}, with a description of each`, () => {
      const offered = offeredInHtml(`<${tag.tagName} |></${tag.tagName}>`);
      for (const name of settable(tag)) assert.ok(offered.get(name)!.length > 20, name);
      assert.deepEqual(
        [...offered.keys()].filter((name) => !/^(?:data-|role|aria-)/.test(name)).sort(),
        settable(tag).sort(),
      );
    });

  it('offers the values that an attribute takes', () => {
    assert.deepEqual([...offeredInHtml('<pay-crypto qr="|"').keys()], ['uri', 'address', 'image', 'none']);
    assert.deepEqual([...offeredInHtml('<pay-localcode qr="|"').keys()], ['none']);
  });

  /** The same in a style sheet, among what every style sheet may hold. */
  function offeredInCss(text: string): Map<string, string> {
    const data = css.newCSSDataProvider(read<Css.CSSDataV1>(cssFile));
    const service = css.getCSSLanguageService({ customDataProviders: [data] });
    const document = html.TextDocument.create('file:///shop.css', 'css', 1, text.replace('|', ''));
    const at = document.positionAt(text.indexOf('|'));
    const { items } = service.doComplete(document, at, service.parseStylesheet(document));
    return new Map(items.map(({ label, documentation }) => [label, JSON.stringify(documentation ?? '')]));
  }

  for (const [what, text, kind, ours, as] of [
    ['token', 'pay-crypto { --p| }', 'cssProperties', /^--pay-/, (name: string) => name],
    ['state', 'pay-crypto:| {}', 'cssStates', /^:state\(\w/, (name: string) => `:state(${name})`],
    ['part', 'pay-crypto::| {}', 'cssParts', /^::part\(\w/, (name: string) => `::part(${name})`],
  ] as const)
    it(`offers every ${what} in a style sheet, with the tags that have it`, () => {
      const offered = offeredInCss(text);
      const named = tags.flatMap((tag) => names(tag[kind]).map((name) => [as(name), `<${tag.tagName}>`] as const));
      assert.deepEqual(
        new Set([...offered.keys()].filter((name) => ours.test(name))),
        new Set(named.map(([name]) => name)),
      );
      for (const [name, tag] of named) assert.ok(offered.get(name)!.includes(tag), `${name} ${tag}`);
    });
});

/**
 * The part of the web-types format that ours makes use of, stricter than the format: nothing unknown, nothing without a
 * word on it. Names of pseudo-classes have no colon there.
 */
const text = { type: 'string', minLength: 1 };
const object = (properties: object, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const list = (properties: object, optional?: readonly string[]) => ({
  type: 'array',
  minItems: 1,
  items: object({ name: text, description: text, ...properties }, optional),
});
const WEB_TYPES = object({
  $schema: { const: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json' },
  name: text,
  version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+' },
  'js-types-syntax': { const: 'typescript' },
  'description-markup': { const: 'markdown' },
  contributions: object({
    html: object({
      elements: list({
        source: object({ module: text, symbol: text }),
        attributes: list({ value: object({ type: text }) }),
        slots: list({ name: { type: 'string' } }), // the default slot has none
        js: object({
          properties: list({ type: text, 'read-only': { const: true } }, ['read-only']),
          events: list({ type: text }),
        }),
        css: object({
          properties: list({ default: text }),
          parts: list({}),
          'pseudo-classes': list({}),
        }),
      }),
    }),
  }),
});

describe('JetBrains editors', () => {
  interface Element extends Named {
    readonly attributes: Named[];
    readonly slots: Named[];
    readonly js: { readonly events: Named[]; readonly properties: Named[] };
    readonly css: { readonly parts: Named[]; readonly properties: Named[]; readonly 'pseudo-classes': Named[] };
  }
  const data = read<{ version: string; contributions: { html: { elements: Element[] } } }>(
    'dist/editors/web-types.json',
  );

  it('are given data in the shape of their format', () => assertValid(WEB_TYPES, data));

  it('find it by package.json', () => {
    const own = read<{ version: string; 'web-types': string }>('package.json');
    assert.equal(own['web-types'], './dist/editors/web-types.json');
    assert.equal(data.version, own.version);
  });

  for (const tag of tags)
    it(`have every member of ${tag.tagName}`, () => {
      const documented = data.contributions.html.elements.find(({ name }) => name === tag.tagName)!;
      assert.deepEqual(names(documented.attributes), settable(tag));
      assert.deepEqual(names(documented.slots), names(tag.slots));
      assert.deepEqual(names(documented.js.events), names(tag.events));
      assert.deepEqual(names(documented.js.properties), names(tag.members.filter(({ kind }) => kind === 'field')));
      assert.deepEqual(names(documented.css.parts), names(tag.cssParts));
      assert.deepEqual(names(documented.css.properties), names(tag.cssProperties));
      assert.deepEqual(
        names(documented.css['pseudo-classes']),
        names(tag.cssStates).map((name) => `state(${name})`),
      );
    });
});

/**
 * What each tag documented when its comment still held all of it (parts by their present names). Since then the base
 * class holds what the tags have in common: nothing of it may be lost.
 */
describe('the manifest', () => {
  type Documented = Readonly<Record<string, Readonly<Partial<Record<Kind, readonly string[]>>>>>;
  const documented = read<Documented>('test/support/documented-tags.json');

  for (const [tagName, kinds] of Object.entries(documented))
    it(`documents all of <${tagName}>`, () => {
      const tag = tags.find((each) => each.tagName === tagName)!;
      for (const [kind, expected] of Object.entries(kinds) as [Kind, readonly string[]][]) {
        const entries = tag[kind] as readonly (Named & { description?: string })[];
        const missing = expected.filter((name) => !names(entries).includes(name));
        assert.deepEqual(missing, [], kind);
        const without = entries.filter(({ description }) => !description).map(({ name }) => name);
        assert.deepEqual(without, [], `${kind} without a description`);
        assert.equal(new Set(names(entries)).size, entries.length, `${kind} twice`);
      }
    });
});
