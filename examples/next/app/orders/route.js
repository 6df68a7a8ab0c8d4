import { shop } from '../../shop/index.js';

export async function POST(request) {
  const placed = await shop().placeOrder(Object.fromEntries(await request.formData()), request.headers.get('cookie'));
  const headers = placed ? { location: placed.location, 'set-cookie': placed.cookie } : { location: '/' };
  return new Response(null, { status: 303, headers });
}
