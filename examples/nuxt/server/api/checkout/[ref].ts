import { shop } from '../../shop/index.ts';
import { textsFor } from '../../shop/texts.ts';
import { orderView } from '../../shop/views.ts';

export default defineEventHandler(async (event) => {
  const texts = textsFor(getRequestHeader(event, 'accept-language'));
  const order = await shop().orderOf(getRouterParam(event, 'ref')!, getRequestHeader(event, 'cookie'));
  if (!order) throw createError({ statusCode: 404, message: texts.missing });
  setResponseHeader(event, 'cache-control', 'no-store');
  const inside = await shop().inside(order, texts, getRequestURL(event).search);
  return { texts, order: orderView(order, texts), inside };
});
