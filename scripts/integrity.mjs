// The hash a page states for a file it loads from elsewhere (Subresource Integrity).
import { createHash } from 'node:crypto';

/**
 * What goes into `integrity="…"` of a script tag, and quoted into `script-src` of a policy.
 * @param {string | Uint8Array} content
 * @param {'sha256' | 'sha384'} algorithm
 * @returns {string}
 */
export function integrityOf(content, algorithm = 'sha384') {
  return `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
}
