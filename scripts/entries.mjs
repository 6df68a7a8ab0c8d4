import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the entry points of the package that have declarations. `./x/*` is replaced by all files that match it.
 * @param {string} root the folder of the built package
 * @param {Record<string, string | { types?: string }>} exports
 * @returns {{ name: string, types: string }[]}
 */
export function entriesOf(root, exports) {
  return Object.entries(exports).flatMap(([name, target]) => {
    if (typeof target !== 'object' || !target.types || name === './locales/*') return [];
    const [before, after] = target.types.split('*');
    if (after === undefined) return [{ name, types: target.types }];
    return readdirSync(join(root, before))
      .filter((file) => file.endsWith(after))
      .sort()
      .map((file) => ({ name: name.replace('*', file.slice(0, -after.length)), types: before + file }));
  });
}
