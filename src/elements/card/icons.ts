import { html, type TemplateResult } from 'lit';
import type { Sign } from '../../core/payments/phases.ts';

/** A line icon with a `viewBox` of 20 by 20, drawn for this package. */
export const icon = (path: string): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${path}></path></svg>`;

export const COPY =
  'M9 7h5a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2M13 7V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v5a2 2 0 0 0 2 2h1';
export const TICK = 'm4.5 10.5 3.6 3.6 7.4-8';
export const ENLARGE = 'M12 4h4v4M16 4l-5 5M8 16H4v-4M4 16l5-5';
export const OUT = 'M8 5H6a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h7a2 2 0 0 0 2-2v-2M11 4h5v5M16 4l-7 7';

export const SIGNS: Readonly<Record<Sign, string>> = {
  tick: TICK,
  wait: 'M10 5.5V10l3 2M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14',
  dots: 'M5 10v.1M10 10v.1M15 10v.1',
  mark: 'M10 5v6M10 14.5v.1',
  cross: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  back: 'M8 5 4 9l4 4M4.5 9H12a4 4 0 0 1 0 8h-2',
};
