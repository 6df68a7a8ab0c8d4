import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { LOCALES } from '../../src/i18n/locales.ts';
import { en, type MessageKey } from '../../src/i18n/messages.ts';
import { registerTranslation } from '../../src/i18n/register-translation.ts';
import { walletMessages } from '../../src/wallets/evm/messages.ts';
import { configureEvmWallets } from '../../src/wallets/evm/options.ts';

const keys = Object.keys(en);

/** The keys of the wallets in the browser: the last ones of `messages.ts`. */
const walletKeys = keys.slice(keys.indexOf('payHere')) as MessageKey[];

/** A label longer than this does not fit over or in a button on a phone. Characters. */
const LABEL = 50;

describe('the texts of the wallets in the browser', () => {
  afterEach(() => configureEvmWallets({ messages: {} }));

  it('are fourteen', () => assert.equal(walletKeys.length, 14));

  // test/i18n/lookup.test.ts compares the placeholders of all texts, and looks for invisible marks.
  for (const [name, load] of Object.entries(LOCALES))
    it(`are whole in ${name}`, async () => {
      const { messages } = await load!();
      for (const key of walletKeys) {
        const text = messages[key]!;
        assert.doesNotMatch(text, /^\s|\s$|\s\s/, key);
        assert.ok(text.length <= Math.max(LABEL, 2 * en[key].length), `${key}: ${text.length} characters`);
        if (text.length > 3 && key !== 'transaction' && key !== 'sendAmount') assert.notEqual(text, en[key], key);
      }
    });

  it('are those of the shop where it has its own, for the wallets or for all tags', () => {
    assert.equal(walletMessages('en').payHere, en.payHere);
    registerTranslation('en', { openApp: 'Open the app' });
    configureEvmWallets({ messages: { en: { payHere: 'Pay here' }, de: { payHere: 'Hier zahlen' } } });
    const { payHere, openApp, refused } = walletMessages('en-GB');
    assert.deepEqual([payHere, openApp, refused], ['Pay here', 'Open the app', en.refused]);
    assert.equal(walletMessages('de-AT').payHere, 'Hier zahlen');
    registerTranslation('en', { openApp: en.openApp });
  });
});
