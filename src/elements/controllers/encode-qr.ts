import type { Modules } from '../../core/payments/qr-path.ts';
import { lazyModule } from '../base/lazy-module.ts';

/** The QR encoder. Few payments need it, so it is loaded with the first text. */
export const encoder = lazyModule(() => import('../../vendor/qr.ts'));

/**
 * Encodes a text as a QR code.
 *
 * @throws Error when the encoder cannot be loaded, or the text is too long for a QR code.
 */
export const encodeQr = async (text: string): Promise<Modules> => (await encoder.load()).encodeQr(text);
