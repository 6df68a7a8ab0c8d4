import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ServiceClient,
  TransportError,
  type ServiceClientOptions,
  type Transport,
} from '../../../../src/server/providers/service/client/index.ts';
import { ConfigurationError } from '../../../../src/server/configuration-error.ts';
import type { ClientEvent } from '../../../../src/server/observability/client-event.ts';
import {
  ADDRESSES,
  answer,
  clientWith,
  DATA,
  failure,
  httpServer,
  KEY,
  ok,
  played,
  playedTransport,
} from './support.ts';

const CRYPTO = { amount: '19.99', currency: 'USD', crypto_coin: 'BTC', payout_address: ADDRESSES.BTC } as const;
const LOCALCODE = { amount: '19.99', payout_crypto_coin: 'BTC', payout_address: ADDRESSES.BTC } as const;
const USER = { text: JSON.stringify({ status: 'success', data: DATA.user, meta: {} }) };
const INFO = ok({ minimum_transaction_coin: 0.0001 });

describe('a request', () => {
  it('sends the key with all five calls, with 4.1 only, or as configured (contract 5: not shown)', async () => {
    const shown = async (auth?: ServiceClientOptions['auth']) => {
      const { client, requested } = played([USER, INFO], auth ? { auth } : {});
      await client.currentUser();
      await client.cryptoInfo('BTC');
      return requested.map(({ headers }) => headers.authorization ?? headers['x-key']);
    };
    assert.deepEqual(await shown(), [`Bearer ${KEY}`, `Bearer ${KEY}`]);
    assert.deepEqual(await shown('none'), [`Bearer ${KEY}`, undefined]);
    assert.deepEqual(await shown((path) => ({ 'X-Key': path })), ['/v2/user/me', '/v1/crypto-info']);
  });

  it('accepts JSON, and sends a content-type only with a body', async () => {
    const { client, requested } = played([USER, ok(DATA.crypto)]);
    await client.currentUser();
    await client.createCrypto(CRYPTO);
    assert.deepEqual(
      requested.map(({ headers }) => [headers.accept, headers['content-type']]),
      [
        ['application/json', undefined],
        ['application/json', 'application/json'],
      ],
    );
  });

  it('goes to the base address whatever its path and its slashes', async () => {
    const { client, requested } = played([USER], { baseUrl: 'https://api.example/pay//' });
    await client.currentUser();
    assert.equal(requested[0]?.url, 'https://api.example/pay/v2/user/me');
  });

  it('has the call’s own timeout, or the client’s, or 30 s', async () => {
    const { client, requested } = played([USER]);
    await client.currentUser();
    await client.currentUser({ timeout: 5 });
    const other = played([USER], { timeout: 107 });
    await other.client.currentUser();
    assert.deepEqual(
      [...requested, ...other.requested].map(({ timeout }) => timeout),
      [30_000, 5, 107],
    );
  });

  it('of a coin is requested as the shop configures it (contract 4.2: not shown)', async () => {
    const { client, requested } = played([INFO], {
      cryptoInfo: { method: 'POST', path: '/v1/crypto-info/{coin}', query: false, body: (coin) => ({ coin }) },
    });
    await client.cryptoInfo('erc20/usdt');
    const { method, url, body } = requested[0]!;
    assert.deepEqual(
      [method, url, body],
      ['POST', 'https://service.invalid/v1/crypto-info/ERC20%2FUSDT', '{"coin":"ERC20/USDT"}'],
    );
    const plain = played([INFO]);
    await plain.client.cryptoInfo('sol/sol');
    assert.equal(plain.requested[0]?.url, 'https://service.invalid/v1/crypto-info?crypto_coin=SOL%2FSOL');
  });
});

