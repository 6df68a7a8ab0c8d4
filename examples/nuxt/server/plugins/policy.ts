/** The policy of every page, with a nonce that app/plugins/nonce.server.ts gives to the scripts. */
export default defineNitroPlugin((nitro) => {
  if (import.meta.dev) return; // the development server adds its own scripts and styles
  nitro.hooks.hook('request', (event) => {
    event.context.nonce = btoa(crypto.randomUUID());
  });
  nitro.hooks.hook('render:html', (_html, { event }) => {
    setResponseHeaders(event, {
      'content-security-policy': [
        "default-src 'none'",
        `script-src 'self' 'nonce-${event.context.nonce}'`,
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:", // data: images are the service's QR codes
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types lit-html vue',
      ].join('; '),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });
  nitro.hooks.hook('render:response', ({ headers = {} }) => {
    delete headers['x-powered-by'];
  });
});
