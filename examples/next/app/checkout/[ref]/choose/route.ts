import { readForm } from '../../../../shop/forms.ts';
import { shop } from '../../../../shop/index.ts';

export async function POST(request: Request, { params }: RouteContext<'/checkout/[ref]/choose'>) {
  const { ref } = await params;
  const { fields, status } = await readForm(request);
  if (!fields) return new Response(null, { status });
  const location = await shop().choose(ref, fields.choice, request);
  return new Response(null, { status: 303, headers: { location } });
}
