import type { QrModules } from './payment.ts';

/** A drawn QR code without its quiet zone: `dark` of a module by its place, row by row. */
export interface Modules {
  readonly size: number;
  readonly dark: (at: number) => boolean;
}

/** ISO/IEC 18004: four light modules on every side. */
export const QUIET = 4;

/** Reads the modules a backend drew: bits row by row, most significant first, in base64. */
function modulesOf({ size, bits }: QrModules): Modules {
  const bytes = atob(bits);
  return { size, dark: (at) => ((bytes.charCodeAt(at >> 3) >> (7 - (at & 7))) & 1) === 1 };
}

/** A QR code as it is painted: one path on a square. */
export interface QrDrawing extends Modules {
  /** Modules on a side, with the quiet zone. */
  readonly side: number;
  /** All dark modules. */
  readonly path: string;
}

const drawings = new WeakMap<QrModules, QrDrawing>();

/** Draws modules, as they come from an encoder. */
export const draw = (modules: Modules): QrDrawing => ({
  ...modules,
  side: modules.size + 2 * QUIET,
  path: qrPath(modules),
});

/** Draws the modules of a payment, once. */
export function drawingOf(qr: QrModules): QrDrawing {
  const known = drawings.get(qr) ?? draw(modulesOf(qr));
  drawings.set(qr, known);
  return known;
}

/** All dark modules as one path, a rectangle a run: one node however large the code. */
function qrPath({ size, dark }: Modules): string {
  let path = '';
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const from = x;
      while (x < size && dark(y * size + x)) x++;
      if (x > from) path += `M${from + QUIET} ${y + QUIET}h${x - from}v1h${from - x}z`;
    }
  return path;
}
