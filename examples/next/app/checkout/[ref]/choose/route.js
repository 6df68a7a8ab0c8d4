import { readForm } from '../../../../shop/forms.js';
import { shop } from '../../../../shop/index.js';

export async function POST(request, { params }) {
  const { ref } = await params;
  const { fields, status } = await readForm(request);
  if (!fields) return new Response(null, { status });
  const location = await shop().choose(ref, fields.choice, request);
  return new Response(null, { status: 303, headers: { location } });
}
