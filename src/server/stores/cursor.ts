import { isRandomText } from '../random-text.ts';
import type { PaymentCursor } from './store.ts';

/** Returns the cursor after a payment, as text. */
export const cursorOf = ({ created, paymentRef }: PaymentCursor): string => `${created}.${paymentRef}`;

/** Parses a cursor; returns undefined for other text. */
export function readCursor(text: string): PaymentCursor | undefined {
  const [, created, paymentRef] = /^(\d{1,16})\.(.+)$/.exec(text) ?? [];
  return paymentRef !== undefined && isRandomText(paymentRef) ? { created: Number(created), paymentRef } : undefined;
}
