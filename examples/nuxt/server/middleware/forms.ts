import { shop } from '../shop/index.ts';

/** Refuses forms of other sites. */
export default defineEventHandler((event) => {
  if (event.method !== 'POST' || event.path.startsWith('/pay/')) return;
  if (!shop().isOwnForm(getRequestHeader(event, 'origin'), getRequestHeader(event, 'host')))
    throw createError({ statusCode: 403 });
});
