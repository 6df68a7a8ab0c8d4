import type { Check } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import { expect, expectStatus } from '../expectations.ts';
import type { Payment, Shop } from '../shop.ts';

/** A body that is longer than the limit of a webhook. Bytes. */
const TOO_LONG = 80 * 1024;

/** Words that may mean a call that succeeded, or money that was seen: never success, unless the shop says so. */
const UNCLEAR = ['SUCCESS', 'CONFIRMED', 'COMPLETED', 'DONE', 'OK', 'RECEIVED', 'PROCESSING', 'SOMETHING_NEW'];

async function expectPhase(shop: Shop, payment: Payment, phase: string, after: string): Promise<void> {
  const answer = await shop.status(payment);
  expectStatus(answer, [200], 'GET statusUrl');
  expect(
    answer.json['phase'] === phase,
    `After ${after} the phase is ${String(answer.json['phase'])}, and not ${phase}.`,
    answer,
  );
}

/**
 * Sends a webhook. A redirect within the backend that keeps method and body is followed once: the routers of some
 * frameworks answer so when a path ends with a slash.
 */
async function postAndFollow(shop: Shop, url: string, body: string): Promise<Exchange> {
  const answer = await shop.postWebhook(url, body);
  const { location } = answer.headers;
  if (![307, 308].includes(answer.status) || location === undefined || !URL.canParse(location, url)) return answer;
  const next = new URL(location, url);
  return next.origin === new URL(url).origin ? shop.postWebhook(next.href, body) : answer;
}

/** A multipart form with the fields of a webhook. */
function multipart(fields: Readonly<Record<string, string>>): { readonly body: string; readonly type: string } {
  const boundary = 'conformance-boundary';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { body: `${parts.join('')}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` };
}

