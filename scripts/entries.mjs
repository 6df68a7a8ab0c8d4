import { globSync, readdirSync } from 'node:fs';
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

/**
 * Returns the sources of built files: `./dist/server/*.js` and `./dist/server/*.d.ts` are built from `src/server/*.ts`.
 * Files without a source, which the build generates, are left out.
 * @param {string} root the folder of the package
 * @param {string[]} targets paths in `exports` or `bin` of package.json
 * @returns {string[]} paths below `src`, without extension
 */
export const sourcesOf = (root, targets) =>
  targets
    .filter((target) => /^\.\/dist\/.+\.(?:js|d\.ts)$/.test(target))
    .flatMap((target) => globSync(target.replace(/^\.\/dist\/(.+?)(?:\.d)?\.(?:js|ts)$/, 'src/$1.ts'), { cwd: root }))
    .map((file) => file.replaceAll('\\', '/').slice('src/'.length, -'.ts'.length));
