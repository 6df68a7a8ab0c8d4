import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  ConfigurationError,
  createCheckout,
  memoryStore,
  ServiceClient,
  type CheckoutEvent,
} from '../../src/server/index.ts';
import { openTelemetry } from '../../src/server/observability/opentelemetry/index.ts';
import { bindProvider } from '../../src/server/providers/own-provider.ts';
import type { PaymentProvider } from '../../src/server/providers/provider.ts';
import { SECRET } from './shop.ts';

const BASE = {
  service: { baseUrl: 'https://service.example', apiKey: 'a-key-that-nobody-may-see' },
  secret: SECRET,
  publicUrl: 'https://shop.example/pay',
  store: memoryStore(),
  order: async () => undefined,
};

const TOY = {
  name: 'toy',
  create: () => assert.fail('no payment is created'),
  phaseOf: () => 'unknown',
  read: async () => undefined,
} as const;

const made = (change: object) => createCheckout({ ...BASE, ...change });

const messageOf = (change: object): string => {
  try {
    void made(change).close();
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, String(error));
    assert.ok(error.message.startsWith(error.option), error.option);
    return error.message;
  }
  return assert.fail(`accepted: ${Object.keys(change).join()}`);
};

describe('createCheckout, given an option that it cannot use', () => {
  const refused: readonly (readonly [change: object, message: string | RegExp])[] = [
    // Not set.
    [{ secret: undefined }, 'secret is undefined: is PAY_SECRET set? Make one: openssl rand -hex 32'],
    [{ publicUrl: undefined }, /^publicUrl is undefined: is PAY_URL set\?/],
    [{ service: { apiKey: 'key' } }, 'service.baseUrl is undefined: is SERVICE_URL set?'],
    [
      { service: { ...BASE.service, apiKey: 'key\n' } },
      /^service\.apiKey: plain text .*: it ends with a space or a line break$/,
    ],
    [
      { service: { ...BASE.service, apiKey: 'Bearer key' } },
      /^service\.apiKey: plain text .*: leave out the word Bearer$/,
    ],
    [{ service: { baseUrl: 'https://service.example' } }, 'service.apiKey is undefined: is SERVICE_KEY set?'],
    [{ service: { ...BASE.service, apiKey: '' } }, /^service\.apiKey: /],
    [{ service: undefined }, /^service is undefined: /],
    [{ order: undefined }, /^order is undefined: a function is needed/],
    // Of another type.
    [{ store: 'payments.db' }, /^store: .*sqliteStore\(.*memoryStore\(\)/],
    [{ store: new DatabaseSync(':memory:') }, /^store: .*sqliteStore\(/],
    [{ store: { ...memoryStore(), transition: undefined } }, /^store\.transition: /],
    [{ store: Promise.resolve(memoryStore()) }, 'store: a promise was given: await it'],
    [{ service: 'https://service.example' }, /^service: /],
    ...(
      [
        [
          'btcpay',
          /^provider: an object such as btcpay\(\{ url, storeId, apiKey, webhookSecret \}\) is needed, not text$/,
        ],
        [() => TOY, 'provider: not a function: call it'],
        [Promise.resolve(TOY), 'provider: a promise was given: await it'],
      ] as const
    ).map(([provider, message]): [object, string | RegExp] => [{ service: undefined, provider }, message]),
    [
      { publicUrl: 'https://shop.example/pay/webhook' },
      'publicUrl: the address of the handler is needed, without /webhook',
    ],
    ...['payments', 'orders/', 'status', 'webhook/pay'].map((path): [object, RegExp] => [
      { publicUrl: `https://shop.example/${path}` },
      /^publicUrl: its path may not end with .*: mount it at another path, such as \/pay$|^publicUrl: .* without \/webhook$/,
    ]),
    [{ publicUrl: new URL('https://shop.example/pay') }, 'publicUrl: text is needed, not an object: url.href'],
    ...['http://0.0.0.0:3000/pay', 'http://192.168.1.5/pay'].map((publicUrl): [object, RegExp] => [
      { publicUrl },
      /^publicUrl: https is needed.*; http is for this machine only: 127\.0\.0\.1 or localhost$/,
    ]),
    [{ onStatus: 'x' }, /^onStatus: a function is needed/],
    [{ onEvent: {} }, /^onEvent: a function is needed/],
    [{ onEvent: openTelemetry }, 'onEvent: call it: openTelemetry({ store })'],
    [{ verifyPayment: true }, /^verifyPayment: a function is needed/],
    ...['flat', {}, null, 7].map((readWebhook): [object, RegExp] => [{ readWebhook }, /^readWebhook: a function/]),
    [{ now: Date.now }, /^now: no such option/],
    [{ creationLimit: 5 }, /^creationLimit: an object/],
    [{ creationLimit: true }, /^creationLimit: an object/],
    [{ creationLimit: { visitor: 'anna' } }, /^creationLimit\.visitor/],
    [{ creationLimit: { address: '203.0.113.7' } }, /^creationLimit\.address/],
    [{ currencies: ['USD'] }, /^currencies: an object/],
    [{ currencies: { wallet: 'USD' } }, /^currencies\.wallet: a list/],
    [{ currencies: { wallet: ['US$'] } }, /^currencies\.wallet\[0\]: /],
    [{ explorers: 'https://explorer.example/tx/{transaction}' }, /^explorers: an object/],
    [
      { explorers: { XMR: 'https://explorer.example/tx/{transaction}' } },
      /^explorers\.XMR: not one of the supported coins/,
    ],
    ...[
      'https://explorer.example/tx/nobody-may-see',
      'http://explorer.example/{transaction}',
      'javascript:alert("{transaction}")',
      'https://{transaction}.explorer.example/',
      'https://user:password@explorer.example/{transaction}',
      '/tx/{transaction}',
      7,
      null,
    ].map((template): [object, RegExp] => [
      { explorers: { BTC: template } },
      /^explorers\.BTC: an https address with \{transaction\} is needed, such as https:/,
    ]),
    [{ statusMap: 'SETTLED' }, /^statusMap: an object/],
    [
      { statusMap: { SETTLED: 'payed' } },
      /^statusMap\.SETTLED: one of awaiting, detected, .*, unknown is needed; did you mean paid\?$/,
    ],
    [
      { statusMap: { paid: 'COMPLETED' } },
      /^statusMap\.paid: .* is needed; the other way round: \{ COMPLETED: 'paid' \}$/,
    ],
    [{ statusMap: { SETTLED: 'x' } }, /^statusMap\.SETTLED: one of awaiting, detected, .*, unknown is needed$/],
    [
      { statusMap: { NEW: 'paid' } },
      'statusMap.NEW: NEW is the status of a payment that was just created: it cannot mean paid',
    ],
    [
      { statusMap: { pending: 'overpaid' } },
      'statusMap.pending: PENDING is the status of a payment that was just created: it cannot mean overpaid',
    ],
    [
      { statusMap: new Map([['SETTLED', 'paid']]) },
      "statusMap: an object such as { SETTLED: 'paid' } is needed, not a Map",
    ],
    [{ secret: 'x'.repeat(31) }, 'secret: at least 32 bytes of text are needed. Make one: openssl rand -hex 32'],
    [
      { secret: [SECRET, 'too short'] },
      'secret[1]: at least 32 bytes of text are needed. Make one: openssl rand -hex 32',
    ],
    [{ secret: 5 }, /^secret: text is needed, or a list/],
    [{ secret: [new Uint8Array(32)] }, /^secret\[0\].*text/],
    [{ secret: [] }, /^secret/],
    [{ secret: [undefined, SECRET] }, /^secret: the current one/],
    [{ publicUrl: '/pay' }, /^publicUrl/],
    [{ publicUrl: 'http://shop.example/pay' }, /^publicUrl.*https/],
    [{ publicUrl: 'https://shop.example/pay?x=1' }, /^publicUrl/],
    [{ service: { ...BASE.service, baseUrl: 'x' } }, /^service\.baseUrl/],
    [{ allowedOrigins: 'https://www.shop.example' }, /^allowedOrigins: a list/],
    ...['*', 'null', '', 'shop.example', 'https://shop.example/', 'https://*.shop.example', 7, 'file://'].map(
      (origin): [object, RegExp] => [
        { allowedOrigins: ['https://www.shop.example', origin] },
        /^allowedOrigins\[1\]: not an origin such as .*without a path or a slash at the end$/,
      ],
    ),
    [
      { allowedOrigins: ['https://Shop.Example'] },
      /^allowedOrigins\[0\]: write it as browsers send it, in lower case: https:\/\/shop\.example$/,
    ],
    [{ log: 'verbose' }, /^log: /],
    [{ client: {} }, 'client: is now called provider: serviceProvider(client)'],
    [{ provider: {} }, 'provider: give either service or provider, not both'],
    [{ service: { ...BASE.service, transport: 'fetch' } }, /^service\.transport: a function is needed/],
    [{ service: { ...BASE.service, auth: 'basic' } }, /^service\.auth: /],
    [{ service: TOY }, 'service: a provider was given: write provider in place of service'],
    [
      { service: new ServiceClient(BASE.service) },
      'service: its options are needed, not a ServiceClient: { baseUrl, apiKey }',
    ],
    [
      { service: undefined, provider: { url: 'https://btcpay.example', storeId: 's' } },
      'provider: these are the options of btcpay(): write btcpay({ … })',
    ],
    [{ service: { ...BASE.service, apiKey: 123 } }, 'service.apiKey: text is needed, not a number'],
    [{ publicUrl: 'localhost:8080/pay' }, 'publicUrl: its scheme is missing: write http://localhost:8080/pay'],
    [{ publicUrl: 'shop.example:8080/pay' }, 'publicUrl: its scheme is missing: write https://shop.example:8080/pay'],
    [{ chain: { transfers() {} } }, 'chain: a source was given: write { sources: [source] }'],
    [
      { chain: { sources: [{ name: 'own', coins: ['BTC'], transfers() {} }] } },
      'chain.sources[0].check: a function is needed',
    ],
    [{ service: { ...BASE.service, limit: 35 } }, /^service\.limit: an object/],
    [{ amountTolerance: '1 BTC' }, /^amountTolerance: .*decimal/],
    [{ amountTolerance: { XMR: '1' } }, /^amountTolerance\.XMR: .*coin/],
    [{ amountTolerance: { BTC: 'much' } }, /^amountTolerance\.BTC: .*decimal/],
    // Out of range.
    [{ amountTolerance: -1 }, /^amountTolerance: .*decimal/],
    [{ creationLimit: { perMinute: 0 } }, /^creationLimit\.perMinute/],
    [{ creationLimit: { perMinute: 1.5 } }, /^creationLimit\.perMinute/],
    [{ creationLimit: { perHour: '20' } }, /^creationLimit\.perHour/],
    [{ creationLimit: { proxies: -1 } }, /^creationLimit\.proxies/],
    [{ longPoll: 0 }, /^longPoll: an object/],
    [{ longPoll: { timeout: -1 } }, /^longPoll\.timeout: /],
    [{ longPoll: { timeout: 15 } }, /^longPoll\.timeout: a number of milliseconds from 100 to 20000 is needed, or 0 /],
    [
      { longPoll: { timeout: 60_000 } },
      /^longPoll\.timeout: a number of milliseconds from 100 to 20000 is needed, or 0 /,
    ],
    [{ longPoll: { timeout: '15000' } }, /^longPoll\.timeout: /],
    [{ longPoll: { max: 1.5 } }, /^longPoll\.max: /],
    [{ longPoll: { perPayment: 1 } }, /^longPoll\.perPayment: no such option/],
    [{ sweepInterval: 5 }, /^sweepInterval: no such option/],
    [{ service: { ...BASE.service, onEvent: () => {} } }, 'service.onEvent: is now called onEvent, beside service'],
    [
      { store: undefined },
      /^store is undefined: publicUrl is not an address of this machine.*sqliteStore.*postgresStore.*memoryStore/,
    ],
    // Seconds.
    [{ callbackTimeout: 15 }, /^callbackTimeout: a number of milliseconds from 100 /],
    [{ service: { ...BASE.service, timeout: 10 } }, /^service\.timeout: a number of milliseconds from 100 /],
    [{ service: { ...BASE.service, limit: { perMinute: 0 } } }, /^service\.limit\.perMinute: /],
    // Unknown.
    [{ statusmap: {} }, 'statusmap: no such option; did you mean statusMap?'],
    [{ onstatus: () => {} }, 'onstatus: no such option; did you mean onStatus?'],
    [{ webhookUrl: 'x' }, 'webhookUrl: no such option; did you mean publicUrl, below which webhooks arrive?'],
    [
      { webhookSecret: SECRET },
      'webhookSecret: no such option; did you mean secret, or the webhookSecret of btcpay()?',
    ],
    [{ currency: 'USD' }, /^currency: no such option; did you mean the currency that order\(\) returns, or currencies/],
    [{ storeId: 'x' }, 'storeId: no such option; did you mean that of provider: btcpay()?'],
    [{ baseUrl: 'x' }, 'baseUrl: no such option; did you mean service.baseUrl?'],
    [{ rateLimit: {} }, 'rateLimit: no such option; did you mean creationLimit?'],
    [{ onSuccess: () => {} }, 'onSuccess: no such option; did you mean onPaid?'],
    [{ creationLimit: { proxy: 1 } }, 'creationLimit.proxy: no such option; did you mean proxies?'],
    [{ cors: [] }, 'cors: no such option; did you mean allowedOrigins?'],
    [{ creationLimit: { perMinutes: 1 } }, 'creationLimit.perMinutes: no such option; did you mean perMinute?'],
    [{ creationLimit: { unidentified: { minute: 1 } } }, /^creationLimit\.unidentified\.minute: no such option/],
    [{ service: { ...BASE.service, key: 'x' } }, 'service.key: no such option; did you mean apiKey?'],
    [{ service: { ...BASE.service, apikey: 'x' } }, 'service.apikey: no such option; did you mean apiKey?'],
    [
      { service: { ...BASE.service, limit: { perminute: 1 } } },
      /^service\.limit\.perminute: .*did you mean perMinute\?/,
    ],
    [{ service: { ...BASE.service, cryptoInfo: { url: 'x' } } }, /^service\.cryptoInfo\.url: no such option/],
    [
      { service: { ...BASE.service, cryptoInfo: { method: 'PUT' } } },
      "service.cryptoInfo.method: 'GET' or 'POST' is needed",
    ],
    [
      { service: { ...BASE.service, cryptoInfo: { path: 'v1' } } },
      'service.cryptoInfo.path: a path that begins with / is needed',
    ],
    [
      { service: { ...BASE.service, cryptoInfo: { query: true } } },
      'service.cryptoInfo.query: a name or false is needed',
    ],
    [{ currencies: { card: ['USD'] } }, /^currencies\.card: no such method/],
    [
      { service: undefined, provider: { ...TOY, readAcountWebhook: () => 'ignored' } },
      'provider.readAcountWebhook: no such member; did you mean readAccountWebhook?',
    ],
    [
      { service: undefined, provider: { ...TOY, unusedOptions: ['statusMap'] }, statusMap: { X: 'paid' } },
      'statusMap: has no effect with provider toy: leave it out',
    ],
    [{ service: undefined, provider: { ...TOY, unusedOptions: 'statusMap' } }, /^provider\.unusedOptions: a list/],
    // Under its old name.
    [{ statuses: {} }, 'statuses: is now called statusMap'],
    [{ confirm: () => true }, 'confirm: is now called verifyPayment'],
    [{ origins: [] }, 'origins: is now called allowedOrigins'],
    [{ creations: false }, 'creations: is now called creationLimit'],
    [{ longPollTimeout: 5 }, 'longPollTimeout: is now called longPoll.timeout'],
    [{ maxLongPolls: 5 }, 'maxLongPolls: is now called longPoll.max'],
    [{ maxWait: 5 }, 'maxWait: is now called longPoll.timeout'],
    [{ maxHeld: 5 }, 'maxHeld: is now called longPoll.max'],
  ];
  for (const [change, message] of refused)
    it(`are rejected: ${String(message)}`, () => {
      const output = messageOf(change);
      if (typeof message === 'string') assert.equal(output, message);
      else assert.match(output, message);
      assert.ok(!output.includes('nobody-may-see') && !output.includes(SECRET), output);
    });

  it('asks for the options of an async function', () => {
    const message = 'options: a promise was given: await it';
    assert.throws(() => createCheckout(Promise.resolve(BASE) as never), { name: 'ConfigurationError', message });
    const { payments } = Object.getOwnPropertyDescriptors(createCheckout((async () => BASE) as never));
    assert.throws(() => payments.get!(), { name: 'ConfigurationError', message });
  });

  it('does not end the process when that function rejects', async (t) => {
    const printed = t.mock.method(console, 'error', () => {});
    const { fetch } = createCheckout((async () => Promise.reject(new Error('no vault'))) as never);
    assert.equal((await fetch(new Request('https://shop.example/pay/orders/1'))).status, 500);
    await setImmediate(); // Node reports a rejection that nobody handles.
    assert.equal(printed.mock.callCount(), 1);
  });

  it('names the missing options', () => {
    for (const nothing of [undefined, null, 'x', 5, []])
      assert.throws(() => createCheckout(nothing as never), /^ConfigurationError: options: /, String(nothing));
    assert.throws(() => new ServiceClient(undefined as never), /^ConfigurationError: options/);
  });
});

it('allowedOrigins may name an origin with a port', async () => {
  await made({ allowedOrigins: ['https://www.shop.example', 'http://localhost:5173'] }).close();
});

it('a secret has 32 bytes, however many characters they are', async () => {
  for (const secret of ['x'.repeat(32), 'ü'.repeat(16)]) await made({ secret }).close();
});

it('publicUrl may be http on this machine', async () => {
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'shop.localhost'])
    await made({ publicUrl: `http://${host}/pay/` }).close();
});

