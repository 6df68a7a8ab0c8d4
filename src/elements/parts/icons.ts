import { html, type TemplateResult } from 'lit';

/** Line icons on a field of 20 by 20, drawn for this package. */
const PATHS = {
  copy: 'M9 7h5a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2M13 7V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v5a2 2 0 0 0 2 2h1',
  tick: 'm4.5 10.5 3.6 3.6 7.4-8',
  out: 'M8 5H6a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h7a2 2 0 0 0 2-2v-2M11 4h5v5M16 4l-7 7',
  net: 'M10 3l6 3.5v7L10 17l-6-3.5v-7zM4 6.5l6 3.5 6-3.5M10 10v7',
  phone: 'M8 3h4a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2M9.2 14.4h1.6',
  wait: 'M10 5.5V10l3 2M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14',
  mark: 'M10 5v6M10 14.5v.1',
  cross: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  wallet:
    'M4 6.5h11a1.5 1.5 0 0 1 1.5 1.5v6.5A1.5 1.5 0 0 1 15 16H5.5A1.5 1.5 0 0 1 4 14.5zM4 6.5l9-2.5v2.5M13 11.2h.1',
  next: 'M8 5l5 5-5 5',
  back: 'M8 5 4 9l4 4M4.5 9H12a4 4 0 0 1 0 8h-2',
};

export type Icon = keyof typeof PATHS;

export const icon = (name: Icon): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${PATHS[name]}></path></svg>`;
