import type { Modules } from '../../core/qr-path.ts';

/**
 * Draws a text as a QR code. The encoder is the heaviest thing there is, so it is loaded with the first text.
 *
 * @throws Error where it does not come, or the text is longer than a code can hold.
 */
export async function encode(text: string): Promise<Modules> {
  const { create } = await import('../../vendor/qr.ts');
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  return { size, dark: (at) => data[at] === 1 };
}
