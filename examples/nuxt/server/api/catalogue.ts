import { textsFor } from '../shop/texts.ts';
import { catalogueView } from '../shop/views.ts';

export default defineEventHandler((event) => {
  const texts = textsFor(getRequestHeader(event, 'accept-language'));
  return { texts, products: catalogueView(texts) };
});
