import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { printAddress } from './shop/address.ts';
import { elements, integrity } from './shop/elements.ts';
import { shop } from './shop/index.ts';
import { cataloguePage, checkoutPage, HEADERS, notFoundPage } from './shop/pages.ts';
import { EMPTY, FORM_MAX } from './shop/shop.ts';
import { endAtSignal } from './shop/shutdown.ts';
import { textsFor } from './shop/texts.ts';
import type { Fields } from './shop/types.ts';

const { checkout, choose, inside, isOwnForm, orderOf, placeOrder } = shop();
const app = new Hono();

/** The request with the address of its connection, which limits the payments of one visitor. */
const addressed = (context: Context) => ({ request: context.req.raw, address: getConnInfo(context).remote.address });
app.all('/pay/*', (context) => checkout.fetch(addressed(context)));

app.post('*', bodyLimit({ maxSize: FORM_MAX }), async (context, next) => {
  if (!isOwnForm(context.req.header('origin'), context.req.header('host'))) return context.body(null, 403);
  await next();
});
/** The fields of a form; none when the body is not a form. */
const formOf = (context: Context): Promise<Fields> => context.req.parseBody().catch(() => ({}));

const rewriteRequestPath = (path: string) => path.slice('/assets'.length);
for (const root of ['public', elements]) app.use('/assets/*', serveStatic({ root, rewriteRequestPath }));

const texts = (context: Context) => textsFor(context.req.header('accept-language'));
app.notFound((context) => context.body(notFoundPage(texts(context), integrity), 404, HEADERS));

app.get('/', (context) =>
  context.body(cataloguePage(texts(context), integrity, context.req.query('empty') !== undefined), 200, HEADERS),
);

app.post('/orders', async (context) => {
  const placed = await placeOrder(await formOf(context), context.req.header('cookie'));
  if (placed) context.header('set-cookie', placed.cookie);
  return context.redirect(placed?.location ?? EMPTY, 303);
});

app.on(['GET', 'POST'], '/checkout/:ref', async (context) => {
  const order = await orderOf(context.req.param('ref'), context.req.header('cookie'));
  if (!order) return context.notFound();
  if (context.req.method === 'POST') {
    const { choice } = await formOf(context);
    return context.redirect(await choose(order.ref, choice, addressed(context)), 303);
  }
  const { search } = new URL(context.req.url);
  const html = checkoutPage(order, await inside(order, texts(context), search), texts(context), integrity);
  return context.body(html, 200, HEADERS);
});

const server = serve({
  fetch: app.fetch,
  port: Number(process.env.PORT || 8080),
  hostname: process.env.HOST || '127.0.0.1',
  // A request has to arrive within 15 s: slow clients could keep all connections. By default Node waits for 5 min.
  serverOptions: { headersTimeout: 15_000, requestTimeout: 15_000 },
});
endAtSignal(server as Server, checkout);
printAddress(server as Server);
