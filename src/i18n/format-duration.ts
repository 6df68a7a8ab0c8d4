import { Cache } from './cache.ts';

const formats = new Cache<Intl.NumberFormat>();

/** Up to this duration, the text counts seconds; above it, minutes. Seconds. */
const SECONDS_UNDER = 90;

/** The text of a duration in one unit: minutes, rounded up, or seconds. */
export function durationText(seconds: number, lang: string): string {
  const [unit, count] =
    seconds > SECONDS_UNDER ? (['minute', Math.ceil(seconds / 60)] as const) : (['second', seconds] as const);
  return formatOf(unit, lang).format(count);
}

const formatOf = (unit: 'minute' | 'second', lang: string): Intl.NumberFormat =>
  formats.get(`${lang} ${unit}`, () => new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }));

/** The text of a duration between two numbers of minutes: `10–60 minutes`. */
export function minutesText([least, most]: readonly [number, number], lang: string): string {
  const format = formatOf('minute', lang);
  // Firefox before 116 and Safari before 15.4 format no ranges.
  if (least === most || !('formatRange' in format)) return format.format(most);
  // U+2060: no line ends beside the dash.
  return format.formatRange(least, most).replace('–', '\u2060–\u2060');
}

/** The number of seconds left at which `durationText` gives its next text. */
export const nextDuration = (seconds: number): number =>
  seconds > SECONDS_UNDER ? Math.max(SECONDS_UNDER, (Math.ceil(seconds / 60) - 1) * 60) : seconds - 1;