export const webhookChecks: readonly Check[] = [
  {
    name: 'phases-never-go-back',
    rule: 'Webhooks arrive late, twice and out of order, and no payment goes back.',
    section: '#phases',
    async run(shop) {
      const payment = await shop.createAny();
      const path: readonly (readonly [status: string, phase: string])[] = [
        ['DETECTED', 'detected'],
        ['NEW', 'detected'],
        ['CONFIRMING', 'confirming'],
        ['DETECTED', 'confirming'],
        ['PAID', 'paid'],
        ['PAID', 'paid'],
        ['NEW', 'paid'],
        ['CONFIRMING', 'paid'],
        ['FAILED', 'paid'],
        ['EXPIRED', 'paid'],
        ['UNDERPAID', 'paid'],
        ['REFUNDED', 'refunded'],
        ['PAID', 'refunded'],
      ];
      let sent = '';
      for (const [status, phase] of path) {
        sent = sent === '' ? status : `${sent}, ${status}`;
        await shop.webhook(payment, status);
        await expectPhase(shop, payment, phase, `the webhooks ${sent}`);
      }
      const expired = await shop.createAny();
      for (const status of ['EXPIRED', 'CONFIRMING', 'NEW']) await shop.webhook(expired, status);
      await expectPhase(shop, expired, 'expired', 'the webhooks EXPIRED, CONFIRMING, NEW');
    },
  },
  {
    name: 'confirmations-count-up',
    rule: 'Confirmations are whole numbers, and a late webhook does not count them down.',
    section: '#a-payment',
    async run(shop) {
      const payment = await shop.createInCoin();
      const cryptoAmountReceived = shop.expected(payment);
      const report = { cryptoAmountReceived, confirmationsRequired: 6 };
      for (const confirmations of [3, 1]) await shop.webhook(payment, 'CONFIRMING', { ...report, confirmations });
      const answer = await shop.status(payment);
      const { confirmations } = answer.json;
      if (confirmations === undefined || confirmations === null) return; // not needed
      expect(
        confirmations === 3,
        `After 3 and then 1 confirmations, confirmations is ${JSON.stringify(confirmations)}.`,
        answer,
      );
    },
  },
  {
    name: 'unknown-words',
    rule: 'A status word that can mean several things is unknown: neither success nor failure.',
    section: '#status-words',
    async run(shop) {
      for (const status of UNCLEAR) {
        const payment = await shop.createAny();
        await shop.webhook(payment, status);
        await expectPhase(shop, payment, 'unknown', `the webhook ${status}`);
        const order = await shop.getOrder(payment.order);
        expect(!order.json['paid'], `After the webhook ${status} the order is paid.`, order);
      }
      const payment = await shop.createAny();
      for (const status of ['ON_HOLD', 'paid']) await shop.webhook(payment, status);
      await expectPhase(shop, payment, 'paid', 'the webhooks ON_HOLD and paid in lower case');
    },
  },
  {
    name: 'webhook-address',
    rule: 'The address of a webhook is its credential: a wrong key and an unknown ref answer 404 in the same way.',
    section: '#the-webhook',
    async run(shop) {
      const [payment, other] = [await shop.createAny(), await shop.createAny()];
      const url = shop.webhookUrl(payment);
      const key = url.split('/').at(-1)!;
      const flipped = key.slice(0, -2) + (key.endsWith('aa') ? 'bb' : 'aa');
      const body = JSON.stringify({ data: { [payment.idName]: payment.id, status: 'PAID' } });
      const attempts = {
        'a wrong key': url.replace(/[^/]+$/, flipped),
        'an empty key': url.replace(/[^/]+$/, ''),
        'the key of another payment': url.replace(/[^/]+$/, shop.webhookUrl(other).split('/').at(-1)!),
        'an unknown ref': url.replace(/[^/]+\/[^/]+$/, `${'0'.repeat(32)}/${key}`),
        'a key that is no text': url.replace(/[^/]+$/, '%FF%FE'),
      };
      const answers = [];
      for (const [what, address] of Object.entries(attempts)) {
        const answer = await postAndFollow(shop, address, body);
        expectStatus(answer, what.includes('no text') ? [404, 400] : [404], `A webhook with ${what}`);
        answers.push(answer);
      }
      const [wrongKey, , , unknownRef] = answers;
      expect(
        wrongKey!.text === unknownRef!.text,
        'A wrong key and an unknown ref answer differently: that tells which payments exist.',
        unknownRef,
      );
      await expectPhase(shop, payment, 'awaiting', 'webhooks at wrong addresses');
      expect(key.length >= REF_KEY_MIN, `The key of the address has only ${key.length} characters.`, payment.exchange);
    },
  },
  {
    name: 'webhook-of-another-payment',
    rule: "A webhook with another payment's identifier answers 202 and changes nothing.",
    section: '#the-webhook',
    async run(shop) {
      const [payment, other] = [await shop.createAny(), await shop.createAny()];
      const body = JSON.stringify({ data: { [other.idName]: other.id, status: 'PAID' } });
      const answer = await shop.postWebhook(shop.webhookUrl(payment), body);
      expectStatus(answer, [202], "A webhook with another payment's identifier");
      await expectPhase(shop, payment, 'awaiting', "a webhook with another payment's identifier");
      await expectPhase(shop, other, 'awaiting', 'a webhook at the address of another payment');
    },
  },
  {
    name: 'webhook-bodies',
    rule: 'A webhook is read from JSON or a form, with any Origin; what cannot be read answers 202, above 64 KiB 413.',
    section: '#the-webhook',
    async run(shop) {
      const forms = {
        'JSON at the top': (fields: Record<string, string>) => ({
          body: JSON.stringify(fields),
          type: 'application/json',
        }),
        'a form': (fields: Record<string, string>) => ({
          body: new URLSearchParams(fields).toString(),
          type: 'application/x-www-form-urlencoded',
        }),
        'a multipart form': multipart,
      };
      for (const [what, write] of Object.entries(forms)) {
        const payment = await shop.createAny();
        const { body, type } = write({ [payment.idName]: payment.id, status: 'CONFIRMING' });
        const answer = await shop.postWebhook(shop.webhookUrl(payment), body, type, {
          origin: 'https://service.example',
        });
        expectStatus(answer, [200], `A webhook as ${what}, with an Origin`);
        await expectPhase(shop, payment, 'confirming', `a webhook as ${what}`);
      }
      const payment = await shop.createAny();
      const url = shop.webhookUrl(payment);
      const unreadable = ['', '[]', '{', '{}', '{"status":{}}', '[['.repeat(2_000)];
      for (const body of unreadable)
        expectStatus(
          await shop.postWebhook(url, body),
          [202],
          `A webhook with the body ${body.slice(0, 30) || '(empty)'}`,
        );
      const half = await shop.createAny();
      const broken = await shop.postWebhook(shop.webhookUrl(half), String.raw`{"status":"\ud800"}`);
      expectStatus(broken, [200, 202], 'A webhook with half a character');
      const shown = await shop.status(half);
      expect(
        !/[\p{Cs}\ufffd]/u.test(String(shown.json['status'])),
        'A status word with half a character was stored. Ignore a word that cannot be read.',
        shown,
      );
      const long = await shop.postWebhook(url, `{"status":"PAID","filler":"${'x'.repeat(TOO_LONG)}"}`);
      expectStatus(long, [413, 0], 'A webhook of 80 KiB');
      await expectPhase(shop, payment, 'awaiting', 'webhooks that cannot be read');
    },
  },
];

/** The shortest key of a webhook address, in characters. */
const REF_KEY_MIN = 22;
