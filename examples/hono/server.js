import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { elements, integrity } from './shop/elements.js';
import { shop } from './shop/index.js';
import { cataloguePage, checkoutPage, HEADERS, notFoundPage } from './shop/pages.js';
import { textsFor } from './shop/texts.js';

const { checkout, choose, inside, orderOf, placeOrder } = shop();
const app = new Hono();

app.all('/pay/*', (context) => checkout.handler(context.req.raw));

const rewriteRequestPath = (path) => path.slice('/assets'.length);
for (const root of ['public', elements]) app.use('/assets/*', serveStatic({ root, rewriteRequestPath }));

const texts = (context) => textsFor(context.req.header('accept-language'));
app.notFound((context) => context.body(notFoundPage(texts(context), integrity), 404, HEADERS));

app.get('/', (context) => context.body(cataloguePage(texts(context), integrity), 200, HEADERS));

app.post('/orders', async (context) => {
  const placed = await placeOrder(await context.req.parseBody(), context.req.header('cookie'));
  if (placed) context.header('set-cookie', placed.cookie);
  return context.redirect(placed?.location ?? '/', 303);
});

app.on(['GET', 'POST'], '/checkout/:ref', async (context) => {
  const order = await orderOf(context.req.param('ref'), context.req.header('cookie'));
  if (!order) return context.notFound();
  if (context.req.method === 'POST') {
    const { choice } = await context.req.parseBody();
    return context.redirect(await choose(order.ref, choice, context.req.raw), 303);
  }
  const { search } = new URL(context.req.url);
  const html = checkoutPage(order, await inside(order, texts(context), search), texts(context), integrity);
  return context.body(html, 200, HEADERS);
});

serve({ fetch: app.fetch, port: Number(process.env.PORT || 8080), hostname: '127.0.0.1' });
