import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The entries of the package that have declarations, `./x/*` as every file that it stands for.
 * @param {string} root folder of the package, built
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
