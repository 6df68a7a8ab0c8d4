import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { phaseOf } from '../../../src/core/index.ts';
import {
  memoryStore,
  type CheckoutEventData,
  type PaymentProvider,
  type ReadWebhook,
} from '../../../src/server/index.ts';
import { BodyTooLarge, type CheckoutRequest } from '../../../src/server/http/http.ts';
import { createReportApplier } from '../../../src/server/payments/apply-report.ts';
import { readMoneyRules } from '../../../src/server/payments/money-rules.ts';
import { createProbeAnswerer } from '../../../src/server/http/probe.ts';
import { createWebhookReceiver } from '../../../src/server/http/receive-webhook.ts';
import { createSecrets } from '../../../src/server/payments/secrets.ts';
import { SECRET } from '../shop.ts';
import { CREATED } from '../payments/row.ts';
import { newPayment } from '../stores/contract.ts';

interface Setting {
  readonly readWebhook?: ReadWebhook;
  readonly hasOwnReader?: boolean;
  readonly readAccountWebhook?: PaymentProvider['readAccountWebhook'];
  /** False: the service has not answered the creation yet. */
  readonly isAnswered?: boolean;
}

/** A receiver with one payment, whose id at the service is `t1`. */
async function openReceiver({ readWebhook, hasOwnReader = true, readAccountWebhook, isAnswered = true }: Setting) {
  const store = memoryStore();
  const { paymentRef, ...fields } = newPayment();
  await store.insert({ ...fields, paymentRef });
  const answer = { tid: 't1', status: 'NEW', cryptoCoin: 'btc', cryptoAmountExpected: '0.0002' };
  const data = { ...fields.data, answer };
  const attach = () => store.setResponse(paymentRef, { serviceId: 't1', status: 'NEW', data, at: CREATED });
  if (isAnswered) await attach();
  const events: CheckoutEventData[] = [];
  const emit = (event: CheckoutEventData) => void events.push(event);
  const secrets = createSecrets(SECRET);
  const { receive, receiveOfAccount } = createWebhookReceiver({
    ...{ store, secrets, emit, readWebhook, hasOwnReader, provider: { name: 'server', readAccountWebhook } },
    answerProbe: createProbeAnswerer(SECRET, { networksOf: async () => [], developmentOptions: [], emit }),
    applyReport: createReportApplier({
      ...{ store, delivery: { deliver: async () => {} }, phaseOf, verifyPayment: undefined, emit },
      ...{ rules: readMoneyRules({}), now: () => CREATED },
    }),
  });
  return {
    ...{ paymentRef, attach, receiveOfAccount },
    receiveAt: receive,
    sign: (ref: string) => secrets.sign(ref),
    receive: async (request: CheckoutRequest) => receive(request, paymentRef, await secrets.sign(paymentRef)),
    row: async () => (await store.byPaymentRef(paymentRef))!,
    /** The events of webhooks. */
    webhookEvents: () => events.filter(({ type }) => type.startsWith('webhook')),
  };
}

const requestOf = (fields: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  ...{ method: 'POST', url: '/webhook', raw: undefined, signal: () => undefined },
  ...{ header: () => undefined, text: async () => '{}', ...fields },
});

