import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { TransportError } from '../../../../src/server/providers/service/client/index.ts';
import { ADDRESSES, clientWith, codeOf, DATA, failure, ok, played, reasonOf, tcpServer } from './support.ts';

const CRYPTO = { amount: '19.99', currency: 'USD', crypto_coin: 'BTC', payout_address: ADDRESSES.BTC } as const;
const LOCALCODE = { amount: '19.99', payout_crypto_coin: 'BTC', payout_address: ADDRESSES.BTC } as const;
const USER = { text: JSON.stringify({ status: 'success', data: DATA.user, meta: {} }) };

const refused = new TransportError('network', 'refused', { sent: false });
const reset = new TransportError('network', 'reset', { sent: true });
const slow = new TransportError('timeout', 'slow', { sent: true });

describe('a creation', () => {
  for (const [what, first] of [
    ['the service never saw it', refused],
    ['it was refused by 429', { status: 429, headers: { 'retry-after': '1' } }],
    ['it was refused by 503', { status: 503 }],
  ] as const)
    it(`is sent again when ${what}`, async () => {
      const { client, requested, settled } = played([first, ok(DATA.crypto)]);
      assert.equal(codeOf(await settled(client.createCrypto(CRYPTO))), 'done');
      assert.equal(requested.length, 2);
      assert.equal(requested[0]?.body, requested[1]?.body);
    });

  for (const [what, first, expected] of [
    ['a reset', reset, 'network'],
    ['a timeout', slow, 'timeout'],
    ['a 500', { status: 500 }, 'service-error'],
    ['a 502', { status: 502 }, 'service-error'],
    ['a 504', { status: 504 }, 'service-error'],
    ['a 408', { status: 408 }, 'timeout'],
    ['a 409', { status: 409 }, 'rejected'],
    ['a redirect', { status: 307, headers: { location: '/x' } }, 'bad-answer'],
    ['an answer that is no JSON', { text: '<html>' }, 'bad-answer'],
    ['an error of a transport that does not say whether it sent', new Error('?'), 'network'],
  ] as const)
    it(`is not sent again after ${what}, by POST or by GET (contract 4.3, 4.5)`, async () => {
      for (const create of ['createCrypto', 'createLocalcode'] as const) {
        const { client, requested, settled } = played([first, ok(DATA.crypto)]);
        const result = await settled<unknown>(client[create]({ ...CRYPTO, ...LOCALCODE }));
        assert.equal(codeOf(result), expected);
        assert.equal(reasonOf(result).sent, true);
        assert.equal(requested.length, 1);
      }
    });

  it('is not sent again where the runtime cannot make the call', async () => {
    const cannot = new TransportError('unsupported', 'pass a transport', { sent: false });
    const { client, requested, settled } = played([cannot, ok(DATA.crypto)]);
    const reason = reasonOf(await settled<unknown>(client.createLocalcode(LOCALCODE)));
    assert.deepEqual([reason.code, reason.sent, requested.length], ['unsupported', false, 1]);
    assert.match(reason.message, /pass a transport/);
  });

  /** What a creation comes to when the service resets its connections, and how many it saw and read from. */
  async function resetWhen(t: TestContext, when: 'accepted' | 'read from') {
    let connections = 0;
    let read = 0;
    const baseUrl = await tcpServer(t, (socket) => {
      connections += 1;
      socket.on('data', () => (read += 1));
      if (when === 'accepted') socket.resetAndDestroy();
      else socket.once('data', () => socket.resetAndDestroy());
    });
    const after = (_ms: number, run: () => void) => {
      const timer = setImmediate(run);
      return () => clearImmediate(timer);
    };
    const { code, sent } = await failure(clientWith({ baseUrl }, { after }).createCrypto(CRYPTO));
    return { code, sent, connections, read };
  }

  it('whose connection is reset before a byte of it was sent is not at the service, however often it is tried', async (t) => {
    const { code, read } = await resetWhen(t, 'accepted');
    assert.deepEqual({ code, read }, { code: 'network', read: 0 });
  });

  it('is on one connection only, once a byte of it was sent', async (t) => {
    assert.deepEqual(await resetWhen(t, 'read from'), { code: 'network', sent: true, connections: 1, read: 1 });
  });

  it('fails after three attempts, and reports that the service received it if any attempt arrived', async () => {
    const never = played([refused]);
    const result = await never.settled(never.client.createCrypto(CRYPTO));
    assert.equal(reasonOf(result).sent, false);
    assert.equal(never.requested.length, 3);

    const seen = played([{ status: 503 }, refused]);
    const other = await seen.settled(seen.client.createCrypto(CRYPTO));
    assert.equal(reasonOf(other).sent, true);
    assert.equal(seen.requested.length, 2);
  });

  it('waits as long as Retry-After of a 503, or fails at once when that is too long', async () => {
    const soon = played([{ status: 503, headers: { 'retry-after': '5' } }, ok(DATA.crypto)]);
    const call = soon.client.createCrypto(CRYPTO);
    await soon.clock.turn(4_999);
    assert.equal(soon.requested.length, 1);
    await soon.clock.turn(1);
    assert.ok((await call).tid);

    const late = played([{ status: 503, headers: { 'retry-after': '9' } }]);
    const error = await failure(late.client.createCrypto(CRYPTO));
    assert.deepEqual([error.code, error.retryAfter], ['service-error', 9]);
  });

  it('fails as rate-limited when Retry-After of a 429 exceeds the longest wait', async () => {
    for (const headers of [{ 'retry-after': '30' }, {}]) {
      const { client, requested } = played([{ status: 429, headers }]);
      const error = await failure(client.createCrypto(CRYPTO));
      const after = 'retry-after' in headers ? 30 : 61;
      assert.deepEqual([error.code, error.status, error.retryAfter, error.sent], ['rate-limited', 429, after, true]);
      assert.equal(requested.length, 1);
    }
  });

  it('spends no more than its bound on all its waits together', async () => {
    const pauses = played([{ status: 503, headers: { 'retry-after': '5' } }]);
    assert.equal(codeOf(await pauses.settled(pauses.client.createCrypto(CRYPTO))), 'service-error');
    assert.equal(pauses.requested.length, 2);

    const turns = played([USER, { status: 503, headers: { 'retry-after': '1' } }], { limit: { perMinute: 1 } });
    await turns.client.currentUser();
    await turns.clock.turn(53_000);
    assert.equal(codeOf(await turns.settled(turns.client.createCrypto(CRYPTO))), 'service-error');
    assert.equal(turns.requested.length, 2);
    assert.deepEqual(
      turns.events.map(({ waited }) => waited),
      [0, 7_500],
    );
  });

  it('stops in a pause when it is aborted', async () => {
    const { client, clock, requested } = played([{ status: 503 }]);
    const controller = new AbortController();
    const call = failure(client.createCrypto(CRYPTO, { signal: controller.signal }));
    await clock.turn(1);
    controller.abort();
    const { code, sent } = await call;
    assert.deepEqual({ code, sent, requests: requested.length }, { code: 'aborted', sent: true, requests: 1 });
    assert.equal(clock.timers(), 0);
  });
});

describe('a read', () => {
  for (const first of [
    refused,
    reset,
    slow,
    { status: 500 },
    { status: 503 },
    { status: 429, headers: { 'retry-after': '1' } },
  ])
    it(`is sent again after ${first instanceof Error ? first.message : first.status}`, async () => {
      const { client, requested, settled } = played([first, USER]);
      assert.equal(codeOf(await settled(client.currentUser())), 'done');
      assert.equal(requested.length, 2);
    });

  it('is sent three times at most, with a longer pause each time', async () => {
    const { client, clock, requested, settled } = played([{ status: 500 }]);
    const call = settled(client.currentUser());
    await clock.turn(0);
    assert.equal(requested.length, 3);
    assert.equal(codeOf(await call), 'service-error');
  });

  it('is not sent again when it was refused', async () => {
    for (const status of [400, 401, 403, 404, 422]) {
      const { client, requested } = played([{ status }]);
      await failure(client.currentUser());
      assert.equal(requested.length, 1);
    }
  });
});
