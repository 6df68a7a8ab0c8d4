import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { createSecrets } from '../../../src/server/payments/secrets.ts';
import { randomText } from '../../../src/server/random-text.ts';
import { openShopAndSandbox, ORDER, SECRET, sendWebhook, type Shop } from '../shop.ts';

interface Payment {
  /** Known to the server and the service. */
  readonly paymentRef: string;
  readonly signature: string;
  /** Known to the payer. */
  readonly token: string;
  /** Known to the service, the payer and the shop. */
  readonly id: string;
}

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** How many bits two texts of base64url differ in, of those they both have. */
function difference(a: string, b: string): number {
  let bits = 0;
  const other = bytes(b);
  bytes(a)
    .subarray(0, other.length)
    .forEach((byte, index) => {
      for (let rest = byte ^ other[index]!; rest; rest >>= 1) bits += rest & 1;
    });
  return bits;
}

describe("a payment's three secrets", () => {
  let shop: Shop & { readonly sandbox: RunningSandbox };
  const payments: Payment[] = [];

  before(async () => {
    shop = await openShopAndSandbox({ order: async () => ORDER, longPoll: { timeout: 0 } });
    for (let index = 0; index < 12; index += 1) {
      const { json } = await shop.pay({ order: `o${index}`, method: 'wallet' });
      const [row] = await shop.store.ofOrder(`o${index}`);
      const webhookUrl = shop.sandbox.control.payments().find(({ id }) => id === json['pid'])!.data['webhookUrl'];
      const [, paymentRef, signature] = /webhook\/([^/]+)\/([^/]+)$/.exec(String(webhookUrl))!;
      assert.equal(row?.paymentRef, paymentRef);
      payments.push({
        paymentRef: paymentRef!,
        signature: signature!,
        token: String(json['statusUrl']).split('/').at(-1)!,
        id: String(json['pid']),
      });
    }
  });
  after(() => shop.close());

  it('have no part in common', () => {
    const all = payments.flatMap(({ paymentRef, signature, token }) => [paymentRef, token, signature]);
    assert.equal(new Set(all).size, all.length);
    for (const one of all) {
      for (const other of all) {
        if (one === other) continue;
        // 64 bits that two unrelated secrets share do not happen.
        for (let from = 0; from + 11 <= one.length; from += 1)
          assert.ok(!other.includes(one.slice(from, from + 11)), `${one} and ${other}`);
        for (const form of ['hex', 'base64'] as const) assert.ok(!other.includes(bytes(one).toString(form)));
      }
    }
  });

  it('are not made from one another by what anybody could try', () => {
    for (const { paymentRef, signature, token, id } of payments) {
      const known = [
        paymentRef,
        token,
        signature,
        id,
        `${paymentRef}${token}`,
        `${token}${paymentRef}`,
        `${id}${token}`,
      ];
      for (const from of known) {
        for (const hash of ['md5', 'sha1', 'sha256', 'sha512']) {
          const made = createHash(hash).update(from);
          const full = made.digest('base64url');
          for (const secret of [paymentRef, token, signature])
            assert.ok(!full.startsWith(secret) && !secret.startsWith(full));
          for (const key of known) {
            const keyed = createHmac(hash, key).update(from).digest('base64url');
            for (const secret of [paymentRef, token, signature])
              assert.ok(!keyed.startsWith(secret) && !secret.startsWith(keyed), `${hash} of ${from} by ${key}`);
          }
        }
      }
    }
  });

  it('are each accepted in their own place and in no other', async () => {
    const [mine, theirs] = payments as [Payment, Payment];
    const status = async (path: string) => (await shop.get(path)).status;
    assert.equal(await status(`status/${mine.token}`), 200);
    for (const wrong of [
      mine.paymentRef,
      mine.signature,
      mine.signature.slice(0, 22),
      mine.id,
      `${mine.paymentRef}${mine.token}`,
    ])
      for (const route of ['status', 'payments']) assert.equal(await status(`${route}/${wrong}`), 404, wrong);

    const hook = async (paymentRef: string, signature: string) =>
      (await sendWebhook(`${shop.url}/webhook/${paymentRef}/${signature}`, { status: 'PAID' })).status;
    const three = [
      mine.paymentRef,
      mine.token,
      mine.signature,
      mine.id,
      theirs.paymentRef,
      theirs.token,
      theirs.signature,
    ];
    for (const paymentRef of three) {
      for (const signature of three) {
        const right =
          (paymentRef === mine.paymentRef && signature === mine.signature) ||
          (paymentRef === theirs.paymentRef && signature === theirs.signature);
        if (!right) assert.equal(await hook(paymentRef, signature), 404, `${paymentRef}/${signature}`);
      }
    }
    // Not even with the secret: a token that is signed opens nothing.
    assert.equal(await hook(mine.token, await createSecrets(SECRET).sign(mine.token)), 404);
    assert.equal((await shop.get(`status/${mine.token}`)).json['phase'], 'awaiting');
    assert.equal(await hook(mine.paymentRef, mine.signature), 200);
  });

  it('are sent only where they are needed', async () => {
    for (const { paymentRef, signature, token } of payments) {
      const toPayer = (await shop.get(`payments/${token}`)).text;
      assert.ok(toPayer.includes(token) && !toPayer.includes(paymentRef) && !toPayer.includes(signature));
    }
    const toService = JSON.stringify(shop.sandbox.control.payments());
    for (const { paymentRef, token } of payments)
      assert.ok(toService.includes(paymentRef) && !toService.includes(token));
    const kept = JSON.stringify(
      await Promise.all(payments.map(({ paymentRef }) => shop.store.byPaymentRef(paymentRef))),
    );
    for (const { signature } of payments) assert.ok(!kept.includes(signature));
  });

  it('differ in half of their bits, like throws of a coin', async () => {
    const secrets = createSecrets(SECRET);
    const pairs = {
      'paymentRef and token': 0,
      'paymentRef and signature': 0,
      'a paymentRef and the next': 0,
      'their signatures': 0,
    };
    const rounds = 1_000;
    let last = { paymentRef: randomText(), signature: '' };
    last.signature = await secrets.sign(last.paymentRef);
    const ones = Array<number>(128).fill(0);
    for (let round = 0; round < rounds; round += 1) {
      const paymentRef = randomText();
      const token = randomText();
      const signature = await secrets.sign(paymentRef);
      bytes(token).forEach((byte, index) => {
        for (let bit = 0; bit < 8; bit += 1) ones[index * 8 + bit]! += (byte >> bit) & 1;
      });
      pairs['paymentRef and token'] += difference(paymentRef, token);
      pairs['paymentRef and signature'] += difference(paymentRef, signature);
      pairs['a paymentRef and the next'] += difference(paymentRef, last.paymentRef);
      pairs['their signatures'] += difference(signature.slice(0, 22), last.signature.slice(0, 22));
      last = { paymentRef, signature };
    }
    // 128,000 throws: 7 standard deviations are 1,252, and are met once in 10^11 runs.
    const throws = 128 * rounds;
    for (const [name, differing] of Object.entries(pairs))
      assert.ok(Math.abs(differing - throws / 2) < 3.5 * Math.sqrt(throws), `${name}: ${differing} of ${throws}`);
    // And no bit of a token stands still: 7 standard deviations of 1,000 throws are 111.
    for (const count of ones) assert.ok(Math.abs(count - rounds / 2) < 3.5 * Math.sqrt(rounds), ones.join());
  });
});
