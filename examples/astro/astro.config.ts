import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  server: { host: '127.0.0.1', port: Number(process.env.PORT || 8080) },
  // Astro would refuse webhooks that are sent as forms, because they have no `Origin`. So src/middleware.ts checks the
  // forms of the pages instead.
  security: {
    checkOrigin: false,
    csp: {
      // Allows only the shop's own files. Astro adds `script-src` and `style-src`. `data:` images are the service's QR codes.
      directives: [
        "default-src 'none'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types lit-html',
      ],
    },
  },
  build: { inlineStylesheets: 'never' },
  vite: { build: { assetsInlineLimit: 0 } }, // keeps scripts out of the page's HTML
  devToolbar: { enabled: false },
});
