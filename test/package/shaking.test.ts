import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join, posix } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { entriesOf } from '../../scripts/entries.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = '\0page';

/** What comes when it is needed, and is not counted: the menu behind the button 'More', the enlarged code, and what draws one. */
const ON_USE = /menu\/share-menu|dialog\/qr-dialog|vendor\/qr/;

/** The source map that the build wrote beside a file of the package. A short file has none. */
function sourceMapOf(id: string): Rolldown.SourceMapInput | undefined {
  const map = `${id}.map`;
  if (!/[\\/]dist[\\/]/.test(id) || !existsSync(map)) return undefined;
  return JSON.parse(readFileSync(map, 'utf8')) as Rolldown.SourceMapInput;
}

/**
 * What a consumer's bundler keeps of a module text, loaded at once or later: the sources of the package that left code
 * in any chunk, by their source maps, and the other modules. A chunk that is used keeps the few tables of its modules that a
 * bundler cannot prove unused.
 */
async function kept(code: string): Promise<{ modules: string[]; code: string }> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'page',
        resolveId: (name) => (name === 'page' ? PAGE : null),
        load(name) {
          if (name === PAGE) return code;
          const map = sourceMapOf(name);
          return map ? { code: readFileSync(name, 'utf8'), map } : null;
        },
      },
    ],
    build: {
      write: false,
      sourcemap: true,
      minify: false,
      modulePreload: false,
      target: 'es2022',
      rolldownOptions: {
        input: 'page',
        external: [/^node:/, 'react', 'vue', '@opentelemetry/api'],
        preserveEntrySignatures: 'strict',
      },
    },
  });
  assert.ok('output' in result);
  const chunks = result.output.filter((chunk) => chunk.type === 'chunk');
  const counted = new Set<(typeof chunks)[number]>();
  const count = (chunk: (typeof chunks)[number] | undefined) => {
    if (!chunk || counted.has(chunk)) return;
    if (chunk.isDynamicEntry && chunk.moduleIds.some((id) => ON_USE.test(id))) return;
    counted.add(chunk);
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) count(chunks.find((one) => one.fileName === name));
  };
  count(chunks.find(({ isEntry }) => isEntry));
  const files = [...counted]
    .flatMap((chunk) => Object.entries(chunk.modules))
    .filter(([id, { renderedLength }]) => renderedLength > 0 && !sourceMapOf(id))
    .map(([id]) => id.replaceAll('\\', '/'));
  const modules = [...files, ...[...counted].flatMap(sourcesIn)];
  return { modules, code: chunks.map((chunk) => chunk.code).join('\n') };
}

