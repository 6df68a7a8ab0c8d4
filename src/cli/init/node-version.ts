import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from './example-files.ts';
import { packageRoot } from './stacks.ts';

/** The oldest Node that an example runs on, as its `engines` says: `22.13`. Undefined where Node does not run the shop. */
export function leastNode(example: string): string | undefined {
  const text = readFileSync(join(packageRoot, 'examples', example, 'package.json'), 'utf8');
  return /^>=([\d.]+)$/.exec((JSON.parse(text) as Manifest).engines?.node ?? '')?.[1];
}

/** What to say when this Node is too old for an example, else nothing. */
export function nodeAdvice(least: string | undefined, version: string): string {
  if (least === undefined || version.localeCompare(least, 'en', { numeric: true }) >= 0) return '';
  return `\nThis shop needs Node ${least} or later, and this is Node ${version}: install a newer one first.\n`;
}
