import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

/**
 * Allows only the shop's own files; SvelteKit adds a nonce for its own script. `data:` images are the service's QR
 * codes.
 */
const directives = {
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
};

/** The shop's own origin, which the build needs. SvelteKit refuses forms of other origins. */
const origin = process.env.PAY_URL && new URL(process.env.PAY_URL).origin;

export default defineConfig({
  plugins: [sveltekit({ adapter: adapter(), paths: { origin }, csp: { mode: 'nonce', directives } })],
});
