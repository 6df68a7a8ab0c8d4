import { phases } from '../../src/core/payments/phases.ts';

export const tags = ['pay-crypto', 'pay-wallet', 'pay-localcode'] as const;
export const themes = ['light', 'dark'] as const;

/** A language for each direction of writing. */
export const LANGUAGES = { ltr: 'en', rtl: 'ar' } as const;
const directions = ['ltr', 'rtl'] as const;

/** What is photographed at once: one tag in every phase. Lengths in CSS pixels. */
export interface Sheet {
  readonly tag: (typeof tags)[number];
  readonly theme: (typeof themes)[number];
  /** Of a card's cell. */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
}

/**
 * The cards of a sheet, row by row. Left to right stands beside right to left: what is alike and side by side makes
 * for a small picture.
 */
export const cards = phases.flatMap((phase) => directions.map((direction) => ({ phase, direction })));
