/** Payments as the service answers them (contract 2.6 to 2.8), for the browser tests and the gallery. */
import type { Phase } from '../../src/core/payments/phases.ts';

/** The 8 x 8 px picture a payment may bring along. */
export const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAAEElEQVR42mNg+I8GGcgSAQB8BB/h+harkQAAAABJRU5ErkJggg==';

export const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
export const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

export const crypto = (fields: object = {}) => ({
  tid: '7f3k92qx',
  address: BTC,
  qrCodeBase64: PNG,
  currency: 'usd',
  amount: '48.20',
  cryptoCoin: 'btc',
  cryptoAmountExpected: '0.00071342',
  status: 'NEW',
  hostedUrl: 'https://pay.example/7f3k92qx',
  ...fields,
});

export const wallet = (fields: object = {}) => ({
  pid: 'w81',
  currency: 'EUR',
  amount: '32.00',
  note: 'NW-7F3K-92QX-ORDER1001',
  status: 'NEW',
  hostedUrl: 'https://wallet.example/w81',
  ...fields,
});

export const localcode = (fields: object = {}) => ({
  bid: 'b77',
  amount: '20.00',
  status: 'PENDING',
  hostedUrl: 'https://pay.example/b77',
  ...fields,
});

/** Figures that come with a phase, where the method has any. */
const FIGURES: Partial<Record<Phase, object>> = {
  underpaid: { cryptoAmountReceived: '0.0007' },
  overpaid: { cryptoAmountReceived: '0.0008' },
  confirming: { confirmations: 1, confirmationsRequired: 3 },
  unknown: { status: 'AML_REVIEW' },
};

/** The fields a payment has in a phase. */
export const inPhase = (phase: Phase) => ({ status: phase.toUpperCase(), phase, ...FIGURES[phase] });

/** A value as the text of a quoted HTML attribute: `payment="${toAttribute(payment)}"`. */
export const toAttribute = (value: object): string =>
  JSON.stringify(value).replace(/&/g, '&amp;').replace(/"/g, '&quot;');
