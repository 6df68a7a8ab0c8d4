import { shop } from '../../../shop/index.js';

export const GET = (request) => shop().checkout.GET(request);
export const POST = (request) => shop().checkout.POST(request);
export const PUT = POST;
