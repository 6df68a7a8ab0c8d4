import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import pg from 'pg';
import {
  agree,
  blockbook,
  coreRpc,
  esplora,
  evmRpc,
  sandboxChain,
  solanaRpc,
  tronHttp,
} from '../../src/server/chain/index.ts';
import {
  ConfigurationError,
  createCheckout,
  memoryStore,
  ServiceClient,
  type ConfigurationErrorCode,
} from '../../src/server/index.ts';
import { nodeHandler, nodeTransport } from '../../src/server/http/node/index.ts';
import { btcpay } from '../../src/server/providers/btcpay/index.ts';
import { postgresStore } from '../../src/server/stores/postgres.ts';
import { sqliteStore } from '../../src/server/stores/sqlite.ts';
import { SECRET } from './shop.ts';

/** A part of every value that is refused here: no message may contain it. */
const PRIVATE = 'value-that-nobody-may-see';
const URL_OF_CHAIN = 'https://chain.example';

const service = { baseUrl: 'https://service.example', apiKey: PRIVATE };
const checkoutWith = (change: object) =>
  createCheckout({
    ...{ service, secret: SECRET, publicUrl: 'https://shop.example/pay', store: memoryStore() },
    ...{ order: () => undefined, ...change },
  });
const chainWith = (chain: object) => checkoutWith({ chain });
const bitcoin = esplora({ coin: 'BTC', url: URL_OF_CHAIN });
const account = { url: 'https://btcpay.example', storeId: 'store1', apiKey: PRIVATE, webhookSecret: PRIVATE };
const pool = () => new pg.Pool({ max: 5 });

/** The functions that take options without a type here, as from JavaScript. */
const make: Readonly<Record<string, (...args: never[]) => unknown>> = {
  ...{ createCheckout, checkoutWith, chainWith, sqliteStore, postgresStore, btcpay, agree, nodeHandler, nodeTransport },
  ...{ blockbook, coreRpc, esplora, evmRpc, sandboxChain, solanaRpc, tronHttp },
  ServiceClient: (options) => new ServiceClient(options),
};

type Row = readonly [name: keyof typeof make, args: readonly unknown[], option: string, code: ConfigurationErrorCode];

const missing = 'option-missing';
const invalid = 'option-invalid';
const unknown = 'option-unknown';
const renamed = 'option-renamed';
const conflict = 'option-conflict';

const sources = ['blockbook', 'coreRpc', 'esplora', 'evmRpc', 'sandboxChain', 'solanaRpc', 'tronHttp'] as const;