it('a provider may have members of its own', async () => {
  const own = ['checkSignature', 'load', 'ready', 'clock', 'image', 'stage', 'unsubscribe', 'others'];
  const provider = { ...TOY, requests: 0, ...Object.fromEntries(own.map((name) => [name, () => true])) };
  await made({ service: undefined, provider }).close();
});

it('a provider may be an object of a class', async () => {
  class Toy {
    readonly name = 'toy';
    readonly #word = 'detected';
    create() {
      return assert.fail('no payment is created');
    }
    phaseOf() {
      return this.#word;
    }
    async read() {
      return undefined;
    }
  }
  const { phaseOf } = bindProvider(new Toy() as unknown as PaymentProvider);
  assert.equal(phaseOf('SEEN'), 'detected');
  await made({ service: undefined, provider: new Toy() }).close();
});

it('a store that resolves with another type is named', async () => {
  const row = { stage: 'ready', method: 'wallet', coin: '' };
  for (const [method, result, reason] of [
    ['ofOrder', undefined, 'store.ofOrder(): a list is needed, not undefined'],
    ['ofOrder', row, 'store.ofOrder(): a list is needed, not an object'],
    [
      'ofOrder',
      [{ ...row, payment_ref: 'p1' }],
      'store.ofOrder(): a PaymentRow is needed: its paymentRef must be text, not undefined',
    ],
    [
      'ofOrder',
      [{ ...row, paymentRef: 'p1', version: '2' }],
      'store.ofOrder(): a PaymentRow is needed: its version must be a number, not text',
    ],
    [
      'ofOrder',
      [{ ...row, paymentRef: 'p1', version: 1, data: '{}' }],
      'store.ofOrder(): a PaymentRow is needed: its data must be an object, not text',
    ],
    ['insert', undefined, 'store.insert(): true or false is needed, not undefined'],
    ['consumeRateLimit', undefined, 'store.consumeRateLimit(): a number is needed, not undefined'],
  ] as const) {
    const store = { ...memoryStore(), [method]: async () => result };
    const order = () => ({ amount: '19.99', currency: 'USD', payout: { wallet: 'till@shop.example' } });
    const checkout = made({ store, order, log: false });
    await assert.rejects(checkout.payments.create({ orderRef: '1001', method: 'wallet' }, { visitor: 'ann' }), {
      name: 'TypeError',
      message: reason,
    });
    await checkout.close();
  }
});

