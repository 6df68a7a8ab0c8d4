import { create as encode } from 'qrcode/lib/core/qrcode.js';

/** The modules of a QR code, row by row; 1 is dark. The quiet zone is not in it. */
export interface QrCode {
  readonly version: number;
  readonly modules: { readonly size: number; readonly data: Uint8Array };
}

/** How much of the code may be lost and still be read: L 7 %, M 15 %, Q 25 %, H 30 %. */
export interface QrOptions {
  readonly errorCorrectionLevel?: 'L' | 'M' | 'Q' | 'H';
  readonly version?: number;
}

/**
 * Turns a text into the modules of a QR code.
 *
 * The encoder alone is taken from `qrcode`: its main file also brings canvas, SVG and PNG writers.
 * Its types are written out here, so that no declaration of ours names a CommonJS path.
 */
export const create: (text: string, options?: QrOptions) => QrCode = encode;