describe('a webhook of one payment', () => {
  it('with the identifier of another one is a conflict, also when the creation is answered while it is read', async () => {
    for (const isAnswered of [true, false]) {
      const readWebhook = () => ({ id: 't9', status: 'PAID' });
      const { attach, receive, row, webhookEvents } = await openReceiver({ readWebhook, isAnswered });
      const { status } = await receive(requestOf({ text: async () => (await attach(), '') }));
      assert.deepEqual([status, webhookEvents().map(({ type }) => type)], [202, ['webhook-conflict']]);
      const { phase, serviceId } = await row();
      assert.deepEqual([phase, serviceId], ['awaiting', 't1']);
    }
  });

  it('is read with its headers, whatever their letter case, and moves the payment', async () => {
    const names: unknown[] = [];
    const { receive, row, paymentRef, webhookEvents } = await openReceiver({
      readWebhook: (body, headers) => {
        names.push(body, headers.get('X-Signature'), headers.get('x-other'));
        return { status: 'DETECTED' };
      },
    });
    const header = (name: string) => (name === 'x-signature' ? 'abc' : undefined);
    assert.equal((await receive(requestOf({ text: async () => 'body', header }))).status, 200);
    assert.deepEqual(names, ['body', 'abc', null]);
    assert.deepEqual([(await row()).phase, (await row()).source], ['detected', 'webhook']);
    const event = { type: 'webhook-accepted', paymentRef, orderRef: '1001', changed: true };
    assert.deepEqual(webhookEvents(), [event]);
    assert.equal((await receive(requestOf({ header }))).status, 200);
    assert.deepEqual(webhookEvents().at(-1), { ...event, changed: false });
  });

  it('needs a status or a phase', async () => {
    for (const [content, type, status] of [
      [{ received: '0.1' }, 'webhook-without-status', 202],
      [{ id: 't1' }, 'webhook-without-status', 202],
      [{ id: 't9' }, 'webhook-conflict', 202],
      [{ phase: 'detected' }, 'webhook-accepted', 200],
    ] as const) {
      const { receive, webhookEvents } = await openReceiver({ readWebhook: () => content });
      assert.equal((await receive(requestOf())).status, status);
      assert.deepEqual(
        webhookEvents().map((event) => event.type),
        [type],
      );
    }
  });

  it('whose reader returns what cannot be used is reported, and sent again', async () => {
    const { receive, paymentRef, webhookEvents } = await openReceiver({ readWebhook: () => ({ received: 'x' }) });
    await assert.rejects(receive(requestOf()), { message: /^readWebhook: received: decimal text/ });
    const [event, ...more] = webhookEvents();
    assert.partialDeepStrictEqual(event, { type: 'webhook-content-invalid', paymentRef, field: 'received' });
    assert.deepEqual(more, []);
  });

  it('whose reader throws is sent again without an event of its content', async () => {
    const cause = new Error('the reader is broken');
    const { receive, webhookEvents } = await openReceiver({ readWebhook: () => Promise.reject(cause) });
    await assert.rejects(receive(requestOf()), cause);
    assert.deepEqual(webhookEvents(), []);
  });

  it('that is unreadable is answered, so that nobody sends it for ever, and reported with the reason', async () => {
    for (const [hasOwnReader, reason] of [
      [false, 'JSON, but not an object'],
      [true, 'readWebhook() returned undefined; the body is JSON, but not an object'],
    ] as const) {
      const setting = { readWebhook: () => undefined, hasOwnReader };
      const { receive, paymentRef, webhookEvents } = await openReceiver(setting);
      assert.equal((await receive(requestOf({ text: async () => '[]' }))).status, 202);
      assert.deepEqual(webhookEvents(), [{ type: 'webhook-unreadable', paymentRef, orderRef: '1001', reason }]);
    }
  });

  it('that is too large is reported: it may have named money. One that is cut short is not', async () => {
    for (const [error, reasons] of [
      [new BodyTooLarge(65_536), ['longer than 64 KiB']],
      [new Error('cut short'), []],
    ] as const) {
      const { receive, webhookEvents } = await openReceiver({ readWebhook: () => undefined });
      await assert.rejects(receive(requestOf({ text: () => Promise.reject(error) })), error);
      assert.deepEqual(
        webhookEvents().map((event) => 'reason' in event && event.reason),
        reasons,
      );
    }
  });

  it('of another secret is a warning when it comes again, and then for ten minutes none', async () => {
    const { receiveAt, paymentRef, webhookEvents } = await openReceiver({ readWebhook: () => undefined });
    const signature = await createSecrets(`${SECRET} before`).sign(paymentRef);
    // One that cannot be a signature does not count.
    for (const each of ['x', signature, `${signature}A`, signature, signature, signature, signature, signature])
      assert.equal((await receiveAt(requestOf(), paymentRef, each)).status, 404);
    const type = 'webhook-rejected';
    assert.deepEqual(webhookEvents(), [
      ...[{ type }, { type }, { type }, { type }],
      { type, wrongSignatures: 3 },
      ...[{ type }, { type }, { type }],
    ]);
  });

  it('that was signed here, of a payment that is not in the store, is a warning', async () => {
    const { receiveAt, sign, webhookEvents } = await openReceiver({ readWebhook: () => undefined });
    const { paymentRef } = newPayment();
    assert.equal((await receiveAt(requestOf(), paymentRef, await sign(paymentRef))).status, 404);
    assert.deepEqual(webhookEvents(), [{ type: 'webhook-rejected', paymentRef }]);
  });

  it('of another secret hides no warning about a payment that is not in the store', async () => {
    const { receiveAt, sign, paymentRef, webhookEvents } = await openReceiver({ readWebhook: () => undefined });
    const wrong = await createSecrets(`${SECRET} before`).sign(paymentRef);
    for (let tries = 0; tries < 3; tries += 1) await receiveAt(requestOf(), paymentRef, wrong);
    const missing = newPayment().paymentRef;
    for (let tries = 0; tries < 2; tries += 1) await receiveAt(requestOf(), missing, await sign(missing));
    const type = 'webhook-rejected';
    assert.deepEqual(webhookEvents().slice(2), [{ type, wrongSignatures: 3 }, { type, paymentRef: missing }, { type }]);
  });

  it('is not found where the provider has none', async () => {
    const { receive, webhookEvents } = await openReceiver({});
    assert.equal((await receive(requestOf({ text: async () => '' }))).status, 404);
    assert.deepEqual(webhookEvents(), [{ type: 'webhook-rejected' }]);
  });
});

