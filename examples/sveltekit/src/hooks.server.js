import { textsFor } from './lib/server/shop/texts.js';

export async function handle({ event, resolve }) {
  const texts = textsFor(event.request.headers.get('accept-language'));
  event.locals.texts = texts;
  const transformPageChunk = ({ html }) => html.replace('%lang%', texts.lang).replace('%dir%', texts.dir);
  const response = await resolve(event, { transformPageChunk });
  if (!event.url.pathname.startsWith('/pay/')) response.headers.set('referrer-policy', 'same-origin');
  return response;
}
