import { draw, type QrDrawing } from '../core/payments/qr-path.ts';
import { encodeQr } from '../vendor/qr.ts';
import { markup, type Markup } from './markup.ts';

/** Encodes a text as a QR code; `undefined` when the text is too long for one. The page shows the text in any case. */
function drawn(text: string): QrDrawing | undefined {
  try {
    return draw(encodeQr(text));
  } catch {
    return undefined;
  }
}

/**
 * A QR code as one inline SVG, black on white with its quiet zone.
 *
 * @param given - An existing drawing of the same text.
 * @param mark - A text across the code, for a test payment.
 */
export function qrSvg(text: string, label: string, given?: QrDrawing, mark?: string | false): Markup | undefined {
  const drawing = given ?? drawn(text);
  if (!drawing) return undefined;
  const { side, path } = drawing;
  const size = markup`width="232" height="232" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"`;
  const modules = markup`<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${path}"/>`;
  const stamp = mark && band(mark, side);
  return markup`<svg class="pay-qr" role="img" aria-label="${label}" ${size}>${modules}${stamp}</svg>`;
}

/** A white band across the code, as in the element. It makes the code unreadable for a camera. */
function band(mark: string, side: number): Markup {
  const middle = side / 2;
  const high = side * 0.3;
  const box = `M${-side} ${middle - high / 2}H${2 * side}v${high}H${-side}z`;
  const place = markup`x="${middle}" y="${middle}" dominant-baseline="central" text-anchor="middle"`;
  const font = markup`font-family="sans-serif" font-size="${side / 8}" font-weight="800" fill="#b3261e"`;
  const text = markup`<text ${place} ${font}>${mark}</text>`;
  const ground = markup`<path stroke="#b3261e" stroke-width="0.4" d="${box}"/>`;
  return markup`<g transform="rotate(-35 ${middle} ${middle})" fill="#fff">${ground}${text}</g>`;
}
