import { base64 } from '@scure/base';
import { encodeQr } from '../../vendor/qr.ts';

/** The width of a module in pixels: a camera can read it at this size, and the file has about 5 kB. */
const PIXELS = 4;
/** The width of the quiet zone in modules, as the QR code standard requires. */
const QUIET_ZONE = 4;
/** The largest stored deflate block, in bytes. */
const MOST_STORED = 0xffff;

/**
 * Returns the QR code of a text as a PNG data URL: `qrCodeBase64` of contract 2.6. The contract does not show what it
 * encodes; here it is the address.
 */
export function qrDataUrl(text: string): string {
  const { size, dark } = encodeQr(text);
  const side = size + 2 * QUIET_ZONE;
  const isDark = (x: number, y: number) => {
    const [column, row] = [x - QUIET_ZONE, y - QUIET_ZONE];
    return column >= 0 && row >= 0 && column < size && row < size && dark(row * size + column);
  };
  return `data:image/png;base64,${base64.encode(png(side * PIXELS, (x, y) => isDark((x / PIXELS) | 0, (y / PIXELS) | 0)))}`;
}

/**
 * Creates a square black-and-white PNG with one bit a pixel. It is not compressed: it is small, and needs no library.
 */
function png(side: number, isDark: (x: number, y: number) => boolean): Uint8Array {
  const stride = 1 + Math.ceil(side / 8);
  const pixels = new Uint8Array(stride * side); // each row begins with its filter byte, 0 for none
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const at = y * stride + 1 + (x >> 3);
      if (!isDark(x, y)) pixels[at] = (pixels[at] ?? 0) | (0x80 >> (x & 7)); // in greyscale, 1 is white
    }
  }
  const header = joined(word(side), word(side), Uint8Array.of(1, 0, 0, 0, 0)); // bit depth 1, greyscale
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return joined(signature, chunk('IHDR', header), chunk('IDAT', stored(pixels)), chunk('IEND', new Uint8Array()));
}

/** A zlib stream of stored blocks (RFC 1950, RFC 1951 3.2.4). */
function stored(bytes: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = [Uint8Array.of(0x78, 0x01)];
  for (let at = 0; at < bytes.length; at += MOST_STORED) {
    const part = bytes.subarray(at, at + MOST_STORED);
    const last = at + MOST_STORED >= bytes.length ? 1 : 0;
    const length = part.length;
    blocks.push(Uint8Array.of(last, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255), part);
  }
  return joined(...blocks, word(adler32(bytes)));
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = joined(new TextEncoder().encode(type), data);
  return joined(word(data.length), body, word(crc32(body)));
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return ((b << 16) | a) >>> 0;
}

/** Four bytes, big-endian. */
function word(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
