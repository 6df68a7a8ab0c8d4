import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { mergeEnv, mergeLines, mergeManifest } from '../../src/cli/init/merge.ts';
import { minimumNode, nodeAdvice } from '../../src/cli/init/node-version.ts';
import { readStacks } from '../../src/cli/init/stacks.ts';
import { startSandbox } from '../../src/sandbox/index.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { cli, runCli } from './run.ts';

const stacks = readStacks();
const typescript = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

describe('pay-elements init', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pay-elements-init-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const init = (...args: string[]) => runCli(['init', '--dir', folder, ...args]);
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const filesIn = (dir: string) =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1));

  interface Manifest {
    readonly name: string;
    readonly scripts: Readonly<Record<string, string>>;
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  }
  /** The packages of a shop in another language are for its development alone. */
  const needed = (name: string, { dependencies, devDependencies }: Manifest) =>
    stacks[name]!.folders === undefined ? dependencies : devDependencies;
  const readManifest = () => JSON.parse(read('package.json')) as Manifest;

  /** The modules of the folder whose relative imports do not exist. */
  const unresolved = () =>
    filesIn(folder)
      .filter((file) => /\.(?:[jt]sx?|svelte|vue|astro)$/.test(file))
      .flatMap((path) => [...read(path).matchAll(/from '(\.[^']+)'/g)].map(([, target]) => [path, target!] as const))
      .filter(([path, target]) => target !== './$types' && !existsSync(join(folder, path, '..', target)));

  for (const [name, { stores, shared, database, title, language, ignored = [] }] of Object.entries(stacks))
    for (const [store, options] of stores.flatMap((each) => [
      [each, [] as string[]] as const,
      ...(language === 'javascript' ? [[each, ['--typescript']] as const] : []),
    ]))
      it(`writes a shop with ${[title, store, ...options].join(' and ')}`, async () => {
        const { code, out, err } = await init('--stack', name, '--store', store, ...options);
        const isTypeScript = language === 'typescript' || options.length > 0;
        assert.equal(code, 0, err);
        assert.match(out, /npm install\n {2}npm run dev\n/);
        const own = filesIn(join(import.meta.dirname, '../../examples', name)).filter(
          (path) => !/(?:^|[\\/])(?:node_modules|package-lock\.json)/.test(path),
        );
        const copied = Object.entries(shared).flatMap(([dir, files]) => files.map((file) => join(dir, file)));
        const sources = [
          ...own,
          ...copied,
          ...(database ? [database, join(database, '../provider.ts')] : []),
          '.env',
          '.gitignore',
        ];
        const written = isTypeScript
          ? sources
          : sources
              .filter((path) => !/(?:^tsconfig\.json|[\\/]types\.ts)$/.test(path))
              .map((path) => path.replace(/\.ts$/, '.js'));
        const present = filesIn(folder).filter((path) => !path.startsWith('backend/'));
        assert.deepEqual(present.sort(), [...new Set(written)].sort());
        assert.equal(/npm run typecheck/.test(out), isTypeScript);
        for (const line of ignored) assert.ok(read('.gitignore').split('\n').includes(line), line);
        const manifest = readManifest();
        const [{ scripts }, dependencies] = [manifest, needed(name, manifest)];
        assert.match(scripts['dev']!, /^pay-elements dev --env-file \.env -- /);
        assert.equal(dependencies['pay-elements'], `^${version}`);
        assert.equal('pg' in dependencies, store === 'postgres');
        assert.equal('DATABASE_URL' in parseEnv(read('.env')), store === 'postgres');
        assert.equal(/Create a database, and set DATABASE_URL in \.env/.test(out), store === 'postgres');
        assert.equal(
          /^# create a database, and set DATABASE_URL in \.env$/m.test(read('README.md')),
          store === 'postgres',
        );
        assert.deepEqual(unresolved(), []);
        if (language === 'javascript') {
          const manifest = read('package.json') + read('README.md');
          assert.doesNotMatch(manifest, isTypeScript ? /\w\.js[`"]/ : /\.ts[`"]|typescript|typecheck/);
        }
      });

  it('writes a random secret into a file that only the user can read and git ignores', async () => {
    await init('--stack', 'node');
    const { PAY_SECRET: first = '' } = parseEnv(read('.env'));
    assert.match(first, /^[0-9a-f]{64}$/);
    assert.equal(statSync(join(folder, '.env')).mode & 0o077, 0);
    assert.ok(read('.gitignore').split('\n').includes('.env'));
    rmSync(join(folder, '.env'));
    await init('--stack', 'node');
    assert.notEqual(parseEnv(read('.env'))['PAY_SECRET'], first);
  });

  it('writes one port: that of an existing .env where it has one', async () => {
    for (const [present, port] of [
      ['', '8080'],
      ['PORT=3000\n', '3000'],
      ['PAY_URL=http://localhost:4000/pay\n', '4000'],
      ['PAY_URL=https://shop.example/pay\n', '8080'],
    ] as const) {
      writeFileSync(join(folder, '.env'), present);
      const { out } = await init('--stack', 'node');
      const { PORT, PAY_URL } = parseEnv(read('.env'));
      assert.equal(PORT, port);
      if (!PAY_URL!.startsWith('https:')) assert.equal(new URL(PAY_URL!).port, port);
      assert.ok(out.includes(`open http://127.0.0.1:${port},`), out);
    }
  });

  it('lets only the user read an existing .env to which it adds the secret', async () => {
    writeFileSync(join(folder, '.env'), 'A=1\n', { mode: 0o644 });
    const { out } = await init('--stack', 'node');
    assert.equal(statSync(join(folder, '.env')).mode & 0o777, 0o600);
    assert.match(out, /\.env contains a secret now/);
    chmodSync(join(folder, '.env'), 0o640);
    assert.doesNotMatch((await init('--stack', 'node')).out, /secret now/);
    assert.equal(statSync(join(folder, '.env')).mode & 0o777, 0o640, 'nothing was added, nothing changes');
  });

  it('never writes through a symbolic link', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'pay-elements-elsewhere-'));
    try {
      writeFileSync(join(elsewhere, 'secrets'), 'A=1\n');
      mkdirSync(join(elsewhere, 'folder'));
      symlinkSync(join(elsewhere, 'secrets'), join(folder, '.env'));
      symlinkSync(join(elsewhere, 'folder'), join(folder, 'shop'));
      symlinkSync(join(elsewhere, 'missing'), join(folder, 'server.js'));
      const { code, err } = await init('--stack', 'node', '--force');
      assert.equal(code, 1);
      assert.match(err, /are symbolic links:\n {2}shop\n {2}server\.js\n {2}\.env\nNothing was written/);
      assert.equal(readFileSync(join(elsewhere, 'secrets'), 'utf8'), 'A=1\n');
      assert.deepEqual(filesIn(elsewhere), ['secrets']);
      assert.ok(!existsSync(join(folder, 'package.json')) && lstatSync(join(folder, '.env')).isSymbolicLink());
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });

  it('lists in each README what to do before real money, and what git must not keep', async () => {
    for (const name of Object.keys(stacks)) {
      assert.equal((await init('--stack', name, '--force')).code, 0);
      const readme = read('README.md');
      assert.match(readme, /^# [^]*\n```\n[^]*\n## Before you take real money\n/, name);
      for (const part of ['PAYOUT_BTC', 'ALLOW_TEST_PAYMENTS', '20 minutes', 'PORT', 'database', 'SERVICE_KEY'])
        assert.ok(readme.includes(part), `${name}: ${part}`);
      rmSync(join(folder, 'README.md'));
    }
    spawnSync('git', ['init', '-q'], { cwd: folder });
    const secret = ['.env', 'shop.db', 'shop.db-wal', 'shop.db-shm', '.pay-elements/secret', 'node_modules/x'];
    const { stdout } = spawnSync('git', ['check-ignore', ...secret], { cwd: folder, encoding: 'utf8' });
    assert.deepEqual(stdout.trim().split('\n'), secret);
  });

  it('writes nothing when a file is in the way, names it, and replaces it with --force', async () => {
    mkdirSync(join(folder, 'shop'));
    writeFileSync(join(folder, 'shop/shop.js'), '// mine\n');
    const refused = await init('--stack', 'express', '--yes');
    assert.equal(refused.code, 1);
    assert.match(
      refused.err,
      /exist and have different content:\n {2}shop\/shop\.js\nNothing was written\. Use --force/,
    );
    assert.deepEqual(filesIn(folder), ['shop/shop.js']);
    assert.equal(read('shop/shop.js'), '// mine\n');
    assert.equal((await init('--stack', 'express', '--force')).code, 0);
    assert.match(read('shop/shop.js'), /createCheckout/);
  });

  it('writes the same files again without asking, and keeps the secret', async () => {
    await init('--stack', 'hono');
    const env = read('.env');
    assert.equal((await init('--stack', 'hono')).code, 0);
    assert.equal(read('.env'), env);
  });

  it('adds missing entries to an existing project, and lists what it did not change', async () => {
    const own = { name: 'mine', type: 'module', scripts: { dev: 'vite' }, dependencies: { express: '5.0.0' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(own));
    writeFileSync(join(folder, 'README.md'), '# Mine\n');
    writeFileSync(join(folder, '.env'), 'PAY_SECRET=mine\n');
    writeFileSync(join(folder, '.gitignore'), 'node_modules/');
    const { code, out } = await init('--stack', 'express');
    assert.equal(code, 0);
    assert.match(out, /Not changed:\n {2}package\.json: scripts: "dev" is "vite"/);
    const { name, scripts, dependencies } = readManifest();
    assert.deepEqual([name, scripts['dev'], dependencies['express']], ['mine', 'vite', '5.0.0']);
    assert.ok(scripts['start'] && dependencies['pay-elements']);
    assert.equal(read('README.md'), '# Mine\n');
    const settings = { PAY_SECRET: 'mine', PORT: '8080', PAY_URL: 'http://127.0.0.1:8080/pay' };
    assert.deepEqual(parseEnv(read('.env')), settings);
    assert.match(read('.gitignore'), /^node_modules\/\n\.env\n/);
  });

  it('sets the type of a project without code, and otherwise says last that the shop does not start without it', async () => {
    for (const [file, isSet] of [
      ['node_modules/a/index.js', true],
      ['src/index.js', false],
    ] as const) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), '');
      writeFileSync(join(folder, 'package.json'), '{ "main": "index.js", "type": "commonjs" }');
      const { out } = await init('--stack', 'node', '--force');
      assert.equal((readManifest() as { type?: string }).type, isSet ? 'module' : 'commonjs');
      assert.equal(
        out.endsWith('\nBefore npm run dev: set "type": "module" in package.json, or the shop does not start.\n'),
        !isSet,
      );
      rmSync(join(folder, 'server.js'));
      rmSync(join(folder, 'shop'), { recursive: true });
    }
  });

  it('prints with --dry-run what it would write, and writes nothing', async () => {
    const { code, out } = await init('--stack', 'node', '--dry-run');
    assert.equal(code, 0);
    assert.match(out, /^These files would be written to .*:\n/);
    assert.match(out, /^ {2}shop\/shop\.js +new$/m);
    assert.match(out, /\nNothing was written\.\n$/);
    assert.deepEqual(filesIn(folder), []);
    writeFileSync(join(folder, 'server.js'), '// mine\n');
    writeFileSync(join(folder, '.env'), 'PAY_SECRET=mine\n');
    const conflict = await init('--stack', 'node', '--dry-run');
    assert.equal(conflict.code, 1);
    assert.match(conflict.out, /^ {2}server\.js +exists with different content$/m);
    assert.match(conflict.out, /^ {2}\.env +completed$/m);
    assert.deepEqual(filesIn(folder).sort(), ['.env', 'server.js']);
  });

  it('lists the files that --dry-run names, and no other, when it writes', async () => {
    const { out } = await init('--stack', 'express', '--dry-run');
    const named = [...out.matchAll(/^ {2}(\S+) +new$/gm)].map(([, path]) => path);
    await init('--stack', 'express');
    assert.deepEqual(named.sort(), filesIn(folder).sort());
  });

  for (const name of Object.keys(stacks).filter((each) => each !== 'workers'))
    it(`adds a checkout to an app with ${stacks[name]!.title}, and changes no file of the app`, async () => {
      const isNode = stacks[name]!.folders === undefined;
      const manifest = { name: 'mine', type: 'module', scripts: { dev: 'mine' } };
      writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
      writeFileSync(join(folder, 'server.js'), '// mine\n');
      const dry = await init('--stack', name, '--add', '--dry-run');
      assert.deepEqual(filesIn(folder).sort(), ['package.json', 'server.js'], dry.err);
      const { code, out, err } = await init('--stack', name, '--add');
      assert.equal(code, 0, err);
      assert.equal(read('server.js'), '// mine\n');
      const own = readManifest();
      assert.deepEqual([own.name, own.scripts], ['mine', manifest.scripts]);
      assert.equal(needed(name, own)['pay-elements'], `^${version}`);
      const { PORT, PAY_URL, PAY_SECRET } = parseEnv(read('.env'));
      assert.equal(new URL(PAY_URL!).port, PORT);
      assert.match(PAY_SECRET!, /^[0-9a-f]{64}$/);
      const start = isNode ? 'npm run dev' : '<the command that starts the app>';
      assert.ok(out.endsWith(`npx pay-elements dev --env-file .env -- ${start}\n`), out);
      assert.match(
        out,
        /\nThe last command starts the sandbox, and then the app\. The app alone starts no sandbox\.\n/,
      );
      assert.ok(out.includes('<pay-checkout src="/pay/orders/ORDER" contact="mailto:help@shop.example">'), out);
      assert.equal(out.includes('"dev:pay": "pay-elements dev --env-file .env -- npm run dev"\n'), isNode);
      // The app has its own README.md, which says nothing of payments.
      assert.doesNotMatch(read('.env') + out, /README\.md/);
      assert.equal(
        out.includes('src="/assets/pay-elements.js"'),
        ['node', 'express', 'fastify', 'hono'].includes(name),
      );
      assert.equal(out.includes("import fastifyStatic from '@fastify/static';"), name === 'fastify');
      if (isNode) assert.match(out, /Write the three functions at the top of \S*shop\/shop\.js/);
      else assert.match(out, /Connect backend\/(?:orders\.php|pay\/orders\.py) to your tables/);
      assert.deepEqual(unresolved(), []);
      assert.equal(/shop\(\)\.checkout\.close\(\)/.test(out), isNode);
      const again = await init('--stack', name, '--add');
      assert.equal(again.code, 0, 'the same files again');
      writeFileSync(
        join(folder, isNode ? stacks[name]!.database!.replace(/ts$/, 'js') : 'backend/.htaccess'),
        '// mine\n',
      );
      if (!isNode) return;
      const refused = await init('--stack', name, '--add');
      assert.equal(refused.code, 1);
      assert.match(refused.err, /exist and have different content:\n.*database\.js\nNothing was written\. Rename them/);
    });

  it('refuses to add to an app of another framework, and names its stack', async () => {
    const app = (manifest: object) => writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    for (const [stack, manifest, seen, use] of [
      ['fastify', { dependencies: { express: '5.1.0' } }, 'express, and no fastify', '--stack express'],
      ['next', { devDependencies: { '@sveltejs/kit': '3' } }, '@sveltejs/kit, and no next', '--stack sveltekit'],
      [
        'astro',
        { dependencies: { hono: '4', express: '4' } },
        'express and hono, and no astro',
        '--stack express or --stack hono',
      ],
    ] as const) {
      app(manifest);
      const { code, out, err } = await init('--stack', stack, '--add');
      assert.deepEqual([code, out], [1, '']);
      assert.ok(err.includes(`package.json has ${seen}. Use ${use}. Nothing was written.\n`), err);
      assert.match(err, new RegExp(`If the app is to use .+, run first: npm install ${stack}\n$`));
      assert.deepEqual(filesIn(folder), ['package.json']);
    }
  });

  it('refuses an app whose framework mounts the checkout by hand', async () => {
    for (const [stack, framework] of [
      ['express', 'koa'],
      ['node', '@nestjs/core'],
      ['hono', '@react-router/dev'],
    ] as const) {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { [framework]: '3' } }));
      const { code, out, err } = await init('--stack', stack, '--add');
      assert.deepEqual([code, out], [1, '']);
      assert.ok(err.includes(`package.json has ${framework}, and --add has no files for its apps.`), err);
      assert.deepEqual(filesIn(folder), ['package.json']);
    }
  });

  it('adds to an app that has its framework, or another one that the stack does not exclude', async () => {
    for (const [stack, dependencies, doubt] of [
      ['fastify', { express: '5', fastify: '5' }, false],
      ['fastify', { hapi: '18' }, false],
      ['php', { koa: '3' }, false],
      ['python', { next: '16' }, false],
      ['node', { express: '5' }, true],
    ] as const) {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
      const { code, out, err } = await init('--stack', stack, '--add');
      assert.equal(code, 0, err);
      assert.equal(out.includes('the app may need --stack express in place of --stack node.'), doubt, out);
    }
  });

  it('starts an app by the script that it has', async () => {
    for (const [scripts, command] of [
      [{ start: 'node app.js' }, 'npm start'],
      [{}, '<the command that starts the app>'],
    ] as const) {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'mine', type: 'module', scripts }));
      const { out } = await init('--stack', 'express', '--add');
      assert.ok(out.endsWith(`npx pay-elements dev --env-file .env -- ${command}\n`), out);
      assert.equal(
        out.includes(`"dev:pay": "pay-elements dev --env-file .env -- ${command}"`),
        command === 'npm start',
      );
    }
  });

  it('says what a second run has written', async () => {
    await init('--stack', 'express');
    assert.match((await init('--stack', 'express')).out, /: all files are already in /);
    rmSync(join(folder, 'server.js'));
    assert.match((await init('--stack', 'express')).out, /: 1 file in /);
  });

  it('adds a checkout in TypeScript, and says what its imports need', async () => {
    const { code, out, err } = await init('--stack', 'next', '--add', '--typescript');
    assert.equal(code, 0, err);
    assert.deepEqual(
      filesIn(folder)
        .filter((file) => /\.[jt]s$/.test(file))
        .sort(),
      [
        'app/pay/[...path]/route.ts',
        'shop/database.ts',
        'shop/index.ts',
        'shop/provider.ts',
        'shop/shop.ts',
        'shop/types.ts',
      ],
    );
    assert.match(out, /at the top of shop\/shop\.ts/);
    assert.match(out, /"allowImportingTsExtensions": true/);
    assert.doesNotMatch(out, /another folder/);
    assert.deepEqual(unresolved(), []);

    writeFileSync(join(folder, 'package.json'), '{}');
    const commonJs = await init('--stack', 'express', '--add', '--typescript');
    assert.match(commonJs.out, /writes to another folder, copy shop\/package\.json there, too\.\n/);
  });

  it('adds a checkout in TypeScript to an app of tsc --init, which then has no errors', async () => {
    // Below our package.json, so that it finds this package and those that are installed.
    const app = mkdtempSync(join(import.meta.dirname, '../.readme-init-types-'));
    const tsc = (...args: string[]) =>
      spawnSync(process.execPath, [typescript, ...args], { cwd: app, encoding: 'utf8' }).stdout;
    try {
      writeFileSync(join(app, 'package.json'), JSON.stringify({ type: 'module', devDependencies: {} }));
      mkdirSync(join(app, 'node_modules'));
      symlinkSync(join(import.meta.dirname, '../..'), join(app, 'node_modules/pay-elements'));
      const { out } = await runCli(['init', '--stack', 'node', '--add', '--typescript', '--dir', app]);
      const manifest = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as Manifest;
      assert.match(manifest.devDependencies['@types/node']!, /^\d+\./);
      const [, imports, handler, use] = /2\..*\n\n([^]*?)\n\n(.*)\n.*\n(.*)\n\n3\./.exec(out)!;
      const listener = `import { createServer } from 'node:http';
${imports}
${handler}
export const server = createServer((request, response) => {
  ${use}
  response.end('the app');
});`;
      writeFileSync(join(app, 'server.ts'), listener);
      tsc('--init');
      const made = readFileSync(join(app, 'tsconfig.json'), 'utf8');
      const [types, ...imported] = [...out.matchAll(/"(?:types|allowImp\w+|rewrite\w+)": (?:true|\[.*?\])/g)].flat();
      assert.equal(imported.length, 2);
      for (const [index, option] of imported.entries()) {
        const options = index === 0 ? `${option}, "noEmit": true` : `${option}, "outDir": "dist"`;
        writeFileSync(join(app, 'tsconfig.json'), made.replace(/"types": \[\]/, `${types}, ${options}`));
        assert.equal(tsc('-p', '.'), '', option);
      }
      assert.match(readFileSync(join(app, 'dist/server.js'), 'utf8'), /"\.\/shop\/index\.js"/);
    } finally {
      rmSync(app, { recursive: true });
    }
  });

  it('refuses --typescript for a stack without modules', async () => {
    const { code, err } = await init('--stack', 'php', '--typescript');
    assert.equal(code, 2);
    assert.match(err, /^--typescript does not apply to PHP\./);
  });

  /** Apps without a checkout, which send the text `the app`. */
  const apps: Record<string, { manifest?: object; source: (imports: string, mount: string) => string }> = {
    // Without a package.json of its own, so that it is a module as this package is.
    node: {
      source: (imports, mount) => {
        const [handler, comment, use] = mount.split('\n');
        assert.match(comment!, /\/\/ in the request listener/);
        return `import { createServer } from 'node:http';
${imports}
${handler}
createServer((request, response) => {
  ${use}
  response.end('the app');
}).listen(process.env.PORT, '127.0.0.1');`;
      },
    },
    express: {
      manifest: { type: 'commonjs', dependencies: { express: '5' } },
      source: (imports, mount) => `const express = require('express');
${imports}
const app = express();
${mount}
app.get('/', (request, response) => response.send('the app'));
app.listen(process.env.PORT, '127.0.0.1');`,
    },
  };
  for (const [stack, { manifest, source: server }] of Object.entries(apps))
    it(`adds a checkout to an app of ${stack} that takes money as soon as its three functions are written`, async () => {
      // Below our package.json, so that it finds this package and those that are installed.
      const app = mkdtempSync(join(import.meta.dirname, '../.readme-init-add-'));
      const sandbox = await startSandbox();
      let running: ChildProcess | undefined;
      try {
        const port = String(await freePort());
        writeFileSync(join(app, '.env'), `PORT=${port}\n`);
        if (manifest) {
          writeFileSync(join(app, 'package.json'), JSON.stringify(manifest));
          mkdirSync(join(app, 'node_modules'));
          symlinkSync(join(import.meta.dirname, '../..'), join(app, 'node_modules/pay-elements'));
        }
        const added = await runCli(['init', '--stack', stack, '--add', '--dir', app]);
        assert.equal(added.code, 0, added.err);
        const file = join(app, 'shop/shop.js');
        const bodies = {
          findOrder: `return ref === '1001' ? { amount: '19.99', currency: 'USD' } : undefined;`,
          mayPay: `return request.header('cookie') === 'customer=ann';`,
          fulfil: `console.log('sent ' + payment.orderRef);`,
        };
        let source = readFileSync(file, 'utf8');
        for (const [name, body] of Object.entries(bodies)) source = source.replace(`throw unwritten('${name}');`, body);
        writeFileSync(file, source);
        const [, imports, mount] = /2\. Add the checkout to the app:\n\n([^]*?)\n\n([^]*?)\n\n3\./.exec(added.out)!;
        writeFileSync(join(app, 'server.js'), server(imports!, mount!));
        running = spawn(process.execPath, ['--env-file=.env', 'server.js'], {
          cwd: app,
          env: {
            ...process.env,
            SERVICE_URL: sandbox.url,
            SERVICE_KEY: sandbox.apiKey,
            ALLOW_TEST_PAYMENTS: 'yes',
            PAYOUT_WALLET: 'till@shop.example',
          },
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        let out = '';
        running.stdout!.on('data', (chunk) => (out += String(chunk)));
        const origin = `http://127.0.0.1:${port}`;
        await until(
          () =>
            fetch(origin).then(
              () => true,
              () => false,
            ),
          'the app to listen',
        );
        assert.equal(await (await fetch(origin)).text(), 'the app');
        assert.equal((await fetch(`${origin}/pay/orders/1001`)).status, 404, 'another visitor');
        const made = await fetch(`${origin}/pay/payments`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: 'customer=ann' },
          body: JSON.stringify({ order: '1001', method: 'wallet' }),
        });
        assert.equal(made.status, 201);
        sandbox.control.pay(((await made.json()) as { pid: string }).pid);
        await until(() => out.includes('sent 1001'), 'the goods to be sent');
      } finally {
        running?.kill();
        await sandbox.close();
        rmSync(app, { recursive: true });
      }
    });

  /** Runs `init` in the folder at a pseudo-terminal, which `script` makes, and types each answer after its question. */
  async function initAtTerminal(answers: readonly (readonly [question: string, typed: string])[], args = '') {
    const child = spawn('script', ['-qec', `'${process.execPath}' '${cli}' init ${args}`, '/dev/null'], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const closed = once(child, 'close') as Promise<[number]>;
    let shown = '';
    child.stdout.on('data', (chunk) => (shown += String(chunk)));
    let from = 0;
    for (const [question, typed] of answers) {
      await until(() => shown.includes(question, from), `${question}: ${shown}`);
      from = shown.length;
      child.stdin.write(typed);
    }
    return { code: (await closed)[0], shown: shown.replaceAll('\r\n', '\n') };
  }

  it('prompts at a terminal for stack, store and folder, repeats an invalid one, and uses the default at Enter', async () => {
    const { code, shown } = await initAtTerminal([
      ['Stack (node): ', 'rails\n'],
      ['Stack (node): ', 'express\n'],
      ['Store: sqlite, postgres (sqlite): ', 'postgres\n'],
      ['Folder (.): ', 'shop\n'],
    ]);
    assert.equal(code, 0, shown);
    for (const [name, { title }] of Object.entries(stacks))
      assert.ok(shown.includes(`  ${name.padEnd(10)} ${title}\n`));
    assert.match(shown, /'rails' is not one of: node, express, /);
    assert.match(shown, / {2}cd shop\n {2}npm install\n {2}npm run dev\n/);
    assert.ok(existsSync(join(folder, 'shop/server.js')));
    assert.ok('pg' in (JSON.parse(read('shop/package.json')) as Manifest).dependencies);

    const byDefault = await initAtTerminal([
      ['Stack', '\n'],
      ['Store', '\n'],
      ['Folder', '\n'],
    ]);
    assert.equal(byDefault.code, 0, byDefault.shown);
    assert.ok(existsSync(join(folder, 'server.js')));
    assert.ok(!('pg' in readManifest().dependencies));
  });

  it('prompts at a terminal before it replaces a file', async () => {
    writeFileSync(join(folder, 'server.js'), '// mine\n');
    const refused = await initAtTerminal([['Replace them? [y/N] ', '\n']], '--stack express --store sqlite --dir .');
    assert.equal(refused.code, 1);
    assert.match(refused.shown, /exist and have different content:\n {2}server\.js\n[\s\S]*Nothing was written\.\n$/);
    assert.deepEqual(filesIn(folder), ['server.js']);
    const agreed = await initAtTerminal([['Replace them? [y/N] ', 'y\n']], '--stack express --store sqlite --dir .');
    assert.equal(agreed.code, 0, agreed.shown);
    assert.match(read('server.js'), /express/);
  });

  it('ends at Ctrl-C and Ctrl-D, and reports that nothing was written', async () => {
    for (const key of ['\x03', '\x04']) {
      const { code, shown } = await initAtTerminal([['Stack (node): ', key]]);
      assert.equal(code, 1);
      assert.match(shown, /Stack \(node\): [^\n]*\nNothing was written\.\n$/);
      assert.deepEqual(filesIn(folder), []);
    }
  });

  it('lists the stacks and stores', async () => {
    for (const args of [[], ['--stack', 'rails']]) {
      const { code, err } = await init(...args);
      assert.equal(code, 2);
      for (const [name, { title }] of Object.entries(stacks))
        assert.match(err, new RegExp(`${name} +${title.slice(0, 5)}`));
    }
    const { code, err } = await init('--stack', 'php', '--store', 'postgres');
    assert.equal(code, 2);
    assert.match(err, /^--store must be one of sqlite for PHP, not 'postgres'\./);
    assert.deepEqual(filesIn(folder), []);
  });
});

