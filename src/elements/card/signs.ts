import type { Sign } from '../../core/payments/phases.ts';
import { TICK } from './icons.ts';

/** The icon above the title of an outcome. */
export const SIGNS: Readonly<Record<Sign, string>> = {
  tick: TICK,
  wait: 'M10 5.5V10l3 2M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14',
  dots: 'M5 10v.1M10 10v.1M15 10v.1',
  mark: 'M10 5v6M10 14.5v.1',
  cross: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  back: 'M8 5 4 9l4 4M4.5 9H12a4 4 0 0 1 0 8h-2',
};
