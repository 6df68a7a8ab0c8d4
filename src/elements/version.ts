/** The version of this copy, as in package.json: a test compares them, `npm run release` writes both. */
export const version = '0.2.0';
