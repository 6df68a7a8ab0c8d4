import { fileURLToPath } from 'node:url';

/** The root folder of this package, with a trailing slash, for its sources and for the built files. */
export const packageRoot = fileURLToPath(new URL('.', import.meta.resolve('pay-elements/package.json')));
