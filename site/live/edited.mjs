/**
 * The custom properties that the theme editor offers: a colour where there is nothing else, a length in px from `min` to `max`,
 * or one of the options.
 */
export const EDITED = [
  { name: '--pay-accent', label: 'Accent' },
  { name: '--pay-on-accent', label: 'Text on the accent' },
  { name: '--pay-card', label: 'Card' },
  { name: '--pay-ink', label: 'Text' },
  { name: '--pay-muted', label: 'Quieter text' },
  { name: '--pay-line', label: 'Edges' },
  { name: '--pay-soft', label: 'Notes' },
  { name: '--pay-radius', label: 'Corners of the card', min: 0, max: 32 },
  { name: '--pay-radius-inner', label: 'Corners inside', min: 0, max: 24 },
  { name: '--pay-padding', label: 'Space inside', min: 8, max: 40 },
  { name: '--pay-font-size', label: 'Text size', min: 12, max: 20 },
  { name: '--pay-qr-size', label: 'QR code', min: 160, max: 320 },
  {
    name: '--pay-font',
    label: 'Font',
    options: [
      ['', 'system'],
      ['Georgia, serif', 'serif'],
      ['ui-rounded, system-ui', 'rounded'],
      ['ui-monospace, monospace', 'monospace'],
    ],
  },
  {
    name: '--pay-shadow',
    label: 'Shadow',
    options: [
      ['', 'none'],
      ['0 1px 3px rgb(0 0 0 / 20%)', 'small'],
      ['0 12px 32px rgb(0 0 0 / 18%)', 'large'],
    ],
  },
];
