import bank from '../../demo/public/theme-bank.css?raw';
import brutalist from '../../demo/public/theme-brutalist.css?raw';
import playful from '../../demo/public/theme-playful.css?raw';

/** The looks of the demo shop, as it serves them. */
export const LOOKS = { plain: '', bank, playful, brutalist };

export type Look = keyof typeof LOOKS;
