import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { memoryStore } from '../../../src/server/index.ts';
import { randomText } from '../../../src/server/random-text.ts';
import { openShopAndSandbox, ORDER, SECRET, sendWebhook, webhookOf, type Shop, type ShopOptions } from '../shop.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const NEWER = 'a newer secret of at least thirty-two bytes, for tests';

interface Begun extends Shop {
  readonly webhookUrl: string;
  readonly paymentRef: string;
  readonly signature: string;
  readonly statusUrl: string;
  /** Sends 'PAID' to `webhook/…`. */
  readonly send: (path: string, body?: object) => Promise<number>;
  readonly phase: () => Promise<unknown>;
  /** Makes another payment, and gives its webhook address. */
  readonly another: () => Promise<string>;
}

const parts = (webhookUrl: string) => {
  const [, paymentRef, signature] = /webhook\/([^/]+)\/([^/]+)$/.exec(webhookUrl)!;
  return { paymentRef: paymentRef!, signature: signature! };
};

async function withPayment(options: ShopOptions, use: (begun: Begun) => Promise<void>): Promise<void> {
  const shop = await openShopAndSandbox({ order: async () => ORDER, ...options });
  try {
    const { json } = await shop.pay({ order: '1001', method: 'wallet' });
    const webhookUrl = webhookOf(shop.sandbox);
    const statusUrl = String(json['statusUrl']);
    let others = 0;
    await use({
      ...shop,
      ...parts(webhookUrl),
      webhookUrl,
      statusUrl,
      send: async (path, body = { status: 'PAID' }) => (await sendWebhook(`${shop.url}/webhook/${path}`, body)).status,
      phase: async () => (await shop.get(statusUrl)).json['phase'],
      another: async () => {
        const { json: made } = await shop.pay({ order: `o${(others += 1)}`, method: 'wallet' });
        return String(shop.sandbox.control.payment(String(made['pid'])).data['webhookUrl']);
      },
    });
  } finally {
    await shop.close();
  }
}

