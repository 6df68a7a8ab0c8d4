/** The strictest Content-Security-Policy that a shop can have: its own script, and images from data URLs only. */
export const STRICT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');
