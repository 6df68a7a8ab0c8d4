import { shop } from '../../shop/index.js';

export const ALL = (context) => shop().checkout.fetch(context);
