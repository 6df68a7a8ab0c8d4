import type { APIRoute } from 'astro';
import { shop } from '../../shop/index.ts';

export const ALL: APIRoute = (context) => shop().checkout.fetch(context);
