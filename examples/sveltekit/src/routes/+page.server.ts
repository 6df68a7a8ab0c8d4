import { catalogueView } from '../lib/server/shop/views.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => ({ products: catalogueView(locals.texts) });