/** The sources that left a line of code in a chunk: those to which its source map leads. */
function sourcesIn({ code, map }: Rolldown.OutputChunk): string[] {
  if (!map) return [];
  const origins = new SourceMap(map as unknown as SourceMapPayload);
  const lines = code.split('\n').map((line, at) => origins.findEntry(at, Math.max(0, line.search(/\S/))));
  const sources = new Set(lines.map((entry) => ('originalSource' in entry ? entry.originalSource : '')));
  return [...sources].filter((source) => /\bsrc\//.test(source));
}

const QR = /(?:dist|src)\/vendor\/qr/;
const HASHES = /node_modules\/@(?:noble|scure)\//;
const LIT = /node_modules\/(?:lit|@lit)\b/;
const FLOATING = /node_modules\/@floating-ui\//;
const ADDRESSES = /core\/coins\/(?:address|cash-address)/;
const SANDBOX = /(?:dist|src)\/sandbox\//;
const SERVER = /(?:dist|src)\/server\//;
/** The wallets in the browser. */
const WALLETS = /(?:dist|src)\/wallets\//;
const ELEMENTS = /(?:dist|src)\/elements\//;
/** The tags. Each has a module of its name in a folder of its name. */
const [CRYPTO, WALLET, LOCALCODE, CHECKOUT] = ['crypto', 'wallet', 'localcode', 'checkout'].map(
  (name) => new RegExp(`pay-${name}\\/pay-${name}\\.`),
) as [RegExp, RegExp, RegExp, RegExp];
/** What only tags with a QR code have. The receipt of each tag has a code, too. */
const QR_TAG = /base\/qr-element|card\/styles\/qr/;
const ANY_TAG = /\/pay-(?:crypto|wallet|localcode|checkout)\./;

/** What one import may leave out, and one thing it must bring, without which the rest would prove nothing. */
const IMPORTS: readonly { code: string; brings: RegExp; without: readonly RegExp[] }[] = [
  {
    code: `import 'pay-elements/define/pay-wallet';`,
    brings: WALLET,
    without: [QR, HASHES, SERVER, SANDBOX, WALLETS, CRYPTO, LOCALCODE, CHECKOUT, QR_TAG],
  },
  {
    code: `export { PayWalletElement } from 'pay-elements';`,
    brings: WALLET,
    without: [QR, HASHES, CRYPTO, LOCALCODE, CHECKOUT, QR_TAG, /elements\/register/],
  },
  {
    code: `import 'pay-elements/define/pay-localcode';`,
    brings: LOCALCODE,
    without: [QR, HASHES, SERVER, SANDBOX, CRYPTO, WALLET, CHECKOUT],
  },
  {
    code: `import 'pay-elements/define/pay-crypto';`,
    brings: CRYPTO,
    without: [QR, HASHES, ADDRESSES, SERVER, SANDBOX, WALLETS, WALLET, LOCALCODE, CHECKOUT],
  },
  {
    code: `import 'pay-elements/define/pay-checkout';`,
    brings: CHECKOUT,
    without: [HASHES, ADDRESSES, SERVER, SANDBOX, WALLETS],
  },
  {
    code: `import 'pay-elements/autoload';`,
    brings: /elements\/autoload/,
    without: [HASHES, ADDRESSES, SERVER, SANDBOX, WALLETS],
  },
  {
    // The tag that it extends has the rest of what it brings.
    code: `import 'pay-elements/wallets/evm';`,
    brings: /wallets\/evm\/pay/,
    without: [QR, HASHES, ADDRESSES, SERVER, SANDBOX, ANY_TAG, /elements\/define/],
  },
  {
    code: `import 'pay-elements/define';`,
    brings: FLOATING,
    without: [HASHES, ADDRESSES, SERVER, SANDBOX, WALLETS],
  },
  {
    code: `export { PayStatusEvent } from 'pay-elements';`,
    brings: /elements\/events/,
    without: [LIT, QR, FLOATING, ANY_TAG],
  },
  {
    code: `export { cryptoAmount, parsePayment, paymentUri, phaseOf } from 'pay-elements/core';`,
    brings: /core\/money\/amount/,
    without: [HASHES, ADDRESSES, LIT, QR, ELEMENTS, SERVER, SANDBOX],
  },
  {
    code: `export { checkAddress } from 'pay-elements/core';`,
    brings: HASHES,
    without: [LIT, QR, ELEMENTS, SERVER, /core\/(?:orders|payments\/(?:phases|public-payment|qr-path))/],
  },
  {
    code: `export { memoryStore } from 'pay-elements/server';`,
    brings: /stores\/memory/,
    without: [HASHES, QR, LIT, ELEMENTS, SANDBOX, /server\/(?:client|node|checkout|handler)/],
  },
  {
    code: `export { ServiceClient } from 'pay-elements/server';`,
    brings: /client\/service-client/,
    without: [QR, LIT, ELEMENTS, SANDBOX, /server\/(?:checkout|handler|stores\/(?:sqlite|postgres))/],
  },
  {
    code: `export { createCheckout } from 'pay-elements/server';`,
    brings: /server\/checkout/,
    without: [LIT, ELEMENTS, SANDBOX, /stores\/(?:sqlite|postgres)/, /providers\/btcpay/],
  },
  {
    code: `export { btcpay } from 'pay-elements/server/btcpay';`,
    brings: /providers\/btcpay/,
    without: [QR, LIT, ELEMENTS, SANDBOX, /server\/(?:checkout|http\/handler|stores)/, /client\/service-client/],
  },
  {
    code: `export { esplora } from 'pay-elements/server/chain';`,
    brings: /chain\/sources\/esplora/,
    without: [QR, LIT, ELEMENTS, SANDBOX, /server\/(?:checkout|http\/handler)/, /client\/service-client/],
  },
  {
    code: `export { mayTransition } from 'pay-elements/server/store';`,
    brings: /stores\/rules/,
    without: [HASHES, QR, LIT, ELEMENTS, SANDBOX, /server\/(?:checkout|http\/handler)/],
  },
  {
    code: `export { nodeHandler } from 'pay-elements/server/node';`,
    brings: /node\/handler/,
    without: [HASHES, QR, LIT, ELEMENTS, SANDBOX, /server\/client/],
  },
  {
    code: `export { openTelemetry } from 'pay-elements/server/opentelemetry';`,
    brings: /observability\/opentelemetry/,
    without: [HASHES, QR, LIT, ELEMENTS, SANDBOX, /server\/(?:client|checkout|handler|stores)/],
  },
  {
    code: `export { sqliteStore } from 'pay-elements/server/sqlite';`,
    brings: /stores\/sqlite/,
    without: [HASHES, QR, LIT, ELEMENTS, SANDBOX, /server\/(?:client|checkout|handler)/],
  },
  {
    code: `export { postgresStore } from 'pay-elements/server/postgres';`,
    brings: /stores\/postgres/,
    without: [HASHES, QR, LIT, ELEMENTS, SANDBOX, /server\/(?:client|checkout|handler)/, /stores\/sqlite/],
  },
  {
    code: `export { renderPayment } from 'pay-elements/html';`,
    brings: /html\/render-payment/,
    without: [HASHES, LIT, FLOATING, ELEMENTS, SERVER, SANDBOX],
  },
  {
    code: `export { startTestCheckout } from 'pay-elements/testing';`,
    brings: /testing\/test-checkout/,
    without: [LIT, ELEMENTS, /stores\/(?:sqlite|postgres)/],
  },
  {
    code: `export { createSandbox } from 'pay-elements/sandbox';`,
    brings: SANDBOX,
    without: [LIT, ELEMENTS, SERVER, /sandbox\/node/],
  },
  ...['react', 'vue'].map((framework) => ({
    code: `export { PayWallet } from 'pay-elements/${framework}';`,
    brings: /elements\/define\/pay-wallet/,
    without: [QR, HASHES, SERVER, SANDBOX, CRYPTO, LOCALCODE, CHECKOUT],
  })),
];

/** Entries that are imported for what they do. `cdn` is one file with everything inside, for pages without a bundler. */
const DOES = /^\.\/(?:define.*|autoload|cdn|wallets\/.*)$/;

describe("a consumer's bundle", () => {
  for (const { code, brings, without } of IMPORTS)
    it(`of ${code} carries that and no more`, async () => {
      const { modules } = await kept(code);
      assert.ok(
        modules.some((id) => brings.test(id)),
        `nothing of ${brings}:\n${modules.join('\n')}`,
      );
      for (const pattern of without)
        assert.deepEqual(
          modules.filter((id) => pattern.test(id)),
          [],
        );
    });

  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  const names = entriesOf(root, exports).map(({ name }) => name);

  for (const name of names.filter((name) => !DOES.test(name)))
    it(`holds nothing of pay-elements${name.slice(1)} when nothing of it is used`, async () => {
      const code = `import * as all from 'pay-elements${name.slice(1)}'; export const used = 1; void all;`;
      assert.deepEqual((await kept(code)).modules, [PAGE]);
    });

  it('is tried of every entry that holds more than types', () => {
    const tried = IMPORTS.map(({ code }) => /pay-elements[^']*/.exec(code)![0].replace('pay-elements', '.'));
    const programs = names.filter((name) => !/^\.\/types\//.test(name) && name !== './cdn');
    assert.deepEqual([...new Set(tried)].sort(), programs.sort());
  });
});

/** The files of `dist` that a file loads at once, where no bundler leaves any of them out: by their paths in `dist`. */
function loaded(file: string, files = new Set<string>()): ReadonlySet<string> {
  if (files.has(file)) return files;
  files.add(file);
  const text = readFileSync(join(root, 'dist', file), 'utf8');
  for (const [, name = ''] of text.matchAll(/^(?:import|export)(?: .*? from)? ?"(\.[^"]+)";$/gm))
    loaded(posix.join(posix.dirname(file), name), files);
  return files;
}

describe('an entry that is loaded without a bundler', () => {
  for (const [entry, own, without] of [
    ['core/index.js', /core\/core/, /^(?:server|cli|sandbox)\//],
    ['server/index.js', /server\/server/, /^(?:cli|sandbox)\/|btcpay|chain\/index/],
    ['server/store.js', /stores\/stores/, /^cli\/|server\/server\./],
    ['server/providers/btcpay/index.js', /btcpay\/btcpay/, /^(?:cli|sandbox)\//],
    ['server/chain/index.js', /core\/core/, /^(?:cli|sandbox)\/|btcpay/],
  ] as const)
    it(`loads no other part of the package: ${entry}`, () => {
      const files = [...loaded(entry)];
      assert.ok(files.some((file) => own.test(file)), files.join('\n')); // prettier-ignore
      assert.deepEqual(
        files.filter((file) => without.test(file)),
        [],
      );
    });
});
