import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { faultKinds } from '../../src/sandbox/faults/faults.ts';
import { helpOf } from '../../src/cli/command.ts';
import { dev } from '../../src/cli/dev/command.ts';
import { sandbox as command } from '../../src/cli/sandbox.ts';
import { shopEnvironment } from '../../src/cli/shop-environment.ts';
import { readScript } from '../../src/sandbox/webhooks/webhook-script.ts';
import { allMatches } from '../support/all-matches.ts';
import { freePort } from '../support/free-port.ts';
import { createFixture } from './support/fixture.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const text = readFileSync(join(root, 'docs/sandbox.md'), 'utf8');
const programs = allMatches(text, /^```js\n([\s\S]*?)^```/gm).map(([, program = '']) => program);

/** The rows of the table below a heading, as the texts of their cells. */
function rows(heading: string): string[][] {
  const [, part = ''] = new RegExp(`^## ${heading}$([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(text) ?? [];
  const lines = part.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}
const code = (cell = '') => /^`(.*)`$/.exec(cell)?.[1] ?? '';

describe('docs/sandbox.md', () => {
  for (const [i, program] of programs.entries())
    it(`has a program, number ${i + 1}, that prints what stands behind it`, async () => {
      const folder = mkdtempSync(join(root, 'test/.docs-')); // below our package.json, so that the package finds itself
      const file = join(folder, 'program.mjs');
      writeFileSync(file, program.replaceAll('8080', String(await freePort())));
      try {
        const { stdout } = await promisify(execFile)(process.execPath, [file]);
        const messages = [...program.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line = '']) => line);
        assert.ok(messages.length > 0);
        // What differs from run to run stands in angle brackets.
        const pattern = messages.map((line) =>
          line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/<[A-Z]+>/g, '\\S+'),
        );
        assert.match(stdout, new RegExp(`^${pattern.join('\n')}\n$`));
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

  it('has control calls that can be made as they stand, and all there are', async () => {
    const { request, crypto, wallet, localcode, control } = createFixture();
    const id = async (make: typeof crypto, key: string) => String((await make())[key]);
    const ids: Readonly<Record<string, string>> = {
      tid: await id(crypto, 'tid'),
      tid2: await id(crypto, 'tid'),
      tid3: await id(crypto, 'tid'),
      pid: await id(wallet, 'pid'),
      pid2: await id(wallet, 'pid'),
      bid: await id(localcode, 'bid'),
      paid: await id(wallet, 'pid'),
      transaction: control.chain.send('BTC', 'an address', '0.1'),
    };
    control.pay(ids['paid'] ?? '');
    await control.settled();
    const calls = rows('Control').map(([call, body]) => ({ call: code(call), body: code(body) }));
    assert.ok(calls.length > 20);
    for (const { call, body } of calls) {
      const [method = '', path = ''] = call.split(' ');
      const fill = (text: string) => text.replace(/<(\w+)>/, (_, name: string) => ids[name] ?? name);
      const { status, body: output } = await request(method, fill(path), fill(body) || undefined);
      assert.equal(status, 200, `${call} ${output}`);
    }
    const routes = ['actions/control-routes.ts', 'chain/chain-routes.ts']
      .map((file) => readFileSync(join(root, 'src/sandbox', file), 'utf8'))
      .join('');
    const statusWords = [...routes.matchAll(/(?:what|doing|id|path\[0\]) === '([\w-]+)'|case '([\w-]+)'/g)].map(
      (m) => m[1] ?? m[2] ?? '',
    );
    for (const word of statusWords)
      assert.ok(
        calls.some(({ call }) => call.split(/[/?]/).includes(word)),
        word,
      );
  });

  it('names each field of a script with a valid value, and each fault', () => {
    const fields = rows('Webhook scripts').map(
      ([name, value = '']) => [code(name), value.split(' or ').map(code)] as const,
    );
    for (const [name, values] of fields)
      for (const value of values) {
        const list = value.startsWith('[') ? (JSON.parse(value) as unknown[]).join(',') : value;
        assert.ok(name in readScript({ [name]: list }), `${name} ${value}`);
      }
    assert.equal(fields.length, 6);
    assert.deepEqual(
      rows('Faults of the service').map(([name]) => code(name)),
      [...faultKinds],
    );
  });

  it('names options of the commands that there are', () => {
    const help = helpOf(command) + helpOf(dev);
    for (const [option] of allMatches(text, /--[a-z][a-z-]*/g)) assert.ok(help.includes(option), option);
  });

  it('names the variables that the commands set', () => {
    const named = rows('With your shop').flatMap(([names = '']) => [...names.matchAll(/\w+/g)].map(([name]) => name));
    const environment = shopEnvironment({ url: '', apiKey: '' }, { PAY_SECRET: '', PAY_URL: '' });
    assert.deepEqual(named.sort(), Object.keys(environment).sort());
  });
});
