import type { PaymentCursor } from '../../server/stores/store.ts';
import { isRandomText } from '../../server/secrets.ts';

/** Where a list ended, as one word. */
export const cursorOf = ({ created, ref }: PaymentCursor): string => `${created}.${ref}`;

/** Undefined when it is none. */
export function readCursor(text: string): PaymentCursor | undefined {
  const [, created, ref] = /^(\d{1,16})\.(.+)$/.exec(text) ?? [];
  return ref !== undefined && isRandomText(ref) ? { created: Number(created), ref } : undefined;
}
