// Brings the tables of the languages (locale-tables.mjs) and the record of the translations (test/i18n/translations.txt) up
// to date, and lists the translations that are outdated: npm run translations. After a change of an English text that needs no other translations:
// npm run translations -- keep KEY [LANG]
import { writeFileSync } from 'node:fs';
import { writeLocaleTables } from './locale-tables.mjs';
import {
  formatRecord,
  keepTranslations,
  outdatedIn,
  readNotes,
  readRecord,
  readTexts,
  RECORD,
  updateRecord,
} from './translation-record.mjs';

const USAGE = 'Usage: npm run translations [-- keep KEY [LANG]]';

/** The record, with what the command asks for. */
async function nextRecord([command, key, lang, ...more]) {
  const record = updateRecord(readRecord(), await readTexts());
  if (command === undefined) return record;
  if (command !== 'keep' || key === undefined || more.length) throw new RangeError(USAGE);
  return keepTranslations(record, key, lang);
}

try {
  writeLocaleTables();
  const record = await nextRecord(process.argv.slice(2));
  writeFileSync(RECORD, formatRecord(record));
  const notes = readNotes();
  const outdated = Object.entries(outdatedIn(record));
  for (const [key, languages] of outdated)
    console.log(`${key}${notes[key]?.includes('@money') ? ' (@money)' : ''}: outdated in ${languages.join(', ')}`);
  if (!outdated.length) console.log('No translation is outdated.');
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
