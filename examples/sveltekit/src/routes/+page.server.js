import { catalogueView } from '../lib/server/shop/views.js';

export const load = ({ locals }) => ({ products: catalogueView(locals.texts) });
