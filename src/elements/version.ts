/** The version of this copy, as in package.json. A test compares both; `npm run release` writes both. */
export const version = '0.2.0';
