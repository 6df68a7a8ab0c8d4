import { encodeQr } from '../../src/vendor/qr.ts';

/** The QR code of a text as a backend sends it: eight modules a byte, row after row, most significant bit first. */
export function qrModules(text: string) {
  const { size, dark } = encodeQr(text);
  const bytes = new Uint8Array(Math.ceil((size * size) / 8));
  for (let at = 0; at < size * size; at += 1) if (dark(at)) bytes[at >> 3]! |= 0x80 >> (at & 7);
  return { size, bits: btoa(String.fromCharCode(...bytes)) };
}
