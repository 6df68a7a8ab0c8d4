import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { createSignatureCheck, readInvoiceEvent } from '../../../../src/server/providers/btcpay/webhook.ts';
import { validateWebhook } from './schema.ts';
import { btcpay } from '../../../../src/server/providers/btcpay/index.ts';
import { call, optionsOf, startAnswer, startServer, wanted, type TestServer } from './server.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Signed by another program. */
const signatureByOpenssl = (body: string, secret: string): string =>
  `sha256=${execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-r'], { input: body, encoding: 'utf8' }).split(' ')[0]}`;

test('signatures of other programs are accepted', async () => {
  // RFC 4231, test case 2.
  const isSigned = createSignatureCheck('Jefe');
  const rfc = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  assert.equal(await isSigned(bytes('what do ya want for nothing?'), `sha256=${rfc}`), true);
  assert.equal(await isSigned(bytes('what do ya want for nothing?'), `sha256=${rfc.toUpperCase()}`), true);
  // The example of "Validating webhook deliveries" of GitHub, whose scheme the server follows.
  const github = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
  assert.equal(await createSignatureCheck("It's a Secret to Everybody")(bytes('Hello, World!'), github), true);
  const body = '{\n  "type": "InvoiceSettled",\n  "metadata": { "note": "ä€" }\n}';
  assert.equal(await createSignatureCheck('geheim')(bytes(body), signatureByOpenssl(body, 'geheim')), true);
});

test('a signature of another body, secret or form is refused', async () => {
  const isSigned = createSignatureCheck('Jefe');
  const hex = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  const body = bytes('what do ya want for nothing?');
  for (const signature of [
    null,
    '',
    hex,
    `sha256=${hex} `,
    `sha1=${hex}`,
    ` sha256=${hex}`,
    `sha256=${hex}00`,
    `sha256=${hex.slice(2)}`,
  ])
    assert.equal(await isSigned(body, signature), false, String(signature));
  assert.equal(await isSigned(bytes('what do ya want for nothing!'), `sha256=${hex}`), false);
  assert.equal(await createSignatureCheck('jefe')(body, `sha256=${hex}`), false);
});

test('a body that names no invoice is not read', () => {
  const event = { type: 'InvoiceSettled', storeId: 's1', invoiceId: 'i1', pullPaymentId: 'p1' };
  const read = (body: unknown) => readInvoiceEvent(bytes(JSON.stringify(body)));
  assert.deepEqual(read(event), event);
  assert.deepEqual(read({ ...event, pullPaymentId: 5 }), { ...event, pullPaymentId: undefined });
  for (const bad of [{ type: 5 }, { type: 'PayoutCreated' }, { storeId: 5 }, { invoiceId: 5 }, { invoiceId: '' }])
    assert.equal(read({ ...event, ...bad }), undefined, JSON.stringify(bad));
  assert.equal(read(null), undefined);
  assert.equal(readInvoiceEvent(bytes('{')), undefined);
});

type Receive = NonNullable<TestServer['provider']['readAccountWebhook']>;

/** The one report of a webhook. */
async function reportOf(received: ReturnType<Receive>) {
  const reports = await received;
  assert.ok(typeof reports === 'object');
  assert.equal(reports.length, 1);
  return reports[0]!;
}

async function startWebhooks(...given: Parameters<typeof startServer>) {
  const server = await startServer(...given);
  const { provider, sandbox } = server;
  const receive = (body: string, headers: Record<string, string> = sandbox.webhooks.sign(body)) =>
    provider.readAccountWebhook!({ body: bytes(body), headers: new Headers(headers) }, call());
  sandbox.setWebhook('http://127.0.0.1:9/'); // nothing answers there
  const { id } = await provider.create(wanted, call());
  /** The bodies of the webhooks that were made so far. */
  const made = async () => (await sandbox.webhooks.sent, server.webhooks.splice(0));
  return { ...server, receive, id, made };
}

test('each webhook of a purchase is read from the invoice, and is what the documents say', async (t) => {
  const { sandbox, receive, id, made } = await startWebhooks(t, { retries: [] });
  const { invoices } = sandbox;
  const seen: string[] = [];
  const readAll = async () => {
    for (const body of await made()) {
      const { source, paymentRef, id: reportedId, phase } = await reportOf(receive(body));
      assert.deepEqual(
        { source, paymentRef, id: reportedId },
        { source: 'webhook', paymentRef: wanted.paymentRef, id },
      );
      seen.push(`${validateWebhook(body)}: ${phase}`);
    }
  };
  await readAll();
  invoices.pay(id, '0.0002');
  await readAll();
  invoices.pay(id, '0.00021987');
  await readAll();
  invoices.confirm(id);
  await readAll();
  assert.deepEqual(seen, [
    'InvoiceCreated: awaiting',
    'InvoiceReceivedPayment: underpaid',
    'InvoiceReceivedPayment: detected',
    'InvoiceProcessing: detected',
    'InvoicePaymentSettled: paid',
    'InvoicePaymentSettled: paid',
    'InvoiceSettled: paid',
  ]);
});

