import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { TransportError, type ServiceError } from '../../../../src/server/providers/service/client/index.ts';
import { createRedact } from '../../../../src/server/providers/service/client/redact.ts';
import type { ClientEvent } from '../../../../src/server/observability/client-event.ts';
import { ADDRESSES, clientWith, failure, KEY, ok, playedTransport } from './support.ts';

const HOOK = 'https://shop.example/pay/webhook/REF_MARKER/SIGNATURE_MARKER';
const FIELDS = {
  amount: 1,
  currency: 'USD',
  crypto_coin: 'BTC',
  payout_address: ADDRESSES.BTC,
  webhook_url: HOOK,
} as const;

/** Everything a shop's log could make of an error. */
const announcement = (error: unknown) =>
  [inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error), String(error), (error as Error).stack].join(
    '\n',
  );

async function spokenOf(
  ...answers: Parameters<typeof playedTransport>
): Promise<{ text: string; error: ServiceError }> {
  const events: ClientEvent[] = [];
  const client = clientWith({
    transport: playedTransport(...answers).transport,
    limit: { maxWait: 0 },
  });
  client.subscribe((event) => events.push(event));
  const error = await failure(client.createCrypto(FIELDS));
  return {
    error,
    text: `${announcement(error)}\n${inspect(events)}\n${inspect(client, { depth: 9, showHidden: true })}`,
  };
}

describe('no key is seen', () => {
  it('when the refusal of the service repeats it', async () => {
    const text = JSON.stringify({
      message: `bad key ${KEY}`,
      header: `Bearer ${KEY}`,
      in: encodeURIComponent(KEY),
      webhookUrl: HOOK,
    });
    const { error, text: all } = await spokenOf({ status: 400, text });
    assert.match(error.body ?? '', /bad key \[redacted\]/);
    assert.doesNotMatch(all, /MARKER/);
  });

  it('when it is spelled as JSON or an address spells it, or the webhook address stands in a sentence', async () => {
    const apiKey = 'key/"MARKER"+1=';
    const text = `${JSON.stringify({ output: apiKey })} ?key=${encodeURIComponent(apiKey)} cannot reach ${HOOK}`;
    const error = await failure(
      clientWith({ transport: playedTransport({ status: 400, text }).transport, apiKey }).createCrypto(FIELDS),
    );
    assert.match(error.body ?? '', /cannot reach \[redacted\]/);
    assert.doesNotMatch(announcement(error), /MARKER/);
  });

  it('when the refusal holds other keys of the account (contract 2.2, 2.4, 2.5)', async () => {
    const text =
      '{"apiKey":"MARKER_1","stores":[{"apiKey" : "MARKER\\"_2"}],"messenger":{"botToken":"MARKER_3"},' +
      '"chatroom":{"webhookUrl":"https://chat.example/MARKER_4"},"password":"MARKER_5';
    const { error, text: all } = await spokenOf({ status: 422, text });
    assert.match(error.body ?? '', /"apiKey":"\[redacted\]"/);
    assert.doesNotMatch(all, /MARKER/);
  });

  it('when the refusal is cut to 2 KB in the middle of it', async () => {
    const { error, text } = await spokenOf({ status: 500, text: `${'x'.repeat(2048 - 10)}${KEY}${'y'.repeat(5000)}` });
    assert.equal(error.body?.length, 2048);
    assert.doesNotMatch(text, /key_MARK/);
  });

  it('when the answer is no JSON, of which the parser would quote a piece', async () => {
    const { text } = await spokenOf({ text: `{"data": ${KEY}` }, { text: `${KEY}` });
    assert.doesNotMatch(text, /MARKER|key_M/);
  });

  it('when the answer lacks what is needed', async () => {
    const { error, text } = await spokenOf(ok({ tid: 't', apiKey: 'MARKER', webhookUrl: HOOK }));
    assert.equal(error.code, 'bad-answer');
    assert.doesNotMatch(text, /MARKER/);
  });

  it('when the name of the field is the key', async () => {
    const { text } = await spokenOf({ status: 400, text: JSON.stringify({ field: KEY }) });
    assert.doesNotMatch(text, /MARKER/);
  });

  it('when a transport hangs the request on its errors', async () => {
    const cause = Object.assign(new Error(`failed with Bearer ${KEY}`, { cause: new Error(KEY) }), {
      code: 'ECONNRESET',
      config: { headers: { authorization: `Bearer ${KEY}` } },
    });
    for (const thrown of [cause, new TransportError('network', `for ${KEY}`, { sent: true, cause })]) {
      const { error, text } = await spokenOf(thrown);
      assert.ok(error.cause instanceof Error);
      assert.match(error.cause.message, /failed with \[redacted\]/);
      assert.doesNotMatch(text, /MARKER/);
    }
  });

  it('when the key goes in a header of the shop’s own', async () => {
    const auth = () => ({ 'x-api-key': 'OWN_MARKER_KEY', cookie: 'a=1; s=COOKIE_MARKER' });
    const text = 'you sent OWN_MARKER_KEY and s=COOKIE_MARKER';
    const error = await failure(
      clientWith({ transport: playedTransport({ status: 400, text }).transport, auth }).createCrypto(FIELDS),
    );
    assert.doesNotMatch(announcement(error), /MARKER/);
  });

  it('in the client, and not when it is made with a bad one', () => {
    const client = clientWith({ transport: playedTransport().transport });
    assert.equal(JSON.stringify(client), '{"baseUrl":"https://service.invalid"}');
    assert.doesNotMatch(inspect(client, { depth: 9, showHidden: true }), /MARKER/);
    assert.throws(
      () => clientWith({ apiKey: 'MARKER with spaces' }),
      (error) => !announcement(error).includes('MARKER'),
    );
  });
});

describe('what is not redacted', () => {
  it('is the shop’s own data: 4.1 answers keys, and they are in its answer', async () => {
    const user = { id: 'u', apiKey: KEY, stores: [{ apiKey: 'key_of_the_store' }] };
    const text = JSON.stringify({ status: 'success', data: user, meta: {} });
    assert.deepEqual(await clientWith({ transport: playedTransport({ text }).transport }).currentUser(), user);
  });

  it('is an ordinary word in an error message', () => {
    const redact = createRedact(['Bearer key_MARKER_4f1cd2a8b9']);
    assert.equal(redact('the Bearer scheme is needed'), 'the Bearer scheme is needed');
  });
});
