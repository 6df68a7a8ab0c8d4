import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { soundData, json, startServiceStub, type ServiceStub, type StubAnswer } from '../../support/service-stub.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { BTC_ADDRESS, EVM_ADDRESS, openShop, SECRET, type Answer, type Shop } from '../shop.ts';

const PREVIOUS = 'MARK-previous-secret, which is long enough too';
const SPLIT = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

/** What must never reach a browser, a log or an event, each with a mark of its own. */
const MARKS = {
  apiKey: 'MARK-api-key',
  payoutEmail: 'mark-payout@shop.example',
  payoutAddress: EVM_ADDRESS,
  splitPayoutAddresses: BTC_ADDRESS,
  additionalInformation: 'MARK-additional-information',
  meta: 'MARK-meta',
  label: 'MARK-label',
  webhookUrl: '/webhook/',
  unknownField: 'MARK-unknown-field',
  message: 'MARK-message',
  secret: SECRET,
  previousSecret: PREVIOUS,
  cookie: 'MARK-cookie',
  session: 'MARK-session',
  visitorAddress: '198.51.100.77',
};

/** What a payer may know of a payment. Written out again: a list that is shared could not show its own mistake. */
const ALLOWED = new Set(
  (
    'tid pid bid status phase version amount currency hostedUrl statusUrl address qrCodeBase64 cryptoCoin ' +
    'cryptoAmountExpected note expiresAt minimumTransactionCoin cryptoAmountReceived confirmations ' +
    'confirmationsRequired qr rate orderRef paidAt test'
  ).split(' '),
);

/** What the shop's own code throws, and so finds in its own log. */
const OWN = 'OWN-words';

const HEADERS = { cookie: `id=${MARKS.cookie}`, 'x-forwarded-for': MARKS.visitorAddress };

