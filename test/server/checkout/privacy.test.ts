import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { soundData, json, startServiceStub, type ServiceStub } from '../../support/service-stub.ts';
import { EVM_ADDRESS, openShop, SECRET, type Answer, type Shop } from './shop.ts';

/** What must never reach a browser or a log, each with a mark of its own. */
const MARKS = {
  apiKey: 'MARK-api-key',
  payoutEmail: 'mark-payout@shop.example',
  payoutAddress: EVM_ADDRESS,
  additionalInformation: 'MARK-additional-information',
  meta: 'MARK-meta',
  label: 'MARK-label',
  webhookUrl: '/webhook/',
  unknownField: 'MARK-unknown-field',
  message: 'MARK-message',
  secret: SECRET,
};

describe('what is private', () => {
  let stub: ServiceStub;
  let shop: Shop;
  const answers: [string, Answer][] = [];
  const keep = async (name: string, answer: Promise<Answer>) => {
    answers.push([name, await answer]);
    return answers.at(-1)![1];
  };

  before(async () => {
    stub = await startServiceStub();
    shop = await openShop(
      { url: stub.url, apiKey: MARKS.apiKey },
      {
        order: async (ref) => {
          if (ref === 'throws') throw new Error(MARKS.message);
          const payout = {
            crypto: { ETH: EVM_ADDRESS },
            wallet: ref === 'bad' ? `${MARKS.payoutEmail} ` : MARKS.payoutEmail,
            localcode: { payout_crypto_coin: 'ETH' as const, payout_address: EVM_ADDRESS },
          };
          const { additionalInformation, label, meta } = MARKS;
          return {
            amount: 5,
            currency: 'USD',
            payout,
            additional_information: additionalInformation,
            label,
            meta: { meta },
            expiresAt: new Date(Date.now() + 60_000),
          };
        },
      },
    );
  });
  after(async () => {
    await shop.close();
    await stub.close();
  });

  it('is in no answer, error, header or event, and in the request to the service it is', async () => {
    const more = { apiKey: MARKS.apiKey, secretNote: MARKS.unknownField, payoutEmail: MARKS.payoutEmail };
    stub.answer = (request, response) =>
      json(response, 200, { message: MARKS.message, data: soundData(request, more), meta: more });
    const sent: string[] = [];
    for (const method of ['crypto', 'wallet', 'localcode']) {
      const made = await keep(`POST ${method}`, shop.pay({ order: '1', method }));
      assert.equal(made.status, 201, made.text);
      const statusUrl = String(made.json['statusUrl']);
      await keep(`GET status ${method}`, shop.get(statusUrl));
      await keep(`GET payment ${method}`, shop.get(statusUrl.replace('/status/', '/payments/')));
      const { fields } = stub.requests.at(-1)!;
      sent.push(JSON.stringify(fields));
      const hook = String(fields['webhook_url']);
      for (const body of [
        { status: 'ODD', ...more },
        { status: {} },
        'x',
        { tid: 'other', pid: 'other', status: 'PAID' },
      ])
        await keep(`webhook ${method}`, shop.get(hook, { method: 'POST', body: JSON.stringify(body) }));
      await keep('webhook, wrong signature', shop.get(hook.slice(0, -2), { method: 'POST' }));
    }
    await keep('GET order', shop.get('orders/1'));
    for (const ref of ['bad', 'throws']) {
      await keep(`GET order ${ref}`, shop.get(`orders/${ref}`));
      await keep(`POST ${ref}`, shop.pay({ order: ref, method: 'wallet' }));
    }

    for (const mark of [MARKS.payoutEmail, MARKS.payoutAddress, MARKS.additionalInformation, MARKS.meta])
      assert.ok(
        sent.some((fields) => fields.includes(mark)),
        `${mark} was not even sent`,
      );
    for (const [name, mark] of Object.entries(MARKS)) {
      for (const [answer, { text, headers }] of answers)
        assert.ok(!`${text}\n${JSON.stringify([...headers])}`.includes(mark), `${name} is in ${answer}: ${text}`);
      // What the shop's own `order()` threw is the shop's own; the rest of the events is ours.
      const events = shop.events.map((event) => ({ ...event, cause: undefined }));
      assert.ok(!JSON.stringify(events).includes(mark), `${name} is in an event`);
    }
  });
});
