import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { exactJson } from '../../src/core/json.ts';

describe('exactJson', () => {
  it('gives back every number as it was written, and every string as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const asText = (v: unknown): unknown =>
          typeof v === 'number'
            ? JSON.stringify(v)
            : Array.isArray(v)
              ? v.map(asText)
              : v && typeof v === 'object'
                ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, asText(x)]))
                : v;
        assert.equal(JSON.stringify(exactJson(text)), JSON.stringify(asText(JSON.parse(text))));
      }),
    );
  });

  it('reads a text of many megabytes', () => {
    const long = 'x'.repeat(30_000_000);
    assert.deepEqual(exactJson(JSON.stringify({ long, a: 1.5 })), { long, a: '1.5' });
  });

  it('refuses what JSON refuses', () => {
    for (const bad of ['tru5e', '01', '{"a":1,}', '"\u0000"', '1 2']) assert.throws(() => exactJson(bad), SyntaxError);
  });
});
