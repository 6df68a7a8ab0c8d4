import { deflateSync, crc32 } from 'node:zlib';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** A distance of colours that nobody sees: about 13 of the 255 steps of grey. Part of black against white. */
const THRESHOLD = 0.05;
/** Rounded colours of soft edges, and what another version of the browser draws otherwise. Pixels of one card. */
const MOST_PIXELS = 10;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PALETTE = 256;
/** Sixteen steps a channel. */
const STEP = 17;

/** Part of a picture. Pixels. */
export function cut(picture: PNG, x: number, y: number, width: number, height: number): PNG {
  const part = new PNG({ width, height });
  PNG.bitblt(picture, part, x, y, width, height, 0, 0);
  return part;
}

/** Where two pictures differ, drawn over the first. Undefined where nobody could tell. */
export function difference(expected: PNG, actual: PNG): PNG | undefined {
  const { width, height } = expected;
  const drawn = new PNG({ width, height });
  if (actual.width !== width || actual.height !== height) return drawn;
  const pixels = pixelmatch(expected.data, actual.data, drawn.data, width, height, { threshold: THRESHOLD });
  return pixels > MOST_PIXELS ? drawn : undefined;
}

const rounded = (colour: number) =>
  [16, 8, 0].reduce((sum, shift) => sum | ((Math.round(((colour >> shift) & 255) / STEP) * STEP) << shift), 0);

/**
 * A picture as PNG with a palette, a third of the usual size: grounds keep their exact colours, those of the rarer
 * pixels on soft edges are rounded. See https://www.w3.org/TR/png-3/.
 */
export function smallPng({ width, height, data }: PNG): Buffer {
  const counts = new Map<number, number>();
  const colours = new Uint32Array(width * height);
  colours.forEach((_, at) => {
    const colour = data.readUIntBE(at * 4, 3);
    colours[at] = colour;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  });
  const soft = new Set([...counts.keys()].map(rounded));
  if (soft.size > PALETTE) throw new Error(`${soft.size} colours are too many for one picture`);
  const common = [...counts].sort(([, a], [, b]) => b - a).slice(0, PALETTE - soft.size);
  const palette = [...new Set([...soft, ...common.map(([colour]) => colour)])];
  const places = new Map(palette.map((colour, at) => [colour, at]));

  // Each row begins with its filter: none, which suits a palette best.
  const rows = Buffer.alloc((width + 1) * height);
  colours.forEach((colour, at) => {
    rows[at + 1 + Math.floor(at / width)] = places.get(colour) ?? places.get(rounded(colour))!;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8); // eight bits a pixel, indexed
  const table = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const chunks = [chunk('IHDR', head), chunk('PLTE', table), chunk('IDAT', deflateSync(rows, { level: 9 }))];
  return Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, body: Buffer): Buffer {
  const framed = Buffer.alloc(body.length + 12);
  framed.writeUInt32BE(body.length, 0);
  framed.write(type, 4, 'latin1');
  body.copy(framed, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, -4)), body.length + 8);
  return framed;
}
