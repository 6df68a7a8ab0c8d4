import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { createSecrets } from '../../../src/server/payments/secrets.ts';
import { isRandomText, randomText } from '../../../src/server/random-text.ts';
import { SECRET } from '../shop.ts';

const OTHER = 'another secret of at least thirty-two bytes, also for tests';

describe('a webhook address', () => {
  it('is signed with HMAC-SHA256 over its purpose and its paymentRef', async () => {
    const secrets = createSecrets(SECRET);
    // Among so many, all letters occur.
    for (const paymentRef of Array.from({ length: 50 }, randomText)) {
      const text = `pay-elements webhook v1\0${paymentRef}`;
      const expected = createHmac('sha256', SECRET).update(text).digest('base64url');
      assert.equal(await secrets.sign(paymentRef), expected);
      assert.equal(await secrets.verify(paymentRef, expected), true);
    }
  });

  it('is believed by the signing secret and by the previous one, and by no other', async () => {
    const paymentRef = randomText();
    const old = await createSecrets(OTHER).sign(paymentRef);
    assert.equal(await createSecrets(SECRET).verify(paymentRef, old), false);
    assert.equal(await createSecrets([SECRET, OTHER]).verify(paymentRef, old), true);
    assert.equal(
      await createSecrets([SECRET, undefined]).verify(
        paymentRef,
        await createSecrets([SECRET, OTHER]).sign(paymentRef),
      ),
      true,
    );
  });

  it('is not believed when a letter is wrong, missing, added or written in another way', async () => {
    const secrets = createSecrets(SECRET);
    const paymentRef = randomText();
    const signature = await secrets.sign(paymentRef);
    assert.equal(await secrets.verify(paymentRef, signature), true);
    const swapped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    // The last letter of 43 carries two bits that no byte has: another letter with the same four.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const loose = signature.slice(0, -1) + alphabet[alphabet.indexOf(signature.at(-1)!) ^ 1]!;
    const lengths = [signature.slice(1), signature.slice(2), `${signature}=`, `${signature}A`, ''];
    const letters = [`!${signature.slice(1)}`, `${signature.slice(0, -1)}!`, 'ü'.repeat(43)];
    for (const bad of [swapped, loose, ...lengths, ...letters])
      assert.equal(await secrets.verify(paymentRef, bad), false, bad);
    for (const bad of [randomText(), '', paymentRef.slice(1), `${paymentRef}A`, paymentRef.toLowerCase() + '!'])
      assert.equal(await secrets.verify(bad, signature), false, bad);
  });

  it('has a paymentRef of 128 random bits', () => {
    const refs = Array.from({ length: 1_000 }, randomText);
    assert.equal(new Set(refs).size, 1_000);
    assert.ok(refs.every(isRandomText));
  });

  it('has a paymentRef of this form only: no other text is looked up, signed or not', async () => {
    const paymentRef = randomText();
    const secrets = createSecrets(SECRET);
    for (const bad of [
      '',
      paymentRef.slice(1),
      `${paymentRef}A`,
      `A${paymentRef}`,
      ` ${paymentRef}`,
      `${paymentRef}\n`,
    ]) {
      assert.equal(isRandomText(bad), false, bad);
      assert.equal(await secrets.verify(bad, await secrets.sign(bad)), false, bad);
    }
  });
});

describe('a keyed hash', () => {
  it('is made with the current secret and for its own purpose, in 128 bits', async () => {
    const hmac = createHmac('sha256', SECRET).update('pay-elements hidden name v1\0visitor').digest('base64url');
    assert.equal(await createSecrets([SECRET, OTHER]).keyedHash('visitor'), hmac.slice(0, 22));
  });
});
