import { catalogueView } from '../lib/server/shop/views.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals, url }) => ({
  products: catalogueView(locals.texts),
  isEmpty: url.searchParams.has('empty'), // an order without products was sent
});
