import { textsFor } from '../shop/texts.js';
import { catalogueView } from '../shop/views.js';

export default defineEventHandler((event) => {
  const texts = textsFor(getRequestHeader(event, 'accept-language'));
  return { texts, products: catalogueView(texts) };
});
