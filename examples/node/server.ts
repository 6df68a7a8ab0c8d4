import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { nodeHandler } from 'pay-elements/server/node';
import { printAddress } from './shop/address.ts';
import { elements, integrity } from './shop/elements.ts';
import { readFields } from './shop/forms.ts';
import { shop } from './shop/index.ts';
import { cataloguePage, checkoutPage, HEADERS, notFoundPage } from './shop/pages.ts';
import { EMPTY } from './shop/shop.ts';
import { endAtSignal } from './shop/shutdown.ts';
import { textsFor } from './shop/texts.ts';

const { checkout, choose, inside, isOwnForm, orderOf, placeOrder } = shop();
const pay = nodeHandler(checkout);

/** Accepts plain names only, so that no path leaves the two folders. */
const ASSET = /^\/assets\/((?:locales\/)?[\w.-]+\.(css|js|json))$/;
const TYPES: Readonly<Record<string, string>> = { css: 'text/css', js: 'text/javascript', json: 'application/json' };

async function answer(request: IncomingMessage, response: ServerResponse) {
  const [, pathname = '', search = ''] = /^([^?]*)(.*)$/.exec(request.url!) ?? []; // `new URL` throws an error for some paths
  const texts = textsFor(request.headers['accept-language']);
  const page = (status: number, html: string) => response.writeHead(status, HEADERS).end(html);
  const goTo = (location: string, headers = {}) => response.writeHead(303, { location, ...headers }).end();
  const isForm = request.method === 'POST';
  if (isForm && !isOwnForm(request.headers.origin, request.headers.host)) return response.writeHead(403).end();
  // The connection stays open for the response when the rest of a form is not read.
  const body = request.iterator({ destroyOnReturn: false });
  const { fields: form, status } = isForm ? await readFields(request.headers['content-type'], body) : {};
  if (status) return response.writeHead(status).end();

  if (pathname === '/') return page(200, cataloguePage(texts, integrity, new URLSearchParams(search).has('empty')));
  if (pathname === '/orders' && form) {
    const placed = await placeOrder(form, request.headers.cookie);
    return placed ? goTo(placed.location, { 'set-cookie': placed.cookie }) : goTo(EMPTY);
  }
  const [, ref] = /^\/checkout\/([\w-]+)$/.exec(pathname) ?? [];
  const order = ref && (await orderOf(ref, request.headers.cookie));
  if (order && form) return goTo(await choose(ref, form.choice, request));
  if (order) return page(200, checkoutPage(order, await inside(order, texts, search), texts, integrity));
  const [, name, type = ''] = ASSET.exec(pathname) ?? [];
  const file = name && (await readFile(name === 'shop.css' ? `public/${name}` : elements + name).catch(() => {}));
  if (file) return response.writeHead(200, { 'content-type': `${TYPES[type]}; charset=utf-8` }).end(file);
  page(404, notFoundPage(texts, integrity));
}

/**
 * A request has to arrive within 15 s: slow clients could keep all connections. By default Node waits for 5 min. The time
 * until the response has no limit: `/pay/` lets payers wait for a change. Milliseconds.
 */
const LIMITS = { headersTimeout: 15_000, requestTimeout: 15_000, connectionsCheckingInterval: 2_000 };

const server = createServer(LIMITS, (request, response) => {
  if (request.url!.startsWith('/pay/')) return pay(request, response);
  answer(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  });
});
endAtSignal(server, checkout);
printAddress(server);
server.listen(Number(process.env.PORT || 8080), process.env.HOST || '127.0.0.1');
