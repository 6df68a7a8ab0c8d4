import { shop } from '../../../lib/server/shop/index.js';

export const GET = (event) => shop().checkout.GET(event);
export const POST = (event) => shop().checkout.POST(event);
export const PUT = POST;
