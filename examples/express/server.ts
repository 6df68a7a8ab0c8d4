import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { nodeHandler } from 'pay-elements/server/node';
import { printAddress } from './shop/address.ts';
import { elements, integrity } from './shop/elements.ts';
import { shop } from './shop/index.ts';
import { cataloguePage, checkoutPage, HEADERS, notFoundPage } from './shop/pages.ts';
import { EMPTY, FORM_MAX } from './shop/shop.ts';
import { endAtSignal } from './shop/shutdown.ts';
import { textsFor } from './shop/texts.ts';

const { checkout, choose, inside, isOwnForm, orderOf, placeOrder } = shop();
const app = express().disable('x-powered-by');

app.use('/pay', nodeHandler(checkout)); // before body parsers
app.use('/assets', express.static('public'), express.static(elements));
app.use(express.urlencoded({ limit: FORM_MAX }), (request, response, next) => {
  if (request.method === 'POST' && !isOwnForm(request.get('origin'), request.get('host')))
    return response.sendStatus(403);
  response.locals.texts = textsFor(request.get('accept-language'));
  response.set(HEADERS);
  next();
});

app.get('/', (request, response) =>
  response.send(cataloguePage(response.locals.texts, integrity, 'empty' in request.query)),
);

app.post('/orders', async (request, response) => {
  const placed = await placeOrder(request.body ?? {}, request.get('cookie'));
  if (placed) response.append('set-cookie', placed.cookie);
  response.redirect(303, placed?.location ?? EMPTY);
});

/** Reads the order of the path. For other visitors the path does not exist. */
const withOrder: RequestHandler<{ ref: string }> = async (request, response, next) => {
  response.locals.order = await orderOf(request.params.ref, request.get('cookie'));
  next(response.locals.order ? undefined : 'route');
};
app.get('/checkout/:ref', withOrder, async (request, response) => {
  const { order, texts } = response.locals;
  const { search } = new URL(request.originalUrl, 'http://shop.invalid');
  response.send(checkoutPage(order, await inside(order, texts, search), texts, integrity));
});
app.post('/checkout/:ref', withOrder, async (request, response) =>
  response.redirect(303, await choose(request.params.ref, request.body?.choice, request)),
);

app.use((_request, response) => response.status(404).send(notFoundPage(response.locals.texts, integrity)));

// Without it, Express sends the stack with the paths of this machine, unless NODE_ENV is production.
const sendError: ErrorRequestHandler = (error, _request, response, next) => {
  const { status = 500 } = error;
  if (status >= 500) console.error(error);
  if (response.headersSent) return next(error);
  response.sendStatus(status);
};
app.use(sendError);

const server = app.listen(Number(process.env.PORT || 8080), process.env.HOST || '127.0.0.1');
// A request has to arrive within 15 s: slow clients could keep all connections. By default Node waits for 5 min.
Object.assign(server, { headersTimeout: 15_000, requestTimeout: 15_000 });
endAtSignal(server, checkout);
printAddress(server);
