import { html, nothing, type TemplateResult } from 'lit';
import type { QrModules } from '../../core/payment.ts';

/** A drawn QR code without its quiet zone: `dark` of a module by its place, row by row. */
export interface Modules {
  readonly size: number;
  dark(at: number): boolean;
}

/** ISO/IEC 18004: four light modules on every side. */
const QUIET = 4;

/** Reads the modules a backend drew: bits row by row, most significant first, in base64. */
export function modulesOf({ size, bits }: QrModules): Modules {
  const bytes = atob(bits);
  return { size, dark: (at) => ((bytes.charCodeAt(at >> 3) >> (7 - (at & 7))) & 1) === 1 };
}

/** All dark modules as one path, a rectangle a run: one node however large the code. */
export function qrPath({ size, dark }: Modules): string {
  let path = '';
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const from = x;
      while (x < size && dark(y * size + x)) x++;
      if (x > from) path += `M${from + QUIET} ${y + QUIET}h${x - from}v1h${from - x}z`;
    }
  return path;
}

/** The code on white in every theme: a light code on dark is one that many cameras do not read. */
export function qrCode(modules: Modules, label: string): TemplateResult {
  const side = modules.size + 2 * QUIET;
  return html`<svg
    class="qr"
    part="qr"
    viewBox="0 0 ${side} ${side}"
    shape-rendering="crispEdges"
    role="img"
    aria-label=${label}
  >
    <path fill="#fff" d="M0 0h${side}v${side}H0z"></path>
    <path fill="#000" d=${qrPath(modules)}></path>
  </svg>`;
}

/**
 * The white tile with what is to be scanned, or what there is instead.
 *
 * @param content - The code; nothing while it is being drawn.
 * @param mark - Laid across it, for a payment that takes no real money.
 */
export const qrTile = (content: TemplateResult | undefined, mark: string | false | undefined): TemplateResult =>
  html`<div class="tile" part="qr-tile">
    ${content ?? html`<span class="bone"></span>`}${
      mark ? html`<span class="stamp" aria-hidden="true">${mark}</span>` : nothing
    }
  </div>`;
