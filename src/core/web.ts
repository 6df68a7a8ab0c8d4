/** Checks of text from the network before it becomes a link or an image. */

/** The normal form of an http or https address, or `undefined`: `javascript:` and `data:` are no places to go. */
export function webUrl(text: unknown, base?: string): string | undefined {
  if (typeof text !== 'string' || text.length > 2048) return undefined;
  try {
    const url = new URL(text, base);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

const PNG_PREFIX = 'data:image/png;base64,';

/** The eight bytes every PNG begins with, in base64 (the last quantum also holds a byte of the IHDR length, 0). */
const PNG_SIGNATURE = 'iVBORw0KGgo';

/** Far above any QR image; a larger one is not ours to show. Characters. */
const PNG_MAX = 256 * 1024;

/** A `data:` URL that holds a PNG and says so, unchanged; `undefined` for SVG, HTML or anything dressed up as one. */
export function readPng(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > PNG_MAX || !text.startsWith(PNG_PREFIX)) return undefined;
  const base64 = text.slice(PNG_PREFIX.length);
  return base64.startsWith(PNG_SIGNATURE) && /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? text : undefined;
}
