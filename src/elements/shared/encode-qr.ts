import type { Modules } from '../../core/qr-path.ts';
import { lazyModule } from './lazy-module.ts';

/** The encoder, which is large: it is loaded with the first text. */
export const encoder = lazyModule(() => import('../../vendor/qr.ts'));

/**
 * Encodes a text as a QR code.
 *
 * @throws Error where the encoder cannot be loaded, or the text is longer than a code can hold.
 */
export async function encodeQr(text: string): Promise<Modules> {
  const { create } = await encoder.load();
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  return { size, dark: (at) => data[at] === 1 };
}
