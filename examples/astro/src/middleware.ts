import type { MiddlewareHandler } from 'astro';
import { shop } from './shop/index.ts';

export const onRequest: MiddlewareHandler = async ({ request, url }, next) => {
  if (url.pathname.startsWith('/pay/')) return next();
  if (request.method === 'POST' && !shop().isOwnForm(request.headers.get('origin'), request.headers.get('host')))
    return new Response(null, { status: 403 });

  const response = await next();
  response.headers.set('referrer-policy', 'same-origin');
  response.headers.set('x-content-type-options', 'nosniff');
  response.headers.set('cache-control', 'no-store');
  return response;
};
