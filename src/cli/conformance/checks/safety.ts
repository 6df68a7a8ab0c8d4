import type { Check } from '../check.ts';
import { codeOf, expect, expectStatus, Skip } from '../expectations.ts';
import type { Exchange } from '../exchange.ts';
import { fieldNamesIn, PRIVATE_FIELDS } from '../fields.ts';
import type { Choice, Shop } from '../shop.ts';

const EVIL = 'https://evil.example';

/** Requests of one visitor within a minute: more than any shop needs. */
const REQUESTS = 45;

/** Exchanges with each address of the protocol. */
async function visitAll(shop: Shop, choice?: Choice) {
  const payment = choice ? await shop.create(await shop.newOrder(), choice) : await shop.createAny();
  const token = payment.statusUrl.split('/').at(-1)!;
  return {
    payment,
    answers: {
      'GET orders': await shop.getOrder(payment.order),
      'POST payments': payment.exchange,
      'GET status': await shop.status(payment),
      'GET payments': await shop.send(`${shop.baseOf(payment.order)}/payments/${token}`),
      'an error': await shop.getOrder({ orderRef: 'there-is-no-such-order' }),
    },
  };
}

export const safetyChecks: readonly Check[] = [
  {
    name: 'nothing-private',
    rule: "No answer contains what the service's answer holds for the shop: webhook address, payouts, meta, keys.",
    section: '#other-rules',
    async run(shop) {
      const texts = [...shop.secrets];
      for (const choice of await shop.choices(await shop.newOrder())) {
        const { payment } = await visitAll(shop, choice);
        await shop.webhook(payment, 'PAID');
        await shop.getOrder(payment.order);
        const { data } = shop.servicePayment(payment.id);
        const url = String(data['webhookUrl']);
        texts.push(url, url.split('/').at(-1)!, ...privateTexts(data));
      }
      for (const answer of shop.exchanges.filter(({ status }) => status !== 0)) {
        const hidden = texts.find((text) => text.length > 5 && answer.text.includes(text));
        expect(
          hidden === undefined,
          `An answer contains '${hidden?.slice(0, 40)}…', which only the shop may see.`,
          answer,
        );
        const name = fieldNamesIn(answer.json).find((each) => PRIVATE_FIELDS.includes(each));
        expect(name === undefined, `An answer has the field ${name}, which only the shop may see.`, answer);
      }
    },
  },
  {
    name: 'headers',
    rule: 'Every answer is JSON in UTF-8, with no-store, nosniff and no-referrer.',
    section: '#other-rules',
    async run(shop) {
      const { answers } = await visitAll(shop);
      for (const [what, answer] of Object.entries(answers)) {
        const { headers } = answer;
        expect(
          /^application\/json(?:;\s*charset="?utf-8"?)?$/i.test(headers['content-type'] ?? ''),
          `${what}: content-type is '${headers['content-type']}', and not application/json.`,
          answer,
        );
        for (const [name, value] of [
          ['cache-control', 'no-store'],
          ['x-content-type-options', 'nosniff'],
          ['referrer-policy', 'no-referrer'],
        ] as const)
          expect(
            String(headers[name]).includes(value),
            `${what}: ${name} is '${String(headers[name])}', and not ${value}.`,
            answer,
          );
      }
    },
  },
  {
    name: 'cors',
    rule: 'Another site cannot read orders or request payments: its origin is not allowed, and never with credentials.',
    section: '#other-rules',
    async run(shop) {
      const payment = await shop.createAny();
      const { orderRef, cookie } = payment.order;
      const base = shop.baseOf(payment.order);
      const headers = { origin: EVIL, ...(cookie !== undefined && { cookie }) };
      const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
      const answers = {
        'GET orders': await shop.send(`${base}/orders/${orderRef}`, { headers }),
        'OPTIONS payments': await shop.send(`${base}/payments`, {
          method: 'OPTIONS',
          headers: { ...headers, ...asked },
        }),
        'GET status': await shop.send(payment.statusUrl, { headers }),
      };
      for (const [what, answer] of Object.entries(answers)) {
        const { 'access-control-allow-origin': allowed, 'access-control-allow-credentials': credentials } =
          answer.headers;
        expect(
          credentials !== 'true' || allowed === undefined,
          `${what}: cookies are allowed for another site.`,
          answer,
        );
        const isPublic = what === 'GET status'; // its token is the credential
        expect(
          isPublic || (allowed !== '*' && allowed !== EVIL),
          `${what}: access-control-allow-origin is '${allowed}' for the page of another site.`,
          answer,
        );
      }
    },
  },
  {
    name: 'notes',
    rule: 'A note of the service is passed on byte for byte, and written so that it cannot become HTML.',
    section: '#the-minimum',
    async run(shop) {
      const order = await shop.newOrder();
      if (!(await shop.choices(order)).some(({ method }) => method === 'wallet'))
        throw new Skip('This needs an order that can be paid by wallet.');
      const payment = await shop.create(order, { method: 'wallet' });
      const { note } = shop.servicePayment(payment.id);
      expect(
        payment.json['note'] === note,
        `The note is ${JSON.stringify(payment.json['note'])}, and the service sent ${JSON.stringify(note)}.`,
        payment.exchange,
      );
      const { page } = shop;
      if (page === undefined || note === undefined) return;
      const address = page.replaceAll('ORDER', order.orderRef);
      const answer = await shop.send(address, { headers: order.cookie === undefined ? {} : { cookie: order.cookie } });
      expectStatus(answer, [200], 'The page of the order');
      expect(
        !answer.text.includes(note),
        'The page contains the note without escaping: its quotes end the attribute.',
        answer,
      );
    },
  },
  {
    name: 'forged-host',
    rule: 'Headers of a client do not change the addresses that the backend writes.',
    section: '#who-may-begin-a-payment',
    async run(shop) {
      const order = await shop.newOrder();
      const [choice] = await shop.choices(order);
      if (!choice) throw new Skip('This needs an order that can be paid.');
      const answer = await shop.post(
        order,
        { order: order.orderRef, ...choice },
        {
          headers: {
            ...shop.newVisitor(),
            'x-forwarded-host': 'evil.example',
            'x-forwarded-proto': 'javascript',
            forwarded: 'host=evil.example',
            'x-original-url': '/evil.example',
          },
        },
      );
      const payment = shop.read(order, choice, answer);
      expect(!answer.text.includes('evil.example'), 'A header of the client changed an address in the answer.', answer);
      expect(
        !shop.webhookUrl(payment).includes('evil.example'),
        'A header of the client changed the address of the webhook.',
        answer,
      );
    },
  },
  {
    name: 'service-busy',
    rule: 'When no payment could be created, the answer is 429 or 503 with Retry-After, and the choice is free again.',
    section: '#errors',
    async run(shop) {
      const next = await createDuringFault(shop, { status: 503, retryAfter: 60 }, (answer) => {
        expectStatus(answer, [429, 503], 'POST payments while the service is busy');
        const retry = String(answer.headers['retry-after'] ?? '');
        expect(
          /^\d+$/.test(retry) || !Number.isNaN(Date.parse(retry)),
          'There is no Retry-After: seconds or a date.',
          answer,
        );
      });
      expectStatus(next, [201], 'POST payments after the service was busy');
    },
  },
  {
    name: 'service-fails',
    rule: "When the service fails, the answer is 5xx without the service's text, and the payer may try again.",
    section: '#errors',
    async run(shop) {
      const next = await createDuringFault(shop, { status: 500 }, (answer) =>
        expect(answer.status >= 500, `The service failed, and the answer is ${answer.status}.`, answer),
      );
      expectStatus(next, [200, 201], 'POST payments after the service has failed');
    },
  },
];

