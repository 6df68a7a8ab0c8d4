import { shop } from '../shop/index.ts';

export default defineEventHandler(async (event) => {
  const placed = await shop().placeOrder(await readForm(event), getRequestHeader(event, 'cookie'));
  if (placed) appendResponseHeader(event, 'set-cookie', placed.cookie);
  return sendRedirect(event, placed?.location ?? '/', 303);
});
