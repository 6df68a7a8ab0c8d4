import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it, mock } from 'node:test';
import { loadMessages, onMessagesChange } from '../../src/i18n/load-messages.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { messagesFor } from '../../src/i18n/lookup.ts';
import { en, type MessageKey } from '../../src/i18n/messages.ts';
import { registerTranslation } from '../../src/i18n/register-translation.ts';
import { namesFor } from '../../src/i18n/match-locale.ts';
import { isOutdated, readNotes, readRecord } from '../../scripts/translation-record.mjs';

/** Loads a language and waits for its file. */
async function load(tag: string): Promise<void> {
  await new Promise<void>((done) => {
    const onChange = () => {
      onMessagesChange.delete(onChange);
      done();
    };
    onMessagesChange.add(onChange);
    loadMessages(tag);
  });
}

/** A code for private use, which no language has: a file may be added for any other. */
const NEW = 'qaa';

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe('the language of a tag', () => {
  it('is looked for from the nearest name to the widest', () => {
    assert.deepEqual(namesFor('de-AT'), ['de-AT', 'de-Latn-AT', 'de-Latn', 'de']);
    assert.ok(namesFor('zh-TW').includes('zh-Hant'));
    assert.ok(!namesFor('zh-CN').includes('zh-Hant'));
    assert.ok(namesFor('nn-NO').includes('nb'));
    assert.ok(namesFor('PT-pt').includes('pt-PT'));
    for (const tag of ['es-MX', 'es-AR', 'es-US', 'es-419', 'ES-mx']) {
      const found = namesFor(tag);
      assert.ok(found.indexOf('es-419') >= 0 && found.indexOf('es-419') < found.indexOf('es'), tag);
    }
    for (const tag of ['pt-AO', 'pt-MZ', 'pt-CH']) {
      const found = namesFor(tag);
      assert.ok(found.indexOf('pt-PT') >= 0 && found.indexOf('pt-PT') < found.indexOf('pt'), tag);
    }
    for (const tag of ['pt', 'pt-BR', 'pt-US']) assert.ok(!namesFor(tag).includes('pt-PT'), tag);
    for (const tag of ['es', 'es-ES', 'es-GQ', 'pt-BR']) assert.ok(!namesFor(tag).includes('es-419'), tag);
  });

  it('is the Spanish of Latin America there, and that of Spain elsewhere', async () => {
    await load('es-MX');
    await load('es-ES');
    assert.deepEqual(
      ['es-MX', 'es-AR', 'es-ES', 'es'].map((tag) => messagesFor(tag).copyAmount),
      ['Copiar monto', 'Copiar monto', 'Copiar importe', 'Copiar importe'],
    );
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
    registerTranslation(NEW, { paid: 'Paid!' });
    const { lang, paid, help } = messagesFor(NEW);
    assert.deepEqual({ lang, paid, help }, { lang: NEW, paid: 'Paid!', help: en.help });
  });

  it('leave the text English, also for a screen reader, while a language of ours is not loaded', () => {
    registerTranslation(NEW, { paid: 'Paid!' });
    registerTranslation('ka', { paid: 'გადახდილია!' });
    assert.deepEqual([messagesFor(NEW).lang, messagesFor('ka').lang], [NEW, 'en']);
  });

  it('are rejected with the name of the invalid field', () => {
    assert.throws(() => registerTranslation('no such tag', {}), /registerTranslation: lang: /);
    for (const none of [undefined, null, 'Paid'])
      assert.throws(() => registerTranslation('de', none as never), /messages: an object of texts is needed/);
    assert.throws(() => registerTranslation('en', { pade: 'x' } as never), /registerTranslation: pade: no such text/);
    assert.throws(() => registerTranslation('en', { paid: 1 } as never), /registerTranslation: paid: not a text/);
  });

  it('are shown with a placeholder that there is not, and the console has the English text with the right ones', () => {
    const print = mock.method(console, 'warn', () => {});
    registerTranslation(NEW, { labelAndValue: '{label}: {valeu}', unknown: 'State: {status}', help: 'Help {' });
    print.mock.restore();
    assert.equal(messagesFor(NEW).labelAndValue, '{label}: {valeu}');
    assert.deepEqual(
      print.mock.calls.map(({ arguments: [text] }) => text as unknown),
      [`registerTranslation: labelAndValue: {valeu} is not in: ${en.labelAndValue}`],
    );
  });
});

/** As long as a text may be where the English one fits: short ones grow most (https://www.w3.org/International/articles/article-text-size). */
const most = ({ length }: string) => Math.max(2.2 * length, 25);

const record = readRecord();
const notes = readNotes();

/** The number of characters that fit; `undefined` for a message that may take several lines. */
const roomOf = (key: string) => /At most (\d+) characters/.exec(notes[key]!)?.[1];

describe('the note of a message for translators', () => {
  it('is there for each message, with a sample of each placeholder', () => {
    for (const [key, text] of Object.entries<string>(en)) {
      assert.ok(notes[key], key);
      for (const name of placeholders(text)) assert.ok(notes[key].includes(`\`${name}\``), `${key}: ${name}`);
    }
    assert.deepEqual(Object.keys(notes), Object.keys(en));
  });

  it('gives a length that the English text has, too', () => {
    for (const [key, text] of Object.entries<string>(en)) {
      const room = roomOf(key);
      assert.ok(room === undefined || text.length <= Number(room), key);
    }
  });
});

describe('every locale', () => {
  for (const [name, load] of Object.entries(LOCALES))
    it(`${name} is complete, with the same gaps to fill as English`, async () => {
      const { messages } = await load!();
      assert.equal(messages.lang, name);
      for (const key of Object.keys(messages)) assert.ok(Object.hasOwn(en, key), key);
      for (const [key, text] of Object.entries<string>(en)) {
        if (isOutdated(record, key, name)) continue;
        const own = messages[key as MessageKey] ?? '';
        assert.ok(own.trim(), key);
        assert.deepEqual(placeholders(own), placeholders(text), key);
        assert.ok(own.length <= most(text), `${key} is too long: ${own}`);
        const room = roomOf(key);
        assert.ok(room === undefined || own.length <= Number(room), `${key} does not fit: ${own}`);
        // Invisible marks would travel into what is copied.
        assert.doesNotMatch(own, /[\u200e\u200f\u202a-\u202e\u2066-\u2069<>]/, key);
      }
    });

  it('in French has no-break spaces before its signs, which would begin a line otherwise', async () => {
    const { messages } = await LOCALES['fr']!();
    for (const text of Object.values(messages)) assert.doesNotMatch(text, / [:?!;]/);
  });
});
