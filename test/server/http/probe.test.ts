import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { BodyTooLarge, BodyWasRead, type CheckoutRequest } from '../../../src/server/http/http.ts';
import {
  createProbeAnswerer,
  FORGED_ADDRESS,
  makeProbe,
  type Probe,
  type ProbePorts,
} from '../../../src/server/http/probe.ts';
import { createSecrets } from '../../../src/server/payments/secrets.ts';
import { openShopAndSandbox, SECRET, sendWebhook } from '../shop.ts';

const OTHER = 'another secret of at least thirty-two bytes, also for tests';
const PUBLIC_URL = 'https://shop.example/pay';

/** The parts of a probe's address. */
function partsOf({ url }: Probe) {
  const [, paymentRef, signature] = /^https:\/\/shop\.example\/pay\/webhook\/([^/]+)\/([^/]+)$/.exec(url)!;
  return { paymentRef: paymentRef!, signature: signature! };
}

/** Sends a body, or the reason why it cannot be read, to a probe's address at a checkout. */
async function send(
  probe: Probe,
  body: string | Error,
  secret: Parameters<typeof createProbeAnswerer>[0] = SECRET,
  networksOf: ProbePorts['networksOf'] = async () => ['203.0.113.7'],
) {
  const events: unknown[] = [];
  const limits: number[] = [];
  const text = async (limit: number) => {
    limits.push(limit);
    if (typeof body !== 'string') throw body;
    return body;
  };
  const request = { text } as unknown as CheckoutRequest;
  const { paymentRef, signature } = partsOf(probe);
  const answerProbe = createProbeAnswerer(secret, {
    networksOf,
    developmentOptions: ['store'],
    emit: (event) => void events.push(event),
  });
  const response = await answerProbe(request, paymentRef, signature);
  return { response, events, limits };
}

