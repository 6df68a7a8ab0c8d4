import { Cache } from './cache.ts';

const formatters = new Cache<Intl.DateTimeFormat>();

const formatter = (lang: string, dateStyle: 'medium' | undefined, timeStyle: 'short' | 'long') =>
  formatters.get(
    `${lang} ${dateStyle} ${timeStyle}`,
    () => new Intl.DateTimeFormat(lang, { timeStyle, ...(dateStyle && { dateStyle }) }),
  );

/** A time in the payer's time zone, with its date unless that is today. */
export function timeText(iso: string, lang: string): string {
  const at = new Date(iso);
  const today = at.toDateString() === new Date().toDateString();
  return formatter(lang, today ? undefined : 'medium', 'short').format(at);
}

export const dateTimeText = (at: Date, lang: string): string => formatter(lang, 'medium', 'short').format(at);

/** A time with its date and time zone, for printed pages and static HTML. */
export const fullTimeText = (at: Date, lang: string): string => formatter(lang, 'medium', 'long').format(at);
