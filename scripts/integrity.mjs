// The hash a page states for a file it loads from elsewhere (Subresource Integrity).
import { createHash } from 'node:crypto';

/**
 * What goes into `integrity="…"` of a script tag, and quoted into `script-src` of a policy.
 * @param {string | Uint8Array} content
 * @returns {string}
 */
export function integrityOf(content) {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
