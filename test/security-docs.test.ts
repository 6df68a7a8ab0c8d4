import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
const [, model = ''] = /^## Threat model$([\s\S]*?)(?=^## )/m.exec(text) ?? [];
const actors = model
  .split(/^### /m)
  .slice(1)
  .map((part) => ({ name: part.slice(0, part.indexOf('\n')), points: part.split(/^- /m).slice(1), part }));

const testsIn = (point: string) => [...point.matchAll(/`(test\/[\w./-]+)`/g)].map(([, file]) => file!);

describe('the threat model in SECURITY.md', () => {
  it('describes every role', () => {
    for (const actor of ['payer', 'visitor', 'script', 'CDN', 'proxy', 'service', 'process'])
      assert.ok(
        actors.some(({ name }) => name.includes(actor)),
        actor,
      );
  });

  for (const { name, points, part } of actors)
    it(`describes what ${name} can do, the guarantees, each with an existing test, and the limits`, () => {
      assert.match(part, /^Can /m);
      const holds = points.filter((point) => point.startsWith('Holds: '));
      const fails = points.filter((point) => point.startsWith('Does not hold: '));
      assert.equal(holds.length + fails.length, points.length);
      assert.ok(holds.length > 0 && fails.length > 0);
      for (const point of holds) assert.ok(testsIn(point).length > 0, `no test: ${point}`);
      for (const file of points.flatMap(testsIn)) {
        assert.match(file, /\.test\.ts$/);
        assert.ok(existsSync(join(root, file)), file);
      }
    });
});
