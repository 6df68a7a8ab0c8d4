import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = '\0page';

/** What a consumer's bundler keeps of a module text: the modules that left code in any chunk, loaded at once or later. */
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
        load: (name) => (name === PAGE ? code : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      target: 'es2022',
      rolldownOptions: { input: 'page', external: [/^node:/], preserveEntrySignatures: 'strict' },
    },
  });
  assert.ok('output' in result);
  const chunks = result.output.filter((chunk) => chunk.type === 'chunk');
  const modules = chunks
    .flatMap((chunk) => Object.entries(chunk.modules))
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .map(([id]) => id.replaceAll('\\', '/'));
  return { modules, code: chunks.map((chunk) => chunk.code).join('\n') };
}

const QR = /dist\/vendor\/qr/;
const HASHES = /node_modules\/@(?:noble|scure)\//;
const LIT = /node_modules\/(?:lit|@lit)\b/;
const FLOATING = /node_modules\/@floating-ui\//;
const ADDRESSES = /core\/(?:address|cash-address)/;
const SANDBOX = /dist\/sandbox\//;
const SERVER = /dist\/server\//;
const ELEMENTS = /dist\/elements\//;

/** What one import may leave out, and one thing it must bring, without which the rest would prove nothing. */
const IMPORTS: readonly { code: string; brings: RegExp; without: readonly RegExp[] }[] = [
  {
    code: `import 'pay-elements/define/pay-wallet';`,
    brings: /cards\/wallet-card/,
    without: [QR, HASHES, SERVER, SANDBOX, /crypto-card|localcode-card|qr-controller|parts\/qr/],
  },
  {
    code: `export { PayWalletElement } from 'pay-elements';`,
    brings: /cards\/wallet-card/,
    without: [QR, HASHES, /crypto-card|localcode-card|qr-controller/, /elements\/register/],
  },
  {
    code: `import 'pay-elements/define/pay-localcode';`,
    brings: QR,
    without: [HASHES, SERVER, SANDBOX, /crypto-card|wallet-card/],
  },
  {
    code: `import 'pay-elements/define/pay-crypto';`,
    brings: QR,
    without: [HASHES, ADDRESSES, SERVER, SANDBOX, /wallet-card|localcode-card/],
  },
  {
    code: `import 'pay-elements/define';`,
    brings: FLOATING,
    without: [HASHES, ADDRESSES, SERVER, SANDBOX],
  },
  {
    code: `export { PayStatusEvent } from 'pay-elements';`,
    brings: /elements\/events/,
    without: [LIT, QR, FLOATING, /cards\//],
  },
  {
    code: `export { cryptoAmount, parsePayment, paymentUri, phaseOf } from 'pay-elements/core';`,
    brings: /core\/amount/,
    without: [HASHES, ADDRESSES, LIT, QR, ELEMENTS, SERVER, SANDBOX],
  },
  {
    code: `export { checkAddress } from 'pay-elements/core';`,
    brings: HASHES,
    without: [LIT, QR, ELEMENTS, SERVER, /core\/(?:payment|parse-payment|status)/],
  },
  {
    code: `export { memoryStore } from 'pay-elements/server';`,
    brings: /stores\/memory/,
    without: [HASHES, QR, LIT, ELEMENTS, SANDBOX, /server\/(?:client|node|checkout|handler)/],
  },
  {
    code: `export { ServiceClient } from 'pay-elements/server';`,
    brings: /client\/service-client/,
    without: [QR, LIT, ELEMENTS, SANDBOX, /server\/(?:checkout|handler|stores)/],
  },
  {
    code: `export { createCheckout } from 'pay-elements/server';`,
    brings: /server\/checkout/,
    without: [LIT, ELEMENTS, SANDBOX, /stores\/sqlite/],
  },
  {
    code: `export { nodeHandler } from 'pay-elements/server/node';`,
    brings: /node\/handler/,
    without: [HASHES, QR, LIT, ELEMENTS, SANDBOX, /server\/client/],
  },
  {
    code: `export { sqliteStore } from 'pay-elements/server/sqlite';`,
    brings: /stores\/sqlite/,
    without: [HASHES, QR, LIT, ELEMENTS, SANDBOX, /server\/(?:client|checkout|handler)/],
  },
  {
    code: `export { createSandbox } from 'pay-elements/sandbox';`,
    brings: SANDBOX,
    without: [LIT, ELEMENTS, SERVER, /sandbox\/node/],
  },
];

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

  for (const entry of ['', '/core', '/server', '/server/node', '/server/sqlite', '/sandbox'])
    it(`holds nothing of pay-elements${entry} when nothing of it is used`, async () => {
      const { modules } = await kept(`import * as all from 'pay-elements${entry}'; export const used = 1; void all;`);
      assert.deepEqual(modules, [PAGE]);
    });
});
