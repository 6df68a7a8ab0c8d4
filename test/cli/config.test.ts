import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, describe, it } from 'node:test';
import { runCli } from './run.ts';

describe('--config with a module that cannot be used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-config-'));
  after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  /** A path as the messages have it. */
  const shown = (path: string) => {
    const short = relative(process.cwd(), path);
    return short.length < path.length ? short : path;
  };
  /** What `payments` prints, which is one message without a stack trace. */
  async function refused(path: string, env = {}): Promise<string> {
    const { code, out, err } = await runCli(['payments', '--config', path], env);
    assert.deepEqual([code, out], [1, ''], err);
    assert.doesNotMatch(err, /\n {4}at /);
    return err;
  }

  const brokenModule = write('broken.mjs', 'export default {\n  secret "x",\n};\n');

  for (const [what, file, text, message] of [
    ['a syntax error', 'syntax.mjs', "export default {\n  secret 'x',\n};\n", 'Unexpected string.\n  at FILE:2:10\n'],
    [
      'a syntax error in CommonJS',
      'syntax.cjs',
      "module.exports = { secret 'x' };",
      'Unexpected string.\n  at FILE:1:27\n',
    ],
    ['an error', 'throws.mjs', "\nthrow new Error('no database');", 'no database.\n  at FILE:2:7\n'],
    [
      'an error of its function',
      'fails.mjs',
      "export default () => { throw new Error('no key'); };",
      'no key.\n  at FILE:1:30\n',
    ],
    [
      'a name that does not exist',
      'name.mjs',
      'export default { secret: secrett };',
      'secrett is not defined.\n  at FILE:1:26\n',
    ],
    ['a thrown text', 'text.mjs', "throw 'no database';", 'it threw "no database".\n'],
    ['a thrown undefined', 'nothing.mjs', 'throw undefined;', 'it threw undefined.\n'],
    [
      'a missing export',
      'export.mjs',
      "import { nothing } from 'node:fs';",
      "The requested module 'node:fs' does not provide an export named 'nothing'.\n  at FILE:1:10\n",
    ],
    ['an error without a message', 'bare.mjs', 'throw new TypeError();', 'TypeError.\n  at FILE:1:7\n'],
    ['a failed request', 'fetch.mjs', "await fetch('http://127.0.0.1:2/');", 'fetch failed: nothing listens there.\n'],
    ['an end of the process', 'exits.mjs', 'process.exit(0);', 'it ended the process with the code 0.\n'],
    [
      'JSON',
      'config.json',
      '{}',
      'it is no module. Pass a file in JavaScript or TypeScript, such as pay.config.mjs.\n',
    ],
    [
      'another file',
      'config.txt',
      'secret',
      'it is no module. Pass a file in JavaScript or TypeScript, such as pay.config.mjs.\n',
    ],
    [
      'an imported module with a syntax error',
      'imports.mjs',
      "import './broken.mjs';",
      'Unexpected string, in this module or in one that it imports. To see where, run: node FILE\n',
    ],
  ] as const)
    it(`names the place of ${what}`, async () => {
      const path = write(file, text);
      assert.equal(await refused(path), `${path} cannot be loaded: ${message.replace('FILE', shown(path))}`);
    });

  it('names the imported file that is no module', async () => {
    write('data.json', '{}');
    const err = await refused(write('data.mjs', "import data from './data.json'; export default data;"));
    assert.match(err, /cannot be loaded: Module "\S+data\.json" needs an import attribute/);
  });

  it('names a promise that is never settled', async () => {
    const path = write('await.mjs', 'await new Promise(() => {});');
    assert.ok(
      (await refused(path)).endsWith(`${path} cannot be loaded: it waits for a promise that nothing settles.\n`),
    );
  });

  it('names a package and a file that do not exist', async () => {
    for (const [file, text, message] of [
      ['package.mjs', "import 'no-such-package';", /cannot be loaded: Cannot find package 'no-such-package'/],
      ['file.mjs', "import './no-such-file.mjs';", /cannot be loaded: Cannot find module '\S+no-such-file\.mjs'/],
      ['package.cjs', "require('no-such-package');", /cannot be loaded: Cannot find module 'no-such-package'\. Is/],
    ] as const) {
      const err = await refused(write(file, text));
      assert.match(err, message);
      assert.match(err, /\. Is the name correct, and is the package installed\?\n$/);
    }
  });

  it('says what the default export is', async () => {
    for (const [file, text, message] of [
      ['none.mjs', 'export const options = {};', / has no default export\. Write the options .* as: export default \{/],
      ['list.mjs', 'export default [];', /: the default export is a list, and an object with the options/],
      ['promise.mjs', 'export default Promise.resolve([]);', /: the default export is a list, and an object/],
      ['word.mjs', "export default 'x';", /: the default export is text, and an object/],
      [
        'empty.mjs',
        'export default () => {};',
        /: the function of the default export returned undefined, and an object/,
      ],
    ] as const)
      assert.match(await refused(write(file, text)), message);
  });

  it('says that it is a folder', async () => {
    const path = join(folder, 'folder');
    mkdirSync(path);
    assert.equal(await refused(path), `${path} is not a file. Pass the module itself with --config.\n`);
  });

  it('names the option store, where it is missing or its database does not work', async () => {
    const none = write('no-store.mjs', 'export default {};');
    assert.equal(
      await refused(none),
      `${none} has no option store. Add it there, or use --sqlite <file> or --postgres <url> instead of --config.\n`,
    );
    const failing = write(
      'failing.mjs',
      "const fail = () => { throw new Error('the driver says no'); };\n" +
        'export default { store: new Proxy({}, { get: () => fail }) };',
    );
    assert.equal(await refused(failing), `the store of ${failing} cannot be read: the driver says no.\n`);
    const { code, out, err } = await runCli(['doctor', '--config', failing]);
    assert.deepEqual([code, err], [1, '']);
    assert.match(out.replace(/\s+/g, ' '), /the store of \S+failing\.mjs does not work: the driver says no\./);
  });

  it('names the SQLite file that its store cannot open', async () => {
    const url = JSON.stringify(new URL('../../src/server/stores/sqlite.ts', import.meta.url).href);
    const path = write(
      'sqlite.mjs',
      `import { DatabaseSync } from 'node:sqlite';
      import { sqliteStore } from ${url};
      export default { store: sqliteStore(new DatabaseSync(process.env.FILE)) };`,
    );
    assert.match(
      await refused(path, { FILE: brokenModule }),
      new RegExp(
        'cannot be loaded: \\S+broken\\.mjs' +
          ': the file is not a SQLite database \\(file is not a database\\)\\. Check its path\\.\\n {2}at \\S+sqlite\\.mjs:3:31\\n$',
      ),
    );
    assert.match(
      await refused(path, { FILE: join(folder, 'no', 'folder.db') }),
      /cannot be loaded: the file cannot be opened or created \(unable to open database file\)\. Does its folder exist/,
    );
  });
});
