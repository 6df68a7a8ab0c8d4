import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { nodeHandler } from 'pay-elements/server/node';
import { elements, integrity } from './shop/elements.js';
import { shop } from './shop/index.js';
import { cataloguePage, checkoutPage, HEADERS, notFoundPage } from './shop/pages.js';
import { textsFor } from './shop/texts.js';

const { checkout, choose, inside, orderOf, placeOrder } = shop();
const pay = nodeHandler(checkout);

/** Accepts plain names only, so that no path leaves the two folders. */
const ASSET = /^\/assets\/((?:locales\/)?[\w.-]+\.(css|js|json))$/;
const TYPES = { css: 'text/css', js: 'text/javascript', json: 'application/json' };

async function answer(request, response) {
  const { pathname, search } = new URL(request.url, 'http://shop.invalid');
  const texts = textsFor(request.headers['accept-language']);
  const page = (status, html) => response.writeHead(status, HEADERS).end(html);
  const goTo = (location, headers = {}) => response.writeHead(303, { location, ...headers }).end();
  const form = async () => Object.fromEntries(new URLSearchParams(await text(request)));

  if (pathname === '/') return page(200, cataloguePage(texts, integrity));
  if (pathname === '/orders' && request.method === 'POST') {
    const placed = await placeOrder(await form(), request.headers.cookie);
    return placed ? goTo(placed.location, { 'set-cookie': placed.cookie }) : goTo('/');
  }
  const [, ref] = /^\/checkout\/([\w-]+)$/.exec(pathname) ?? [];
  const order = ref && (await orderOf(ref, request.headers.cookie));
  if (order && request.method === 'POST') return goTo(await choose(ref, (await form()).choice, request));
  if (order) return page(200, checkoutPage(order, await inside(order, texts, search), texts, integrity));
  const [, name, type] = ASSET.exec(pathname) ?? [];
  const file = name && (await readFile(name === 'shop.css' ? `public/${name}` : elements + name).catch(() => {}));
  if (file) return response.writeHead(200, { 'content-type': `${TYPES[type]}; charset=utf-8` }).end(file);
  page(404, notFoundPage(texts, integrity));
}

const server = createServer((request, response) => {
  if (request.url.startsWith('/pay/')) return pay(request, response);
  answer(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  });
});
server.listen(Number(process.env.PORT || 8080), '127.0.0.1');