describe('a probe of the doctor', () => {
  it('is answered with a proof that the whole body arrived', async () => {
    const probe = await makeProbe(PUBLIC_URL, SECRET);
    const { response, events, limits } = await send(probe, probe.body);
    assert.equal(response?.status, 200);
    assert.deepEqual(events, [{ type: 'probe-answered' }]);
    assert.deepEqual(limits, [4 * 1024]);
    assert.ok(probe.body.length > 1_000 && probe.body.length < 4 * 1024, 'about as long as a webhook');
    assert.equal(await probe.judge(response.body), 'received');
    const { visitor, developmentOptions } = probe.report(response.body);
    assert.deepEqual([visitor, developmentOptions], ['identified', ['store']]);
  });

  it('is answered by a checkout at its webhook address, and is no rejected webhook', async () => {
    const shop = await openShopAndSandbox();
    const probe = await makeProbe(shop.url, SECRET);
    const response = await sendWebhook(probe.url, probe.body);
    assert.equal(response.status, 200);
    assert.equal(await probe.judge(await response.text()), 'received');
    assert.deepEqual(
      shop.received.map(({ type }) => type),
      ['probe-answered'],
    );
    await shop.close();
  });

  it('whose body was lost, cut or replaced is told from one that arrived', async () => {
    const probe = await makeProbe(PUBLIC_URL, SECRET);
    const { probe: nonce } = JSON.parse(probe.body) as { probe: string };
    const another = await makeProbe(PUBLIC_URL, SECRET);
    for (const body of ['', '{}', 'null', '7', probe.body.slice(0, -1), JSON.stringify({ probe: nonce })]) {
      const { response } = await send(probe, body);
      assert.equal(await probe.judge(response!.body), 'body-lost', body);
    }
    for (const text of ['', `${nonce}A`, nonce.slice(1), [nonce], { nonce }]) {
      const { filler } = JSON.parse(probe.body) as { filler: string };
      const { response } = await send(probe, JSON.stringify({ probe: text, filler }));
      assert.equal(await probe.judge(response!.body), 'body-lost', JSON.stringify(text));
    }
    const { response } = await send(probe, another.body);
    assert.equal(await probe.judge(response!.body), 'unknown', 'the body of another probe');
  });

  it('is answered when other code has read its body before, which is lost then', async () => {
    const probe = await makeProbe(PUBLIC_URL, SECRET);
    const { response } = await send(probe, new BodyWasRead());
    assert.equal(await probe.judge(response!.body), 'body-lost');
  });

  it('fails like any request whose body cannot be read', async () => {
    const probe = await makeProbe(PUBLIC_URL, SECRET);
    for (const error of [new BodyTooLarge(4 * 1024), new Error('the connection broke')])
      await assert.rejects(send(probe, error), error);
  });

  it('reports how its visitor is told from others', async () => {
    const probe = await makeProbe(PUBLIC_URL, SECRET);
    const visitorWith = async (networksOf: ProbePorts['networksOf']) => {
      const { response } = await send(probe, probe.body, SECRET, networksOf);
      return probe.report(response!.body).visitor;
    };
    assert.match(FORGED_ADDRESS, /^192\.0\.2\.\d+$/, 'of a network for documentation (RFC 5737)');
    assert.equal(await visitorWith(async () => [FORGED_ADDRESS]), 'forged');
    assert.equal(await visitorWith(async () => ['203.0.113.7', FORGED_ADDRESS]), 'forged');
    assert.equal(await visitorWith(async () => ['203.0.113.7']), 'identified');
    assert.equal(await visitorWith(async () => []), 'unidentified');
    assert.equal(await visitorWith(() => Promise.reject(new Error('the option has failed'))), 'unidentified');
    assert.equal(await visitorWith(async () => undefined), 'unlimited');
  });

  it('proves nothing by a response that no checkout with this secret has made', async () => {
    const probe = await makeProbe(PUBLIC_URL, SECRET);
    const { signature } = partsOf(probe);
    const other = createSecrets(OTHER, 'pay-elements probe answer v1\0');
    const { probe: nonce } = JSON.parse(probe.body) as { probe: string };
    for (const answer of ['', 'null', '{}', '<html>', probe.body, { probe: 7 }, { probe: signature }])
      assert.equal(await probe.judge(typeof answer === 'string' ? answer : JSON.stringify(answer)), 'unknown');
    for (const proof of [await other.sign(nonce), await createSecrets(SECRET).sign(nonce)])
      assert.equal(await probe.judge(JSON.stringify({ probe: proof })), 'unknown');
  });

  it('is not answered, and its body is not read, when it was signed with another secret', async () => {
    const probe = await makeProbe(PUBLIC_URL, OTHER);
    const { response, events, limits } = await send(probe, probe.body);
    assert.deepEqual([response, events, limits], [undefined, [], []]);
    assert.equal((await send(probe, probe.body, [SECRET, OTHER])).response?.status, 200, 'during a rotation');
  });

  it('is signed for its purpose: its address is no webhook address, and its response signs no address', async () => {
    const webhooks = createSecrets(SECRET);
    const probe = await makeProbe(PUBLIC_URL, SECRET);
    const { paymentRef, signature } = partsOf(probe);
    const hmac = (text: string) => createHmac('sha256', SECRET).update(text).digest('base64url');
    assert.equal(signature, hmac(`pay-elements probe v1\0${paymentRef}`));
    assert.equal(await webhooks.verify(paymentRef, signature), false);
    // Whoever has a signed address of a probe chooses the text that its response signs.
    const { filler } = JSON.parse(probe.body) as { filler: string };
    const { response } = await send(probe, JSON.stringify({ probe: paymentRef, filler }));
    const { probe: proof } = JSON.parse(response!.body) as { probe: string };
    assert.equal(await webhooks.verify(paymentRef, proof), false);
    assert.equal(proof, hmac(`pay-elements probe answer v1\0${paymentRef}`));
    // A webhook address is no probe.
    const url = `${PUBLIC_URL}/webhook/${paymentRef}/${await webhooks.sign(paymentRef)}`;
    assert.equal((await send({ ...probe, url }, probe.body)).response, undefined);
  });
});
