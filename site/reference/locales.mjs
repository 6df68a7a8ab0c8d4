/** The languages of the tags. */
import { LOCALES } from '../../src/i18n/locales.ts';
import { blocks, cell, code, compactTable } from './markdown.mjs';

/** Every language by its tag, English first. */
export const readLocales = () => ['en', ...Object.keys(LOCALES).sort()];

const nameIn = (tag, language) => new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;

function isRightToLeft(tag) {
  const locale = new Intl.Locale(tag);
  return (locale.getTextInfo?.() ?? locale.textInfo).direction === 'rtl';
}

/** The page, as Markdown. */
export function localesPage() {
  const locales = readLocales();
  return blocks(
    '# List of languages',
    `The tags and \`renderPayment\` have texts in ${locales.length} languages. [Languages](../languages.md) says how one is chosen, changed and added.`,
    compactTable(
      ['`lang`', 'language', 'its own name', 'direction'],
      locales.map((tag) => [
        code(tag),
        cell(nameIn(tag, 'en')),
        `<span lang="${tag}">${cell(nameIn(tag, tag))}</span>`,
        isRightToLeft(tag) ? 'right to left' : 'left to right',
      ]),
    ),
    'A tag with a region or script that is not listed, such as `de-AT`, uses the language. `pt` is that of Brazil, `sr` is in Cyrillic letters, `zh` in simplified characters.',
  );
}
