import type { QrModules } from '../core/payment.ts';
import { QUIET, modulesOf, qrPath, type Modules } from '../core/qr-path.ts';
import { create } from '../vendor/qr.ts';
import { markup, type Markup } from './markup.ts';

/** A text as a QR code; nothing where it is more than a code can hold: the text stands beside it. */
function drawn(text: string): Modules | undefined {
  try {
    const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
    return { size, dark: (at) => data[at] === 1 };
  } catch {
    return undefined;
  }
}

/**
 * A QR code as one inline picture, black on white with its quiet zone.
 *
 * @param given - The same text drawn before.
 * @param mark - Laid across it, for a payment that takes no real money.
 */
export function qrSvg(text: string, label: string, given?: QrModules, mark?: string | false): Markup | undefined {
  const modules = given ? modulesOf(given) : drawn(text);
  if (!modules) return undefined;
  const side = modules.size + 2 * QUIET;
  return markup`<svg class="pay-qr" role="img" aria-label="${label}" width="232" height="232" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${qrPath(modules)}"/>${mark && band(mark, side)}</svg>`;
}

/** A white band from corner to corner, as on the tag: no camera reads the code under it. */
function band(mark: string, side: number): Markup {
  const middle = side / 2;
  const high = side * 0.3;
  return markup`<g transform="rotate(-35 ${middle} ${middle})" fill="#fff"><path stroke="#b3261e" stroke-width="0.4" d="M${-side} ${middle - high / 2}H${2 * side}v${high}H${-side}z"/><text x="${middle}" y="${middle}" dominant-baseline="central" text-anchor="middle" font-family="sans-serif" font-size="${side / 8}" font-weight="800" fill="#b3261e">${mark}</text></g>`;
}
