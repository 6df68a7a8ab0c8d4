/** The version of this copy, as in package.json: a test compares them. */
export const version = '0.1.0';
