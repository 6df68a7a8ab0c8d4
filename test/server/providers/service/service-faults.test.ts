import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { profiles, startSandbox, type Profile } from '../../../../src/sandbox/index.ts';
import { ServiceClient, type ServiceError } from '../../../../src/server/providers/service/client/index.ts';
import type { ClientEvent } from '../../../../src/server/observability/client-event.ts';
import { ADDRESSES, failure, fakeClock } from './support.ts';

const HOOK = 'http://127.0.0.1:9/hook';
const WALLET = { amount: '5.25', currency: 'USD', payout_email: 'shop@shop.example', webhook_url: HOOK };
const LOCALCODE = { amount: '5', payout_crypto_coin: 'ETH', payout_address: ADDRESSES.ETH, webhook_url: HOOK } as const;

/** A client whose pauses end as soon as everything else has been done, and a sandbox that fails as it is told. */
async function pair(t: TestContext, profile: Profile, timeout = 30_000) {
  const sandbox = await startSandbox({ profile });
  t.after(() => sandbox.close());
  const clock = fakeClock();
  const events: ClientEvent[] = [];
  const { now, after } = clock;
  const client = new ServiceClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, timeout }, { now, after });
  client.subscribe((event) => event.type === 'request-attempted' && events.push(event));
  /** Turns the clock second by second until the call has come to its end. */
  async function settled<T>(call: Promise<T>): Promise<T> {
    let done = false;
    void call.then(
      () => (done = true),
      () => (done = true),
    );
    while (!done) await clock.turn(1_000);
    return call;
  }
  const made = () => sandbox.control.payments().length;
  return { client, control: sandbox.control, events, settled, made };
}

const factsOf = ({ code, sent, status }: ServiceError) => [code, sent, status];

for (const profile of Object.keys(profiles) as Profile[])
  describe(`when the service fails, ${profile}`, () => {
    for (const [fault, expected, made] of [
      [{ fault: 'reset-before' }, ['network', true, undefined], 0],
      [{ fault: 'reset-after' }, ['network', true, undefined], 1],
      [{ fault: 'truncated' }, ['bad-answer', true, profiles[profile].createdStatus], 1],
      [{ fault: 'status', status: 500 }, ['service-error', true, 500], 0],
      [{ fault: 'status', status: 500, processed: true }, ['service-error', true, 500], 1],
      [{ fault: 'status', status: 502, processed: true }, ['service-error', true, 502], 1],
    ] as const)
      it(`a creation that meets ${JSON.stringify(fault)} is not sent twice`, async (t) => {
        const { client, control, events, settled, made: payments } = await pair(t, profile);
        control.addFault(fault);
        assert.deepEqual(factsOf(await failure(settled(client.createWallet(WALLET)))), expected);
        assert.deepEqual([events.length, payments()], [1, made]);
        assert.ok((await client.createWallet(WALLET)).pid);
      });

    it('a creation whose answer does not come in time is not sent twice', async (t) => {
      const { client, control, events } = await pair(t, profile, 200);
      control.addFault({ fault: 'latency', ms: 3_600_000 });
      // The limit is the transport's own, in real time; the sandbox's answer would come in an hour.
      assert.deepEqual(factsOf(await failure(client.createWallet(WALLET))), ['timeout', true, undefined]);
      assert.equal(events.length, 1);
    });

    for (const fault of [
      { fault: 'status', status: 503, times: 2 },
      { fault: 'status', status: 503, retryAfter: 2, times: 1 },
      { fault: 'status', status: 429, retryAfter: 2, times: 1 },
    ] as const)
      it(`a creation that meets ${JSON.stringify(fault)} is sent again, and made once`, async (t) => {
        const { client, events, settled, made } = await pair(t, profile);
        const payment = await settled(client.createWallet({ ...WALLET, meta: { sandbox: { fault } } }));
        assert.equal(payment.status, 'NEW');
        assert.deepEqual([events.length, made()], [fault.times + 1, 1]);
      });

    it('a 429 without Retry-After is not waited for, and is reported with a minute', async (t) => {
      const { client, control, settled, made } = await pair(t, profile);
      control.addFault({ fault: 'status', status: 429 });
      const { code, retryAfter } = await failure(settled(client.createWallet(WALLET)));
      assert.deepEqual([code, retryAfter, made()], ['rate-limited', 61, 0]);
    });

    it('what only reads is sent again', async (t) => {
      const { client, control, events, settled } = await pair(t, profile);
      control.addFault({ fault: 'reset-before' });
      control.addFault({ fault: 'status', status: 500 });
      assert.ok((await settled(client.currentUser())).id);
      assert.equal(events.length, 3);
    });

    it('a stale answer to 4.5, out of a cache that ignores bodies, is no payment of ours', async (t) => {
      const { client, control, made } = await pair(t, profile);
      const first = await client.createLocalcode(LOCALCODE);
      control.addFault({ fault: 'stale' });
      const error = await failure(client.createLocalcode(LOCALCODE));
      assert.deepEqual([error.code, error.field, error.sent, made()], ['bad-answer', 'meta.payElementsNonce', true, 1]);
      assert.notEqual((await client.createLocalcode(LOCALCODE)).bid, first.bid);
    });
  });
