import formbody from '@fastify/formbody';
import files from '@fastify/static';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { nodeHandler } from 'pay-elements/server/node';
import { printAddress } from './shop/address.ts';
import { elements, integrity } from './shop/elements.ts';
import { shop } from './shop/index.ts';
import { cataloguePage, checkoutPage, HEADERS, notFoundPage } from './shop/pages.ts';
import { EMPTY, FORM_MAX } from './shop/shop.ts';
import { endAtSignal } from './shop/shutdown.ts';
import { textsFor } from './shop/texts.ts';
import type { Fields } from './shop/types.ts';

const { checkout, choose, inside, isOwnForm, orderOf, placeOrder } = shop();
/** A request has to arrive within 15 s: slow clients could keep all connections. By default Fastify has no limit. Milliseconds. */
const LIMITS = { requestTimeout: 15_000, http: { headersTimeout: 15_000, connectionsCheckingInterval: 2_000 } };

const app = fastify({ bodyLimit: FORM_MAX, ...LIMITS });
await app.register(formbody);
await app.register(files, { prefix: '/assets/', root: [`${import.meta.dirname}/public`, elements] });

// In a plugin of its own, without Fastify's parsers: the checkout reads the bodies itself, with every digit of an amount.
app.register(async (pay) => {
  pay.removeAllContentTypeParsers();
  pay.addContentTypeParser('*', (_request, _body, done) => done(null));
  pay.all('/pay/*', nodeHandler(checkout));
});

app.addHook('onRequest', async (request, reply) => {
  const isForm = request.method === 'POST' && !request.url.startsWith('/pay/');
  if (isForm && !isOwnForm(request.headers.origin, request.headers.host)) return reply.code(403).send();
});

const texts = (request: FastifyRequest) => textsFor(request.headers['accept-language']);
const notFound = (request: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(404)
    .headers(HEADERS)
    .send(notFoundPage(texts(request), integrity));
app.setNotFoundHandler(notFound);
app.setErrorHandler<{ statusCode?: number }>((error, _request, reply) => {
  const { statusCode = 500 } = error;
  if (statusCode >= 500) console.error(error);
  reply.removeHeader('connection'); // with `close`, the sender of a body that is too long may not receive the response
  reply.code(statusCode).send(); // the message may name files and tables
});

app.get<{ Querystring: Fields }>('/', (request, reply) =>
  reply.headers(HEADERS).send(cataloguePage(texts(request), integrity, 'empty' in request.query)),
);

app.post<{ Body?: Fields }>('/orders', async (request, reply) => {
  const placed = await placeOrder(request.body ?? {}, request.headers.cookie);
  if (placed) reply.header('set-cookie', placed.cookie);
  return reply.redirect(placed?.location ?? EMPTY, 303);
});

app.route<{ Params: { ref: string }; Body?: Fields }>({
  method: ['GET', 'POST'],
  url: '/checkout/:ref',
  async handler(request, reply) {
    const order = await orderOf(request.params.ref, request.headers.cookie);
    if (!order) return notFound(request, reply);
    if (request.method === 'POST') return reply.redirect(await choose(order.ref, request.body?.choice, request), 303);
    const { search } = new URL(request.url, 'http://shop.invalid');
    const html = checkoutPage(order, await inside(order, texts(request), search), texts(request), integrity);
    return reply.headers(HEADERS).send(html);
  },
});

await app.listen({ port: Number(process.env.PORT || 8080), host: process.env.HOST || '127.0.0.1' });
endAtSignal(app.server, checkout);
printAddress(app.server);