test('a body is only a signal: an outdated or doubled one reports the present state', async (t) => {
  const { sandbox, receive, id, made } = await startWebhooks(t, { retries: [] });
  const [created = ''] = await made();
  sandbox.invoices.pay(id, '0.0004159', { isSettled: true });
  for (const body of [created, created]) {
    assert.equal((await reportOf(receive(body))).phase, 'paid');
  }
});

test('a forged webhook asks the server nothing', async (t) => {
  const { sandbox, receive, made, exchanges } = await startWebhooks(t, { retries: [] });
  const [body = ''] = await made();
  const { 'btcpay-sig': signature } = sandbox.webhooks.sign(body);
  exchanges.length = 0;
  assert.equal(await receive(body, {}), 'forged');
  assert.equal(await receive(body.replace('InvoiceCreated', 'InvoiceSettled'), { 'btcpay-sig': signature }), 'forged');
  // The same content in other bytes.
  assert.equal(await receive(JSON.stringify(JSON.parse(body)), { 'btcpay-sig': signature }), 'forged');
  assert.equal(await receive(body, { 'btcpay-sig': signatureByOpenssl(body, 'another secret') }), 'forged');
  assert.deepEqual(exchanges, []);
});

test('what is not about an invoice of ours is ignored', async (t) => {
  const { sandbox, receive, made } = await startWebhooks(t, { retries: [] });
  const [body = ''] = await made();
  const changed = (fields: object) => JSON.stringify({ ...(JSON.parse(body) as object), ...fields });
  for (const other of [
    'not JSON',
    '[]',
    changed({ type: 'PaymentRequestCreated' }),
    changed({ storeId: 'another' }),
    changed({ invoiceId: 'gone' }),
    changed({ invoiceId: 7 }),
  ])
    assert.equal(await receive(other), 'ignored', other);
  // An invoice of a point of sale.
  const pos = sandbox.invoices.create({
    storeId: sandbox.storeId,
    amount: '3.00',
    currency: 'EUR',
    metadata: {},
    paymentMethodId: 'BTC-CHAIN',
  });
  assert.equal(await receive(changed({ invoiceId: pos.id, metadata: { paymentRef: wanted.paymentRef } })), 'ignored');
});

test('an invoice of another program with our field and without a coin that we know is ignored', async (t) => {
  const store = { paymentMethods: ['BTC-CHAIN', 'BTC-LN'], rates: { 'BTC-CHAIN/EUR': '60000', 'BTC-LN/EUR': '60000' } };
  const { sandbox, receive, made } = await startWebhooks(t, { retries: [], store });
  await made();
  sandbox.invoices.create({
    storeId: sandbox.storeId,
    amount: '3.00',
    currency: 'EUR',
    metadata: { paymentRef: 'another' },
    paymentMethodId: 'BTC-LN',
  });
  const [body = ''] = await made();
  assert.equal(await receive(body), 'ignored');
});

test('a 404 that is not of the server itself is a failure: the invoice is not called gone', async (t) => {
  const { sandbox, provider, id, made } = await startWebhooks(t, { retries: [] });
  const [body = ''] = await made();
  const url = await startAnswer(t, 404, { message: 'no backend' });
  const behindProxy = btcpay({ ...optionsOf(sandbox), url });
  const request = { body: bytes(body), headers: new Headers(sandbox.webhooks.sign(body)) };
  const failure = { code: 'bad-answer', status: 404, message: /not found \(404\).*Compare btcpay\.url/ };
  await assert.rejects(behindProxy.readAccountWebhook!(request, call()), failure);
  await assert.rejects(behindProxy.read!({ ...wanted, id, created: 0 }, call()), failure);
  assert.equal(await provider.read!({ ...wanted, id: 'gone', created: 0 }, call()), undefined);
});

test('when the server cannot be read, the webhook fails, so that it is sent again', async (t) => {
  const { sandbox, receive, made } = await startWebhooks(t, { retries: [] });
  const [body = ''] = await made();
  sandbox.setFault('proxy-error');
  await assert.rejects(receive(body), { code: 'service-error' });
});

