import type { Method } from '../core/payments/payment.ts';

/** The icon of each method, and the arrow of a row: paths in a `viewBox` of 20 by 20. */
export const METHOD_ICONS: Readonly<Record<Method, string>> = {
  crypto: 'M10 3l6 3.5v7L10 17l-6-3.5v-7zM4 6.5l6 3.5 6-3.5M10 10v7',
  wallet:
    'M4 6.5h11a1.5 1.5 0 0 1 1.5 1.5v6.5A1.5 1.5 0 0 1 15 16H5.5A1.5 1.5 0 0 1 4 14.5zM4 6.5l9-2.5v2.5M13 11.2h.1',
  localcode: 'M8 3h4a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2M9.2 14.4h1.6',
};
export const NEXT_ICON = 'M8 5l5 5-5 5';