describe('a webhook address', () => {
  it('is not met by guessing', () =>
    withPayment({}, async ({ paymentRef, send, phase }) => {
      const guess = () => (randomText() + randomText()).slice(0, 43);
      const guesses = Array.from({ length: 300 }, guess);
      for (const signature of guesses) assert.equal(await send(`${paymentRef}/${signature}`), 404);
      for (const signature of guesses.slice(0, 50)) assert.equal(await send(`${randomText()}/${signature}`), 404);
      assert.equal(await phase(), 'awaiting');
    }));

  it('is not met by changing one letter, in any place', () =>
    withPayment({}, async ({ paymentRef, signature, send, phase }) => {
      const changed = (text: string, at: number) => {
        const other = ALPHABET[(ALPHABET.indexOf(text[at]!) + 1) % 64]!;
        return text.slice(0, at) + other + text.slice(at + 1);
      };
      for (let at = 0; at < signature.length; at += 1)
        assert.equal(await send(`${paymentRef}/${changed(signature, at)}`), 404, `letter ${at} of the signature`);
      for (let at = 0; at < paymentRef.length; at += 1)
        assert.equal(await send(`${changed(paymentRef, at)}/${signature}`), 404, `letter ${at} of the paymentRef`);
      assert.equal(await phase(), 'awaiting');
    }));

  it('is not met in part, in excess, or in another spelling', () =>
    withPayment({}, async ({ paymentRef, signature, send, phase }) => {
      for (let length = 0; length < signature.length; length += 1)
        assert.equal(await send(`${paymentRef}/${signature.slice(0, length)}`), 404, `${length} letters`);
      for (let length = 0; length < paymentRef.length; length += 1)
        assert.equal(
          await send(`${paymentRef.slice(0, length)}/${signature}`),
          404,
          `${length} letters of the paymentRef`,
        );
      const hex = Buffer.from(signature, 'base64url').toString('hex');
      for (const path of [
        `${paymentRef}/${signature}A`,
        `${paymentRef}/${signature}=`,
        `${paymentRef}/${signature}%3D`,
        `${paymentRef}/${signature}%00`,
        `${paymentRef}/%20${signature}`,
        `${paymentRef}/${signature.toLowerCase()}`,
        `${paymentRef}/${hex}`,
        `${paymentRef}/${signature.replace(/[-_]/g, '%2F')}+`,
        `${paymentRef}/${signature}/${signature}`,
        `${paymentRef}%2F${signature}`,
        `${paymentRef}/../${paymentRef}/${signature.slice(1)}`,
        `${paymentRef}A/${signature}`,
        `${paymentRef.toUpperCase()}/${signature}`,
        `${signature}/${paymentRef}`,
        `${paymentRef}`,
        `${paymentRef}//${signature}`,
        `${paymentRef}/${signature}%25`,
        `${paymentRef}/%ef%bc%a1${signature.slice(1)}`,
      ])
        assert.equal(await send(path), 404, path);
      assert.equal(await phase(), 'awaiting');
      assert.equal(await send(`${paymentRef}/${signature}`), 200);
    }));

  it('replayed changes nothing: not the phase, not the version, and onStatus is called once', async () => {
    const delivered: unknown[] = [];
    await withPayment(
      { onStatus: (_payment, { to }) => void delivered.push(to) },
      async ({ paymentRef, signature, send, statusUrl, get, checkout }) => {
        const path = `${paymentRef}/${signature}`;
        assert.equal(await send(path, { status: 'UNDERPAID' }), 200);
        assert.equal(await send(path), 200);
        const { json } = await get(statusUrl);
        // All webhooks of this address again, in each order, at once.
        const again = [{ status: 'UNDERPAID' }, { status: 'PAID' }, { status: 'NEW' }, { status: 'PAID' }];
        for (const body of [...again, ...again.reverse()]) assert.equal(await send(path, body), 200);
        assert.deepEqual(await Promise.all(Array.from({ length: 20 }, () => send(path))), Array<number>(20).fill(200));
        assert.deepEqual((await get(statusUrl)).json, json);
        await checkout.sweep();
        assert.deepEqual(delivered, ['underpaid', 'paid']);
      },
    );
  });

  it('of another payment moves that one, whatever identifier it contains, and never this one', () =>
    withPayment({}, async ({ paymentRef, signature, send, phase, another, events, store }) => {
      const other = parts(await another());
      // One's paymentRef with the other's signature, both ways.
      assert.equal(await send(`${paymentRef}/${other.signature}`), 404);
      assert.equal(await send(`${other.paymentRef}/${signature}`), 404);
      // The other's address with a webhook of this one.
      const mine = (await store.byPaymentRef(paymentRef))!.serviceId;
      assert.equal(await send(`${other.paymentRef}/${other.signature}`, { pid: mine, status: 'PAID' }), 202);
      assert.equal(events.at(-1)?.type, 'webhook-conflict');
      assert.equal((await store.byPaymentRef(other.paymentRef))?.phase, 'awaiting');
      assert.equal(await send(`${other.paymentRef}/${other.signature}`), 200);
      assert.equal((await store.byPaymentRef(other.paymentRef))?.phase, 'paid');
      assert.equal(await phase(), 'awaiting');
    }));

  it('is signed for its purpose alone: the same secret over the bare paymentRef, or another purpose, is nothing', () =>
    withPayment({}, async ({ paymentRef, signature, send, phase }) => {
      const hmac = (text: string) => createHmac('sha256', SECRET).update(text).digest('base64url');
      for (const text of [
        paymentRef,
        `pay-elements webhook v2\0${paymentRef}`,
        `pay-elements hidden name v1\0${paymentRef}`,
        `\0${paymentRef}`,
      ])
        assert.equal(await send(`${paymentRef}/${hmac(text)}`), 404, text);
      assert.equal(hmac(`pay-elements webhook v1\0${paymentRef}`), signature);
      assert.equal(await phase(), 'awaiting');
    }));

  it('of the secret before is believed during a rotation, and not after it', async () => {
    const store = memoryStore();
    await withPayment({ store, secret: SECRET }, async ({ paymentRef, signature, another }) => {
      const second = parts(await another());
      const now = async (secret: ShopOptions['secret'], use: (shop: Shop) => Promise<void>) => {
        const shop = await openShopAndSandbox({ store, secret: secret!, order: async () => ORDER });
        try {
          await use(shop);
        } finally {
          await shop.close();
        }
      };
      const send = (shop: Shop, at: { paymentRef: string; signature: string }) =>
        sendWebhook(`${shop.url}/webhook/${at.paymentRef}/${at.signature}`, { status: 'PAID' }).then(
          ({ status }) => status,
        );

      await now([NEWER, SECRET], async (shop) => {
        // What is made now is signed by the new one.
        await shop.pay({ order: 'new', method: 'wallet' });
        const [row] = await store.ofOrder('new');
        const fresh = createHmac('sha256', NEWER)
          .update(`pay-elements webhook v1\0${row!.paymentRef}`)
          .digest('base64url');
        const stale = createHmac('sha256', SECRET)
          .update(`pay-elements webhook v1\0${row!.paymentRef}`)
          .digest('base64url');
        assert.equal(await send(shop, { paymentRef, signature }), 200);
        assert.equal((await store.byPaymentRef(paymentRef))?.phase, 'paid');
        assert.equal(await send(shop, { paymentRef: row!.paymentRef, signature: fresh }), 200);
        // The previous secret is still valid for every payment; ending the rotation makes a stolen one useless.
        assert.equal(await send(shop, { paymentRef: row!.paymentRef, signature: stale }), 200);
      });
      await now(NEWER, async (shop) => {
        assert.equal(await send(shop, second), 404);
        assert.equal((await store.byPaymentRef(second.paymentRef))?.phase, 'awaiting');
        const [row] = await store.ofOrder('new');
        const stale = createHmac('sha256', SECRET)
          .update(`pay-elements webhook v1\0${row!.paymentRef}`)
          .digest('base64url');
        assert.equal(await send(shop, { paymentRef: row!.paymentRef, signature: stale }), 404);
      });
      await now([SECRET, NEWER], async (shop) => assert.equal(await send(shop, second), 200));
    });
  });

  it('that is wrong leaves nothing behind, whichever part of it is wrong', () =>
    withPayment({}, async ({ paymentRef, send, events }) => {
      for (const path of [`${paymentRef}/${'A'.repeat(43)}`, `${'A'.repeat(22)}/${'A'.repeat(43)}`]) await send(path);
      assert.deepEqual(events, []);
    }));
});

describe('confirm', () => {
  it('that throws makes the service repeat the webhook, and the payment does not change', async () => {
    let requestCount = 0;
    const confirm: ShopOptions['verifyPayment'] = () => {
      requestCount += 1;
      if (requestCount === 1) throw new Error('the database at 10.0.0.3 is unreachable');
      return true;
    };
    await withPayment({ verifyPayment: confirm }, async ({ webhookUrl, phase, events }) => {
      const first = await sendWebhook(webhookUrl, { status: 'PAID' });
      assert.deepEqual([first.status, await first.text()], [500, '{"error":{"code":"internal"}}']);
      assert.equal(await phase(), 'awaiting');
      assert.equal(events.at(-1)?.type, 'internal-error');
      assert.equal((await sendWebhook(webhookUrl, { status: 'PAID' })).status, 200);
      assert.equal(await phase(), 'paid');
      assert.equal(requestCount, 2);
    });
  });
});
