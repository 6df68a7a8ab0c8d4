import { exampleManifest } from './example-files.ts';
import { ownManifest } from './sources.ts';

/**
 * Returns the oldest Node version of an example: `22.18`. Undefined when Node does not run the shop.
 *
 * @param isTypeScript - whether Node removes the types when it runs the shop
 */
export function minimumNode(example: string, isTypeScript: boolean): string | undefined {
  const { engines } = exampleManifest(example);
  const range = engines && (isTypeScript ? engines : ownManifest().engines).node;
  return oldestIn(range);
}

/** The oldest version of a range such as `>=22.18`; undefined for any other range. */
export const oldestIn = (range = ''): string | undefined => /^>=\s*([\d.]+)$/.exec(range)?.[1];

/** Returns a message when this Node is too old for an example, otherwise an empty text. */
export function nodeAdvice(minimum: string | undefined, version: string): string {
  if (minimum === undefined || version.localeCompare(minimum, 'en', { numeric: true }) >= 0) return '';
  return `\nThis shop needs Node ${minimum} or later, but this is Node ${version}: install a newer version first.\n`;
}