it('init names the Node that a shop needs, where this one is older', () => {
  assert.equal(nodeAdvice('22.13', '22.13.0'), '');
  assert.equal(nodeAdvice('22.13', '24.1.0'), '');
  assert.match(nodeAdvice('22.13', '22.9.0'), /needs Node 22\.13 or later, but this is Node 22\.9\.0/);
  assert.match(nodeAdvice(minimumNode('express', false), '20.19.0'), /needs Node 22\.13 or later/);
  assert.match(nodeAdvice(minimumNode('express', true), '22.13.0'), /needs Node 22\.18 or later/);
  assert.equal(nodeAdvice(minimumNode('php', false), '20.19.0'), '');
});

describe('files of a project that are completed', () => {
  it('package.json keeps its entries', () => {
    const { text, kept } = mergeManifest('{"scripts":{"a":"1"},"type":"commonjs","private":true}', {
      type: 'module',
      scripts: { a: '2', b: '3' },
    });
    assert.deepEqual(JSON.parse(text), { scripts: { a: '1', b: '3' }, type: 'commonjs', private: true });
    assert.equal(kept.length, 2);
    assert.equal(kept[0], '"type" is "commonjs": set it to "module", and end your own CommonJS files in .cjs');
  });

  it('package.json gets packages in the order of npm, and keeps the order of its own where none is added', () => {
    const own = { scripts: { test: 'node --test', dev: 'vite' }, dependencies: { zod: '4.0.0', express: '5.0.0' } };
    const added = {
      dependencies: { 'pay-elements': '^0.2.0', pg: '8.23.1' },
      devDependencies: { '@types/pg': '8.23.1' },
    };
    const { text } = mergeManifest(JSON.stringify(own), added);
    const { scripts, dependencies } = JSON.parse(text) as { scripts: object; dependencies: object };
    assert.deepEqual(Object.keys(dependencies), ['express', 'pay-elements', 'pg', 'zod']);
    assert.deepEqual(Object.keys(scripts), ['test', 'dev']);
    const unsorted = JSON.stringify({ dependencies: { zod: '4.0.0', 'pay-elements': '^0.2.0' } }, null, 2);
    assert.equal(mergeManifest(unsorted, { dependencies: { 'pay-elements': '^0.2.0' } }).text, `${unsorted}\n`);
    const { text: once } = mergeManifest(unsorted, { devDependencies: { 'pay-elements': '^0.2.0' } });
    assert.equal(once, `${unsorted}\n`, 'a dependency is not added as one of development');
    const tabs = '{\n\t"name": "shop",\n\t"scripts": { "dev": "x" }\n}\n';
    assert.equal(mergeManifest(tabs, { scripts: { dev: 'x' } }).text, tabs, 'nothing is missing');
    assert.match(
      mergeManifest(tabs, { scripts: { start: 'y' } }).text,
      /^\{\n\t"name": "shop",\n\t"scripts": \{\n\t\t"/,
    );
  });

  it('package.json gets the type of the shop where npm install has written nothing but dependencies', () => {
    const added = { type: 'module', engines: { node: '>=22.18' }, scripts: { start: 'node server.ts' } };
    const installed = { dependencies: { 'pay-elements': '^0.2.0' } };
    const { text, kept } = mergeManifest(JSON.stringify(installed), added);
    assert.deepEqual([JSON.parse(text), kept], [{ ...installed, ...added }, []]);

    // Here it could change what the files of the project are.
    const withCode = mergeManifest('{"main":"index.js"}', added);
    assert.equal((JSON.parse(withCode.text) as { type?: string }).type, undefined);
    assert.match(withCode.kept.join(), /^"type" is missing: set it to "module"/);
  });

  it('package.json gets the type of the shop where npm init has written another, and there is no code', () => {
    const own = { name: 'shop', main: 'index.js', type: 'commonjs' };
    const { text, keepsType } = mergeManifest(JSON.stringify(own), { type: 'module' }, 'package.json', false);
    assert.deepEqual([JSON.parse(text), keepsType], [{ ...own, type: 'module' }, false]);
  });

  it('.env keeps its values, whatever way they are written', () => {
    assert.equal(mergeEnv('export A=1\nB = 2', 'A=x\nB=y\nC=z\n# note\n'), 'export A=1\nB = 2\nC=z\n');
    assert.equal(mergeEnv('A=1\n', 'A=2\n'), 'A=1\n');
  });

  it('.gitignore has no line twice', () => {
    assert.equal(mergeLines('a\r\nb\r\n', 'b\nc\n'), 'a\r\nb\r\nc\n');
  });
});
