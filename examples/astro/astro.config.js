import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

/**
 * Allows only the shop's own files. Astro adds `script-src` and `style-src`. `data:` images are the service's QR codes.
 */
const directives = [
  "default-src 'none'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
];

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  security: { csp: { directives } },
  build: { inlineStylesheets: 'never' },
  vite: { build: { assetsInlineLimit: 0 } }, // keeps scripts out of the page's HTML
  devToolbar: { enabled: false },
});
