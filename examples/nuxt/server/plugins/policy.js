/**
 * The policy of every page. Nuxt adds scripts to the head and after the body; these get the nonce of the request. The
 * body is not changed, so that injected markup gets no nonce.
 */
export default defineNitroPlugin((nitro) => {
  if (import.meta.dev) return; // the development server adds its own scripts and styles
  nitro.hooks.hook('render:html', (html, { event }) => {
    const nonce = btoa(crypto.randomUUID());
    for (const part of ['head', 'bodyAppend'])
      html[part] = html[part].map((text) => text.replaceAll('<script', `<script nonce="${nonce}"`));
    setResponseHeaders(event, {
      'content-security-policy': [
        "default-src 'none'",
        `script-src 'self' 'nonce-${nonce}'`,
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
  nitro.hooks.hook('render:response', ({ headers }) => {
    delete headers['x-powered-by'];
  });
});