describe('a webhook of the account', () => {
  const text = async () => 'ü';
  const withReports = (...reports: object[]) => openReceiver({ readAccountWebhook: async () => reports as never });

  it('is read byte for byte, with its headers, within a time', async () => {
    const given: unknown[] = [];
    const { receiveOfAccount, webhookEvents } = await openReceiver({
      readAccountWebhook: async ({ body, headers }, { timeout, signal }) => {
        given.push([...body], headers.get('X-Signature'), timeout, signal.aborted);
        return 'ignored';
      },
    });
    const limits: number[] = [];
    const header = (name: string) => (name === 'x-signature' ? 'abc' : undefined);
    const bytes = async (limit: number) => (limits.push(limit), new Uint8Array([255]));
    assert.equal((await receiveOfAccount(requestOf({ bytes, header }), 'server')).status, 200);
    assert.equal((await receiveOfAccount(requestOf({ text, header }), 'server')).status, 200);
    assert.deepEqual([given, limits], [[[255], 'abc', 5_000, false, [195, 188], 'abc', 5_000, false], [65_536]]);
    assert.deepEqual(webhookEvents(), []);
    assert.equal((await receiveOfAccount(requestOf({ bytes, header }), 'other')).status, 404);
  });

  it('belongs to the payment whose reference it has, without an id', async () => {
    const reports: object[] = [];
    const { receiveOfAccount, paymentRef, row, webhookEvents } = await openReceiver({
      readAccountWebhook: async () => reports as never,
    });
    reports.push({ source: 'webhook', paymentRef, status: 'DETECTED' });
    assert.equal((await receiveOfAccount(requestOf({ text }), 'server')).status, 200);
    assert.equal((await row()).phase, 'detected');
    assert.deepEqual(webhookEvents(), [{ type: 'webhook-accepted', paymentRef, orderRef: '1001', changed: true }]);
  });

  for (const [what, given, message, event] of [
    ['no list', {}, /^server\.readAccountWebhook\(\): a list of reports, 'ignored' or 'forged' is needed$/],
    [
      'a report without id and reference',
      [{ status: 'PAID' }],
      /^server\.readAccountWebhook\(\)\[0\]: id or paymentRef /,
    ],
    [
      'a report that is not readable',
      [{ id: 't1', received: 5 }],
      /^server\.readAccountWebhook: /,
      'webhook-content-invalid',
    ],
  ] as const)
    it(`is sent again when its reader returns ${what}`, async () => {
      const { receiveOfAccount, webhookEvents } = await openReceiver({
        readAccountWebhook: async () => given as never,
      });
      await assert.rejects(receiveOfAccount(requestOf({ text }), 'server'), { message });
      assert.equal(webhookEvents()[0]?.type, event);
    });

  it('that a parser has read is sent again, because its signature cannot be checked, and is reported once', async () => {
    const { receive, receiveOfAccount, webhookEvents } = await openReceiver({
      readAccountWebhook: async () => 'ignored',
      readWebhook: () => undefined,
    });
    const parsed = requestOf({ text, bodyWasParsed: true });
    for (let tries = 0; tries < 2; tries += 1)
      await assert.rejects(receiveOfAccount(parsed, 'server'), { message: /^webhook\/server: a body parser has read/ });
    assert.deepEqual(webhookEvents(), [{ type: 'webhook-body-parsed' }]);
    assert.equal((await receive(parsed)).status, 202);
    assert.equal(webhookEvents().filter(({ type }) => type === 'webhook-body-parsed').length, 1);
    const other = await openReceiver({ readWebhook: () => undefined });
    await other.receive(parsed);
    assert.equal(other.webhookEvents()[0]?.type, 'webhook-body-parsed');
  });

  it('is not found under another name, without a reader, or with a forged signature', async () => {
    const forged = await openReceiver({ readAccountWebhook: async () => 'forged' });
    const none = await openReceiver({});
    const type = 'webhook-rejected';
    // With the name of the provider, it is a warning: once.
    for (const [{ receiveOfAccount, webhookEvents }, name, event] of [
      [forged, 'other', { type }],
      [forged, 'server', { type, provider: 'server' }],
      [forged, 'server', { type }],
      [none, 'server', { type }],
    ] as const) {
      assert.equal((await receiveOfAccount(requestOf({ text }), name)).status, 404);
      assert.deepEqual(webhookEvents().at(-1), event);
    }
    assert.equal(forged.webhookEvents().length, 3);
  });

  it('applies each report to the payment with its id', async () => {
    const { receiveOfAccount, row, webhookEvents } = await withReports(
      { id: 't1', status: 'DETECTED' },
      { id: 't9', status: 'PAID' },
      { id: 't1', status: 'CONFIRMING', source: 'provider' },
    );
    assert.equal((await receiveOfAccount(requestOf({ text }), 'server')).status, 200);
    const { phase, source } = await row();
    assert.deepEqual([phase, source], ['confirming', 'provider']);
    const types = ['webhook-accepted', 'webhook-unmatched', 'webhook-accepted'];
    assert.deepEqual(
      webhookEvents().map(({ type }) => type),
      types,
    );
    assert.deepEqual(webhookEvents()[1], { type: 'webhook-unmatched', id: 't9' });
  });

  it('finds a payment whose creation was never answered by its reference, and only then', async () => {
    const reports: object[] = [];
    const { receiveOfAccount, row, paymentRef, webhookEvents } = await openReceiver({
      readAccountWebhook: async () => reports as never,
      isAnswered: false,
    });
    const send = async (report: object) => {
      reports.splice(0, 1, report);
      await receiveOfAccount(requestOf({ text }), 'server');
      return webhookEvents().at(-1)?.type;
    };
    for (const other of [undefined, 5, 'x', 'A'.repeat(22)])
      assert.equal(await send({ id: 't1', status: 'DETECTED', paymentRef: other }), 'webhook-unmatched');
    assert.equal(await send({ status: 'DETECTED', paymentRef: 'A'.repeat(22) }), 'webhook-unmatched');
    assert.deepEqual(webhookEvents().at(-1), { type: 'webhook-unmatched', id: 'A'.repeat(22) });
    assert.equal(await send({ id: 't1', status: 'DETECTED', paymentRef }), 'webhook-accepted');
    assert.deepEqual([(await row()).phase, (await row()).serviceId], ['detected', 't1']);
    // The id counts, where it is known.
    assert.equal(await send({ id: 't1', status: 'CONFIRMING', paymentRef: 'A'.repeat(22) }), 'webhook-accepted');
    assert.equal(await send({ id: 't9', status: 'PAID', paymentRef }), 'webhook-conflict');
    assert.equal((await row()).phase, 'confirming');
  });
});
