import type { Modules } from '../../core/payments/qr-path.ts';
import { lazyModule } from '../base/lazy-module.ts';

/** The QR encoder. It is large, so it is loaded with the first text. */
export const encoder = lazyModule(() => import('../../vendor/qr.ts'));

/**
 * Encodes a text as a QR code.
 *
 * @throws Error when the encoder cannot be loaded, or the text is too long for a QR code.
 */
export async function encodeQr(text: string): Promise<Modules> {
  const { create } = await encoder.load();
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  return { size, dark: (at) => data[at] === 1 };
}
