import type { QrModules } from './payment.ts';

/**
 * The modules of a QR code without its quiet zone. `dark` takes the index of a module; modules are counted row by row.
 */
export interface Modules {
  readonly size: number;
  readonly dark: (at: number) => boolean;
}

/** The quiet zone of ISO/IEC 18004: four light modules on every side. */
export const QUIET = 4;

/** Reads the modules that a backend encoded: bits row by row, most significant bit first, in base64. */
function modulesOf({ size, bits }: QrModules): Modules {
  const bytes = atob(bits);
  return { size, dark: (at) => ((bytes.charCodeAt(at >> 3) >> (7 - (at & 7))) & 1) === 1 };
}

/** A QR code as it is painted: one path on a square. */
export interface QrDrawing extends Modules {
  /** Modules per side, with the quiet zone. */
  readonly side: number;
  /** All dark modules, as SVG path data. */
  readonly path: string;
}

const drawings = new WeakMap<QrModules, QrDrawing>();

/** Draws the modules that an encoder returns. */
export const draw = (modules: Modules): QrDrawing => ({
  ...modules,
  side: modules.size + 2 * QUIET,
  path: qrPath(modules),
});

/** Draws the modules of a payment. The drawing is cached. */
export function drawingOf(qr: QrModules): QrDrawing {
  const known = drawings.get(qr) ?? draw(modulesOf(qr));
  drawings.set(qr, known);
  return known;
}

/** All dark modules as one path with a rectangle per run of dark modules: a code of any size is one DOM node. */
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
