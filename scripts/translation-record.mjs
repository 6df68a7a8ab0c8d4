// The record of the translations (test/i18n/translations.txt): from which English text each translation was made. A line
// for each message: its key, the fingerprint of its English text, and `lang=fingerprint` of each translation, with `!`
// after it when the English text has changed since. `lang=-!`: the language does not have the message.
// Alternatives: the formats of translation programs (XLIFF, gettext) keep the English text beside each translation. They
// would be a second copy of every text.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { en } from '../src/i18n/messages.ts';
import { languageNames } from './locale-tables.mjs';

/** The file of the record. */
export const RECORD = new URL('../test/i18n/translations.txt', import.meta.url);

const MESSAGES = new URL('../src/i18n/messages.ts', import.meta.url);
const LENGTH = 6;
const MISSING = '-';

/** @typedef {{ text: string, outdated: boolean }} Translation `text`: the fingerprint, or `-` when there is none */
/** @typedef {{ english: string, translations: Record<string, Translation> }} Entry */
/** @typedef {Record<string, Entry>} TranslationRecord the entry of each message, by its key */
/** @typedef {{ english: Record<string, string>, languages: Record<string, Record<string, string>> }} Texts */

const fingerprint = (text) => createHash('sha256').update(text).digest('hex').slice(0, LENGTH);

/**
 * The messages of all languages.
 * @returns {Promise<Texts>}
 */
export async function readTexts() {
  const languages = {};
  for (const lang of languageNames()) languages[lang] = (await import(`../src/i18n/locales/${lang}.ts`)).messages;
  return { english: en, languages };
}

/**
 * The comment above each message, in one line, by the key of the message.
 * @returns {Record<string, string>}
 */
export function readNotes() {
  const notes = {};
  const source = readFileSync(MESSAGES, 'utf8');
  for (const [, note, key] of source.matchAll(/^ {2}\/\*\*((?:(?!\*\/)[^])*)\*\/\n {2}(\w+):/gm))
    notes[key] = note.replace(/\s*\n\s*\*/g, '').trim();
  return notes;
}

/**
 * Reads the text of a record.
 * @param {string} text
 * @returns {TranslationRecord}
 */
export function parseRecord(text) {
  const record = {};
  for (const line of text.split('\n').filter(Boolean)) {
    const [key, english, ...rest] = line.split(' ');
    const translations = {};
    for (const item of rest) {
      const [lang, mark] = item.split('=');
      translations[lang] = { text: mark.replace('!', ''), outdated: mark.endsWith('!') };
    }
    record[key] = { english, translations };
  }
  return record;
}

/**
 * Writes a record as text.
 * @param {TranslationRecord} record
 * @returns {string}
 */
export function formatRecord(record) {
  const lines = Object.entries(record).map(([key, { english, translations }]) => {
    const items = Object.entries(translations).map(
      ([lang, { text, outdated }]) => `${lang}=${text}${outdated ? '!' : ''}`,
    );
    return `${[key, english, ...items].join(' ')}\n`;
  });
  return lines.join('');
}

/**
 * Brings a record up to date. A changed English text makes each translation outdated that has not changed with it. A
 * translation that has changed is no longer outdated.
 * @param {TranslationRecord} record
 * @param {Texts} texts
 * @returns {TranslationRecord}
 */
export function updateRecord(record, { english, languages }) {
  const updated = {};
  for (const [key, text] of Object.entries(english)) {
    const before = record[key];
    const source = fingerprint(text);
    const translations = {};
    for (const [lang, messages] of Object.entries(languages))
      translations[lang] = nextTranslation(messages[key], before?.translations[lang], before?.english !== source);
    updated[key] = { english: source, translations };
  }
  return updated;
}

/** @returns {Translation} */
function nextTranslation(text, before, hasEnglishChanged) {
  if (text === undefined) return { text: MISSING, outdated: true };
  const own = fingerprint(text);
  if (before?.text !== own) return { text: own, outdated: false };
  return { text: own, outdated: before.outdated || hasEnglishChanged };
}

/**
 * Marks the translations of a message as right, in all languages or in one.
 * @param {TranslationRecord} record
 * @param {string} key
 * @param {string} [lang]
 * @returns {TranslationRecord}
 * @throws RangeError when there is no such message or language
 */
export function keepTranslations(record, key, lang) {
  const entry = Object.hasOwn(record, key) ? record[key] : undefined;
  if (!entry) throw new RangeError(`no message has the key ${key}`);
  if (lang !== undefined && !Object.hasOwn(entry.translations, lang))
    throw new RangeError(`no language is called ${lang}`);
  const translations = {};
  for (const [name, { text, outdated }] of Object.entries(entry.translations)) {
    const isKept = (lang === undefined || lang === name) && text !== MISSING;
    translations[name] = { text, outdated: outdated && !isKept };
  }
  return { ...record, [key]: { ...entry, translations } };
}

/**
 * Whether a translation is outdated, or missing.
 * @param {TranslationRecord} record
 * @param {string} key
 * @param {string} lang
 */
export const isOutdated = (record, key, lang) => record[key]?.translations[lang]?.outdated === true;

/**
 * The languages in which each message is outdated, by the key of the message.
 * @param {TranslationRecord} record
 * @returns {Record<string, string[]>}
 */
export function outdatedIn(record) {
  const outdated = {};
  for (const [key, { translations }] of Object.entries(record)) {
    const languages = Object.keys(translations).filter((lang) => translations[lang].outdated);
    if (languages.length) outdated[key] = languages;
  }
  return outdated;
}

/**
 * The record in the file.
 * @returns {TranslationRecord}
 */
export const readRecord = () => parseRecord(readFileSync(RECORD, 'utf8'));