describe('information about a coin (contract 4.2)', () => {
  it('is requested once for all concurrent callers and for the ten minutes after', async () => {
    const { client, clock, requested } = played([INFO]);
    const [one, two] = await Promise.all([client.cryptoInfo('BTC'), client.cryptoInfo('btc')]);
    assert.deepEqual(one, { minimum_transaction_coin: 0.0001, minimum_transaction_coinText: '0.0001' });
    assert.notEqual(one, two);
    await clock.turn(599_999);
    await client.cryptoInfo('BTC');
    assert.equal(requested.length, 1);
    await client.cryptoInfo('ETH');
    assert.equal(requested.length, 2);
    await clock.turn(1);
    await client.cryptoInfo('BTC');
    assert.equal(requested.length, 3);
  });

  it('may stand at the top of the answer', async () => {
    const { client } = played([{ text: '{"minimum_transaction_coin":"0.00010"}' }]);
    assert.equal((await client.cryptoInfo('BTC')).minimum_transaction_coinText, '0.0001');
  });

  it('is read by the `read` option, with all digits (contract 4.2: the full response shape is not shown)', async () => {
    const answer = '{"coins":[{"symbol":"BTC","min":"0.00010"},{"symbol":"ETH","min":"0.012345678901234567"}]}';
    const { client } = played([{ text: answer }, { text: answer }], {
      cryptoInfo: {
        read: (text, symbol) =>
          (JSON.parse(text) as { coins: { symbol: string; min: string }[] }).coins.find(
            (coin) => coin.symbol === symbol,
          )!.min,
      },
    });
    assert.equal((await client.cryptoInfo('btc')).minimum_transaction_coinText, '0.0001');
    assert.deepEqual(await client.cryptoInfo('ETH'), {
      minimum_transaction_coin: Number('0.012345678901234567'),
      minimum_transaction_coinText: '0.012345678901234567',
    });
    const throwing = () => {
      throw new Error('no such coin');
    };
    for (const read of [throwing, () => 'little', () => '0', () => undefined as never, () => -1 as never]) {
      const error = await failure(played([{ text: answer }], { cryptoInfo: { read } }).client.cryptoInfo('BTC'));
      assert.deepEqual([error.code, error.field], ['bad-answer', 'cryptoInfo.read']);
    }
  });

  it('is requested again after a failure, but not when the response could not be read', async () => {
    const { client, requested } = played([{ status: 400 }, ok({}), INFO]);
    assert.equal((await failure(client.cryptoInfo('BTC'))).code, 'rejected');
    assert.equal((await failure(client.cryptoInfo('BTC'))).code, 'bad-answer');
    assert.equal((await failure(client.cryptoInfo('BTC'))).code, 'bad-answer');
    assert.equal(requested.length, 2);
  });

  it('is still returned to the other callers when one of them aborts', async () => {
    let release: (() => void) | undefined;
    const transport: Transport = async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return { status: 200, headers: {}, text: INFO.text! };
    };
    const client = clientWith({ transport });
    const controller = new AbortController();
    const gone = failure(client.cryptoInfo('BTC', { signal: controller.signal }));
    const stays = client.cryptoInfo('BTC');
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    assert.equal((await gone).code, 'aborted');
    release?.();
    assert.ok(await stays);
  });

  it('of a coin that is none of the nine is not requested', async () => {
    const { client, requested } = played([INFO]);
    const error = await failure(client.cryptoInfo('XMR'));
    assert.deepEqual([error.code, error.field, requested.length], ['invalid-request', 'crypto_coin', 0]);
  });
});

describe('the events of each attempt', () => {
  it('has method, path, status, attempt and code, and the times', async () => {
    const { client, events, settled } = played([{ status: 503 }, { status: 400 }]);
    await settled(client.createCrypto(CRYPTO));
    const { id } = events[0]!;
    const call = { type: 'request-attempted', id, call: 'createCrypto', method: 'POST', path: '/v1/payments' };
    const tried = { ...call, waited: 0, ms: 0, sent: true };
    assert.deepEqual(events, [
      { ...tried, attempt: 1, status: 503, code: 'service-error' },
      { ...tried, attempt: 2, status: 400, code: 'rejected' },
    ]);
  });

  it('reports whether the service may have received the request', async () => {
    const unseen = new TransportError('network', 'refused', { sent: false });
    const cut = new TransportError('network', 'cut short', { sent: true });
    const { client, events, settled } = played([unseen, cut]);
    await settled(client.createCrypto(CRYPTO));
    assert.deepEqual(
      events.map(({ sent }) => sent),
      [false, true],
    );
  });

  it('stands between the beginning and the end of its call, which ends once, as the call does', async () => {
    const delivered: ClientEvent[] = [];
    const { client, settled } = played([{ status: 503 }, ok(DATA.crypto), { status: 401 }]);
    const end = client.subscribe((event) => delivered.push(event));
    await settled(client.createCrypto(CRYPTO));
    await settled(client.cryptoInfo('BTC'));
    const messages = delivered.map(({ type, call, id }) => [type, call, id - delivered[0]!.id]);
    assert.deepEqual(messages, [
      ['request-started', 'createCrypto', 0],
      ['request-attempted', 'createCrypto', 0],
      ['request-attempted', 'createCrypto', 0],
      ['request-completed', 'createCrypto', 0],
      ['request-started', 'cryptoInfo', 1],
      ['request-attempted', 'cryptoInfo', 1],
      ['request-completed', 'cryptoInfo', 1],
    ]);
    const [begun, , , ended, requested, , refused] = delivered;
    assert.ok(begun?.type === 'request-started' && begun.url === 'https://service.invalid/v1/payments');
    assert.ok(requested?.type === 'request-started' && !requested.url.includes('?'));
    assert.ok(ended?.type === 'request-completed' && ended.attempts === 2 && ended.status === 200 && !ended.code);
    assert.ok(ended.ms > 0, 'the pause between the attempts is in it');
    assert.ok(refused?.type === 'request-completed' && refused.status === 401 && refused.code === 'unauthorized');
    end();
    await settled(client.currentUser());
    assert.equal(delivered.length, 7);
  });

  it('include a refusal by our own limit, and a wait', async () => {
    const { client, clock, events } = played([USER], { limit: { perMinute: 1 } });
    await client.currentUser();
    await failure(client.currentUser());
    await clock.turn(53_000);
    const call = client.currentUser();
    await clock.turn(7_500);
    await call;
    assert.deepEqual(
      events.map(({ code, waited }) => [code, waited]),
      [
        [undefined, 0],
        ['busy', 0],
        [undefined, 7_500],
      ],
    );
  });

  it('stops no payment when the listener fails', async () => {
    const throwing = () => {
      throw new Error('log is full');
    };
    const rejecting = async () => Promise.reject(new Error('log is full'));
    for (const listener of [throwing, rejecting]) {
      const { client } = played([ok(DATA.crypto)]);
      client.subscribe(listener);
      assert.ok((await client.createCrypto(CRYPTO)).tid);
    }
  });
});

