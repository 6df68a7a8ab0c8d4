/** The products of the shop. Prices are in cents, because a shop should add whole numbers. */
export interface Product {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly cents: number;
  readonly picture: string;
}

export const products: readonly Product[] = [
  {
    id: 'morning',
    name: 'Morning Blend',
    text: 'Round and nutty, for the first cup. 250 g, whole bean.',
    cents: 1290,
    picture: 'bag-morning.svg',
  },
  {
    id: 'highland',
    name: 'Highland Single Origin',
    text: 'Bright, with a finish of red berries. 250 g, whole bean.',
    cents: 1640,
    picture: 'bag-highland.svg',
  },
  {
    id: 'night',
    name: 'Night Shift Decaf',
    text: 'All the comfort, none of the ceiling-staring. 250 g.',
    cents: 1390,
    picture: 'bag-night.svg',
  },
  {
    id: 'dripper',
    name: 'Clay Dripper',
    text: 'Hand-thrown, keeps its heat, fits any mug.',
    cents: 2800,
    picture: 'dripper.svg',
  },
];

export const CURRENCY = 'USD';

/** Converts cents to the decimal text that the payment helper takes: 1290 is `12.90`. */
export const decimalOf = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: CURRENCY });

export const price = (cents: number) => format.format(cents / 100);
