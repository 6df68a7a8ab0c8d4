import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package's files for script tags, served below `/assets/`. */
export const elements = fileURLToPath(new URL('dist/cdn/', import.meta.resolve('pay-elements/package.json')));

/** The hash of `pay-elements.js`, for the script tag. */
export const integrity = readFileSync(`${elements}integrity.txt`, 'utf8');
