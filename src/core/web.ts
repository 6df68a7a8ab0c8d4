/** Checks of text from the network before it becomes a link or an image. */

/**
 * Returns the normalized `http:` or `https:` URL; `undefined` for other schemes, such as `javascript:` and `data:`, and
 * for text that is not a URL.
 */
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

/** The eight-byte signature of a PNG in base64. The last base64 group also has a byte of the IHDR length, 0. */
const PNG_SIGNATURE = 'iVBORw0KGgo';

/** Far larger than any QR image. A larger image is not shown. Characters. */
const PNG_MAX = 256 * 1024;

/** Returns a `data:` URL of a PNG unchanged; `undefined` for SVG, HTML and other content that is declared as a PNG. */
export function readPng(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > PNG_MAX || !text.startsWith(PNG_PREFIX)) return undefined;
  const base64 = text.slice(PNG_PREFIX.length);
  return base64.startsWith(PNG_SIGNATURE) && /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? text : undefined;
}
