import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { createCheckout } from 'pay-elements/server';
import { nodeHandler } from 'pay-elements/server/node';
import { sqliteStore } from 'pay-elements/server/sqlite';
import { CURRENCY, decimalOf } from './catalogue.ts';
import { orderBook } from './orders.ts';
import { cataloguePage, checkoutPage, notFoundPage, themeOf } from './pages.ts';
import { payout } from './payout.ts';
import { plainCheckout } from './without-script.ts';

export interface ShopOptions {
  /** 0 for any free one. */
  readonly port: number;
  /** The SQLite file of orders and payments. */
  readonly database: string;
  readonly service: { readonly baseUrl: string; readonly apiKey: string };
}

const SHOP = 'Northwind Coffee';

/** Only the shop's own files and answers; images may also be the service's QR image, a data: URL. */
const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; " +
  "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html";

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.map': 'application/json',
};

const folder = fileURLToPath(new URL('./public/', import.meta.url));

/** The package's file for a script tag, as a shop would copy it to its own assets. */
const elements = fileURLToPath(new URL('dist/cdn/', import.meta.resolve('pay-elements/package.json')));

/** The key that signs webhook addresses lives beside the database, so that open payments survive a restart. */
function secretBeside(database: string): string {
  const file = `${database}.secret`;
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/** A shop with a catalogue, a cart and a checkout. All there is to taking payments is `createCheckout`, below. */
export async function startShop({ port, database, service }: ShopOptions) {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  // Two connections to one file: the store's transactions are its own.
  const db = new DatabaseSync(database);
  const payments = new DatabaseSync(database);
  const orders = orderBook(db);
  const checkout = createCheckout({
    service,
    secret: secretBeside(database),
    publicUrl: `${url}/pay`,
    store: sqliteStore(payments),
    order: async (ref) => {
      const order = orders.find(ref);
      return (
        order && {
          amount: decimalOf(order.cents),
          currency: CURRENCY,
          payout,
          label: SHOP,
          meta: { order: ref },
          paid: order.state === 'paid' || order.state === 'refunded',
          soldOut: order.state === 'sold-out',
        }
      );
    },
    onStatus: async (payment, { to }) => {
      if (to === 'paid' || to === 'overpaid') orders.mark(payment.order, 'paid');
      if (to === 'refunded') orders.mark(payment.order, 'refunded');
    },
    onEvent: (event) => {
      if (event.level === 'warn' || event.level === 'error') console[event.level]('checkout:', event);
    },
  });
  const pay = nodeHandler(checkout);
  const plain = plainCheckout(checkout, `${url}/pay`);

  server.on('request', (request, response) => {
    if (request.url?.startsWith('/pay/')) return void pay(request, response);
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (request.method === 'POST' && pathname === '/orders') {
      const id = orders.create(new URLSearchParams(await readForm(request)));
      return response.writeHead(303, { location: id ? `/checkout/${id}` : '/?empty' }).end();
    }
    const [, id] = /^\/checkout\/([\w-]+)$/.exec(pathname) ?? [];
    if (request.method === 'POST' && id && orders.find(id)) {
      const choice = new URLSearchParams(await readForm(request)).get('choice') ?? '';
      const query = new URLSearchParams((await plain.choose(id, choice)) ? { with: choice } : { failed: '' });
      return response.writeHead(303, { location: `/checkout/${id}?${query}` }).end();
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return response.writeHead(405, { allow: 'GET, HEAD' }).end();
    if (pathname === '/') return page(response, 200, cataloguePage(SHOP, request.url?.endsWith('?empty') ?? false));
    if (id) {
      const order = orders.find(id);
      if (!order) return page(response, 404, notFoundPage(SHOP));
      const theme = themeOf(searchParams.get('theme') ?? /(?:^|; )theme=(\w+)/.exec(request.headers.cookie ?? '')?.[1]);
      response.setHeader('set-cookie', `theme=${theme}; Path=/; SameSite=Lax; HttpOnly`);
      return page(response, 200, checkoutPage(SHOP, order, await plain.inside(id, searchParams), theme));
    }
    const asset = assetOf(pathname);
    if (!asset) return page(response, 404, notFoundPage(SHOP));
    const type = TYPES[extname(asset)] ?? 'application/octet-stream';
    response
      .writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' })
      .end(readFileSync(asset));
  }

  return {
    url,
    port: (server.address() as AddressInfo).port,
    async close() {
      await checkout.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      payments.close();
      db.close();
    },
  };
}

function page(response: ServerResponse, status: number, html: string) {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': CONTENT_POLICY,
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  response.writeHead(status, headers).end(html);
}

/** A file of the shop or of the package; a plain name only, so that no path leads out of the folder. */
function assetOf(pathname: string): string | undefined {
  const [, name] = /^\/assets\/((?:locales\/)?[\w-]+(?:\.more)?\.(?:css|js|svg|js\.map))$/.exec(pathname) ?? [];
  return name && [join(folder, name), join(elements, name)].find((file) => existsSync(file));
}

/** A cart is a few hundred bytes. */
const FORM_MAX = 10_000;

async function readForm(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > FORM_MAX) return '';
  }
  return text;
}