describe('private data', () => {
  let stub: ServiceStub;
  let shop: Shop;
  const answers: [string, Answer][] = [];
  const sent: string[] = [];
  const logged: string[] = [];
  const thrown: unknown[] = [];
  /** Known to the server alone: refs and signatures of payments. */
  const refs: string[] = [];
  const signatures: string[] = [];

  const keep = async (name: string, answer: Promise<Answer>) => {
    answers.push([name, await answer]);
    return answers.at(-1)![1];
  };
  const more = { apiKey: MARKS.apiKey, secretNote: MARKS.unknownField, payoutEmail: MARKS.payoutEmail };
  const sound: StubAnswer = (request, response) =>
    json(response, 200, {
      message: MARKS.message,
      data: soundData(request, { ...more, additionalInformation: MARKS.additionalInformation }),
      meta: more,
    });

  /** Records everything that the process writes, and still writes it. */
  function listen(): () => void {
    const streams = [process.stdout, process.stderr] as const;
    const writes = streams.map((stream) => stream.write.bind(stream));
    streams.forEach((stream, index) => {
      stream.write = ((...args: Parameters<typeof stream.write>) => {
        logged.push(String(args[0]));
        return writes[index]!(...args);
      }) as typeof stream.write;
    });
    return () => streams.forEach((stream, index) => (stream.write = writes[index]!));
  }

  before(async () => {
    stub = await startServiceStub();
    shop = await openShop(
      { url: stub.url, apiKey: MARKS.apiKey },
      {
        secret: [SECRET, PREVIOUS],
        store: sqliteStore(new DatabaseSync(':memory:')),
        creationLimit: { perMinute: 12, visitor: () => MARKS.session },
        longPoll: { timeout: 100 },
        allowedOrigins: ['https://www.shop.example'],
        order: async (orderRef) => {
          if (orderRef === 'throws') throw new Error(OWN);
          const payout = {
            crypto: {
              ETH: EVM_ADDRESS,
              BTC: {
                addresses: [
                  { address: BTC_ADDRESS, percent: 60 },
                  { address: SPLIT, percent: 40 },
                ],
              },
            },
            wallet: {
              payoutEmail: ['bad', 'partly'].includes(orderRef) ? `${MARKS.payoutEmail} ` : MARKS.payoutEmail,
              additionalInformation: MARKS.additionalInformation,
            },
            localcode: { currency: 'USD', payoutCryptoCoin: 'ETH' as const, payoutAddress: EVM_ADDRESS },
          };
          const { label, meta } = MARKS;
          return {
            amount: 5,
            currency: 'USD',
            payout: orderRef === 'bad' ? { wallet: payout.wallet } : payout,
            label,
            meta: { meta },
            expiresAt: new Date(Date.now() + 60_000),
            soldOut: orderRef === 'sold',
          };
        },
        onStatus: (payment) => {
          if (payment.status === 'ODD') throw new Error(OWN);
        },
        verifyPayment: (_payment, { status }) => status !== 'SETTLED',
      },
    );
    const deaf = listen();
    try {
      await everything();
    } finally {
      deaf();
    }
  });
  after(async () => {
    await shop.close();
    await stub.close();
  });

  /** Every address, each way it can go well or wrong. */
  async function everything(): Promise<void> {
    stub.answer = sound;
    for (const paymentRequest of [
      { method: 'crypto', coin: 'ETH' },
      { method: 'crypto', coin: 'BTC' },
      { method: 'wallet' },
      { method: 'localcode' },
    ]) {
      const name = Object.values(paymentRequest).join(' ');
      const orderRef = name;
      stub.answer = (request, response) =>
        json(response, 200, {
          message: MARKS.message,
          data: soundData(request, { ...more, tid: `t ${name}`, pid: `p ${name}`, bid: `b ${name}` }),
          meta: more,
        });
      const made = await keep(`POST ${name}`, shop.pay({ order: orderRef, ...paymentRequest }, HEADERS));
      assert.equal(made.status, 201, made.text);
      await keep(`POST ${name} again`, shop.pay({ order: orderRef, ...paymentRequest }, HEADERS));
      const statusUrl = String(made.json['statusUrl']);
      const { fields } = stub.requests.at(-1)!;
      sent.push(JSON.stringify(fields));
      const hook = String(fields['webhook_url']);
      const [, paymentRef, signature] = /webhook\/([^/]+)\/([^/]+)$/.exec(hook)!;
      refs.push(paymentRef!);
      signatures.push(signature!);
      for (const about of ['awaiting', 'UNDERPAID', 'ODD', 'SETTLED', 'PAID', 'FAILED', 'x', '{}', 'other']) {
        const body =
          about === 'other' ? { tid: 'other', pid: 'other', bid: 'other', status: 'PAID' } : { status: about };
        if (about !== 'awaiting') {
          const text = about === 'x' || about === '{}' ? about : JSON.stringify({ ...body, ...more });
          await keep(`webhook ${name} ${about}`, shop.get(hook, { method: 'POST', body: text }));
        }
        await keep(`GET status ${name} ${about}`, shop.get(statusUrl));
        await keep(`GET status ${name} ${about}, held`, shop.get(`${statusUrl}?since=9`, { headers: HEADERS }));
        await keep(`GET payment ${name} ${about}`, shop.get(statusUrl.replace('/status/', '/payments/')));
        await keep(
          `GET order ${name} ${about}`,
          shop.get(`orders/${encodeURIComponent(orderRef)}`, { headers: HEADERS }),
        );
      }
      await keep(`POST ${name}, paid`, shop.pay({ order: orderRef, ...paymentRequest }, HEADERS));
      await keep(`GET webhook ${name}`, shop.get(hook));
      await keep(`webhook ${name}, too long`, shop.get(hook, { method: 'POST', body: 'x'.repeat(70_000) }));
      await keep(`webhook ${name}, wrong signature`, shop.get(hook.slice(0, -2), { method: 'POST' }));
    }

    const paymentRequest = { method: 'wallet' };
    for (const paymentRef of ['bad', 'partly', 'throws', 'sold']) {
      await keep(`GET order ${paymentRef}`, shop.get(`orders/${paymentRef}`, { headers: HEADERS }));
      await keep(`POST ${paymentRef}`, shop.pay({ order: paymentRef, ...paymentRequest }, HEADERS));
    }
    const faults: Record<string, StubAnswer> = {
      refused: (_request, response) => json(response, 400, { message: MARKS.message, ...more }),
      unauthorized: (_request, response) => json(response, 401, { message: `${MARKS.message} ${MARKS.apiKey}` }),
      down: (_request, response) => response.writeHead(500).end(`<h1>${MARKS.message} ${MARKS.apiKey}</h1>`),
      truncated: (request, response) => response.end(JSON.stringify({ data: soundData(request, more) }).slice(0, -20)),
      incomplete: (_request, response) => json(response, 200, { message: MARKS.message, data: more }),
      reset: (_request, response) => response.destroy(),
    };
    for (const [name, fault] of Object.entries(faults)) {
      stub.answer = fault;
      await keep(`POST ${name}`, shop.pay({ order: name, ...paymentRequest }, HEADERS));
      await shop.checkout.client
        .createWallet({ amount: 5, currency: 'USD', payout_email: MARKS.payoutEmail, webhook_url: `${shop.url}/x` })
        .catch((error: unknown) => thrown.push(error));
    }
    stub.answer = sound;
    for (let times = 0; times < 4; times += 1)
      await keep(`POST too many, ${times}`, shop.pay({ order: `many ${times}`, ...paymentRequest }, HEADERS));
    for (const [name, headers] of Object.entries({
      'cross-site': { ...HEADERS, 'sec-fetch-site': 'cross-site' },
      'text/plain': { ...HEADERS, 'content-type': 'text/plain' },
      listed: { ...HEADERS, origin: 'https://www.shop.example' },
    }))
      await keep(`POST ${name}`, shop.pay({ order: 'bad', ...paymentRequest }, headers));
    await keep('POST nothing', shop.pay({ order: 'none' }, HEADERS));
    await keep('OPTIONS', shop.get('payments', { method: 'OPTIONS', headers: HEADERS }));
    await keep('nowhere', shop.get('nowhere', { headers: HEADERS }));

    // What no client of ours can say.
    for (const raw of [
      `GET /pay/orders/%zz HTTP/1.1\r\nCookie: ${MARKS.cookie}\r\nHost: x\r\n`,
      `${MARKS.cookie}\r\n`,
    ]) {
      const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.end(`${raw}Connection: close\r\n\r\n`);
      answers.push([raw, { status: 0, headers: new Headers(), text: await text(socket), json: {} }]);
    }
  }

  it('was sent to the service where it belongs there, and each value was used', () => {
    for (const mark of [
      'payoutEmail',
      'payoutAddress',
      'splitPayoutAddresses',
      'additionalInformation',
      'meta',
    ] as const)
      assert.ok(
        sent.some((fields) => fields.includes(MARKS[mark])),
        `${mark} was not even sent`,
      );
    const statuses = new Set(answers.map(([, { status }]) => status));
    for (const status of [200, 201, 202, 204, 400, 403, 404, 405, 409, 413, 415, 429, 500, 503])
      assert.ok(statuses.has(status), `no answer was ${status}`);
    const types = new Set(shop.received.map(({ type }) => type));
    for (const type of [
      'order-invalid',
      'method-not-offered',
      'creation-failed',
      'webhook-unreadable',
      'webhook-without-status',
      'internal-error',
    ])
      assert.ok(types.has(type as never), `no event was ${type}`);
    for (const type of [
      'webhook-conflict',
      'status-unknown',
      'conflicting-final-status',
      'verification-declined',
      'delivery-failed',
    ])
      assert.ok(types.has(type as never), `no event was ${type}`);
    assert.ok(types.has('creation-limited'));
    assert.ok(thrown.length >= 5, `${thrown.length} errors of the client`);
  });

  it('is in no answer, error or header', () => {
    for (const [answer, { text, headers }] of answers) {
      const output = `${text}\n${JSON.stringify([...headers])}`;
      for (const [name, mark] of Object.entries({ ...MARKS, own: OWN }))
        assert.ok(!output.includes(mark), `${name} is in ${answer}: ${text}`);
      for (const secret of [...refs, ...signatures])
        assert.ok(!output.includes(secret), `a paymentRef is in ${answer}: ${text}`);
    }
  });

  it('is no field that is not on the list', () => {
    for (const [answer, { json }] of answers) {
      const order = json['payments'] as Record<string, unknown>[] | undefined;
      const payments = [json['statusUrl'] ? json : undefined, json.payment, json.paid, ...(order ?? [])];
      for (const payment of payments)
        if (typeof payment === 'object')
          for (const field of Object.keys(payment)) assert.ok(ALLOWED.has(field), `${field} is in ${answer}`);
    }
  });

  it('is in no event', () => {
    for (const event of shop.received) {
      const output = `${inspect(event, { depth: null, showHidden: true })}\n${JSON.stringify(event)}`;
      for (const [name, mark] of Object.entries(MARKS)) assert.ok(!output.includes(mark), `${name} is in ${output}`);
      for (const secret of signatures) assert.ok(!output.includes(secret), `a signature is in ${output}`);
      // What the shop's own code threw comes back to it; nothing else carries words of its own.
      if (output.includes(OWN)) assert.ok('cause' in event && event.cause instanceof Error, output);
    }
  });

  it('is in no log line', () => {
    const output = logged.join('');
    for (const [name, mark] of Object.entries({ ...MARKS, own: OWN })) assert.ok(!output.includes(mark), name);
    for (const secret of [...refs, ...signatures]) assert.ok(!output.includes(secret), output);
  });

  it('is not visible when the checkout, its client or an error is inspected', () => {
    const { apiKey, secret, previousSecret } = MARKS;
    const objects = { checkout: shop.checkout, client: shop.checkout.client, ...thrown };
    for (const [what, object] of Object.entries(objects)) {
      const output = [
        inspect(object, { depth: null, showHidden: true, getters: true }),
        JSON.stringify(object),
        object instanceof Error ? `${object.message} ${object.stack} ${inspect(object.cause, { depth: null })}` : '',
      ].join('\n');
      for (const mark of [apiKey, secret, previousSecret]) assert.ok(!output.includes(mark), `${mark} is in ${what}`);
    }
  });
});
