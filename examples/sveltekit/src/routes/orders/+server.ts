import { readForm } from '../../lib/server/shop/forms.ts';
import { shop } from '../../lib/server/shop/index.ts';
import { EMPTY } from '../../lib/server/shop/shop.ts';
import type { RequestHandler } from './$types';

export const POST: RequestHandler = async ({ request }) => {
  const { fields, status } = await readForm(request);
  if (!fields) return new Response(null, { status });
  const placed = await shop().placeOrder(fields, request.headers.get('cookie'));
  const headers: HeadersInit = placed
    ? { location: placed.location, 'set-cookie': placed.cookie }
    : { location: EMPTY };
  return new Response(null, { status: 303, headers });
};
