import { shop } from '../shop/index.ts';
import { EMPTY } from '../shop/shop.ts';

export default defineEventHandler(async (event) => {
  const placed = await shop().placeOrder(await readForm(event), getRequestHeader(event, 'cookie'));
  if (placed) appendResponseHeader(event, 'set-cookie', placed.cookie);
  return sendRedirect(event, placed?.location ?? EMPTY, 303);
});
