import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from './example-files.ts';
import { packageRoot } from '../package-root.ts';

/**
 * Returns the oldest Node version of an example from its `engines`: `22.13`. Undefined when Node does not run the shop.
 */
export function minimumNode(example: string): string | undefined {
  const text = readFileSync(join(packageRoot, 'examples', example, 'package.json'), 'utf8');
  return /^>=([\d.]+)$/.exec((JSON.parse(text) as Manifest).engines?.node ?? '')?.[1];
}

/** Returns a message when this Node is too old for an example, otherwise an empty text. */
export function nodeAdvice(minimum: string | undefined, version: string): string {
  if (minimum === undefined || version.localeCompare(minimum, 'en', { numeric: true }) >= 0) return '';
  return `\nThis shop needs Node ${minimum} or later, but this is Node ${version}: install a newer version first.\n`;
}
