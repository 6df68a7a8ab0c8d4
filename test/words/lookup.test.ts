import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en } from '../../src/words/en.ts';
import { loadWords, onWords } from '../../src/words/load.ts';
import { LOCALES } from '../../src/words/locales.ts';
import { addWords, wordsFor } from '../../src/words/lookup.ts';
import { namesFor } from '../../src/words/match.ts';

/** Loads a language and waits for both of its files. */
async function load(tag: string): Promise<void> {
  let left = 2;
  await new Promise<void>((done) => {
    const tell = () => {
      if (--left) return;
      onWords.delete(tell);
      done();
    };
    onWords.add(tell);
    loadWords(tag);
  });
}

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe('the language of a tag', () => {
  it('is looked for from the nearest name to the widest', () => {
    assert.deepEqual(namesFor('de-AT'), ['de-AT', 'de-Latn-AT', 'de-Latn', 'de']);
    assert.ok(namesFor('zh-TW').includes('zh-Hant'));
    assert.ok(!namesFor('zh-CN').includes('zh-Hant'));
    assert.ok(namesFor('nn-NO').includes('nb'));
    assert.ok(namesFor('PT-pt').includes('pt-PT'));
  });

  it('is English where nobody knows the tag', () => {
    assert.deepEqual(namesFor('not a tag'), []);
    assert.equal(wordsFor('not a tag').paid, en.paid);
    assert.equal(wordsFor('tlh').paid, en.paid);
  });

  it('is English until its own words have come, and its own then, for every region of it', async () => {
    assert.equal(wordsFor('de-AT').paid, 'Paid');
    await load('de-AT');
    assert.equal(wordsFor('de-AT').paid, 'Bezahlt');
    assert.equal(wordsFor('de').soldOut, 'Nicht mehr verfügbar');
  });
});

describe('the words of the shop', () => {
  it('take the place of ours, in that language alone', () => {
    addWords('en', { paid: 'Thank you!' });
    assert.equal(wordsFor('en-GB').paid, 'Thank you!');
    assert.equal(wordsFor('en').failed, en.failed);
    assert.equal(wordsFor('de').paid, 'Bezahlt');
    addWords('en', { paid: en.paid });
  });

  it('can be for one region', () => {
    addWords('de-CH', { paid: 'Zahlung erhalten' });
    assert.equal(wordsFor('de-CH').paid, 'Zahlung erhalten');
    assert.equal(wordsFor('de-CH').help, wordsFor('de').help);
    assert.equal(wordsFor('de').paid, 'Bezahlt');
  });

  it('can be a language that is new, which says what it is, with English for the rest', () => {
    addWords('cy', { paid: 'Talwyd' });
    assert.deepEqual(
      { lang: wordsFor('cy').lang, paid: wordsFor('cy').paid, help: wordsFor('cy').help },
      { lang: 'cy', paid: 'Talwyd', help: en.help },
    );
  });

  it('are refused with the name of what is wrong', () => {
    assert.throws(() => addWords('no such tag', {}), /addWords: lang: /);
    assert.throws(() => addWords('en', { pade: 'x' } as never), /addWords: pade: no such text/);
    assert.throws(() => addWords('en', { paid: 1 } as never), /addWords: paid: not a text/);
  });
});

describe('every locale', () => {
  for (const [name, parts] of Object.entries(LOCALES))
    it(`${name} is complete, with the same gaps to fill as English`, async () => {
      const files = await Promise.all(parts!.map((part) => part()));
      const words = new Map(files.flatMap((file) => Object.entries(file.words)));
      assert.deepEqual([...words.keys()].sort(), Object.keys(en).sort());
      assert.equal(words.get('lang'), name);
      for (const [key, text] of Object.entries(en)) {
        assert.ok(words.get(key)!.trim(), key);
        assert.deepEqual(placeholders(words.get(key)!), placeholders(text), key);
        // Invisible marks would travel into what is copied.
        assert.doesNotMatch(words.get(key)!, /[\u200e\u200f\u202a-\u202e\u2066-\u2069<>]/, key);
      }
    });
});
