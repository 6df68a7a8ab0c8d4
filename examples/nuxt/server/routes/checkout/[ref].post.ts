import { shop } from '../../shop/index.ts';

export default defineEventHandler(async (event) => {
  const { choice } = await readForm(event);
  return sendRedirect(event, await shop().choose(getRouterParam(event, 'ref')!, choice, event.node.req), 303);
});
