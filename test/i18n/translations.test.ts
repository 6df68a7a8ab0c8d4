import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { browserTable, localeTables, serverTable } from '../../scripts/locale-tables.mjs';
import {
  formatRecord,
  isOutdated,
  keepTranslations,
  outdatedIn,
  parseRecord,
  readNotes,
  readRecord,
  readTexts,
  updateRecord,
} from '../../scripts/translation-record.mjs';

const notes = readNotes();
const recorded = readRecord();
const current = updateRecord(recorded, await readTexts());
const outdated = Object.entries(outdatedIn(current)).map(([key, languages]) => `${key}: ${languages.join(' ')}`);
const isMoney = (line: string) => notes[line.split(':')[0]!]!.includes('@money');

describe('the translations', () => {
  it('that decide about money are not outdated', () =>
    assert.deepEqual(
      outdated.filter(isMoney),
      [],
      'The English texts have changed: correct these translations, or keep them: npm run translations -- keep KEY [LANG]',
    ));

  it('that are outdated otherwise are listed', (t) => {
    for (const line of outdated.filter((each) => !isMoney(each))) t.diagnostic(`outdated: ${line}`);
  });

  it('are recorded', () => {
    const keys = [...new Set([...Object.keys(recorded), ...Object.keys(current)])];
    const lineOf = (record: typeof recorded, key: string) => formatRecord(record[key] ? { [key]: record[key] } : {});
    const changed = keys.filter((key) => lineOf(recorded, key) !== lineOf(current, key));
    assert.deepEqual(changed, [], 'test/i18n/translations.txt is not current: npm run translations');
    assert.equal(formatRecord(recorded), formatRecord(current), 'the order of the messages has changed');
  });

  it('of some messages decide about money', () => {
    assert.ok(Object.values(notes).filter((note) => note.includes('@money')).length > 60);
    for (const key of [
      'sendExactly',
      'toAddress',
      'network',
      'underpaidRest',
      'expiredText',
      'lateText',
      'paidAlready',
    ])
      assert.ok(notes[key]!.includes('@money'), key);
  });
});

describe('the tables of the languages', () => {
  it('have each file of src/i18n/locales, and nothing else', () => {
    for (const { file, present, wanted } of localeTables())
      assert.equal(present, wanted, `${file.pathname} is not current: npm run translations`);
  });

  it('get a row for a new file', () => {
    const [browsers, servers] = localeTables();
    const names = ['cy', 'zh-Hant'];
    assert.match(
      browserTable(browsers!.present, names),
      /= \{\n {2}cy: \(\) => import\('\.\/locales\/cy\.ts'\),\n {2}'zh-Hant': .*\n\};/,
    );
    const text = serverTable(servers!.present, names);
    assert.match(text, /^import \{ messages as cy \} .*\nimport \{ messages as zhHant \} .*\nimport type/);
    assert.match(text, /= \[\n {2}cy,\n {2}zhHant,\n\];/);
  });
});

const texts = (english: string, de: string | undefined, fr = 'Payé') => ({
  english: { paid: english },
  languages: { de: { ...(de !== undefined && { paid: de }) }, fr: { paid: fr } },
});
const first = updateRecord({}, texts('Paid', 'Bezahlt'));

describe('the record of the translations', () => {
  it('has a line for each message, which is read as it was written', () => {
    const marked = updateRecord(first, texts('All paid', 'Alles bezahlt'));
    assert.match(formatRecord(marked), /^paid [\da-f]{6} de=[\da-f]{6} fr=[\da-f]{6}!\n$/);
    assert.deepEqual(parseRecord(formatRecord(marked)), marked);
  });

  it('begins with translations that are right', () => assert.deepEqual(outdatedIn(first), {}));

  it('marks each translation that has not changed with the English text, until it is corrected', () => {
    const marked = updateRecord(first, texts('All paid', 'Alles bezahlt'));
    assert.deepEqual(outdatedIn(marked), { paid: ['fr'] });
    assert.ok(isOutdated(marked, 'paid', 'fr') && !isOutdated(marked, 'paid', 'de'));
    assert.deepEqual(outdatedIn(updateRecord(marked, texts('All paid', 'Alles bezahlt'))), { paid: ['fr'] });
    assert.deepEqual(outdatedIn(updateRecord(marked, texts('All paid', 'Alles bezahlt', 'Tout payé'))), {});
  });

  it('marks nothing when only a translation has changed', () =>
    assert.deepEqual(outdatedIn(updateRecord(first, texts('Paid', 'Ist bezahlt'))), {}));

  it('keeps translations that are still right, in all languages or in one', () => {
    const marked = updateRecord(first, texts('Paid.', 'Bezahlt'));
    assert.deepEqual(outdatedIn(marked), { paid: ['de', 'fr'] });
    assert.deepEqual(outdatedIn(keepTranslations(marked, 'paid')), {});
    assert.deepEqual(outdatedIn(keepTranslations(marked, 'paid', 'de')), { paid: ['fr'] });
    assert.throws(() => keepTranslations(marked, 'pade'), /no message has the key pade/);
    assert.throws(() => keepTranslations(marked, 'paid', 'xx'), /no language is called xx/);
  });

  it('marks a message that a language does not have, which nothing but a translation mends', () => {
    const marked = updateRecord(first, texts('Paid', undefined));
    assert.deepEqual(outdatedIn(marked), { paid: ['de'] });
    assert.deepEqual(outdatedIn(keepTranslations(marked, 'paid')), { paid: ['de'] });
    assert.deepEqual(outdatedIn(updateRecord(marked, texts('Paid', 'Bezahlt'))), {});
  });

  it('leaves out what there is no longer', () => {
    const without = updateRecord(first, { english: { paid: 'Paid' }, languages: { fr: { paid: 'Payé' } } });
    assert.deepEqual(Object.keys(without['paid']!.translations), ['fr']);
    assert.deepEqual(updateRecord(first, { english: {}, languages: {} }), {});
  });
});
