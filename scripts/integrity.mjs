// The hash with which a page verifies a loaded file (Subresource Integrity).
import { createHash } from 'node:crypto';

/**
 * Returns the value for `integrity="…"` of a script tag, and, in quotes, for `script-src` of a policy.
 * @param {string | Uint8Array} content
 * @param {'sha256' | 'sha384'} algorithm
 * @returns {string}
 */
export function integrityOf(content, algorithm = 'sha384') {
  return `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
}
