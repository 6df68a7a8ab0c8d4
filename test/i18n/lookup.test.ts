import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { en } from '../../src/i18n/en.ts';
import { addSecondary, loadMessages, onMessagesChange } from '../../src/i18n/load-messages.ts';
import { ACTION_LOCALES } from '../../src/i18n/action-locales.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { SECONDARY_LOCALES } from '../../src/i18n/secondary-locales.ts';
import { SENT_LOCALES } from '../../src/i18n/sent-locales.ts';
import { messagesFor } from '../../src/i18n/lookup.ts';
import { registerTranslation } from '../../src/i18n/register-translation.ts';
import { namesFor } from '../../src/i18n/match-locale.ts';

/** Loads a language and waits for both of its files. */
async function load(tag: string): Promise<void> {
  let left = 2;
  await new Promise<void>((done) => {
    const onChange = () => {
      if (--left) return;
      onMessagesChange.delete(onChange);
      done();
    };
    onMessagesChange.add(onChange);
    loadMessages(tag);
  });
}

addSecondary('secondary', en, () => import('../../src/i18n/secondary-locales.ts'));

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe('the language of a tag', () => {
  it('is looked for from the nearest name to the widest', () => {
    assert.deepEqual(namesFor('de-AT'), ['de-AT', 'de-Latn-AT', 'de-Latn', 'de']);
    assert.ok(namesFor('zh-TW').includes('zh-Hant'));
    assert.ok(!namesFor('zh-CN').includes('zh-Hant'));
    assert.ok(namesFor('nn-NO').includes('nb'));
    assert.ok(namesFor('PT-pt').includes('pt-PT'));
  });

  it('is English where the language tag is unknown', () => {
    assert.deepEqual(namesFor('not a tag'), []);
    assert.equal(messagesFor('not a tag').paid, en.paid);
    assert.equal(messagesFor('tlh').paid, en.paid);
  });

  it('can be any text, and any number of them, without the memory growing', () => {
    const program = `import { messagesFor } from './src/i18n/lookup.ts';
      for (let n = 0; n < 100_000; n++) messagesFor('en-x-' + n.toString(36));
      console.log(messagesFor('en-x-a').lang);`;
    const result = execFileSync(process.execPath, [
      '--max-old-space-size=40',
      '--input-type=module',
      '--eval',
      program,
    ]);
    assert.equal(String(result), 'en\n');
  });

  it('is English until its own words have come, and its own then, for every region of it', async () => {
    assert.equal(messagesFor('de-AT').paid, 'Paid');
    await load('de-AT');
    assert.equal(messagesFor('de-AT').paid, 'Bezahlt');
    assert.equal(messagesFor('de').soldOut, 'Nicht mehr verfügbar');
  });
});

describe('the words of the shop', () => {
  it('take the place of ours, in that language alone', () => {
    registerTranslation('en', { paid: 'Thank you!' });
    assert.equal(messagesFor('en-GB').paid, 'Thank you!');
    assert.equal(messagesFor('en').failed, en.failed);
    assert.equal(messagesFor('de').paid, 'Bezahlt');
    registerTranslation('en', { paid: en.paid });
  });

  it('can be for one region', () => {
    registerTranslation('de-CH', { paid: 'Zahlung erhalten' });
    assert.equal(messagesFor('de-CH').paid, 'Zahlung erhalten');
    assert.equal(messagesFor('de-CH').help, messagesFor('de').help);
    assert.equal(messagesFor('de').paid, 'Bezahlt');
  });

  it('can be a new language, with English for missing texts', () => {
    registerTranslation('cy', { paid: 'Talwyd' });
    assert.deepEqual(
      { lang: messagesFor('cy').lang, paid: messagesFor('cy').paid, help: messagesFor('cy').help },
      { lang: 'cy', paid: 'Talwyd', help: en.help },
    );
  });

  it('are rejected with the name of the invalid field', () => {
    assert.throws(() => registerTranslation('no such tag', {}), /registerTranslation: lang: /);
    assert.throws(() => registerTranslation('en', { pade: 'x' } as never), /registerTranslation: pade: no such text/);
    assert.throws(() => registerTranslation('en', { paid: 1 } as never), /registerTranslation: paid: not a text/);
  });
});

/** As long as a text may be where the English one fits: short ones grow most (https://www.w3.org/International/articles/article-text-size). */
const most = ({ length }: string) => Math.max(2.2 * length, 24);

describe('every locale', () => {
  for (const [name, load] of Object.entries(LOCALES))
    it(`${name} is complete, with the same gaps to fill as English`, async () => {
      const later = [SECONDARY_LOCALES, SENT_LOCALES, ACTION_LOCALES].map((locales) => locales[name]!());
      const files = await Promise.all([load!(), ...later]);
      const messages = new Map(files.flatMap((file) => Object.entries(file.messages)));
      assert.deepEqual([...messages.keys()].sort(), Object.keys(en).sort());
      assert.equal(messages.get('lang'), name);
      for (const [key, text] of Object.entries(en)) {
        assert.ok(messages.get(key)!.trim(), key);
        assert.deepEqual(placeholders(messages.get(key)!), placeholders(text), key);
        assert.ok(messages.get(key)!.length <= most(text), `${key} is too long: ${messages.get(key)}`);
        // Invisible marks would travel into what is copied.
        assert.doesNotMatch(messages.get(key)!, /[\u200e\u200f\u202a-\u202e\u2066-\u2069<>]/, key);
      }
    });
});
