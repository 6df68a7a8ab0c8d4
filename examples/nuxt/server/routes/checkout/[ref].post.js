import { shop } from '../../shop/index.js';

export default defineEventHandler(async (event) => {
  const body = await readBody(event);
  return sendRedirect(event, await shop().choose(getRouterParam(event, 'ref'), body?.choice, event.node.req), 303);
});
