import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { localeFiles, readMessages } from '../../src/i18n/locale-files.ts';

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Serves these files, and gives the address of their folder. */
async function serve(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const text = files[url];
    response.writeHead(text === undefined ? 404 : 200).end(text ?? '{}');
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const DE = `export const messages = ${JSON.stringify({ lang: 'de', dir: 'ltr', paid: 'Bezahlt' })}`;

test('a locale is read when its file and the list of hashes match their hashes', async (t) => {
  const list = JSON.stringify({ de: hashOf(DE) });
  const folder = await serve(t, { '/integrity.json': list, '/de.js': DE });
  const load = localeFiles(['de'], folder, hashOf(list))['de']!;
  assert.deepEqual(await load(), { messages: { lang: 'de', dir: 'ltr', paid: 'Bezahlt' } });
});

test('a locale is refused when it, or the list, has changed, is not there, or has no hash', async (t) => {
  const list = JSON.stringify({ de: hashOf(DE) });
  for (const [name, files, hash] of [
    ['a changed locale', { '/integrity.json': list, '/de.js': DE.replace('Bezahlt', 'Offen') }, hashOf(list)],
    ['no locale', { '/integrity.json': list }, hashOf(list)],
    ['a changed list', { '/integrity.json': `${list} `, '/de.js': DE }, hashOf(list)],
    ['no list', { '/de.js': DE }, hashOf(list)],
    ['a list without the locale', { '/integrity.json': '{}', '/de.js': DE }, hashOf('{}')],
    ['no hash at all', { '/integrity.json': list, '/de.js': DE }, ''],
  ] as const) {
    const load = localeFiles(['de'], await serve(t, files), hash)['de']!;
    await assert.rejects(load(), TypeError, name);
  }
});

test('only the texts with known keys are read from a locale', () => {
  const data: unknown = JSON.parse(
    '{"paid":"Bezahlt","copied":7,"help":null,"note":["x"],"more":{},"dir":"up","unheard":"x","__proto__":{"busy":"x"},"toString":"x"}',
  );
  assert.deepEqual(readMessages(data), { paid: 'Bezahlt' });
  assert.equal(readMessages(data).busy, undefined);
  for (const odd of [null, undefined, 7, 'text', ['paid'], true]) assert.deepEqual(readMessages(odd), {});
});
