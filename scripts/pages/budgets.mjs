/** The difference between two values, in bytes. */
const beside = (more, less) => ({ bytes: more.bytes - less.bytes });

/** A row for Vite and one for esbuild, whose page has the name of Vite's page with `-esbuild`. */
const both = ({ what, reason, page, when, Vite, esbuild }) =>
  Object.entries({ Vite, esbuild }).map(([bundler, budget]) => ({
    what: `${what}, ${bundler}`,
    reason,
    of: (weights) => weights[bundler === 'Vite' ? page : `${page}-esbuild`]?.[when],
    ...budget,
  }));

/** Why the goals are missed, as measured by the source maps of the bundled pages. */
const CARD =
  'of 36.5 kB, templates, styles and controllers are 14.9, core and view 7.0, Lit 4.8, polling and tabs 3.7, English 3.4';
const CHECKOUT = 'the card of a payment, as above, and 10.2 kB for the order and its views';
const MARKS = `${CARD}; the coin marks are a file of their own, which only <pay-crypto> loads`;
const ENCODER = `${CARD}; the encoder is 3.3`;
const SCRIPT =
  'a script tag holds all that other pages load on a click: QR encoder 3.3 kB, popover placement 5.8, menus 5.0';

/**
 * The limits of the downloads of our pages, in brotli bytes of files (scripts, styles). `npm run size` fails above
 * `limit`; `goal` is the target, and `reason` says why it is missed: lower a limit when a page has become smaller. `of`
 * selects the values of a row from the result of `weighPages`; it returns undefined when the build has no such file.
 */
export const BYTE_BUDGETS = [
  ...both({
    what: 'define/pay-crypto, payment with qr, until the QR code',
    reason: CARD,
    page: 'pay-crypto',
    when: 'untilQr',
    Vite: {
      limit: { bytes: 37_200, files: 1, roundTrips: 1 },
      goal: { bytes: 31_000, files: 1, roundTrips: 1 },
    },
    esbuild: {
      limit: { bytes: 37_750, files: 2, roundTrips: 2 },
      goal: { bytes: 33_000, files: 2, roundTrips: 2 },
    },
  }),
  ...both({
    what: 'the same, all that loads without a click',
    reason: MARKS,
    page: 'pay-crypto',
    when: 'all',
    Vite: { limit: { bytes: 37_950, files: 2 }, goal: { bytes: 31_000, files: 1 } },
    esbuild: { limit: { bytes: 38_550, files: 3 }, goal: { bytes: 33_000, files: 2 } },
  }),
  ...both({
    what: 'define/pay-crypto, payment without qr, until the QR code',
    reason: ENCODER,
    page: 'pay-crypto-encoder',
    when: 'untilQr',
    Vite: { limit: { bytes: 41_200, files: 3, roundTrips: 2 }, goal: { bytes: 37_400, files: 2, roundTrips: 2 } },
    esbuild: { limit: { bytes: 42_250, files: 4, roundTrips: 3 }, goal: { bytes: 39_400, files: 3, roundTrips: 3 } },
  }),
  ...both({
    what: 'define/pay-checkout, until the payment',
    reason: CHECKOUT,
    page: 'pay-checkout',
    when: 'untilQr',
    Vite: { limit: { bytes: 47_550, files: 4, roundTrips: 4 }, goal: { bytes: 38_000, files: 4, roundTrips: 4 } },
    esbuild: { limit: { bytes: 49_750, files: 4, roundTrips: 4 }, goal: { bytes: 38_000, files: 4, roundTrips: 4 } },
  }),
  ...both({
    what: 'define, all tags',
    reason: CHECKOUT,
    page: 'define-only',
    when: 'all',
    Vite: { limit: { bytes: 46_600, files: 1 }, goal: { bytes: 42_000, files: 1 } },
    esbuild: { limit: { bytes: 49_650, files: 3 }, goal: { bytes: 42_000, files: 2 } },
  }),
  ...both({
    what: 'define, pay-checkout until the payment',
    reason: CHECKOUT,
    page: 'define-pay-checkout',
    when: 'untilQr',
    Vite: { limit: { bytes: 46_700, files: 4, roundTrips: 4 }, goal: { bytes: 42_000, files: 4, roundTrips: 4 } },
    esbuild: { limit: { bytes: 49_750, files: 4, roundTrips: 4 }, goal: { bytes: 42_000, files: 4, roundTrips: 4 } },
  }),
  ...both({
    what: 'autoload before the first tag',
    page: 'autoload-only',
    when: 'all',
    Vite: { limit: { bytes: 1_470, files: 1 }, goal: { bytes: 1_500, files: 1 } },
    esbuild: { limit: { bytes: 1_470, files: 2 }, goal: { bytes: 1_500, files: 2 } },
  }),
  ...both({
    what: 'autoload, pay-crypto until the QR code',
    reason: `${CARD}; a bundler compresses its files one by one`,
    page: 'autoload',
    when: 'untilQr',
    Vite: { limit: { bytes: 40_450 }, goal: { bytes: 33_000 } },
    esbuild: { limit: { bytes: 40_250 }, goal: { bytes: 35_000 } },
  }),
  {
    what: 'script tag, one file with everything',
    reason: SCRIPT,
    of: (weights) => weights['script-tag'].all,
    limit: { bytes: 59_000 },
    goal: { bytes: 47_000 },
  },
  {
    what: 'script tag, file of pay-crypto',
    reason: SCRIPT,
    of: (weights) => weights['script-tag-pay-crypto']?.all,
    limit: { bytes: 49_450 },
    goal: { bytes: 41_000 },
  },
  {
    what: 'QR encoder: what a payment without qr adds',
    of: (weights) => beside(weights['pay-crypto-encoder'].all, weights['pay-crypto'].all),
    limit: { bytes: 3_350 },
    goal: { bytes: 6_400 },
  },
  {
    what: 'popover placement: what the first copy click adds',
    reason: '@floating-ui/dom 1.8 alone',
    of: (weights) => weights['pay-crypto'].clicked,
    limit: { bytes: 5_920 },
    goal: { bytes: 5_600 },
  },
  {
    what: 'a language: what German adds until the QR code',
    reason: 'the texts of 13 kB alone, packed',
    of: (weights) => beside(weights.german.untilQr, weights['pay-crypto'].untilQr),
    limit: { bytes: 4_020 },
    goal: { bytes: 3_400 },
  },
];

const UNITS = { bytes: 'kB', files: 'files', roundTrips: 'round trips' };
const say = (figures, name) => `${name === 'bytes' ? (figures[name] / 1000).toFixed(2) : figures[name]} ${UNITS[name]}`;
const sayAll = (figures, names) => names.map((name) => say(figures, name)).join(', ');

/**
 * Returns each budget with its measured values as text, and whether limit and goal are met. A row without a file has no
 * values.
 *
 * @typedef {{ what: string, measured?: string, limit?: string, goal: string, withinLimit?: boolean, met?: boolean, reason?: string }} Row
 * @returns {Row[]}
 */
export function compareBytes(weights) {
  return BYTE_BUDGETS.map(({ what, reason, of, limit, goal }) => {
    const names = Object.keys(goal);
    const figures = of(weights);
    if (!figures) return { what, goal: sayAll(goal, names) };
    const keeps = (most) => names.every((name) => figures[name] <= most[name]);
    return {
      what,
      measured: sayAll(figures, names),
      limit: sayAll(limit, names),
      goal: sayAll(goal, names),
      withinLimit: keeps(limit),
      met: keeps(goal),
      ...(!keeps(goal) && reason && { reason }),
    };
  });
}
