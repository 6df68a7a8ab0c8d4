import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { Phase } from 'pay-elements/core';
import { createCheckout, settlesOrder, type CheckoutOptions, type PaymentProvider } from 'pay-elements/server';
import { nodeHandler } from 'pay-elements/server/node';
import { sqliteStore } from 'pay-elements/server/sqlite';
import { CURRENCY, decimalOf } from './catalogue.ts';
import { orderBook } from './orders.ts';
import type { DevServer } from './dev-server.ts';
import { cataloguePage, checkoutPage, notFoundPage, themeOf } from './pages.ts';
import { payout } from './payout.ts';
import { plainCheckout } from './without-script.ts';

export interface ShopOptions {
  /** The port; 0 uses any free port. */
  readonly port: number;
  /** The SQLite file of orders and payments. */
  readonly database: string;
  /** The payment service, or a provider that receives the money in its own wallets. */
  readonly backend:
    | Pick<Extract<CheckoutOptions, { readonly service: object }>, 'service' | 'chain' | 'explorers'>
    | { readonly provider: PaymentProvider };
  /** Serves the tags from their sources: `npm run dev`. Without it the built file is served. */
  readonly devServer?: (server: Server) => Promise<DevServer>;
}

const SHOP = 'Northwind Coffee';

/**
 * Statuses of the sandbox's profiles that may have several meanings. A real shop gets their meaning from its service.
 */
const STATUS_MAP: Readonly<Record<string, Phase>> = {
  PROCESSING: 'confirming',
  COMPLETED: 'paid',
  SUCCEEDED: 'paid',
  TIMED_OUT: 'expired',
};

/** Allows only the shop's own files and responses. Images may also be the service's QR code, a data: URL. */
const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; " +
  "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html";

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

const folder = fileURLToPath(new URL('./public/', import.meta.url));

/** The package's file for a script tag, which a shop would copy to its own assets. */
const elements = fileURLToPath(new URL('dist/cdn/', import.meta.resolve('pay-elements/package.json')));

/**
 * Reads the key that signs webhook addresses. It is stored next to the database, so that open payments remain valid
 * after a restart.
 */
function secretBeside(database: string): string {
  const file = `${database}.secret`;
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/**
 * Starts a shop with a catalogue, a cart and a checkout. `createCheckout`, below, is all that is needed to take
 * payments.
 */
export async function startShop({ port, database, backend, devServer }: ShopOptions) {
  const server = createServer();
  const dev = await devServer?.(server);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  // Two connections to one file, because the store has its own transactions.
  const db = new DatabaseSync(database);
  const payments = new DatabaseSync(database);
  const orders = orderBook(db);
  const checkout = createCheckout({
    ...backend,
    secret: secretBeside(database),
    publicUrl: `${url}/pay`,
    store: sqliteStore(payments),
    order: async (orderRef) => {
      const order = orders.find(orderRef);
      return (
        order && {
          amount: decimalOf(order.cents),
          currency: CURRENCY,
          ...('service' in backend && { payout }),
          label: SHOP,
          meta: { orderRef },
          paid: order.state === 'paid' || order.state === 'refunded',
          soldOut: order.state === 'sold-out',
        }
      );
    },
    allowTestPayments: true, // payments of the sandbox: no goods are sent
    ...('service' in backend && { statusMap: STATUS_MAP }),
    onStatus: async (payment, { from, to }) => {
      const order = orders.find(payment.orderRef);
      if (!order) return;
      const total = { amount: decimalOf(order.cents), currency: CURRENCY };
      // A payment keeps the amount that the order had when it was created, so one of an older cart does not pay the
      // order.
      const settles = (phase: Phase) => settlesOrder({ ...payment, phase }, total, { allowTestPayments: true });
      if (settles(to)) orders.mark(order.id, 'paid');
      if (to === 'refunded' && settles(from)) orders.mark(order.id, 'refunded');
    },
    onEvent: (event) => {
      if (event.level === 'warn' || event.level === 'error') console[event.level]('checkout:', event);
    },
  });
  const pay = nodeHandler(checkout);
  const plain = plainCheckout(checkout, `${url}/pay`, SHOP);

  server.on('request', (request, response) => {
    if (request.url?.startsWith('/pay/')) return void pay(request, response);
    const answerOrFail = () =>
      answer(request, response).catch((error: unknown) => {
        console.error(error);
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    if (dev) dev.serve(request, response, () => void answerOrFail());
    else void answerOrFail();
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(`${url}${request.url}`);
    // Status addresses begin with `url`, and a page of another origin may not load them.
    if (request.method === 'GET' && request.headers.host?.startsWith('localhost:'))
      return response.writeHead(307, { location: `${url}${request.url}` }).end();
    if (request.method === 'POST' && pathname === '/orders') {
      const id = orders.create(new URLSearchParams(await readForm(request)));
      return response.writeHead(303, { location: id ? `/checkout/${id}` : '/?empty' }).end();
    }
    const [, id] = /^\/checkout\/([\w-]+)$/.exec(pathname) ?? [];
    if (request.method === 'POST' && id && orders.find(id)) {
      const choice = new URLSearchParams(await readForm(request)).get('choice') ?? '';
      const outcome = await plain.choose(request, id, choice);
      if (outcome === 'other-site') return response.writeHead(403).end();
      const query = new URLSearchParams(outcome === 'ready' ? { with: choice } : { failed: '' });
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

  async function page(response: ServerResponse, status: number, html: string) {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      // The dev server adds its own script to each page, and loads style sheets in ways that a policy forbids.
      ...(dev ? {} : { 'content-security-policy': CONTENT_POLICY }),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    };
    response.writeHead(status, headers).end(dev ? await dev.page(html) : html);
  }

  return {
    url,
    port: (server.address() as AddressInfo).port,
    async close() {
      await dev?.close();
      await checkout.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      payments.close();
      db.close();
    },
  };
}

/**
 * Returns the path of a file of the shop or of the package. Only plain names are accepted, so that no path leaves the
 * folders.
 */
function assetOf(pathname: string): string | undefined {
  const [, name] = /^\/assets\/((?:locales\/)?[\w-]+\.(?:css|js|json|svg))$/.exec(pathname) ?? [];
  return name && [join(folder, name), join(elements, name)].find((file) => existsSync(file));
}

/** The longest form, in bytes. A cart has a few hundred. */
const FORM_MAX = 10_000;

async function readForm(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > FORM_MAX) return '';
  }
  return text;
}
