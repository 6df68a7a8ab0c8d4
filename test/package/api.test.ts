import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { entryReports } from '../../scripts/api-entries.mjs';
import { packageReport, tagsReport } from '../../scripts/api-tags.mjs';

const root = mkdtempSync(join(tmpdir(), 'pay-elements-api-'));
mkdirSync(join(root, 'dist'));
after(() => rmSync(root, { recursive: true, force: true }));

const INDEX = `/** Opens a till. */
export declare function open(options: Options): import('./till.js').Till;
export { limit as most } from './till.js';
interface Options { readonly sum: string; }
declare global { interface HTMLElementTagNameMap { 'x-till': HTMLElement; } }
`;
const TILL = `export declare class Till<T = string> {
  #private;
  private secret;
  protected inside(): Hidden;
  close(why: Reason): void;
}
export declare const limit = 3;
type Reason = 'done' | 'late';
interface Hidden { readonly a: 1; }
export interface Unused { readonly b: 2; }
`;

function report(index = INDEX, till = TILL): string {
  writeFileSync(join(root, 'dist/index.d.ts'), index);
  writeFileSync(join(root, 'dist/till.d.ts'), till);
  const [[name, text] = [], ...more] = entryReports(root, {
    '.': { types: './dist/index.d.ts' },
    './data.json': './data.json',
  });
  assert.equal(name, 'index.md');
  assert.deepEqual(more, []);
  return text!;
}

describe('the API report of an entry', () => {
  const before = report();

  for (const [what, index, till] of [
    ['an export that is gone', INDEX.replace(/export \{.*/, ''), TILL],
    ['another name for it', INDEX.replace('most', 'limit'), TILL],
    ['a property that became optional', INDEX.replace('sum:', 'sum?:'), TILL],
    ['a method of a class that is only returned', INDEX, TILL.replace('close(', 'shut(')],
    ['a type that is named by that class alone', INDEX, TILL.replace("'late'", "'early'")],
    ['a default of a type parameter', INDEX, TILL.replace('T = string', 'T = number')],
    ['the value of a constant', INDEX, TILL.replace('limit = 3', 'limit = 4')],
    ['a tag added to the global types', INDEX.replace('x-till', 'x-box'), TILL],
  ] as const)
    it(`changes with ${what}`, () => assert.notEqual(report(index, till), before));

  for (const [what, index, till] of [
    ['a comment', INDEX.replace('Opens a till', 'Makes one'), TILL],
    ['what is private or protected', INDEX, TILL.replace('secret', 'other').replace('inside(', 'within(')],
    ['a type that only those name', INDEX, TILL.replace('a: 1', 'a: 9')],
    ['a type that no export leads to', INDEX, TILL.replace('b: 2', 'b: 9')],
    [
      'the order in a file',
      INDEX,
      TILL.split(/(?<=\n)(?=type)/)
        .reverse()
        .join(''),
    ],
  ] as const)
    it(`does not change with ${what}`, () => assert.equal(report(index, till), before));
});

describe('the API report of the tags and of the package', () => {
  const tag = {
    tagName: 'x-till',
    attributes: [{ name: 'sum', type: { text: 'string' } }],
    members: [{ name: 'close', kind: 'method', parameters: [{ name: 'why', type: { text: 'Reason' } }] }],
    events: [{ name: 'x-done', type: { text: 'DoneEvent' } }],
    cssStates: [{ name: 'open' }],
  };
  const text = (change: object) => tagsReport({ modules: [{ declarations: [{ ...tag, ...change }] }] });

  it('changes with everything that can be written on a tag, and not with its description', () => {
    assert.match(text({}), /`close\(why: Reason\)`/);
    for (const kind of ['attributes', 'members', 'events', 'cssStates'] as const)
      assert.notEqual(text({ [kind]: [] }), text({}));
    assert.notEqual(text({ slots: [{ name: 'header' }] }), text({}));
    assert.equal(text({ description: 'A till.' }), text({}));
  });

  it('changes with an entry, and not with the version of a dependency', () => {
    const manifest = { exports: { '.': { types: './a.d.ts' } }, dependencies: { lit: '3.3.3' } };
    assert.notEqual(packageReport({ ...manifest, exports: {} }), packageReport(manifest));
    assert.equal(packageReport({ ...manifest, dependencies: { lit: '3.3.4' } }), packageReport(manifest));
  });
});
