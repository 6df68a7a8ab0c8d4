import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { walletSteps } from '../../src/i18n/en.wallet-steps.ts';
import { walletTitles } from '../../src/i18n/en.wallets.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { WALLET_LOCALES } from '../../src/i18n/wallet-locales.ts';

const english: Readonly<Record<string, string>> = { ...walletTitles, ...walletSteps };
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

/** A label longer than this does not fit over or in a button on a phone. Characters. */
const LABEL = 50;

describe('the texts of the wallets in the browser', () => {
  it('exist in every language of the tags', () =>
    assert.deepEqual(Object.keys(WALLET_LOCALES).sort(), Object.keys(LOCALES).sort()));

  for (const [name, load] of Object.entries(WALLET_LOCALES))
    it(`are whole in ${name}`, async () => {
      const messages: Readonly<Record<string, string>> = (await load!()).messages;
      assert.deepEqual(Object.keys(messages).sort(), Object.keys(english).sort());
      for (const [key, text] of Object.entries(messages)) {
        assert.deepEqual(placeholders(text), placeholders(english[key]!), key);
        assert.doesNotMatch(text, /[\u200e\u200f\u202a-\u202e\u2066-\u2069]|^\s|\s$|\s\s/, key);
        assert.ok(text.length <= Math.max(LABEL, 2 * english[key]!.length), `${key}: ${text.length} characters`);
        if (text.length > 3 && key !== 'transaction' && key !== 'sendAmount') assert.notEqual(text, english[key], key);
      }
    });
});
