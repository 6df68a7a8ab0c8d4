import { DurableObject } from 'cloudflare:workers';
import css from '../public/shop.css';
import { openDatabase } from './shop/database.js';
import { readForm } from './shop/forms.js';
import { cataloguePage, checkoutPage, HEADERS, notFoundPage } from './shop/pages.js';
import { openShop } from './shop/shop.js';
import { textsFor } from './shop/texts.js';

/** The shop: one object with its own database, on Cloudflare's network. */
export class Shop extends DurableObject {
  constructor(context, env) {
    super(context, env);
    const creationLimit = { address: ({ header }) => header('cf-connecting-ip') }; // Cloudflare writes this header
    const database = openDatabase({ storage: context.storage, abort: (reason) => context.abort(reason) });
    // A Durable Object is billed while requests wait in it.
    this.shop = openShop(database, env, { creationLimit, longPoll: { timeout: 0 } });
  }

  async fetch(request) {
    const { checkout, choose, inside, isOwnForm, orderOf, placeOrder } = this.shop;
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith('/pay/')) return checkout.fetch(request, this.ctx);

    const header = (name) => request.headers.get(name);
    const cookie = header('cookie');
    const texts = textsFor(header('accept-language'));
    const integrity = await (await this.env.ASSETS.fetch('http://assets/integrity.txt')).text();
    const page = (html, status = 200) => new Response(html, { status, headers: HEADERS });
    const goTo = (location, headers) => new Response(null, { status: 303, headers: { location, ...headers } });

    const isForm = request.method === 'POST';
    if (isForm && !isOwnForm(header('origin'), header('host'))) return new Response(null, { status: 403 });
    const { fields, status } = isForm ? await readForm(request) : {};
    if (status) return new Response(null, { status });

    if (pathname === '/') return page(cataloguePage(texts, integrity));
    if (pathname === '/orders' && fields) {
      const placed = await placeOrder(fields, cookie);
      return placed ? goTo(placed.location, { 'set-cookie': placed.cookie }) : goTo('/');
    }
    const [, ref] = /^\/checkout\/([\w-]+)$/.exec(pathname) ?? [];
    const order = ref && (await orderOf(ref, cookie));
    if (!order) return page(notFoundPage(texts, integrity), 404);
    if (fields) return goTo(await choose(ref, fields.choice, request));
    return page(checkoutPage(order, await inside(order, texts, search), texts, integrity));
  }

  /** Delivers changes again that the shop has not handled. */
  sweep() {
    return this.shop.checkout.sweep();
  }
}

const shopOf = (env) => env.SHOP.getByName('shop');

export default {
  fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname === '/assets/shop.css') return new Response(css, { headers: { 'content-type': 'text/css' } });
    if (pathname.startsWith('/assets/'))
      return env.ASSETS.fetch(new URL(pathname.slice('/assets'.length), request.url));
    return shopOf(env).fetch(request);
  },
  scheduled: (_event, env) => shopOf(env).sweep(),
};
