import { error, redirect } from '@sveltejs/kit';
import { readForm } from '../../../lib/server/shop/forms.ts';
import { shop } from '../../../lib/server/shop/index.ts';
import { orderView } from '../../../lib/server/shop/views.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals: { texts }, params, request, url }) => {
  const order = await shop().orderOf(params.ref, request.headers.get('cookie'));
  if (!order) error(404, texts.missing);
  return { order: orderView(order, texts), inside: await shop().inside(order, texts, url.search) };
};

export const actions: Actions = {
  default: async (event) => {
    const { fields, status } = await readForm(event.request);
    if (!fields) error(status);
    redirect(303, await shop().choose(event.params.ref, fields.choice, event));
  },
};