const TABLE: readonly Row[] = [
  ['createCheckout', [undefined], 'options', invalid],
  ['checkoutWith', [{ secret: undefined }], 'secret', missing],
  ['checkoutWith', [{ secret: 5 }], 'secret', invalid],
  ['checkoutWith', [{ secret: {} }], 'secret', invalid],
  ['checkoutWith', [{ service: { ...service, apiKey: undefined } }], 'service.apiKey', missing],
  ['checkoutWith', [{ provider: {} }], 'provider', conflict],
  ...(['readWebhook', 'statusMap'] as const).map((name): Row => [
    'checkoutWith',
    [{ service: undefined, provider: btcpay(account), [name]: name === 'statusMap' ? { X: 'paid' } : () => ({}) }],
    ...([name, conflict] as const),
  ]),
  ['checkoutWith', [{ webhookUrl: PRIVATE }], 'webhookUrl', unknown],
  ['checkoutWith', [{ statuses: {} }], 'statuses', renamed],
  ['checkoutWith', [{ amountTolerance: { BTC: PRIVATE } }], 'amountTolerance.BTC', invalid],
  ['checkoutWith', [{ creationLimit: { perMinute: PRIVATE } }], 'creationLimit.perMinute', invalid],
  ['checkoutWith', [{ allowedOrigins: [PRIVATE] }], 'allowedOrigins[0]', invalid],

  ['ServiceClient', [undefined], 'options', invalid],
  ['ServiceClient', [{ ...service, baseUrl: undefined }], 'baseUrl', missing],
  ['ServiceClient', [{ ...service, apiKey: undefined }], 'apiKey', missing],
  ['ServiceClient', [{ ...service, key: PRIVATE }], 'key', unknown],
  ['ServiceClient', [{ ...service, onEvent: () => {} }], 'onEvent', renamed],
  ['ServiceClient', [{ ...service, allowHttp: 'no' }], 'allowHttp', invalid],
  ['ServiceClient', [{ ...service, timeout: 0 }], 'timeout', invalid],
  ['ServiceClient', [{ ...service, limit: { maxWait: -1 } }], 'limit.maxWait', invalid],
  ['ServiceClient', [{ ...service, cryptoInfo: { read: PRIVATE } }], 'cryptoInfo.read', invalid],

  ['sqliteStore', [undefined], 'db', missing],
  ['sqliteStore', ['payments.db'], 'db', invalid],
  ['sqliteStore', [new DatabaseSync(':memory:'), null], 'options', invalid],
  ['sqliteStore', [new DatabaseSync(':memory:'), { pollInterval: 0 }], 'pollInterval', invalid],
  ['sqliteStore', [new DatabaseSync(':memory:'), { lookEvery: 1 }], 'lookEvery', renamed],
  ['postgresStore', [undefined], 'pool', missing],
  ['postgresStore', ['postgres://localhost'], 'pool', invalid],
  ['postgresStore', [new pg.Pool({ max: 1 })], 'pool', invalid],
  ['postgresStore', [pool(), null], 'options', invalid],
  ['postgresStore', [pool(), { listen: 'no' }], 'listen', invalid],
  ['postgresStore', [pool(), { poll: 1 }], 'poll', unknown],

  ['btcpay', [undefined], 'btcpay', invalid],
  ['btcpay', [{ ...account, url: undefined }], 'btcpay.url', missing],
  ['btcpay', [{ ...account, webhookSecret: undefined }], 'btcpay.webhookSecret', missing],
  ['btcpay', [{ ...account, store: PRIVATE }], 'btcpay.store', renamed],
  ['btcpay', [{ ...account, readsPerMinute: 0 }], 'btcpay.readsPerMinute', invalid],
  ['btcpay', [{ ...account, timeout: 1 }], 'btcpay.timeout', unknown],

  ['chainWith', [5], 'chain', invalid],
  ['chainWith', [{}], 'chain.sources', invalid],
  ['chainWith', [{ sources: [{}] }], 'chain.sources[0]', invalid],
  ['chainWith', [{ sources: [{ ...bitcoin, name: '' }] }], 'chain.sources[0].name', invalid],
  ['chainWith', [{ sources: [{ ...bitcoin, requestsPerMinute: 0 }] }], 'chain.sources[0].requestsPerMinute', invalid],
  ['chainWith', [{ sources: [bitcoin, bitcoin] }], 'chain.sources[1].name', invalid],
  ['chainWith', [{ sources: [bitcoin], trust: PRIVATE }], 'chain.trust', invalid],
  ['chainWith', [{ sources: [bitcoin], whenUnreachable: PRIVATE }], 'chain.whenUnreachable', invalid],
  ['chainWith', [{ sources: [bitcoin], confirmations: 6 }], 'chain.confirmations', invalid],
  ['chainWith', [{ sources: [bitcoin], confirmations: { XMR: 1 } }], 'chain.confirmations.XMR', invalid],
  ['chainWith', [{ sources: [bitcoin], confirmations: { BTC: 0 } }], 'chain.confirmations.BTC', invalid],
  ['chainWith', [{ sources: [bitcoin], confirmations: { ETH: 12 } }], 'chain.confirmations.ETH', invalid],
  ['chainWith', [{ sources: [bitcoin], timeout: 0 }], 'chain.timeout', invalid],
  ['chainWith', [{ sources: [bitcoin], source: bitcoin }], 'chain.source', unknown],

  ...sources.flatMap((name): readonly Row[] => [
    [name, [undefined], name, invalid],
    [name, [{}], `${name}.url`, missing],
    [name, [{ url: PRIVATE }], `${name}.url`, invalid],
    [name, [{ url: `ftp://${PRIVATE}@chain.example` }], `${name}.url`, invalid],
    [name, [{ url: `https://${PRIVATE}%:x@chain.example` }], `${name}.url`, invalid],
    [name, [{ url: URL_OF_CHAIN, name: 'My Node' }], `${name}.name`, invalid],
    [name, [{ url: URL_OF_CHAIN, headers: PRIVATE }], `${name}.headers`, invalid],
    [name, [{ url: URL_OF_CHAIN, fetch: PRIVATE }], `${name}.fetch`, invalid],
    [name, [{ url: URL_OF_CHAIN, apiKey: PRIVATE }], `${name}.apiKey`, unknown],
  ]),
  ...(['blockbook', 'coreRpc', 'esplora', 'evmRpc'] as const).flatMap((name): readonly Row[] => [
    [name, [{ url: URL_OF_CHAIN }], `${name}.coin`, missing],
    [name, [{ url: URL_OF_CHAIN, coin: 'XMR' }], `${name}.coin`, invalid],
  ]),
  ...(['blockbook', 'evmRpc'] as const).flatMap((name): readonly Row[] => [
    [name, [{ url: URL_OF_CHAIN, coin: 'ERC20/USDT', token: 5 }], `${name}.token`, invalid],
    [name, [{ url: URL_OF_CHAIN, coin: 'ERC20/USDT', token: PRIVATE }], `${name}.token`, invalid],
  ]),
  ['esplora', [{ url: URL_OF_CHAIN, coin: 'BTC', requestsPerMinute: 0 }], 'esplora.requestsPerMinute', invalid],
  ['coreRpc', [{ url: URL_OF_CHAIN, coin: 'BTC', network: {} }], 'coreRpc.network', invalid],
  ['evmRpc', [{ url: URL_OF_CHAIN, coin: 'ETH', blocks: 1 }], 'evmRpc.blocks', invalid],
  ['agree', [bitcoin, undefined], 'agree', invalid],
  ['agree', [bitcoin, bitcoin], 'agree', invalid],
  ['agree', [bitcoin, solanaRpc({ url: URL_OF_CHAIN })], 'agree', invalid],

  ['nodeHandler', [{}], 'nodeHandler', invalid],
  ['nodeHandler', [undefined], 'nodeHandler', invalid],
  ['nodeTransport', [null], 'options', invalid],
  ['nodeTransport', [{ idle: 0 }], 'idle', invalid],
  ['nodeTransport', [{ timeout: 1 }], 'timeout', unknown],
];

describe('an option that cannot be used is refused by name, with a code', () => {
  for (const [name, args, option, code] of TABLE)
    it(`${name}: ${option}, ${code}`, () => {
      assert.throws(
        () => make[name]!(...(args as never[])),
        (error) => {
          assert.ok(error instanceof ConfigurationError, String(error));
          assert.deepEqual([error.option, error.code], [option, code]);
          assert.ok(error.message.startsWith(option) && !error.message.includes(PRIVATE), error.message);
          return true;
        },
      );
    });
});

describe('a value that is missing in a build', () => {
  for (const [name, value] of [
    ['npm_lifecycle_event', 'build'],
    ['NEXT_PHASE', 'phase-production-build'],
  ] as const)
    it(`is known by ${name}, and the message says to pass a function`, (t) => {
      const before = process.env[name];
      t.after(() => {
        if (before === undefined) delete process.env[name];
        else process.env[name] = before;
      });
      process.env[name] = value;
      assert.throws(() => checkoutWith({ secret: undefined }), {
        message: /^secret is undefined: .+hex 32\. In a build, pass a function: createCheckout\(/,
      });
      process.env[name] = 'start';
      assert.throws(() => checkoutWith({ secret: undefined }), { message: /hex 32$/ });
    });
});
