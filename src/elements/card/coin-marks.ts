import type { svg, TemplateResult } from 'lit';

/** Lit's `svg` function. It is a parameter, because an import would move code out of the file of the first view. */
type Svg = typeof svg;

/** A filled shape with its colour, or a white line with its width. */
type Stroke = readonly [path: string, look: string | number];

const WHITE = '#fff';
/** The letter B of the marks of Bitcoin and, rotated in the other direction, of Bitcoin Cash. */
const B = 'M9.3 7v10M8 7h5a2.5 2.5 0 0 1 0 5H9.3h4.2a2.5 2.5 0 0 1 0 5H8M10.7 5v2m2.6-2v2m-2.6 10v2m2.6-2v2';

/**
 * The marks of the coins, for a `viewBox` of 24 by 24: the colour of the disc, the strokes on it, and their rotation in
 * degrees. Drawn for this package after the marks that the projects publish (see NOTICE.md).
 */
const MARKS: Readonly<Record<string, readonly [ground: string, strokes: readonly Stroke[], turn?: number]>> = {
  BTC: ['#f7931a', [[B, 1.7]], 12],
  BCH: ['#0ac18e', [[B, 1.7]], -22],
  ETH: [
    '#627eea',
    [
      ['M12 3.5v8.2l-5.4.6zm0 12.3V20.5l-5.4-7.4z', WHITE],
      ['M12 3.5v8.2l5.4.6zm0 12.3V20.5l5.4-7.4z', '#c0cbf7'],
      ['M12 9.6v5.1l-5.4-2.4z', '#c0cbf7'],
      ['M12 9.6v5.1l5.4-2.4z', '#9fb0f2'],
    ],
  ],
  LTC: ['#345d9d', [['M12.2 5.5 9 17.7h7.3M7.2 14.2l6.6-2.6', 2.2]]],
  DOGE: ['#ba9f33', [['M9.4 7h2.4a5 5 0 0 1 0 10H9.4zM7 12h5.2', 2]]],
  BNB: [
    '#f0b90b',
    [
      [
        'm12 9.8 2.2 2.2-2.2 2.2L9.8 12zM6.2 9.8 8.4 12l-2.2 2.2L4 12zm11.6 0L20 12l-2.2 2.2-2.2-2.2zM12 4l5 5-2.2 2.2L12 8.4l-2.8 2.8L7 9zm0 16 5-5-2.2-2.2-2.8 2.8-2.8-2.8L7 15z',
        WHITE,
      ],
    ],
  ],
  TRX: ['#eb0029', [['m6 6.5 10.3 1.9 2.4 2.5-7 8.6zl6.5 5.6 6.2-1.2M16.3 8.4l-3.8 3.7-.8 7.4', 1.2]]],
  USDT: [
    '#26a17b',
    [
      ['M7 7.4h10M12 7.4v10.8', 2.2],
      ['M12 10c-3.6 0-6.2.7-6.2 1.6s2.6 1.6 6.2 1.6 6.2-.7 6.2-1.6S15.6 10 12 10', 1],
    ],
  ],
  SOL: [
    '#17122b',
    [
      ['M8.2 6.5h10.3l-2.7 2.7H5.5z', '#19e3a5'],
      ['M5.5 10.7h10.3l2.7 2.6H8.2z', '#5aa0d9'],
      ['M8.2 14.8h10.3l-2.7 2.7H5.5z', '#9945ff'],
    ],
  ],
};

const stroke = ([path, look]: Stroke, svg: Svg) =>
  typeof look === 'number'
    ? svg`<path d=${path} fill="none" stroke=${WHITE} stroke-width=${look}></path>`
    : svg`<path d=${path} fill=${look}></path>`;

export function coinMark(ticker: string | undefined, svg: Svg): TemplateResult | undefined {
  const mark = ticker && Object.hasOwn(MARKS, ticker) && MARKS[ticker];
  if (!mark) return undefined;
  const [ground, strokes, turn = 0] = mark;
  return svg`<svg width="100%" height="100%" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill=${ground}></circle>
    <g transform="rotate(${turn} 12 12)">${strokes.map((each) => stroke(each, svg))}</g></svg>`;
}
