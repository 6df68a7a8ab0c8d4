import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
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
import { dirname, join, posix, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { init, parse } from 'es-module-lexer';
import { build } from 'vite';
import { integrityOf } from '../../scripts/integrity.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const tool = (name: string) => join(root, 'node_modules', name);

/** Everything below is tried on what a user gets: the packed tarball, installed into an empty folder. */
const folder = mkdtempSync(join(tmpdir(), 'pay-elements-consumer-'));
const installed = join(folder, 'node_modules/pay-elements');
let tarball: string;

/** Every entry a reader may type, with one thing it must hold. */
const ENTRIES: Readonly<Record<string, string>> = {
  'pay-elements': 'PayCryptoElement',
  'pay-elements/core': 'checkAddress',
  'pay-elements/server': 'createCheckout',
  'pay-elements/server/node': 'nodeHandler',
  'pay-elements/server/store': 'mayTransition',
  'pay-elements/server/sqlite': 'sqliteStore',
  'pay-elements/server/btcpay': 'btcpay',
  'pay-elements/server/postgres': 'postgresStore',
  'pay-elements/server/opentelemetry': 'openTelemetry',
  'pay-elements/sandbox': 'startSandbox',
  'pay-elements/cdn': 'PayCryptoElement',
  'pay-elements/wallets/evm': 'configureEvmWallets',
};
const SIDE_EFFECTS = [
  'define',
  'define/pay-crypto',
  'define/pay-wallet',
  'define/pay-localcode',
  'define/pay-checkout',
  'autoload',
].map((name) => `pay-elements/${name}`);
/** Types with an empty module each; `pay-elements/react` and `/vue` are tried beside those (test/frameworks). */
const TYPINGS = ['react', 'preact', 'solid', 'vue', 'svelte'].map((name) => `pay-elements/types/${name}`);

/** This Node, and the machine's own where the tests run in a newer one from npm. */
const nodes = [...new Set([process.execPath, process.env.MACHINE_NODE ?? process.execPath])];

/** The most files in the package, and the most bytes of all of them. */
const FILES_MAX = 400;
const BYTES_MAX = 5_000_000;

/** Paths of the files in a folder of the installed package, with `/`. */
const filesOf = (name: string) =>
  readdirSync(join(installed, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(installed, name), join(entry.parentPath, entry.name)).replaceAll('\\', '/'));

/** Where the links and pictures of a Markdown text lead to inside the package. */
const linksIn = (markdown: string) =>
  [...markdown.replace(/^```[^]*?^```|`[^`\n]+`/gm, '').matchAll(/\]\(<?([^)\s>]+)|^\[[^\]]+\]: (\S+)/gm)]
    .map((match) => match.slice(1).find((target) => target !== undefined)!)
    .filter((target) => !/^[a-z]+:/.test(target));

/** The anchors of a Markdown file's headings, as GitHub and npm make them. */
const anchorsOf = (file: string) =>
  new Set(
    [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

before(async () => {
  const packed = await run(
    'npm',
    ['pack', '--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', folder],
    { cwd: root },
  );
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  tarball = join(folder, filename);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', tarball], {
    cwd: folder,
  });
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(tool('@types/node'), join(folder, 'node_modules/@types/node'));
  mkdirSync(join(folder, 'node_modules/@opentelemetry'));
  symlinkSync(tool('@opentelemetry/api'), join(folder, 'node_modules/@opentelemetry/api')); // an optional peer
  symlinkSync(tool('undici-types'), join(folder, 'node_modules/undici-types'));
});

after(() => rmSync(folder, { recursive: true, force: true }));

await init;

/** What is in `dist/` besides entry points and what they import. */
const DERIVED = [
  /^(?:THIRD-PARTY-LICENSES\.txt|examples\.json|modulepreload\.json)$/,
  /^editors\/[\w.-]+\.json$/,
  /^cdn\/(?:pay-[\w-]+\.js|integrity\.(?:json|txt))$/,
  /^cdn\/locales\/(?:[\w-]+\.js|integrity\.json)$/,
];

/** The files that a module of the package imports, statically or on demand, with its source map. */
function importedBy(name: string): string[] {
  const text = readFileSync(join(installed, 'dist', name), 'utf8');
  // Declarations are no modules for the lexer. In modules it leaves out text that only looks like an import.
  const imports = name.endsWith('.d.ts')
    ? [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map(([, path]) => path!)
    : parse(text)[0].flatMap(({ n }) => (n?.startsWith('.') ? [n] : []));
  const [, map] = /^\/\/# sourceMappingURL=(.+)$/m.exec(text) ?? [];
  // The declarations of `./types.js` are in `./types.d.ts`.
  const files = name.endsWith('.d.ts') ? imports.map((path) => path.replace(/\.js$/, '.d.ts')) : imports;
  return [...files, ...(map ? [map] : [])].map((path) => posix.join(posix.dirname(name), path));
}

describe('the packed package', () => {
  it('contains only the files that a user needs', () => {
    assert.deepEqual(readdirSync(installed).sort(), [
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'bench',
      'custom-elements.json',
      'dist',
      'docs',
      'package.json',
    ]);
    const { exports, bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<
      string,
      object
    >;
    const files = filesOf('dist');
    const named = [...JSON.stringify([exports, bin]).matchAll(/"\.\/dist\/([^"]*\.(?:js|ts))"/g)].map(
      ([, path]) => new RegExp(`^${path!.replaceAll('.', '\\.').replace('*', '[\\w-]+')}$`),
    );
    const needed = new Set<string>();
    const need = (name: string) => {
      if (needed.has(name)) return;
      needed.add(name);
      if (/\.(?:js|ts)$/.test(name) && !name.startsWith('cdn/')) importedBy(name).forEach(need);
    };
    for (const name of files) if (named.some((pattern) => pattern.test(name))) need(name);
    assert.deepEqual(
      files.filter((name) => !needed.has(name) && !DERIVED.some((pattern) => pattern.test(name))),
      [],
    );
    assert.deepEqual(
      [...needed].filter((name) => !files.includes(name)),
      [],
    );
  });

  it('is small: few files, and no source map of code that no browser runs', () => {
    const files = filesOf('.').map((name) => join(installed, name));
    assert.ok(files.length <= FILES_MAX, `${files.length} files`);
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    assert.ok(bytes <= BYTES_MAX, `${bytes} bytes`);
    assert.deepEqual(
      filesOf('dist').filter((name) =>
        /^(?:(?:cli|html|sandbox|server|testing|cdn|i18n)\b.*|core\/addresses\.js)\.map$/.test(name),
      ),
      [],
    );
  });

  it('names no file that it does not hold', () => {
    const { exports, bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<
      string,
      object
    >;
    const named = [...JSON.stringify([exports, bin]).matchAll(/"(\.\/[^"]*\.\w+)"(?!:)/g)].map(([, path]) => path!);
    assert.ok(named.length > 10);
    for (const path of named.filter((name) => !name.includes('*'))) assert.ok(existsSync(join(installed, path)), path);
  });

  it('has a source map beside each larger file for browsers, with the sources in it', () => {
    const maps = filesOf('dist').filter((name) => name.endsWith('.map'));
    assert.ok(maps.includes('elements/card.js.map') && maps.includes('elements/pay-crypto/pay-crypto.js.map'));
    for (const name of maps) {
      const map = JSON.parse(readFileSync(join(installed, 'dist', name), 'utf8')) as {
        sources: string[];
        sourcesContent: string[];
      };
      map.sources.forEach((source, at) => {
        const path = posix.join('dist', posix.dirname(name), source);
        assert.equal(map.sourcesContent[at], readFileSync(join(root, path), 'utf8'), path);
      });
    }
  });

  it('has no dead link in its Markdown files', () => {
    const files = filesOf('.').filter((name) => name.endsWith('.md'));
    assert.ok(files.length > 8);
    let links = 0;
    for (const file of files)
      for (const target of linksIn(readFileSync(join(installed, file), 'utf8'))) {
        links += 1;
        const [path = '', anchor] = target.split('#');
        const linked = path === '' ? join(installed, file) : join(installed, dirname(file), path);
        assert.ok(existsSync(linked), `${file}: ${target}`);
        if (anchor !== undefined) assert.ok(anchorsOf(linked).has(anchor), `${file}: ${target}`);
      }
    assert.ok(links > 20);
  });

  it('contains the licences of the bundled packages', () => {
    const text = readFileSync(join(installed, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
    const inside = {
      'BSD-3-Clause': ['lit-html', 'lit-element', '@lit/reactive-element', '@lit/react'],
      MIT: ['@floating-ui/dom', '@floating-ui/core', '@floating-ui/utils', 'lean-qr'],
    };
    for (const [licence, names] of Object.entries(inside))
      for (const name of names) assert.match(text, new RegExp(`^-+\n${name} [\\d.]+ \\(${licence}\\)\n-+\n`, 'm'));
    assert.equal(text.match(/^-{79}$/gm)?.length, 2 * Object.values(inside).flat().length);
    assert.equal(text.match(/Redistribution and use in source and binary forms/g)?.length, 4);
    assert.equal(text.match(/Permission is hereby granted, free of charge/g)?.length, 4);
  });

  it('contains the hash of its script where docs/tags.md documents it', async () => {
    const [, command] =
      /^```sh\n(.*integrity.*)\n```/m.exec(readFileSync(join(installed, 'docs/tags.md'), 'utf8')) ?? [];
    assert.ok(command);
    const { stdout } = await run('sh', ['-c', command], { cwd: folder });
    assert.equal(stdout.trim(), integrityOf(readFileSync(join(installed, 'dist/cdn/pay-elements.js'))));
  });

  it('has its own version', async () => {
    const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string };
    assert.match(
      readFileSync(join(installed, 'dist/elements/register.js'), 'utf8'),
      new RegExp(`version = "${version}"`),
    );
  });

  it('needs no more at run time than the budget allows', () => {
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      dependencies: object;
    };
    assert.deepEqual(Object.keys(dependencies).sort(), ['@floating-ui/dom', '@noble/hashes', '@scure/base', 'lit']);
  });

  it('satisfies publint', async () => {
    const { stdout } = await run(process.execPath, [
      tool('publint/src/cli.js'),
      'run',
      '--strict',
      '--pack',
      'false',
      installed,
    ]);
    assert.match(stdout, /All good/);
  });

  it('satisfies Are The Types Wrong', async () => {
    const data = ['custom-elements', 'package', 'vscode.html-custom-data', 'vscode.css-custom-data', 'web-types'];
    const ignored = ['--exclude-entrypoints', ...data.map((name) => `./${name}.json`)];
    await run(process.execPath, [
      tool('@arethetypeswrong/cli/dist/index.js'),
      tarball,
      '--profile',
      'esm-only',
      ...ignored,
    ]);
  });

  for (const node of nodes)
    it(`imports every entry in plain Node (${node === process.execPath ? 'this one' : "the machine's own"})`, async () => {
      const program = `
        for (const [entry, name] of Object.entries(${JSON.stringify(ENTRIES)})) {
          const module = await import(entry);
          if (typeof module[name] !== 'function') throw new Error(entry + ' has no ' + name);
        }
        for (const entry of ${JSON.stringify([...SIDE_EFFECTS, ...TYPINGS])}) await import(entry);
        for (const name of ['window', 'document']) if (name in globalThis) throw new Error(name);`;
      await run(node, ['--input-type=module', '-e', program], { cwd: folder });
    });

  for (const [module, moduleResolution] of [
    ['ESNext', 'bundler'],
    ['NodeNext', 'nodenext'],
  ])
    it(`is typed for a consumer with moduleResolution ${moduleResolution}`, async () => {
      writeFileSync(join(folder, 'right.ts'), RIGHT_USES);
      writeFileSync(join(folder, 'wrong.ts'), WRONG_USES);
      const options = {
        strict: true,
        exactOptionalPropertyTypes: true,
        target: 'ES2022',
        lib: ['ES2023', 'DOM', 'DOM.Iterable'],
        types: ['node'],
      };
      const config = (files: string[], skipLibCheck: boolean) =>
        JSON.stringify({
          compilerOptions: {
            ...options,
            module,
            moduleResolution,
            noEmit: true,
            skipLibCheck,
            resolveJsonModule: true,
          },
          files,
        });
      writeFileSync(join(folder, 'tsconfig.json'), config(['right.ts'], false));
      await run(process.execPath, [tool('typescript/bin/tsc')], { cwd: folder }).catch(
        ({ stdout }: { stdout: string }) => assert.fail(stdout),
      );
      writeFileSync(join(folder, 'tsconfig.json'), config(['wrong.ts'], true));
      const errors = await run(process.execPath, [tool('typescript/bin/tsc')], { cwd: folder }).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      );
      const lines = [...errors.matchAll(/wrong\.ts\((\d+),/g)].map(([, line]) => Number(line));
      assert.deepEqual([...new Set(lines)], [3, 4, 5, 6], errors);
    });

  it('is typed for a page that only registers a tag', async () => {
    writeFileSync(join(folder, 'only.ts'), ONLY_REGISTERS);
    const options = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022', '--types', 'node'];
    const args = [tool('typescript/bin/tsc'), '--ignoreConfig', '--strict', '--noEmit', '--skipLibCheck', ...options];
    await run(process.execPath, [...args, 'only.ts'], { cwd: folder }).catch(({ stdout }: { stdout: string }) =>
      assert.fail(stdout),
    );
  });

  it("is bundled by a consumer's bundler, and one tag brings no QR encoder with it", async () => {
    writeFileSync(
      join(folder, 'page.js'),
      [...SIDE_EFFECTS, ...Object.keys(ENTRIES).slice(0, 2)].map((entry) => `import '${entry}';`).join('\n'),
    );
    writeFileSync(join(folder, 'wallet.js'), "import 'pay-elements/define/pay-wallet';");
    const bundle = async (input: string) => {
      const result = await build({
        root: folder,
        configFile: false,
        logLevel: 'error',
        build: { write: false, minify: false, modulePreload: false, rolldownOptions: { input: join(folder, input) } },
      });
      assert.ok('output' in result);
      return result.output.filter((chunk) => chunk.type === 'chunk');
    };
    assert.ok((await bundle('page.js')).some(({ isDynamicEntry }) => isDynamicEntry));
    const first = (await bundle('wallet.js')).filter(({ isDynamicEntry }) => !isDynamicEntry);
    assert.ok(first.every(({ code }) => !/Reed.?Solomon|getPenalty/i.test(code)));
  });

  it('lists its tags in custom-elements.json, and where each is found and registered', async () => {
    interface Declared {
      readonly name: string;
      readonly module: string;
    }
    interface Listed {
      readonly path: string;
      readonly declarations?: { name: string; tagName?: string }[];
      readonly exports?: { kind: string; name: string; declaration: Declared }[];
    }
    const { modules } = JSON.parse(readFileSync(join(installed, 'custom-elements.json'), 'utf8')) as {
      modules: Listed[];
    };
    const found: string[] = [];
    const registered: string[] = [];
    for (const { path, declarations = [], exports = [] } of modules) {
      const module = (await import(join(installed, path))) as object;
      for (const { name, tagName } of declarations) if (tagName) found.push(`${tagName} ${path} ${name}`);
      for (const { kind, name, declaration } of exports)
        if (kind === 'js') assert.ok(name in module, `${path}: ${name}`);
        else registered.push(`${name} ${declaration.module} ${declaration.name}`);
    }
    assert.deepEqual(
      found.map((line) => line.split(' ')[0]),
      ['pay-checkout', 'pay-crypto', 'pay-localcode', 'pay-wallet'],
    );
    assert.deepEqual(registered, found);
    assert.doesNotMatch(JSON.stringify(modules), /src\/|\.ts"/);
  });

  it('brings a sandbox that a command starts and a signal ends', async () => {
    // A bundler that ran in this process has left NODE_ENV=production, where the sandbox does not start.
    const env = { ...process.env, NODE_ENV: 'test' };
    const child = spawn(join(folder, 'node_modules/.bin/pay-elements'), ['sandbox', '--port', '0'], {
      cwd: folder,
      env,
    });
    const [reported] = (await once(child.stdout, 'data')) as [Buffer];
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(String(reported)) ?? [];
    assert.ok(url, String(reported));
    assert.equal((await fetch(`${url}/v2/user/me`)).status, 401);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  it('names the missing package of the shop in the output of its commands', async () => {
    const command = join(folder, 'node_modules/.bin/pay-elements');
    const request = run(command, ['payments', '--postgres', 'postgres://shop@127.0.0.1:1/shop'], { cwd: folder });
    await assert.rejects(request, { code: 1, stderr: /^PostgreSQL needs the package pg, .*: npm install pg\n$/ });
    const { stdout } = await run(command, ['--version'], { cwd: folder });
    const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string };
    assert.equal(stdout, `${version}\n`);
  });
});

const RIGHT_USES = `
import { PayCryptoElement, type PayStatusEvent } from 'pay-elements';
import 'pay-elements/define';
import 'pay-elements/define/pay-crypto';
import { checkAddress, cryptoAmount, parsePayment, type PublicPayment } from 'pay-elements/core';
import { createCheckout, memoryStore, ServiceClient, ServiceError } from 'pay-elements/server';
import { nodeHandler } from 'pay-elements/server/node';
import { sqliteStore } from 'pay-elements/server/sqlite';
import { startSandbox } from 'pay-elements/sandbox';
import manifest from 'pay-elements/custom-elements.json' with { type: 'json' };

export const tag: PayCryptoElement = document.createElement('pay-crypto');
tag.addEventListener('pay-status', (event: PayStatusEvent) => event.phase satisfies string);
const read = parsePayment('{}');
if (read.ok) tag.payment = read.payment satisfies PublicPayment;
export const amount: bigint = cryptoAmount('1.5', 'BTC').atomic;
const check = checkAddress('BTC', '');
export const reason: string = check.ok ? check.canonical : check.reason;
export const checkout = createCheckout({
  service: { baseUrl: 'http://127.0.0.1:1', apiKey: 'k' },
  secret: 'x'.repeat(32),
  publicUrl: 'https://shop.example/pay',
  store: memoryStore(),
  order: async () => ({ amount: '19.99', currency: 'USD', payout: { crypto: { BTC: 'bc1' } } }),
  onStatus: async (payment, change) => void [payment.orderRef, change.to],
  statusMap: { SETTLED: 'paid' },
});
export const { GET, POST } = checkout;
export const middleware = nodeHandler(checkout);
export const all = [sqliteStore, startSandbox, ServiceClient, ServiceError, manifest];
`;

const ONLY_REGISTERS = `
import 'pay-elements/define/pay-wallet';
document.createElement('pay-wallet').refresh();
document.addEventListener('click', () => document.querySelector('pay-wallet')?.refresh());
document.createElement('pay-wallet').addEventListener('pay-paid', ({ payment }) => payment.amount satisfies string);
`;

// Each line from the third on is wrong in one way.
const WRONG_USES = `import { cryptoAmount } from 'pay-elements/core';
import { createCheckout } from 'pay-elements/server';
export const amount: number = cryptoAmount('1.5', 'BTC').atomic;
export const checkout = createCheckout({ secret: 'x' });
export const tag: HTMLInputElement = document.createElement('pay-crypto');
export { sandbox } from 'pay-elements/sandbox';
`;
