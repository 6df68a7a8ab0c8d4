import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

/** Only the shop's own files; SvelteKit adds a nonce for its own script. `data:` images are the service's QR codes. */
const directives = {
  'default-src': ['none'],
  'script-src': ['self'],
  'style-src': ['self'],
  // The one style attribute that SvelteKit itself writes: of the text that it announces to screen readers.
  'style-src-attr': ['unsafe-hashes', 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='],
  'connect-src': ['self'],
  'img-src': ['self', 'data:'],
  'base-uri': ['none'],
  'form-action': ['self'],
  'frame-ancestors': ['none'],
  'require-trusted-types-for': ['script'],
  'trusted-types': ['lit-html', 'svelte-trusted-html', 'sveltekit-trusted-url'],
};

/** The shop's own origin. SvelteKit takes no forms of other origins. It is needed when the shop is built. */
const origin = process.env.PAY_URL && new URL(process.env.PAY_URL).origin;

export default defineConfig({
  plugins: [sveltekit({ adapter: adapter(), paths: { origin }, csp: { mode: 'nonce', directives } })],
});
