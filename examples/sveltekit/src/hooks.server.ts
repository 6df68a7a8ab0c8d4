import type { Handle } from '@sveltejs/kit/hooks';
import { building } from '$app/env';
import { shop } from './lib/server/shop/index.ts';
import { closeAtSignal } from './lib/server/shop/shutdown.ts';
import { textsFor } from './lib/server/shop/texts.ts';

/** Called once, when the server starts: without its settings the shop does not start. */
export function init() {
  if (!building) closeAtSignal(shop().checkout);
}

export const handle: Handle = async ({ event, resolve }) => {
  const { request, url } = event;
  const isPay = url.pathname.startsWith('/pay/');
  const isForm = request.method === 'POST' && !isPay;
  if (isForm && !shop().isOwnForm(request.headers.get('origin'), request.headers.get('host')))
    return new Response(null, { status: 403 });

  const texts = textsFor(request.headers.get('accept-language'));
  event.locals.texts = texts;
  const transformPageChunk = ({ html }: { html: string }) =>
    html.replace('%lang%', texts.lang).replace('%dir%', texts.dir);
  const response = await resolve(event, { transformPageChunk }); // below /pay/ SvelteKit may answer with the page of an error
  if (isPay) return response;
  response.headers.set('referrer-policy', 'same-origin');
  response.headers.set('x-content-type-options', 'nosniff');
  response.headers.set('cache-control', 'no-store');
  return response;
};
