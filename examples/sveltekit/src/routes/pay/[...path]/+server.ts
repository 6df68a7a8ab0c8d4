import { shop } from '../../../lib/server/shop/index.ts';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = (event) => shop().checkout.GET(event);
export const POST: RequestHandler = (event) => shop().checkout.POST(event);
export const PUT = POST;
