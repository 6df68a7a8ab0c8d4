import { Cache } from './cache.ts';

const durations = new Cache<Intl.NumberFormat>();

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
