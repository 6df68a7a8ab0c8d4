import { shop } from '../../../shop/index.ts';

export const GET = (request: Request) => shop().checkout.GET(request);
export const POST = (request: Request) => shop().checkout.POST(request);
export const PUT = POST;
