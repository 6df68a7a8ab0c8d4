import { shop } from '../../lib/server/shop/index.js';

export async function POST({ request }) {
  const form = Object.fromEntries(await request.formData());
  const placed = await shop().placeOrder(form, request.headers.get('cookie'));
  const headers = placed ? { location: placed.location, 'set-cookie': placed.cookie } : { location: '/' };
  return new Response(null, { status: 303, headers });
}
