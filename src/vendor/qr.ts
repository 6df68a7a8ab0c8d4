import { correction, generate } from 'lean-qr';

/** The modules of a QR code, without the quiet zone. `dark` takes the index of a module, counted row by row. */
interface QrCode {
  readonly size: number;
  readonly dark: (at: number) => boolean;
}

/**
 * Encodes a text as the smallest QR code with the error correction M (15 % may be lost), or a higher one where that needs no
 * larger code.
 *
 * @throws Error when the text is too long for a QR code.
 */
export function encodeQr(text: string): QrCode {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const { size } = code;
  return { size, dark: (at) => code.get(at % size, Math.floor(at / size)) };
}
