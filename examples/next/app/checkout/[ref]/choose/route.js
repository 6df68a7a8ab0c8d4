import { shop } from '../../../../shop/index.js';

export async function POST(request, { params }) {
  const { ref } = await params;
  const location = await shop().choose(ref, (await request.formData()).get('choice'), request);
  return new Response(null, { status: 303, headers: { location } });
}
