import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

const kit = sveltekit({
  adapter: adapter(),
  // SvelteKit would refuse webhooks that are sent as forms, because they have no `Origin`. So src/hooks.server.ts checks
  // the forms of the pages instead.
  csrf: { trustedOrigins: ['*'] },
  csp: {
    mode: 'nonce',
    // Allows only the shop's own files; SvelteKit adds a nonce for its own script. `data:` images are the service's QR
    // codes.
    directives: {
      'default-src': ['none'],
      'script-src': ['self'],
      'style-src': ['self'],
      // The only style attribute that SvelteKit adds: that of the text for screen readers.
      'style-src-attr': ['unsafe-hashes', 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='],
      'connect-src': ['self'],
      'img-src': ['self', 'data:'],
      'base-uri': ['none'],
      'form-action': ['self'],
      'frame-ancestors': ['none'],
      'require-trusted-types-for': ['script'],
      'trusted-types': ['lit-html', 'svelte-trusted-html', 'sveltekit-trusted-url'],
    },
  },
});

export default defineConfig({
  plugins: [kit],
  server: { host: '127.0.0.1', port: Number(process.env.PORT || 8080), strictPort: true },
});
