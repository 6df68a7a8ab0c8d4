import { Cache } from './cache.ts';

const formatters = new Cache<Intl.DateTimeFormat>();
const durations = new Cache<Intl.NumberFormat>();

const formatter = (lang: string, dateStyle: 'medium' | undefined, timeStyle: 'short' | 'long') =>
  formatters.get(
    `${lang} ${dateStyle} ${timeStyle}`,
    () => new Intl.DateTimeFormat(lang, { timeStyle, ...(dateStyle && { dateStyle }) }),
  );

/** A moment on the payer's own clock face; with its day, unless that is today. */
export function timeText(iso: string, lang: string): string {
  const at = new Date(iso);
  const today = at.toDateString() === new Date().toDateString();
  return formatter(lang, today ? undefined : 'medium', 'short').format(at);
}

/** The same with its day and zone, for paper. */
export const fullTimeText = (at: Date, lang: string): string => formatter(lang, 'medium', 'long').format(at);

/** Under this, seconds are counted; above, minutes. Seconds. */
const SECONDS_UNDER = 90;

/** How much time that is, in one unit: the minutes begun, or seconds when they count. */
export function durationText(seconds: number, lang: string): string {
  const [unit, count] =
    seconds > SECONDS_UNDER ? (['minute', Math.ceil(seconds / 60)] as const) : (['second', seconds] as const);
  const format = durations.get(
    `${lang} ${unit}`,
    () => new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }),
  );
  return format.format(count);
}

/** The seconds left at which `durationText` next says something else. */
export const nextDuration = (seconds: number): number =>
  seconds > SECONDS_UNDER ? Math.max(SECONDS_UNDER, (Math.ceil(seconds / 60) - 1) * 60) : seconds - 1;