describe('a client', () => {
  it('is not made of nonsense', () => {
    for (const wrong of [
      { baseUrl: 'service' },
      { baseUrl: 'ftp://service.invalid' },
      { baseUrl: 'https://user:pass@service.invalid' },
      { baseUrl: 'https://service.invalid/?key=1' },
      { apiKey: '' },
      { apiKey: 'two words' },
      { timeout: 0 },
      { limit: { perMinute: 0 } },
      { limit: { maxWait: -1 } },
      { limit: { maxWait: 8 } },
      { onEvent: () => {} },
    ])
      assert.throws(() => clientWith(wrong), ConfigurationError);
  });

  it('goes over the network by itself', async (t) => {
    const baseUrl = await httpServer(t, ({ method, url, headers, body }, response) => {
      assert.equal(headers.authorization, `Bearer ${KEY}`);
      assert.equal(Number(headers['content-length']), Buffer.byteLength(body));
      const { meta, payout_crypto_coin, payout_address, amount } = JSON.parse(body) as Record<string, unknown>;
      assert.deepEqual([method, url], ['GET', '/v1/payments/localcode']);
      const data = {
        bid: 'b-1',
        status: 'PENDING',
        amount,
        meta,
        payoutCryptoCoin: payout_crypto_coin,
        payoutAddress: payout_address,
      };
      answer(response, 200, { message: 'waiting', data });
    });
    const client = new ServiceClient({ baseUrl, apiKey: KEY });
    assert.equal((await client.createLocalcode({ ...LOCALCODE, meta: { order: 'é' } })).bid, 'b-1');
  });
});

describe('a function of the options that fails is named, without the key', () => {
  const fails =
    (text = `no ${KEY}`) =>
    () => {
      throw new Error(text);
    };
  for (const [options, answer, message] of [
    [{ auth: fails() }, {}, 'service.auth() failed: no [redacted]'],
    [{ auth: () => 'Bearer x' }, {}, 'service.auth(): an object of headers is needed, not text'],
    [{ auth: async () => ({}) }, {}, 'service.auth(): a plain object of headers is needed'],
    [{ auth: () => new Headers() }, {}, 'service.auth(): a plain object of headers is needed'],
    [{ auth: () => ({ 'a b': 'x' }) }, {}, "service.auth(): 'a b' is not the name of a header"],
    [{ auth: () => ({ a: 5 }) }, {}, 'service.auth(): the header a is a number, not text'],
    [{ cryptoInfo: { body: fails() } }, {}, 'service.cryptoInfo.body() failed: no [redacted]'],
    [{ cryptoInfo: { read: fails() } }, {}, 'GET /v1/crypto-info: cryptoInfo.read: threw Error: no [redacted]'],
    [{ transport: fails() }, {}, 'GET /v1/crypto-info: service.transport() failed: no [redacted]'],
    [{ refusal: fails() }, { status: 400 }, 'GET /v1/crypto-info: service.refusal() failed: no [redacted]'],
    [
      { refusal: () => undefined },
      { status: 400 },
      'GET /v1/crypto-info: service.refusal(): an object with code is needed',
    ],
    [
      {},
      { status: 404, text: '<!doctype html><title>Not found</title>' },
      'GET /v1/crypto-info: the service answered 404 with an HTML page',
    ],
  ] as const)
    it(message, async () => {
      const client = clientWith({
        transport: playedTransport({ text: '{}', ...answer }).transport,
        limit: { maxWait: 0 },
        ...(options as object),
      });
      assert.equal((await failure(client.cryptoInfo('BTC'))).message, message);
    });
});