it('a store whose migrate() returns no promise can be used', async () => {
  const store = { ...memoryStore(), migrate: () => {} };
  await made({ store }).close();
});

it('a service on another machine cannot send webhooks to an address of this one', async () => {
  const typesOf = async (change: object) => {
    const types: string[] = [];
    await made({ ...change, onEvent: ({ type }: CheckoutEvent) => types.push(type) }).close();
    return types.filter((type) => type !== 'closed');
  };
  const publicUrl = 'http://localhost:8080/pay';
  assert.deepEqual(await typesOf({ publicUrl }), ['public-url-unreachable']);
  assert.deepEqual(await typesOf({ publicUrl, service: undefined, provider: TOY }), []);
  assert.deepEqual(await typesOf({ publicUrl, service: { baseUrl: 'http://127.0.0.1:4242', apiKey: 'key' } }), []);
});

describe('the address of the service', () => {
  it('is https, because the key goes with every call, unless the shop allows http', async () => {
    const http = 'http://service.example';
    assert.match(
      messageOf({ service: { baseUrl: http, apiKey: 'key' } }),
      /^service\.baseUrl: https is needed.*allowHttp/,
    );
    assert.throws(
      () => new ServiceClient({ baseUrl: http, apiKey: 'key' }),
      /^ConfigurationError: baseUrl: https is needed/,
    );
    assert.equal(new ServiceClient({ baseUrl: http, apiKey: 'key', allowHttp: true }).toJSON().baseUrl, http);
    await made({ service: { baseUrl: http, apiKey: 'key', allowHttp: true } }).close();
  });

  it('may be http on this machine', () => {
    for (const host of ['localhost:4242', '127.0.0.1', '[::1]:4242'])
      assert.ok(new ServiceClient({ baseUrl: `http://${host}`, apiKey: 'key' }));
  });
});