/**
 * Requests a payment while the service answers with an error, and once more when it works again. Both times it is the
 * same choice. Returns the second answer.
 *
 * @param check - what the first answer must be
 */
async function createDuringFault(
  shop: Shop,
  fault: { readonly status: number; readonly retryAfter?: number },
  check: (answer: Exchange) => void,
): Promise<Exchange> {
  const { sandbox } = shop;
  const order = await shop.newOrder();
  const [choice] = await shop.choices(order);
  if (!choice) throw new Skip('This needs an order that can be paid.');
  sandbox.addFault({ fault: 'status', ...fault, times: 1_000 });
  try {
    const answer = await shop.post(order, { order: order.orderRef, ...choice }, { headers: shop.newVisitor() });
    check(answer);
    expect(typeof codeOf(answer) === 'string', 'The body has no text in error.code.', answer);
    expect(!answer.text.includes('simulated fault'), "The answer contains the text of the service's error.", answer);
  } finally {
    sandbox.clearFaults();
  }
  return shop.choose(order, choice);
}

/** Checked last: afterwards the backend refuses payments of unknown visitors for a while. */
export const limitChecks: readonly Check[] = [
  {
    name: 'creation-limit',
    rule: 'One visitor may begin a limited number of payments, and cannot get more by writing into X-Forwarded-For.',
    section: '#who-may-begin-a-payment',
    async run(shop) {
      // The last entry is what a proxy on this machine has appended. Everything on its left is text of the visitor.
      const visitor = shop.newVisitor()['x-forwarded-for']!;
      for (let number = 1; number <= REQUESTS; number += 1) {
        const order = await shop.newOrder();
        const choice = (await shop.choices(order))[0];
        if (!choice) throw new Skip('This needs an order that can be paid.');
        const answer = await shop.post(
          order,
          { order: order.orderRef, ...choice },
          { headers: { 'x-forwarded-for': `203.0.113.${number}, ${visitor}` } },
        );
        if (answer.status === 201 || answer.status === 200) continue;
        expectStatus(answer, [429, 503], `Payment ${number} of one visitor`);
        expect(answer.headers['retry-after'], 'There is no Retry-After.', answer);
        return expect(codeOf(answer) === 'busy', `error.code is '${String(codeOf(answer))}', and not busy.`, answer);
      }
      expect(
        false,
        `One visitor has begun ${REQUESTS} payments within a minute. That uses up the requests of the service for all payers.`,
        shop.exchanges.at(-1),
      );
    },
  },
];

/** Texts of the service's answer that are for the shop alone. */
function privateTexts(data: Readonly<Record<string, unknown>>): string[] {
  const {
    payoutAddress,
    payoutEmail,
    splitPayoutAddresses = [],
  } = data as {
    payoutAddress?: unknown;
    payoutEmail?: unknown;
    splitPayoutAddresses?: { address?: unknown }[];
  };
  const shares = Array.isArray(splitPayoutAddresses) ? splitPayoutAddresses.map(({ address }) => address) : [];
  return [payoutAddress, payoutEmail, ...shares].filter((text) => typeof text === 'string');
}
