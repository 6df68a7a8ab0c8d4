import { readForm } from '../../lib/server/shop/forms.js';
import { shop } from '../../lib/server/shop/index.js';

export async function POST({ request }) {
  const { fields, status } = await readForm(request);
  if (!fields) return new Response(null, { status });
  const placed = await shop().placeOrder(fields, request.headers.get('cookie'));
  const headers = placed ? { location: placed.location, 'set-cookie': placed.cookie } : { location: '/' };
  return new Response(null, { status: 303, headers });
}