test('a refund of everything is reported; one of a part leaves the payment paid', async (t) => {
  const { sandbox, receive, id, made } = await startWebhooks(t, { retries: [] });
  const { invoices } = sandbox;
  invoices.pay(id, '0.0005', { isSettled: true });
  await made();
  const phaseAfter = async (amount: string, currency: string) => {
    invoices.refund(id, amount, currency);
    const [body = ''] = await made();
    assert.equal(validateWebhook(body), 'InvoiceRefund');
    return (await reportOf(receive(body))).phase;
  };
  assert.equal(await phaseAfter('0.0000841', 'BTC'), 'overpaid');
  assert.equal(await phaseAfter('10.00', 'EUR'), 'overpaid');
  assert.equal(await phaseAfter('100.00', 'USD'), 'overpaid');
  assert.equal(await phaseAfter('24.90', 'EUR'), 'refunded');
  assert.equal(await phaseAfter('0.0004159', 'BTC'), 'refunded');
});

test('a refund of the second payment of who has paid twice leaves the payment overpaid', async (t) => {
  for (const [received, refund] of [
    ['0.0008318', '0.0004159'],
    ['0.0012477', '0.0008318'],
  ] as const) {
    const { sandbox, receive, id, made } = await startWebhooks(t, { retries: [] });
    sandbox.invoices.pay(id, received, { isSettled: true });
    await made();
    sandbox.invoices.refund(id, refund, 'BTC');
    const [body = ''] = await made();
    assert.equal((await reportOf(receive(body))).phase, 'overpaid');
  }
});

test('so does one in the currency of the invoice; one of both payments is a refund of everything', async (t) => {
  // In one transaction, and in two, for the second of which the store adds a network fee.
  for (const parts of [['0.0008318'], ['0.0004159', '0.0004159']]) {
    const { sandbox, receive, id, made } = await startWebhooks(t, { retries: [] });
    for (const part of parts) sandbox.invoices.pay(id, part);
    sandbox.invoices.confirm(id);
    await made();
    const phaseAfter = async (amount: string) => {
      sandbox.invoices.refund(id, amount, 'EUR');
      const [body = ''] = await made();
      return (await reportOf(receive(body))).phase;
    };
    assert.equal(await phaseAfter('24.90'), 'overpaid');
    assert.equal(await phaseAfter('49.80'), 'refunded');
  }
});

test('a refund of all received coins is whole where the tolerance accepted fewer than the invoice asked for', async (t) => {
  const { sandbox, receive, id, made } = await startWebhooks(t, { retries: [], store: { paymentTolerance: 2 } });
  const { invoices } = sandbox;
  invoices.pay(id, '0.000408', { isSettled: true });
  await made();
  const phaseAfter = async (amount: string) => {
    invoices.refund(id, amount, 'BTC');
    const [body = ''] = await made();
    return (await reportOf(receive(body))).phase;
  };
  assert.equal(await phaseAfter('0.00040799'), 'paid');
  assert.equal(await phaseAfter('0.000408'), 'refunded');
});

test('a refund at a later rate counts by its coins: fewer than were received are one of a part', async (t) => {
  const { sandbox, receive, id, made } = await startWebhooks(t, { retries: [] });
  const { invoices } = sandbox;
  invoices.pay(id, '0.0004159', { isSettled: true });
  await made();
  const phaseAfter = async (amount: string) => {
    invoices.refund(id, amount, 'BTC');
    const [body = ''] = await made();
    return (await reportOf(receive(body))).phase;
  };
  // 24.90 EUR at 65858.51 and at 53884.23 EUR, a tenth more and less than the coin cost at the payment.
  assert.equal(await phaseAfter('0.00037808'), 'paid');
  assert.equal(await phaseAfter('0.0004621'), 'refunded');
});

test('a webhook before the answer to the creation names the payment', async (t) => {
  const { provider, sandbox, webhooks } = await startServer(t, { retries: [] });
  sandbox.setWebhook('http://127.0.0.1:9/');
  sandbox.setFault('lost-answer');
  const creating = provider.create(wanted, call());
  creating.catch(() => undefined);
  while (webhooks.length === 0) await new Promise(setImmediate);
  sandbox.setFault(undefined);
  const [body = ''] = webhooks;
  const request = { body: bytes(body), headers: new Headers(sandbox.webhooks.sign(body)) };
  const { paymentRef } = await reportOf(provider.readAccountWebhook!(request, call()));
  assert.equal(paymentRef, wanted.paymentRef);
  await creating;
});
