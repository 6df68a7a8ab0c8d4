import type { APIRoute } from 'astro';
import { readForm } from '../shop/forms.ts';
import { shop } from '../shop/index.ts';
import { EMPTY } from '../shop/shop.ts';

export const POST: APIRoute = async ({ request }) => {
  const { fields, status } = await readForm(request);
  if (!fields) return new Response(null, { status });
  const placed = await shop().placeOrder(fields, request.headers.get('cookie'));
  const headers: HeadersInit = placed
    ? { location: placed.location, 'set-cookie': placed.cookie }
    : { location: EMPTY };
  return new Response(null, { status: 303, headers });
};
